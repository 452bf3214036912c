"""collections.abc: the abstract base classes, and the methods that mappings get from theirs.

https://docs.python.org/3/library/collections.abc.html
"""

from __future__ import annotations

import collections.abc
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.classes import CLASSES, CONSTRUCTORS
from shapecheck.interpret.builtins.hierarchy import new_class, returns_first
from shapecheck.interpret.builtins.tables import Namespace, native_function, words
from shapecheck.interpret.signals import PythonError
from shapecheck.values import (
    ClassMethodValue,
    ClassValue,
    DictValue,
    Instance,
    ListValue,
    NativeFunction,
    Opaque,
    Scalar,
    UnionValue,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

COLLECTIONS_ABC = Namespace("collections.abc")
_MISSING: Any = object()
_DONE_WITHOUT = frozenset({"__iter__", "__contains__", "__reversed__", "__subclasshook__"})


def generic(name: str, module: str, *bases: ClassValue) -> ClassValue:
    """A base that adds nothing to a class: Generic, Protocol, ABC."""
    cls = new_class(name, module, list(bases) or [CLASSES["object"]])
    cls.namespace["__class_getitem__"] = ClassMethodValue(returns_first(name))
    return cls


def abstract(name: str, source: ModuleType) -> ClassValue:
    """An abstract base class of Python whose methods are not modelled."""
    cls = generic(name, source.__name__)
    _leave_to_python(cls, getattr(source, name))
    return cls


def _leave_to_python(cls: ClassValue, real: type) -> None:
    """Methods that are there and not modelled. Those that Python does without (it goes over whatever has items) are
    left out."""
    names = {name for base in real.__mro__[:-1] for name, value in vars(base).items() if callable(value)}
    for name in sorted(names - _DONE_WITHOUT):
        if cls.lookup(name) is None:
            cls.namespace[name] = _not_modelled(f"{cls.name}.{name}")


def _not_modelled(name: str) -> NativeFunction:
    return NativeFunction(name, lambda machine, args, kwargs: machine.unknown(f"{name} of Python"))


for _name in words(
    "AsyncGenerator AsyncIterable AsyncIterator Awaitable Buffer ByteString Callable Collection Container "
    "Coroutine Generator Hashable ItemsView Iterable Iterator KeysView MappingView MutableSequence MutableSet "
    "Reversible Sequence Set Sized ValuesView"
):
    if hasattr(collections.abc, _name):
        COLLECTIONS_ABC[_name] = abstract(_name, collections.abc)
MAPPING = COLLECTIONS_ABC["Mapping"] = generic("Mapping", "collections.abc")
MUTABLE_MAPPING = COLLECTIONS_ABC["MutableMapping"] = generic("MutableMapping", "collections.abc", MAPPING)


def _call(machine: Machine, obj: Value, name: str, *args: Value) -> Value:
    return machine.call(machine.get_attribute(obj, name), list(args), {})


def _found(machine: Machine, mapping: Value, key: Value) -> Any:
    """mapping[key]; _MISSING where that surely raises a KeyError."""
    try:
        return _call(machine, mapping, "__getitem__", key)
    except PythonError as error:
        if isinstance(error.value, Instance) and error.value.cls.is_subclass("builtins.KeyError"):
            return _MISSING
        raise


# -------------------------------------------------------------------- mappings


def _get(machine: Machine, mapping: Value, key: Value, default: Value = None) -> Value:
    found: Value = _found(machine, mapping, key)
    return default if found is _MISSING else found


def _contains(machine: Machine, mapping: Value, key: Value, /) -> Value:
    found: Value = _found(machine, mapping, key)
    return Scalar("bool") if isinstance(found, (Unknown, UnionValue, Opaque)) else found is not _MISSING


def _keys(machine: Machine, mapping: Value, /) -> Value:
    return CONSTRUCTORS["list"](machine, [mapping], {})


def _values(machine: Machine, mapping: Value, /) -> Value:
    keys = _keys(machine, mapping)
    if not isinstance(keys, ListValue) or keys.items is None:
        return machine.unknown("the values of a mapping with unknown keys")
    return ListValue([_call(machine, mapping, "__getitem__", key) for key in keys.items])


def _items(machine: Machine, mapping: Value, /) -> Value:
    keys, values = _keys(machine, mapping), _values(machine, mapping)
    if not isinstance(keys, ListValue) or keys.items is None or not isinstance(values, ListValue):
        return machine.unknown("the items of a mapping with unknown keys")
    return ListValue(list(zip(keys.items, values.items or ())))


def _pop(machine: Machine, mapping: Value, key: Value, default: Value = _MISSING) -> Value:
    found: Value = _found(machine, mapping, key)
    if found is _MISSING:
        if default is _MISSING:
            raise machine.error("KeyError", "the key is not there")
        return default
    _call(machine, mapping, "__delitem__", key)
    return found


def _setdefault(machine: Machine, mapping: Value, key: Value, default: Value = None) -> Value:
    found: Value = _found(machine, mapping, key)
    if found is not _MISSING:
        return found
    _call(machine, mapping, "__setitem__", key, default)
    return default


def _update(machine: Machine, mapping: Value, other: Value = (), /, **named: Value) -> Value:
    added = CONSTRUCTORS["dict"](machine, [other], named)
    if not isinstance(added, DictValue) or added.is_open:
        unknown = machine.unknown("a key of a dict with unknown keys")
        _call(machine, mapping, "__setitem__", unknown, unknown)
    for key, value in list(added.entries.items()) if isinstance(added, DictValue) else ():
        _call(machine, mapping, "__setitem__", key, value)
    return None


_OF_MAPPINGS: dict[str, Callable[..., Value]] = {
    "get": _get, "__contains__": _contains, "keys": _keys, "values": _values, "items": _items,
}  # fmt: skip
_OF_MUTABLE_MAPPINGS: dict[str, Callable[..., Value]] = {"pop": _pop, "setdefault": _setdefault, "update": _update}
for _cls, _methods in ((MAPPING, _OF_MAPPINGS), (MUTABLE_MAPPING, _OF_MUTABLE_MAPPINGS)):
    for _name, _method in _methods.items():
        _cls.namespace[_name] = native_function(f"{_cls.name}.{_name}", _method)
    _leave_to_python(_cls, getattr(collections.abc, _cls.name))
