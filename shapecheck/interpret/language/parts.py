"""What is written to `module._modules`, `_parameters` and `_buffers`, or taken out of them, is so in the module.

The value of such an attribute is a dict of its own (`PartsValue`), made anew whenever it is read; what a write changes
in it is then done to the module, too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from shapecheck.values import AttributesValue, DictValue, PartsValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

P = ParamSpec("P")
R = TypeVar("R")
D = TypeVar("D", bound=DictValue)
WRITTEN = "part written to a dict"
"""The method by which a module takes what is written there, under a name that no code has."""
Change = Callable[Concatenate["Machine", D, P], R]


def followed(change: Change[D, P, R]) -> Change[D, P, R]:
    """A change of a dict that a module follows if the dict holds its parts."""

    @wraps(change)
    def changed(machine: Machine, target: D, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if not isinstance(target, PartsValue):
            return change(machine, target, *args, **kwargs)
        before, was_open = dict(target.entries), target.is_open
        result = change(machine, target, *args, **kwargs)
        _follow(machine, target, before, was_open)
        return result

    return changed


def table_in(machine: Machine, attributes: DictValue, key: object) -> Value:
    """`module.__dict__["_modules"]`; None where it is no such table that is asked for."""
    if isinstance(attributes, AttributesValue) and key in attributes.tables:
        return machine.get_attribute(attributes.owner, str(key))
    return None


def _follow(machine: Machine, parts: PartsValue, before: dict[object, object], was_open: bool) -> None:
    owner = parts.owner
    for name in before:
        if isinstance(name, str) and name not in parts.entries:
            machine.del_attribute(owner, name)
    added = [one for one in parts.entries.items() if one[0] not in before or before[one[0]] is not one[1]]
    place = machine.get_attribute(owner, WRITTEN)
    for name, value in added:
        machine.call(place, [name, value, parts.are_parameters], {})
    if parts.is_open and not was_open:
        machine.call(place, [machine.unknown("the name of a part"), parts.element, parts.are_parameters], {})
