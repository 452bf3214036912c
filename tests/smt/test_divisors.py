"""Points at which divisions come out even, and the witnesses that only they are."""

from __future__ import annotations

from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from shapecheck.symbolic.division import modulo
from shapecheck.symbolic.expr import symbol
from shapecheck.symbolic.formula import Formula, eq
from shapecheck.symbolic.smt import read
from shapecheck.symbolic.smt.divisors import divisors, even_points
from shapecheck.symbolic.smt.models import solve
from shapecheck.symbolic.smt.redundancy import redundancies
from shapecheck.symbolic.traversal import evaluate

a, b, c = symbol("a", 2), symbol("b", 2), symbol("c", 2)


@given(st.integers(1, 10**7))
def test_divisors_divide(n: int) -> None:
    assert {1, n} <= set(divisors(n)) and all(n % d == 0 for d in divisors(n))


def test_points_leave_no_remainder_and_keep_bounds() -> None:
    rest = modulo(31 * a * b, 2 * c - 1)
    cond = eq(rest, 0)
    assert isinstance(cond, Formula)
    bounds = {"a": (2, 5), "b": (2, None), "c": (2, None)}
    points = list(islice(even_points([cond], bounds), 100))
    assert len({tuple(point.items()) for point in points}) == 100
    assert all(evaluate(rest, point) == 0 and min(point.values()) >= 2 and point["a"] <= 5 for point in points)
    assert not list(even_points([cond], {"a": (2, None), "b": (2, None)}))  # c may not be moved


def test_a_remainder_of_a_quotient_has_a_witness() -> None:
    lines = [f"(declare-const {name} Int)\n(assert (>= {name} 2))" for name in "abc"]
    quotient = "(div (* 31 (* a b)) (- (* 2 c) 1))"
    lines += [
        "(assert (= (mod (* 31 (* a b)) (- (* 2 c) 1)) 0))",
        f"(assert (not (= {quotient} 1)))",
        f"(assert (not (= {quotient} a)))",
        f"(assert (not (= (mod a {quotient}) 0)))",  # fails at a == 6, b == 3, c == 140
    ]
    solved = solve(read("\n".join(lines)))
    assert solved.model is not None
    last = redundancies(solved)[-1]
    assert last.verdict == "needed" and last.witness is not None
