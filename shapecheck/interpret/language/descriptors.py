"""Objects in a class that say themselves what it means to read and to write the attribute: `__get__`, `__set__`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from shapecheck.values import ClassValue, Instance, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def is_descriptor(value: Value) -> TypeGuard[Instance]:
    """Whether reading an attribute that holds the value calls it."""
    return isinstance(value, Instance) and value.cls.lookup("__get__") is not None


def is_data_descriptor(value: Value) -> TypeGuard[Instance]:
    """Whether writing an attribute that holds the value calls it, so that it goes before what the object holds."""
    return isinstance(value, Instance) and value.cls.lookup("__set__") is not None


def read(machine: Machine, value: Instance, obj: Value, cls: ClassValue) -> Value:
    """What is read through an object of the class; through the class itself where the object is None."""
    return machine.call(machine.get_attribute(value, "__get__"), [obj, cls], {})


def write(machine: Machine, value: Instance, obj: Value, new: Value) -> None:
    """The attribute of the object is written."""
    machine.call(machine.get_attribute(value, "__set__"), [obj, new], {})


def tell_names(machine: Machine, cls: ClassValue) -> None:
    """`__set_name__`: each object in a new class hears under which name it is there."""
    for name, value in list(cls.namespace.items()):
        if isinstance(value, Instance) and value.cls.lookup("__set_name__") is not None:
            machine.call(machine.get_attribute(value, "__set_name__"), [cls, name], {})
