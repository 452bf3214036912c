"""Conditions that are called lower bounds hold for larger sizes wherever they hold."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings

from shapecheck.symbolic import Facts, Formula, UndefinedError, eq, ge, max_, min_, ne, or_, symbol
from shapecheck.symbolic.bounds import LARGE, holds_once_large
from shapecheck.symbolic.prover import Prover
from tests.symbolic.strategies import SIZES, Claim, claims

H, W, T = (symbol(name, 1) for name in "hwt")
BOUNDS = {
    "h - h % 8 >= 1": ge(H - H % 8, 1),
    "max(0, t - 2) == t - 2": eq(max_(0, T - 2), T - 2),
    "min(3, t) == 3": eq(min_(3, T), 3),
    "two of them": ge(min_(H // 4, W // 4), 2),
}
OTHERS = {
    "t != 100": ne(T, 100),
    "min(100, t) == t": eq(min_(100, T), T),
    "t % 4 == 0 or t >= 65": or_(eq(T % 4, 0), ge(T, 65)),
    "h >= w": ge(H, W),
    "min(h, w) == w": eq(min_(H, W), W),
}


def once_large(cond: object) -> bool:
    return isinstance(cond, Formula) and holds_once_large(cond, Facts.EMPTY, Prover().decide)


@pytest.mark.parametrize("cond", BOUNDS.values(), ids=BOUNDS)
def test_a_bound_told_by_values(cond: object) -> None:
    assert once_large(cond)


@pytest.mark.parametrize("cond", OTHERS.values(), ids=OTHERS)
def test_no_bound(cond: object) -> None:
    assert not once_large(cond)


@settings(max_examples=300, deadline=None)
@given(claims(SIZES))
def test_what_is_a_bound_holds_for_large_sizes(claim: Claim) -> None:
    if once_large(claim.cond):
        for near in (LARGE, LARGE + 1, LARGE + 97):
            with suppress(UndefinedError, ZeroDivisionError):  # sizes that do not broadcast, `a % (5 // b)`
                assert claim.holds({name: near + place for place, name in enumerate(SIZES)})
