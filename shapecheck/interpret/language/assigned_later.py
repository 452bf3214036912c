"""Attributes that an object's own methods assign or fill once it is made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from shapecheck.interpret.methods import methods_of
from shapecheck.values import DictValue, Instance, ListValue, PropertyValue, SetValue

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine
    from shapecheck.interpret.world import World
    from shapecheck.source.walking import SelfUse

CONSTRUCTORS = frozenset({"__init__", "__post_init__", "__attrs_post_init__"})
"""The last are called by the constructors of dataclasses."""
CONTAINERS = (ListValue, DictValue, SetValue)


def assigned_later(world: World, obj: Instance) -> Iterator[tuple[str, str]]:
    """Attributes that methods other than the constructor (and what that calls) assign or fill, and those methods."""
    for name, use in _later(world, obj):
        for attribute in use.assigned:
            yield attribute, name
        for attribute in use.filled:
            if isinstance(obj.attrs.get(attribute), CONTAINERS):
                yield attribute, name


def counted_later(world: World, module: Instance) -> Iterator[tuple[str, str]]:
    """The same of a module, but those that a method sets are as the constructor has set them: who sets them chooses
    another network, which is entered like this one. What `forward` sets is another in each call."""
    for name, use in _later(world, module):
        for attribute in (*(use.assigned if name == "forward" else use.counted), *use.filled):
            yield attribute, name


def _later(world: World, obj: Instance) -> Iterator[tuple[str, SelfUse]]:
    uses = [(name, world.use_of_self(node)) for name, node in methods_of(world, obj.cls)]
    making = set(CONSTRUCTORS)
    for name, use in uses:
        if name in CONSTRUCTORS:
            # What it puts in the place of a method (`self.update = wrapped(self.update)`), or hands to others
            # (`model.register_forward_hook(self.note)`), is for others to call.
            read = (one for one in use.mentioned if _is_property(obj, one))
            making |= use.called.union(read).difference(use.assigned)
    return ((name, use) for name, use in uses if name not in making)


def _is_property(obj: Instance, name: str) -> bool:
    found = obj.cls.lookup(name)
    return found is not None and isinstance(found[0], PropertyValue)


def may_have(machine: Machine, obj: Instance, attribute: str) -> bool:
    """Whether an object of an entry may have an attribute that it lacks: if another method than the one that asks gives
    it to the object."""
    if machine.entering.is_definite:
        return False
    function = machine.frame.function
    asking = None if function is None else function.name
    return any(name == attribute and method != asking for name, method in assigned_later(machine.world, obj))
