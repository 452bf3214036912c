"""Conditions: normalised, exact, with Python's lazy treatment of what has no value."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from shapecheck.symbolic import (
    Cond,
    Formula,
    and_,
    bcast,
    eq,
    flag,
    ge,
    gt,
    le,
    lt,
    max_,
    ne,
    not_,
    or_,
    parse_condition,
    symbol,
)
from tests.symbolic.strategies import FREE, SIZES, Claim, Env, claims, points

B, C, H, W = (symbol(name, 1) for name in "BCHW")
k, n = symbol("k"), symbol("n")


def truth(claim: Claim, env: Env) -> bool | None:
    try:
        return claim.holds(env)
    except ZeroDivisionError:
        return None


def check(cond: Cond, expected: bool | None, env: Env) -> None:
    if expected is not None:
        assert (cond.evaluate(env) if isinstance(cond, Formula) else cond) is expected


@given(claims(FREE), points(-9))
@settings(max_examples=100)
def test_construction_keeps_the_meaning(claim: Claim, env: Env) -> None:
    check(claim.cond, truth(claim, env), env)
    expected = truth(claim, env)
    check(not_(claim.cond), None if expected is None else not expected, env)


@given(claims(SIZES), points(1))
@settings(max_examples=100)
def test_construction_keeps_the_meaning_within_bounds(claim: Claim, env: Env) -> None:
    check(claim.cond, truth(claim, env), env)


@given(claims(FREE))
@settings(max_examples=100)
def test_parse_is_the_inverse_of_str(claim: Claim) -> None:
    assert parse_condition(str(claim.cond)) is claim.cond


@given(claims(FREE), claims(FREE))
@settings(max_examples=100)
def test_boolean_laws(x: Claim, y: Claim) -> None:
    a, b = x.cond, y.cond
    assert and_(a, b) is and_(b, a) and or_(a, b) is or_(b, a)
    assert and_(a, a) is a and or_(a, a) is a
    assert and_(a, True) is a and or_(a, False) is a and and_(a, False) is False and or_(a, True) is True


@pytest.mark.parametrize(
    ("cond", "text"),
    [
        (eq(H % 2, 0), "H % 2 == 0"),
        (ne(H % 2, 0), "H % 2 == 1"),
        (ge(H, 3), "H >= 3"),
        (gt(H, 3), "H >= 4"),
        (le(H, 3), "H <= 3"),
        (le(H, 1), "H == 1"),
        (ne(H, 1), "H >= 2"),
        (lt(H, W), "H < W"),
        (le(H, W), "H <= W"),
        (ge(H + 1, W), "H + 1 >= W"),
        (eq(H, W), "H == W"),
        (ne(k, 2), "k != 2"),
        (ge(H // 2, 3), "H >= 6"),
        (le(H // 2, 3), "H <= 7"),
        (eq(C * H, C * W), "H == W"),
        (ge(2 * H, 7), "H >= 4"),
        (eq(2 * H, 7), "False"),
        (eq(H, 0), "False"),
        (ge(B * C, 1), "True"),
        (eq(H * (W + 1), 0), "False"),
        (or_(eq(H, W), eq(H, 1), eq(W, 1)), "H == 1 or H == W or W == 1"),
        (and_(flag("training"), or_(eq(H, 2), eq(W, 3))), "training and (H == 2 or W == 3)"),
        (not_(flag("self.training")), "not flag('self.training')"),
        (eq(max_(H, W), bcast(H, W)), "max(H, W) == bcast(H, W)"),
        (and_(ge(H, 2), lt(H, 2)), "False"),
        (or_(eq(H, 2), ne(H, 2)), "True"),
    ],
)
def test_text(cond: Cond, text: str) -> None:
    assert str(cond) == text


def test_what_has_no_value_is_left_to_the_rest() -> None:
    lazy = or_(eq(k, 0), eq(n % k, 0))
    assert isinstance(lazy, Formula)
    assert lazy.evaluate({"k": 0, "n": 3}) is True
    assert lazy.evaluate({"k": 2, "n": 4}) is True
    with pytest.raises(ZeroDivisionError):
        and_(ge(n, 0), eq(n % k, 0)).evaluate({"k": 0, "n": 3})  # type: ignore[union-attr]


def test_flags_and_symbols() -> None:
    cond = and_(flag("training"), ge(H, 2))
    assert isinstance(cond, Formula)
    assert cond.flags == {"training"} and cond.symbols == {H}
    assert cond.evaluate({"training": True, "H": 2}) is True
    assert cond.substitute({H: 3}) is flag("training")
