"""Does an abstract value stand for a real one? And random abstractions of real values."""

from __future__ import annotations

import random
from typing import Any

from shapecheck.interpret.builtins.exact import convert
from shapecheck.interpret.builtins.iteration import EndlessIterator
from shapecheck.interpret.machine import Machine
from shapecheck.symbolic import Dim, Expr, Formula, eq
from shapecheck.values import (
    Cause,
    DictValue,
    IteratorValue,
    ListValue,
    RangeValue,
    Scalar,
    SetValue,
    SliceValue,
    UnionValue,
    Unknown,
    Value,
)


def covers(machine: Machine, value: Value, real: Any) -> bool:
    """Can the abstract value be the real one, as far as the path knows?"""
    if isinstance(value, Unknown):
        return True
    if isinstance(value, UnionValue):
        return any(covers(machine, member, real) for member in value.members)
    if isinstance(value, Scalar):
        return type(real).__name__ == value.kind
    if isinstance(value, Expr):
        return type(real) is int and may_equal(machine, value, real)
    if isinstance(value, Formula):
        return type(real) is bool and machine.path.decide(value) is not (not real)
    if isinstance(value, (ListValue, IteratorValue)):
        return _covers_items(machine, value, real)
    if isinstance(value, tuple):
        return (
            isinstance(real, tuple)
            and len(value) == len(real)
            and all(covers(machine, item, other) for item, other in zip(value, real, strict=True))
        )
    if isinstance(value, SetValue):
        members = [value.element] * len(real) if value.items is None else list(value.items.values())
        return len(members) == len(real) and all(any(covers(machine, m, r) for m in members) for r in real)
    if isinstance(value, DictValue):
        return _covers_dict(machine, value, real)
    if isinstance(value, RangeValue):
        ends = zip((value.start, value.stop, value.step), (real.start, real.stop, real.step), strict=True)
        return all(may_equal(machine, a, b) for a, b in ends)
    if isinstance(value, SliceValue):
        return isinstance(real, slice)
    return type(value) is type(real) and (value == real or repr(value) == repr(real))


def may_equal(machine: Machine, a: Dim, b: Dim) -> bool:
    return machine.path.decide(eq(a, b)) is not False


def _covers_items(machine: Machine, value: ListValue | IteratorValue, real: Any) -> bool:
    if not hasattr(real, "__iter__"):
        return False
    real = list(real)
    if isinstance(value, EndlessIterator):
        return True
    start = value.position if isinstance(value, IteratorValue) else 0
    if value.items is not None:
        items = value.items[start:]
        return len(items) == len(real) and all(
            covers(machine, i, r) for i, r in zip(items, real, strict=True)
        )
    if value.length is not None and not may_equal(machine, value.length, len(real) + start):
        return False
    return all(covers(machine, value.element, item) for item in real)


def _covers_dict(machine: Machine, value: DictValue, real: dict[Any, Any]) -> bool:
    if not value.is_open and value.entries.keys() != real.keys():
        return False
    if not value.entries.keys() <= real.keys():
        return False
    return all(covers(machine, value.entries.get(key, value.element), item) for key, item in real.items())


def blurred(machine: Machine, rng: random.Random, real: Any, likely: float = 0.4) -> Value:
    """An abstract value that stands for the real one, and perhaps for others."""
    if rng.random() > likely:
        if isinstance(real, list):
            return ListValue([blurred(machine, rng, item) for item in real])
        if isinstance(real, tuple):
            return tuple(blurred(machine, rng, item) for item in real)
        return real if callable(real) else convert(real)
    if isinstance(real, list) and real and rng.random() < 0.7:
        unknown = Unknown(Cause(None, "blurred"))
        alike = all(item == real[0] and type(item) is type(real[0]) for item in real)
        length: Dim = len(real) if rng.random() < 0.3 else machine.path.fresh("n", 0)
        return ListValue(None, convert(real[0]) if alike else unknown, length)
    if type(real) is int:
        return machine.path.fresh("i", None if real < 0 else 0)
    if type(real) in (float, bool, str, bytes):
        return Scalar(type(real).__name__)
    return Unknown(Cause(None, "blurred"))
