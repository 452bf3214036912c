"""A record of every rewrite, so that a wrong answer can be traced to the first wrong one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from shapecheck.symbolic.expr import Expr
from shapecheck.symbolic.formula import Formula
from shapecheck.symbolic.smt.reals import Ratio, Root
from shapecheck.symbolic.smt.values import FUNCTIONS, divide, sqrt
from shapecheck.symbolic.traversal import Valuation

_FAILED = (ZeroDivisionError, TypeError, AttributeError, KeyError)


class Event(NamedTuple):
    """One rewrite: an operator over values, or a value, and what it became."""

    rule: str
    operator: str | None
    before: tuple[Any, ...]
    after: Any


class Wrong(NamedTuple):
    """A rewrite whose two sides differ at a point."""

    event: Event
    before: Any
    after: Any

    def __str__(self) -> str:
        event = self.event
        sides = [str(value) for value in event.before]
        left = (
            f" {event.operator} ".join(sides) if len(sides) == 2 else " ".join([event.operator or "", *sides])
        )
        return f"{event.rule}: {left.strip()} became {event.after}: {self.before} became {self.after}"


def first_wrong(events: Sequence[Event], point: dict[str, Any]) -> Wrong | None:
    """The first event that is wrong at the point, found by bisection over the prefixes of the record."""
    low, high = 0, len(events)
    if _wrong_among(events[:high], point) is None:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        if _wrong_among(events[low:middle], point) is None:
            low = middle
        else:
            high = middle
    return _wrong_among(events[low:high], point)


def _wrong_among(events: Sequence[Event], point: dict[str, Any]) -> Wrong | None:
    return next(filter(None, (_wrong(event, point) for event in events)), None)


def _wrong(event: Event, point: dict[str, Any]) -> Wrong | None:
    try:
        values = [value_of(value, point) for value in event.before]
        before = values[0] if event.operator is None else FUNCTIONS[event.operator](*values)
    except _FAILED:
        return None  # it had no value, so nothing was promised
    try:
        after = value_of(event.after, point)
    except _FAILED:
        after = "no value"
    return None if before == after else Wrong(event, before, after)


def value_of(value: Any, point: dict[str, Any]) -> Any:
    """The value of whatever the translator makes of a node."""
    at = Valuation(point)
    if isinstance(value, Expr):
        return at.dim(value)
    if isinstance(value, Formula):
        return value.holds(at)
    if isinstance(value, Ratio):
        return divide(Fraction(at.dim(value.top)), Fraction(at.dim(value.bottom)))
    if isinstance(value, Root):
        return sqrt(value_of(value.of, point))
    if isinstance(value, (int, Fraction)):
        return value
    raise TypeError(value)
