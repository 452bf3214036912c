"""Attributes of an object that hide those of its class: a path that has not written one reads that of the class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapecheck.values import MISSING, FunctionValue, Instance, PropertyValue, Value, held

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def hide(machine: Machine, obj: Instance, name: str) -> None:
    """The object gets an attribute of its own of which its class has another."""
    if name not in obj.attrs:
        machine.store.hiding[id(obj.attrs)] = obj


def before(machine: Machine, container: Any, key: Any, is_attribute: bool) -> Any:
    """What a place holds now, or what is read for it; MISSING for a key that is not there."""
    now = held(container, key, is_attribute)
    owner = machine.store.hiding.get(id(container)) if now is MISSING else None
    if owner is None or owner.attrs is not container:
        return now
    found = owner.cls.lookup(key) if isinstance(key, str) else None
    return MISSING if found is None or _runs_code(found[0]) else machine.get_attribute(owner, key)


def _runs_code(value: Value) -> bool:
    """Whether reading it may run code of the program, which a place where paths meet is not for."""
    getter = value.cls.lookup("__get__") if isinstance(value, Instance) else None
    return isinstance(value, PropertyValue) or (getter is not None and isinstance(getter[0], FunctionValue))
