"""Objects that stand for a number in an index: members of an IntEnum, and what else has an `__index__`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.tables import says
from shapecheck.interpret.language import attributes
from shapecheck.values import Instance, SliceValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def plain_index(machine: Machine, index: Value) -> Value:
    """The index with the numbers of such objects in their place, in ends of slices as well."""
    if isinstance(index, Instance):
        return _number_of(machine, index)
    if isinstance(index, SliceValue):
        parts = (index.lower, index.upper, index.step)
        is_plain = not any(isinstance(part, Instance) for part in parts)
        return index if is_plain else SliceValue(*(_number_of(machine, part) for part in parts))
    if isinstance(index, tuple) and any(isinstance(part, (Instance, SliceValue)) for part in index):
        return tuple(plain_index(machine, part) for part in index)
    return index


def _number_of(machine: Machine, value: Value) -> Value:
    if not isinstance(value, Instance):
        return value
    if isinstance(value.payload, int):
        return value.payload
    method = attributes.find_method(machine, value, "__index__") if says(value, "__index__") else None
    return value if method is None else machine.call(method, [], {})


__all__ = ["plain_index"]
