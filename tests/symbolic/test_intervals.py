"""Intervals: each operation holds what its operands can make, and empty operands are no accident."""

from __future__ import annotations

import operator
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapecheck.symbolic import intervals
from shapecheck.symbolic.intervals import Interval

ENDS = st.none() | st.integers(-9, 9)
INTERVALS = st.tuples(ENDS, ENDS)
NUMBERS = st.integers(-12, 12)


def holds(interval: Interval, number: int) -> bool:
    low, high = interval
    return (low is None or low <= number) and (high is None or number <= high)


@pytest.mark.parametrize(
    ("made", "exact"),
    [(intervals.multiply, operator.mul), (intervals.floordiv, operator.floordiv), (intervals.modulo, operator.mod)],
)
@given(a=INTERVALS, b=INTERVALS, x=NUMBERS, y=NUMBERS)
def test_operations_hold_their_results(
    made: Callable[[Interval, Interval], Interval],
    exact: Callable[[int, int], int],
    a: Interval,
    b: Interval,
    x: int,
    y: int,
) -> None:
    result = made(a, b)  # of empty intervals, too
    if holds(a, x) and holds(b, y) and (y or exact is operator.mul):
        assert holds(result, exact(x, y))


@given(a=INTERVALS, x=NUMBERS, n=st.integers(1, 4))
def test_powers_hold_their_results(a: Interval, x: int, n: int) -> None:
    result = intervals.power(a, n)
    if holds(a, x):
        assert holds(result, x**n)


@given(a=INTERVALS, b=INTERVALS, x=NUMBERS)
def test_union_and_intersection(a: Interval, b: Interval, x: int) -> None:
    assert holds(intervals.intersect(a, b), x) is (holds(a, x) and holds(b, x))
    if holds(a, x) or holds(b, x):
        assert holds(intervals.union(a, b), x)
