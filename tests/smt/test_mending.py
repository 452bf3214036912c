"""Moving a point until conditions hold."""

from __future__ import annotations

import pytest

from shapecheck.symbolic.expr import symbol
from shapecheck.symbolic.formula import Formula, eq, ge, gt, ne
from shapecheck.symbolic.smt.compiled import compiled
from shapecheck.symbolic.smt.mending import Mending

a, b, c, d = (symbol(name) for name in "abcd")


def mended(conds: list[object], start: dict[str, int], low: int | None = None) -> dict[str, int] | None:
    formulas = [cond for cond in conds if isinstance(cond, Formula)]
    assert len(formulas) == len(conds)
    tests, point = compiled(formulas), dict(start)
    found = Mending(formulas, tests, point, lambda name: (low, None)).run()
    assert found is all(test(point) for test in tests)
    return point if found else None


@pytest.mark.parametrize(
    ("conds", "expected"),
    [
        ([gt(a, b)], {"a": 4}),
        ([ge(c, 3 * a * a), gt(d, c)], {"c": 12, "d": 13}),  # the first move breaks the second condition
        ([eq(a + b, 40), ne(a, b)], {"a": 37}),
        ([gt(a, b), gt(b, c), gt(c, d)], {"a": 8, "b": 7, "c": 6}),
    ],
)
def test_as_few_unknowns_as_it_takes_are_moved(conds: list[object], expected: dict[str, int]) -> None:
    start = {"a": 2, "b": 3, "c": 4, "d": 5}
    assert mended(conds, start, low=2) == {**start, **expected}


def test_a_contradiction_ends_the_search() -> None:
    assert mended([gt(a, b), gt(b, a)], {"a": 1, "b": 1}) is None


def test_bounds_are_kept() -> None:
    assert mended([gt(5, a + b)], {"a": 5, "b": 5}, low=3) is None
