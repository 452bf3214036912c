"""typing, typing_extensions, abc and numbers: names that matter at class level only.

Subscripting any of them gives the same thing again: annotations are read elsewhere, from the source.
"""

from __future__ import annotations

import numbers
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.classes import CLASSES, CONSTRUCTORS
from shapecheck.interpret.builtins.exact import unknown_from
from shapecheck.interpret.builtins.hierarchy import inert_class, new_class, returns_first, static_native
from shapecheck.interpret.builtins.stdlib.abstract import COLLECTIONS_ABC, abstract, generic
from shapecheck.interpret.builtins.stdlib.collections import COLLECTIONS, make_namedtuple
from shapecheck.interpret.builtins.tables import Namespace, native_function, words
from shapecheck.values import NativeFunction, PropertyValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

TYPING = Namespace("typing")
ABC = Namespace("abc")
NUMBERS = Namespace("numbers", is_complete=True)


for _name in words("Number Complex Real Rational Integral"):
    NUMBERS[_name] = abstract(_name, numbers)

# -------------------------------------------------------------------- abc

_ABC_META = new_class("ABCMeta", "abc", [CLASSES["type"]])
ABC.update({"ABC": generic("ABC", "abc"), "ABCMeta": _ABC_META})
_REGISTER = NativeFunction("ABCMeta.register", lambda machine, args, kwargs: args[-1] if args else None)
_ABC_META.namespace["register"] = _REGISTER
for _name in ("abstractmethod", "abstractclassmethod", "abstractstaticmethod", "update_abstractmethods"):
    ABC[_name] = returns_first(f"abc.{_name}")


@ABC.native("abstractproperty")
def _abstractproperty(machine: Machine, getter: Value, /) -> Value:
    return PropertyValue(getter)


# -------------------------------------------------------------------- typing

for _name, _builtin in {
    "Dict": "dict", "FrozenSet": "frozenset", "List": "list", "Set": "set", "Text": "str", "Tuple": "tuple",
    "Type": "type",
}.items():  # fmt: skip
    TYPING[_name] = CLASSES[_builtin]
for _name in ("Counter", "OrderedDict"):
    TYPING[_name] = COLLECTIONS[_name]
TYPING.update({"DefaultDict": COLLECTIONS["defaultdict"], "Deque": COLLECTIONS["deque"]})
TYPING.update({name: cls for name, cls in COLLECTIONS_ABC.items() if name not in TYPING})
TYPING["AbstractSet"] = COLLECTIONS_ABC["Set"]
for _name in ("Generic", "Protocol"):
    TYPING[_name] = generic(_name, "typing")
for _name in words(
    "Annotated Any AnyStr BinaryIO ClassVar Concatenate ContextManager AsyncContextManager Final "
    "ForwardRef IO Literal LiteralString Match Never NewType NoReturn NotRequired Optional ParamSpec "
    "ParamSpecArgs ParamSpecKwargs Pattern ReadOnly Required Self SupportsAbs SupportsBytes "
    "SupportsComplex SupportsFloat SupportsIndex SupportsInt SupportsRound TextIO TypeAlias TypeAliasType "
    "TypeGuard TypeIs TypeVar TypeVarTuple Union Unpack"
):
    TYPING[_name] = inert_class(_name, "typing")
for _name in words(
    "assert_never clear_overloads final get_overloads is_typeddict no_type_check no_type_check_decorator "
    "overload override reveal_type runtime runtime_checkable"
):
    TYPING[_name] = returns_first(f"typing.{_name}")
TYPING["TYPE_CHECKING"] = False


@TYPING.native("NewType")
def _new_type(machine: Machine, name: Value, supertype: Value) -> Value:
    """A new type is called with a value and gives it back."""
    return returns_first("a new type")


@TYPING.native("cast")
def _cast(machine: Machine, typ: Value, val: Value) -> Value:
    return val


@TYPING.native("assert_type")
def _assert_type(machine: Machine, val: Value, typ: Value, /) -> Value:
    return val


@TYPING.native("deprecated")
def _decorator(machine: Machine, *args: Value, **kwargs: Value) -> Value:
    return returns_first("a decorator that changes nothing")


@TYPING.native("get_type_hints", "get_origin", "get_args", "get_protocol_members")
def _hints(machine: Machine, *args: Value, **kwargs: Value) -> Value:
    return machine.unknown("types as values")


# -------------------------------------------------------------------- NamedTuple and TypedDict

NAMED_TUPLE = new_class("NamedTuple", "typing", [CLASSES["tuple"]])
TYPED_DICT = new_class("TypedDict", "typing", [CLASSES["dict"]])
TYPING.update({"NamedTuple": NAMED_TUPLE, "TypedDict": TYPED_DICT})


def _named_tuple(machine: Machine, name: Value, fields: Value = None, /, **kwargs: Value) -> Value:
    """NamedTuple("Point", [("x", int), ("y", int)])"""
    pairs = list(kwargs) if fields is None else machine.iterate(fields)
    if not isinstance(name, str) or pairs is None:
        return unknown_from(machine, "a named tuple of unknown fields", name, fields)
    names = [pair if isinstance(pair, str) else (machine.iterate(pair) or [None])[0] for pair in pairs]
    if not all(isinstance(field, str) for field in names):
        return machine.unknown("a named tuple of unknown fields")
    return make_namedtuple(machine, name, [str(field) for field in names], {})


NAMED_TUPLE.construct = native_function("typing.NamedTuple", _named_tuple).call


def _typed_dict(machine: Machine, name: Value, fields: Value = None, /, **kwargs: Value) -> Value:
    """TypedDict("Point", {"x": int}): a class whose objects are dicts."""
    module = machine.frame.module.name if machine.stack else "__main__"
    return new_class(name if isinstance(name, str) else "TypedDict", module, [TYPED_DICT])


def _typed_dict_object(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """Calling a class below TypedDict gives a plain dict."""
    return CONSTRUCTORS["dict"](machine, args[1:], kwargs)


TYPED_DICT.construct = native_function("typing.TypedDict", _typed_dict).call
TYPED_DICT.namespace["__new__"] = static_native("TypedDict.__new__", _typed_dict_object)
