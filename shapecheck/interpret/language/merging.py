"""Many values in the place of one: an item of a list at an unknown index, where there are more kinds of it than a union
holds. What they have in common is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from shapecheck.source import ir
from shapecheck.symbolic import Expr
from shapecheck.values import (
    MAX_UNION,
    ClassValue,
    DictValue,
    FunctionValue,
    Instance,
    RuleFunction,
    Scalar,
    UnionValue,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_DEPTH = 6
"""Tuples that nest deeper are not put together."""
MAX_ATTRS = 16
"""Objects of more attributes are no records."""

MAX_CHOICES = 16
"""So many functions, or layers without parts, are kept apart: `get_activation(name)`. Most make the same of a shape."""

Unite = Callable[["Machine", Sequence[Value]], Value]


def most_of(members: Sequence[Value]) -> int:
    """How many such values a union holds."""
    return MAX_CHOICES if all(map(_is_a_choice, members)) else MAX_UNION


def _is_a_choice(value: Value) -> bool:
    """Whether it is something small that is called, a function or layer of torch's or a lambda, or None."""
    if isinstance(value, Instance):
        return value.cls.site is None and not any(isinstance(part, Instance) for part in value.attrs.values())
    if isinstance(value, FunctionValue):
        return isinstance(value.node, ir.Lambda)
    return value is None or isinstance(value, RuleFunction) or (isinstance(value, ClassValue) and value.site is None)


def merged(machine: Machine, members: list[Value], unite: Unite, most: int) -> list[Value]:
    """The members with those of one kind in the place of each other: numbers, texts, tuples of one length, dicts of
    the same keys, records of one class; dicts of any keys if there are more than `most` else. A dict or record that
    stands for several is nobody's own: what is put into it reaches none of them."""
    groups = _grouped(members, _group)
    if len(groups) > most:
        groups = _grouped(members, lambda value: dict if _is_plain(value) else _group(value))
    return [_one(machine, group, unite) if len(group) > 1 else group[0] for group in groups]


def _grouped(members: list[Value], kind: Callable[[Value], object]) -> list[list[Value]]:
    groups: dict[object, list[Value]] = {}
    for member in members:
        groups.setdefault(kind(member), []).append(member)
    return list(groups.values())


def _is_plain(value: Value) -> bool:
    """Whether it is a dict that has its keys and no others."""
    return isinstance(value, DictValue) and not value.is_open and value.default_factory is None


def _group(value: Value) -> object:
    """What values have in common that one may stand for."""
    if isinstance(value, (bool, float, str)):
        return type(value)
    if isinstance(value, Scalar):
        return {"bool": bool, "float": float, "str": str}.get(value.kind, value.kind)
    if isinstance(value, (int, Expr)):
        return int
    if type(value) is tuple:
        return tuple, len(value)
    if isinstance(value, DictValue) and _is_plain(value):
        return dict, tuple(value.entries)
    if isinstance(value, Instance) and _is_record(value):
        return id(value.cls), tuple(value.attrs)
    return id(value)


def _is_record(value: Instance) -> bool:
    """Whether it is an object of the code's own that holds a few things and is nothing else."""
    is_plain = value.cls.is_complete and value.cls.site is not None and value.payload is None
    return is_plain and 0 < len(value.attrs) <= MAX_ATTRS


def is_deep(value: Value) -> bool:
    """Whether it is a tuple in which tuples nest as in a tree that a loop builds. The two branches of a node may be one
    value, which is looked at twice: each level more takes twice as long."""
    return _is_deeper(value, MAX_DEPTH)


def _is_deeper(value: Value, depth: int) -> bool:
    if isinstance(value, UnionValue):
        return any(_is_deeper(member, depth) for member in value.members)
    return type(value) is tuple and (depth == 0 or any(_is_deeper(item, depth - 1) for item in value))


def _one(machine: Machine, group: list[Value], unite: Unite) -> Value:
    first = group[0]
    if isinstance(first, (int, Expr)) and not isinstance(first, bool):
        lows = [machine.path.facts.bounds(value)[0] for value in group if isinstance(value, (int, Expr))]
        known = [low for low in lows if low is not None]
        return machine.path.fresh("item", min(known) if len(known) == len(lows) else None)
    if type(first) is tuple:
        rows = [value for value in group if isinstance(value, tuple)]
        return tuple(unite(machine, column) for column in zip(*rows))
    if isinstance(first, Instance):
        return _any_record(machine, first, [value for value in group if isinstance(value, Instance)])
    if isinstance(first, DictValue):
        return _any_dict(machine, [value for value in group if isinstance(value, DictValue)])
    return Scalar(first.kind if isinstance(first, Scalar) else type(first).__name__)


def _any_dict(machine: Machine, dicts: list[DictValue]) -> DictValue:
    """Any of them: it has the keys that all have, and perhaps others."""
    common = [key for key in dicts[0].entries if all(key in one.entries for one in dicts)]
    made = DictValue({key: machine.one_of([one.entries[key] for one in dicts]) for key in common})
    others = [value for one in dicts for key, value in one.entries.items() if key not in made.entries]
    if others:
        made.is_open, made.element = True, machine.one_of(others)
    return made


def _any_record(machine: Machine, first: Instance, records: list[Instance]) -> Instance:
    """Any of them: each attribute is that of any. One may hold itself."""
    key = tuple(map(id, records))
    made = machine.records_in_making.get(key)
    if made is not None:
        return made
    made = machine.records_in_making[key] = Instance(first.cls, first.site)
    made.is_definite = all(one.is_definite for one in records)
    try:
        made.attrs = {name: machine.one_of([one.attrs[name] for one in records]) for name in first.attrs}
    finally:
        del machine.records_in_making[key]
    return made


__all__ = ["merged"]
