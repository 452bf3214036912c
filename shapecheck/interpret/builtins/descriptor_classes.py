"""What subclasses of property, classmethod and staticmethod inherit: `class classproperty(property)`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.tables import native_function
from shapecheck.values import BoundMethod, ClassValue, Instance, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

PARTS = ("fget", "fset", "fdel")


def _set_functions(
    machine: Machine,
    receiver: Instance,
    fget: Value = None,
    fset: Value = None,
    fdel: Value = None,
    doc: Value = None,
) -> Value:
    for name, function in zip(PARTS, (fget, fset, fdel)):
        machine.store.set_item(receiver.attrs, name, function, receiver.birth)
    return None


def _get(machine: Machine, receiver: Instance, obj: Value, owner: Value = None) -> Value:
    return receiver if obj is None else _call_part(machine, receiver, "fget", [obj], "getter")


def _set(machine: Machine, receiver: Instance, obj: Value, value: Value) -> Value:
    return _call_part(machine, receiver, "fset", [obj, value], "setter")


def _call_part(machine: Machine, receiver: Instance, part: str, args: list[Value], name: str) -> Value:
    function = receiver.attrs.get(part)
    if function is None:
        raise machine.error("AttributeError", f"property has no {name}")
    return machine.call(function, args, {})


def _with(machine: Machine, receiver: Instance, part: str, function: Value) -> Value:
    """The same property with another function: what the decorator `@x.setter` makes."""
    functions = [function if name == part else receiver.attrs.get(name) for name in PARTS]
    return machine.call(receiver.cls, functions, {})


def _getter(machine: Machine, receiver: Instance, function: Value) -> Value:
    return _with(machine, receiver, "fget", function)


def _setter(machine: Machine, receiver: Instance, function: Value) -> Value:
    return _with(machine, receiver, "fset", function)


def _deleter(machine: Machine, receiver: Instance, function: Value) -> Value:
    return _with(machine, receiver, "fdel", function)


def _set_function(machine: Machine, receiver: Instance, function: Value) -> Value:
    machine.store.set_item(receiver.attrs, "__func__", function, receiver.birth)
    return None


def _bound_to_class(machine: Machine, receiver: Instance, obj: Value, owner: Value = None) -> Value:
    cls = owner if isinstance(owner, ClassValue) else machine.type_of(obj)
    return BoundMethod(receiver.attrs.get("__func__"), cls)


def _plain(machine: Machine, receiver: Instance, obj: Value, owner: Value = None) -> Value:
    return receiver.attrs.get("__func__")


_METHODS: dict[str, dict[str, Callable[..., Value]]] = {
    "property": {
        "__init__": _set_functions, "__get__": _get, "__set__": _set,
        "getter": _getter, "setter": _setter, "deleter": _deleter,
    },
    "classmethod": {"__init__": _set_function, "__get__": _bound_to_class},
    "staticmethod": {"__init__": _set_function, "__get__": _plain},
}  # fmt: skip

for _name, _methods in _METHODS.items():
    for _method, _function in _methods.items():
        CLASSES[_name].namespace[_method] = native_function(f"{_name}.{_method}", _function)
