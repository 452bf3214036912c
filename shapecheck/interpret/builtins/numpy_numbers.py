"""What NumPy's numbers have and Python's do not: functions of NumPy give Python's numbers here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.arrays import KINDS, NDARRAY
from shapecheck.interpret.builtins.classes import CLASSES, CONSTRUCTORS
from shapecheck.interpret.builtins.hierarchy import inert_class
from shapecheck.interpret.builtins.numbers import Quotient
from shapecheck.interpret.builtins.tables import Getter, words
from shapecheck.symbolic import Expr, Formula
from shapecheck.values import NUMPY_ARRAY, ClassValue, NativeFunction, Scalar, Tensor, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def _itself(machine: Machine, receiver: Any) -> Value:
    return NativeFunction("numpy.generic.item", lambda machine, args, kwargs: receiver)


def _as_type(machine: Machine, receiver: Any) -> Value:
    def call(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        dtype = next(iter([*args, *kwargs.values()]), None)
        name = getattr(dtype, "name", dtype)
        kind = KINDS.get(name.rstrip("0123456789")) if isinstance(name, str) else None
        if kind is None:
            return machine.unknown("a number of a dtype that is not known")
        return CONSTRUCTORS[kind.__name__](machine, [receiver], {})

    return NativeFunction("numpy.generic.astype", call)


def _as_an_array(name: str) -> Getter:
    """What a number has in common with an array without dims, of which nothing more is known here."""
    return lambda machine, receiver: machine.unknown(f"the attribute {name} of a number of NumPy")


def _total(machine: Machine, receiver: Any) -> Value:
    """The sum or the product of one number."""
    total = int(receiver) if isinstance(receiver, bool) else receiver
    return NativeFunction("numpy.generic.sum", lambda machine, args, kwargs: total)


NUMPY_NUMBERS: dict[str, Getter] = {
    **dict.fromkeys(words("item tolist copy max min squeeze conj"), _itself),
    **dict.fromkeys(words("sum prod"), _total), "astype": _as_type,
}  # fmt: skip
_OTHERS = {
    *words("T dtype real imag nbytes itemsize all any argmax argmin clip cumsum cumprod dot flatten max mean min"),
    *words("ravel repeat reshape round std transpose var view"), *NDARRAY.namespace,
}  # fmt: skip
AS_AN_ARRAY: dict[str, Getter] = {name: _as_an_array(name) for name in _OTHERS if not name.startswith("__")}
AS_AN_ARRAY |= {"shape": lambda machine, receiver: (), "ndim": lambda machine, receiver: 0}
AS_AN_ARRAY["size"] = lambda machine, receiver: 1
"""Attributes of an array that a number of NumPy has as well. Where a value may be a tensor, too, a number beside it is
Python's, the 0 that a sum begins with."""


SCALAR_CLASSES = {
    name: inert_class(name, "numpy", CLASSES["object"])
    for name in words(
        "generic number integer signedinteger unsignedinteger inexact floating complexfloating flexible character "
        "str_ bytes_ void object_"
    )
}
"""The classes of NumPy's scalars that are no dtype here: https://numpy.org/doc/stable/reference/arrays.scalars.html"""
for _cls in SCALAR_CLASSES.values():
    _cls.construct = lambda machine, args, kwargs: machine.unknown("a scalar of NumPy")


_OF_TEXTS = frozenset({"generic", "flexible", "character", "str_", "bytes_", "object_"})


def may_be_scalar(value: Value, cls: Value) -> bool:
    """Whether a value may be one of NumPy's scalars of that class or dtype: numbers and texts are Python's here, whose
    ever they are."""
    if isinstance(value, (str, bytes)):
        return isinstance(cls, ClassValue) and cls.name in _OF_TEXTS
    if isinstance(value, Tensor):
        return value.cls == NUMPY_ARRAY
    return isinstance(value, (int, float, complex, Scalar, Expr, Formula, Quotient))


__all__ = ["AS_AN_ARRAY", "NUMPY_NUMBERS", "SCALAR_CLASSES", "may_be_scalar"]
