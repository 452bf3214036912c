"""Which of two sequences is the greater one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.numbers import EXACT_COMPARISONS
from shapecheck.interpret.language import containment
from shapecheck.values import ListValue, Scalar, Value, number_in

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def items_of(a: Value, b: Value) -> tuple[Sequence[Value], Sequence[Value]] | None:
    """The items of two tuples or of two lists, if all are known."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return a, b
    if isinstance(a, ListValue) and isinstance(b, ListValue) and a.items is not None and b.items is not None:
        return a.items, b.items
    return None


def compared(machine: Machine, op: str, a: Sequence[Value], b: Sequence[Value]) -> Value:
    """Lexicographic order: that of the first items that differ, else that of the lengths."""
    for x, y in zip(a, b):
        x, y = number_in(x), number_in(y)
        same = True if x is y else containment.equal(machine, x, y)
        decided = None if same is None else machine.path.decide(same)
        if decided is None:
            return Scalar("bool")
        if not decided:
            return machine.compare(op, x, y)
    return bool(EXACT_COMPARISONS[op](len(a), len(b)))
