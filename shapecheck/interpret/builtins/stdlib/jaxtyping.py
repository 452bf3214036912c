"""jaxtyping, beartype and typeguard: what annotations are made of, and the decorators that check them.

The dtypes of each class are those of jaxtyping's own table, as far as torch has them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.hierarchy import inert_class, new_class, returns_first
from shapecheck.interpret.builtins.stdlib.typing import TYPING
from shapecheck.interpret.builtins.tables import Namespace, native_function, words
from shapecheck.values import Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

JAXTYPING = Namespace("jaxtyping")
BEARTYPE = Namespace("beartype")
BEARTYPE_TYPING = Namespace("beartype.typing")
TYPEGUARD = Namespace("typeguard")

ABSTRACT_DTYPE = "jaxtyping.AbstractDtype"
PYTREE = "jaxtyping.PyTree"

_UINTS = words("uint8 uint16 uint32 uint64")
_INTS = words("int8 int16 int32 int64")
_FLOATS = words(
    "float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz float8_e8m0fnu bfloat16 float16 float32 float64"
)
_COMPLEX = words("complex32 complex64 complex128")
_DTYPES: dict[str, list[str] | None] = {
    "Bool": ["bool"], "UInt": _UINTS, "Int": _INTS, "Integer": _UINTS + _INTS, "Float": _FLOATS, "Complex": _COMPLEX,
    "Inexact": _FLOATS + _COMPLEX, "Real": _FLOATS + _UINTS + _INTS, "Num": _UINTS + _INTS + _FLOATS + _COMPLEX,
    "Shaped": None, "Key": ["prng_key"], "BFloat16": ["bfloat16"],
    "Float8e4m3fn": ["float8_e4m3fn"], "Float8e4m3fnuz": ["float8_e4m3fnuz"], "Float8e5m2": ["float8_e5m2"],
    "Float8e5m2fnuz": ["float8_e5m2fnuz"], "Float8e4m3b11fnuz": ["float8_e4m3b11fnuz"],
    **{f"UInt{n}": [f"uint{n}"] for n in (2, 4, 8, 16, 32, 64)},
    **{f"Int{n}": [f"int{n}"] for n in (2, 4, 8, 16, 32, 64)},
    **{f"Float{n}": [f"float{n}"] for n in (16, 32, 64)},
    **{f"Complex{n}": [f"complex{n}"] for n in (64, 128)},
}  # fmt: skip

_ABSTRACT_DTYPE = new_class("AbstractDtype", "jaxtyping", [CLASSES["object"]])
JAXTYPING["AbstractDtype"] = _ABSTRACT_DTYPE
JAXTYPING["AbstractArray"] = inert_class("AbstractArray", "jaxtyping")
JAXTYPING["PyTree"] = inert_class("PyTree", "jaxtyping")
for _name, _names in _DTYPES.items():
    _dtypes: Value = None if _names is None else tuple(_names)
    JAXTYPING[_name] = new_class(_name, "jaxtyping", [_ABSTRACT_DTYPE], {"dtypes": _dtypes})
for _name in words("Array ArrayLike DTypeLike PRNGKeyArray PyTreeDef Scalar ScalarLike"):
    JAXTYPING[_name] = inert_class(_name, "jaxtyping")


@JAXTYPING.native("jaxtyped")
def _jaxtyped(machine: Machine, function: Value = None, /, typechecker: Value = None) -> Value:
    """`@jaxtyped`, `@jaxtyped(typechecker=beartype)`: the function is what it was."""
    return returns_first("jaxtyped") if function is None else function


def _checker(machine: Machine, *args: Value, **kwargs: Value) -> Value:
    """`@beartype`, `@beartype(conf=...)`"""
    return args[0] if args else returns_first("beartype")


BEARTYPE["beartype"] = native_function("beartype.beartype", _checker)
TYPEGUARD["typechecked"] = native_function("typeguard.typechecked", _checker)
TYPEGUARD["check_type"] = returns_first("typeguard.check_type")
for _name in words("BeartypeConf BeartypeStrategy FrozenDict"):
    BEARTYPE[_name] = inert_class(_name, "beartype")
BEARTYPE_TYPING.update(TYPING)
