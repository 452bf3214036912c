"""Facts: what follows at once is sound, snapshots are cheap, old versions stay as they were."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapecheck.symbolic import (
    Dim,
    Expr,
    Facts,
    Formula,
    bcast,
    eq,
    evaluate,
    flag,
    ge,
    le,
    lt,
    max_,
    ne,
    not_,
    or_,
    symbol,
    total,
)
from shapecheck.symbolic.persistent import PersistentMap
from tests.symbolic.strategies import FREE, SIZES, Claim, Env, Sample, claims, points, samples
from tests.symbolic.test_expr import value
from tests.symbolic.test_formula import truth

B, C, D, H, T, W = (symbol(name, 1) for name in "BCDHTW")
E = Facts.EMPTY


def sound(known: list[Claim], d: Sample, question: Claim, env: Env) -> None:
    """At a point where all facts hold, what the facts say of a dim and a condition is true."""
    facts = E
    for claim in known:
        facts = facts.assume(claim.cond)
    if not all(truth(claim, env) for claim in known):
        return
    assert not facts.contradictory
    expected = value(d, env)
    if expected is not None:
        simple = facts.simplify(d.dim)
        assert evaluate(simple, env) == expected
        low, high = facts.bounds(d.dim)
        assert (low is None or low <= expected) and (high is None or expected <= high)
    answer = truth(question, env)
    if answer is not None:
        cond = facts.simplify_condition(question.cond)
        assert (cond.evaluate(env) if isinstance(cond, Formula) else cond) is answer


@given(st.lists(claims(SIZES, 2), max_size=4), samples(SIZES, 4), claims(SIZES, 2), points(1, 4))
@settings(max_examples=100)
def test_sound_for_sizes(known: list[Claim], d: Sample, question: Claim, env: Env) -> None:
    sound(known, d, question, env)


@given(st.lists(claims(FREE, 2), max_size=4), samples(FREE, 4), claims(FREE, 2), points(-3, 3))
@settings(max_examples=100)
def test_sound_for_all_integers(known: list[Claim], d: Sample, question: Claim, env: Env) -> None:
    sound(known, d, question, env)


def simplified(d: Dim, *conds: object) -> str:
    facts = E
    for cond in conds:
        facts = facts.assume(cond)  # type: ignore[arg-type]
    return str(facts.simplify(d))


@given(st.lists(claims(SIZES, 2), max_size=4), st.lists(samples(SIZES, 3), min_size=1, max_size=4), claims(SIZES, 2))
@settings(max_examples=100)
def test_what_was_asked_before_changes_no_answer(known: list[Claim], dims: list[Sample], question: Claim) -> None:
    """What a rewriter takes over from one that knew less is what it would make anew."""
    asked = plain = E
    for claim in known:
        for d in dims:
            asked.bounds(d.dim)
        asked.simplify_condition(question.cond)
        asked, plain = asked.assume(claim.cond), plain.assume(claim.cond)
        E.forget()
    plain.forget()
    for d in dims:
        assert asked.simplify(d.dim) == plain.simplify(d.dim)
        assert asked.bounds(d.dim) == plain.bounds(d.dim)
    assert asked.simplify_condition(question.cond) == plain.simplify_condition(question.cond)


def test_solved_form() -> None:
    x0, x1 = symbol("x_0", 1), symbol("x_1", 1)
    fresh = symbol("d#2", 0)
    assert simplified(x0 * 2, eq(x0, B)) == "2*B"
    assert simplified(x0 + x1, eq(x0, x1)) == "2*x_0"
    assert simplified(B + x0, eq(x0, B), eq(B, 4)) == "8"
    assert simplified(fresh, eq(fresh + 1, H)) == "H - 1"
    assert simplified(C, eq(C, H // 2), eq(H, 6)) == "3"
    assert simplified(H, ge(H, 3), le(H, 3)) == "3"
    assert simplified(H % 2, eq(H % 2, 0)) == "0"
    assert simplified(D * (C // D), eq(C % D, 0)) == "C"
    assert simplified(max_(H, W), ge(H, W)) == "H"
    assert simplified(bcast(H, W), ge(H, 2)) == "H"
    assert simplified(bcast(H, W), eq(H, 1)) == "W"
    assert simplified(H // W, lt(H, W)) == "0"
    assert simplified(B, eq(2 * B, 6)) == "3"
    assert simplified(H, le(H, 3), ge(H, 2), ne(H, 2)) == "3"  # what a hole at an end leaves
    assert simplified(H, le(H, 3), ge(H, 2), ne(H, 3)) == "2"


def test_contradictions_noticed_at_once() -> None:
    assert E.assume(False).contradictory
    assert E.assume(ge(H, 3)).assume(lt(H, 3)).contradictory
    assert E.assume(eq(H, W)).assume(ne(H, W)).contradictory
    assert E.assume(eq(H, 3)).assume(eq(H % 2, 0)).contradictory
    assert E.assume(flag("a")).assume(not_(flag("a"))).contradictory
    assert E.assume(or_(eq(H, 2), eq(H, 3))).assume(ge(H, 4)).contradictory
    assert not E.assume(ge(H, 3)).contradictory


def test_a_disjunction_is_looked_at_again() -> None:
    facts = E.assume(or_(eq(H, W), eq(H, 1), eq(W, 1))).assume(ge(H, 2)).assume(ge(W, 2))
    assert facts.equal(H, W)
    facts = E.assume(or_(not_(flag("c")), eq(H, 7))).assume(flag("c"))
    assert facts.simplify(H) == 7


def test_items_and_old_versions() -> None:
    one = E.assume(ge(H, 3), "first")
    left, right = one.assume(eq(H, 5), "left"), one.assume(eq(H, 6), "right")
    for _ in range(3):
        assert left.simplify(H) == 5 and right.simplify(H) == 6 and one.simplify(H) is H
    assert one.bounds(H) == (3, None) and E.bounds(H) == (1, None)
    assert [origin for _, origin in left.items] == ["first", "left"]
    assert one.assume(True) is one


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 5), st.integers(0, 99)), max_size=30))
def test_persistent_map(steps: list[tuple[int, int, int]]) -> None:
    versions: list[tuple[PersistentMap[int, int], dict[int, int]]] = [(PersistentMap(), {})]
    for which, key, new in steps:
        map_, plain = versions[which % len(versions)]
        versions.append((map_.set(key, new), {**plain, key: new}))
    for map_, plain in reversed(versions):
        assert map_.data() == plain
    for map_, plain in versions:
        assert all(map_.get(key) == plain.get(key) for key in range(6))


def least_time(run: Callable[[int], None], size: int) -> float:
    """CPU seconds of the quickest of three runs."""
    times = []
    for _ in range(3):
        start = time.process_time()
        run(size)
        times.append(time.process_time() - start)
    return min(times)


def a_sum(size: int) -> None:
    lengths = [symbol(f"lengths#{i}", 0) for i in range(size)]
    n = symbol("n", 0)
    facts = E.assume(eq(total(lengths), n))
    assert facts.equal(total(lengths), n)
    assert facts.simplify_condition(le(lengths[3] + lengths[70], n)) is True
    assert facts.simplify_condition(ge(n, 0)) is True
    assert facts.assume(le(n, 0)).simplify(lengths[44]) == 0


def a_chain(size: int) -> None:
    facts = E
    for i in range(size):
        facts = facts.assume(ge(symbol(f"s{i}", 1), symbol(f"s{i + 1}", 1)))
    assert len(facts.items) == size
    assert isinstance(facts.simplify(symbol("s7", 1)), Expr)


@pytest.mark.parametrize("run", [a_sum, a_chain])
def test_cost_is_about_linear(run: Callable[[int], None]) -> None:
    small, large = least_time(run, 100), least_time(run, 1600)
    assert large < 80 * small, "16 if linear, 256 if quadratic"


def test_solving_looks_at_what_is_shared_once() -> None:
    """Each symbol is two operations on the one before: written out as a tree, 2**24 of them."""
    y = symbol("y", 1)
    at, facts = symbol("at#0", 1), E
    start = time.process_time()
    for i in range(24):
        after = symbol(f"at#{i + 1}", 0)
        facts = facts.assume(eq(after, 3 * (at % (y + i + 2)) + at // (y + i + 3)))
        at = after
    assert facts.bounds(at) == (0, None)
    assert time.process_time() - start < 10, "about 0.3 s; as a tree it would not end"
