"""`obj.__dict__ = given`: an object whose attributes are the items of a dict, often its own (`class Config(dict)`).

The dict stands among the object's attributes under that name; it is the same for all who hold it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from shapecheck.values import AttributesValue, ClassValue, DictValue, Instance, ListValue, Tensor, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

NAME = "__dict__"
NOTED = "_registered_"
"""So begin the attributes of a module in which is noted what torch keeps in its tables."""
DATA = (type(None), bool, int, float, str, tuple, ListValue, DictValue, Tensor)


def given_dict(obj: Instance) -> DictValue | None:
    """The dict that was assigned to `obj.__dict__`; None if none was, or nothing is known of it."""
    given = obj.attrs.get(NAME)
    payload = given.payload if isinstance(given, Instance) else given
    return payload if isinstance(payload, DictValue) else None


def has_unknown_names(obj: Instance) -> bool:
    """Whether what was assigned to `obj.__dict__` may hold more than is known."""
    given = given_dict(obj)
    return NAME in obj.attrs and (given is None or given.is_open)


def set_named(machine: Machine, obj: Instance, name: str, value: Value) -> None:
    """Sets an attribute where the object keeps its own."""
    given = given_dict(obj)
    if name == NAME:
        if isinstance(value, AttributesValue) and value.owner is obj:
            return  # `obj.__dict__ |= more`
        for old in list(obj.attrs):
            machine.store.del_item(obj.attrs, old, obj.birth)
        if isinstance(value, AttributesValue) and value.tables:
            _take_attributes(machine, obj, value)
            return
    elif given is not None:
        machine.store.set_item(given.entries, name, value, given.birth)
        return
    machine.store.set_item(obj.attrs, name, value, obj.birth)


def copied_attributes(machine: Machine, attributes: AttributesValue) -> AttributesValue:
    """`module.__dict__.copy()`: the attributes of an object that nobody has seen."""
    owner = Instance(attributes.owner.cls, machine.site)
    copied = AttributesValue(owner, attributes.tables, attributes.in_tables)
    copied.is_open, copied.element = attributes.is_open, attributes.element
    _take_attributes(machine, owner, attributes)
    return copied


def _take_attributes(machine: Machine, module: Instance, given: AttributesValue) -> None:
    """A module gets what is in the `__dict__` of another. What it puts into its tables from then on is its own: code
    that copies the one copies the others."""
    for name, value in given.entries.items():
        doubt = machine.store.doubt(given.entries, name)
        machine.store.set_item(module.attrs, name, value, module.birth)
        if doubt is not None:
            machine.store.note_doubt(module.attrs, name, doubt.guard)
    take_tables(machine, module, given.owner)


def take_tables(machine: Machine, module: Instance, other: Instance) -> None:
    """What is noted of the tables of a module, and its members of unknown number, are as those of another."""
    for name, noted in list(module.attrs.items()):
        if name.startswith(NOTED) and isinstance(noted, DictValue):
            machine.store.set_item(module.attrs, name, DictValue(dict(noted.entries)), module.birth)
    members = rest = other.payload
    if isinstance(members, ListValue):
        rest = ListValue(None, members.element, members.length)
    elif isinstance(members, DictValue):
        made = DictValue(dict(members.entries), members.is_open)
        made.element = members.element
        rest = made
    if rest is not module.payload:
        machine.store.set_attr(module, "payload", rest)


def delete_named(machine: Machine, obj: Instance, name: str) -> None:
    """Deletes an attribute where the object keeps its own."""
    given = given_dict(obj)
    if given is not None:
        machine.store.del_item(given.entries, name, given.birth)
    machine.store.del_item(obj.attrs, name, obj.birth)


def _data_of(cls: ClassValue) -> Iterator[str]:
    """What the body of a class gives its objects that is neither a method nor a class."""
    return (name for name, value in cls.namespace.items() if isinstance(value, DATA) and not name.startswith("__"))


def forget_named(machine: Machine, obj: Instance, unknown: Value, start: str = "") -> None:
    """Any attribute whose name begins so may have been written, and a new one made."""
    of_class = (name for base in obj.cls.mro if base.site is not None for name in _data_of(base))
    for name in dict.fromkeys((*obj.attrs, *of_class)):
        if name.startswith(start):
            machine.store.set_item(obj.attrs, name, unknown)
    if not start:
        _give_members(machine, obj)
    add_unnamed(machine, obj)


def _give_members(machine: Machine, obj: Instance) -> None:
    """An empty container of modules may have got some."""
    from shapecheck.interpret.nn.members import is_container, may_have_members

    if is_container(obj):
        may_have_members(machine, obj)


def add_unnamed(machine: Machine, obj: Instance) -> None:
    """An attribute is made of which the name is not known."""
    if obj.cls.site is not None:
        machine.store.set_attr(obj.cls, "is_complete", False)
