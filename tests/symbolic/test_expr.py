"""The normal form: canonical, exact, printed as a person would, parsed back."""

from __future__ import annotations

import gc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapecheck.symbolic import (
    Dim,
    Expr,
    UndefinedError,
    bcast,
    ceildiv,
    eq,
    evaluate,
    flag,
    ge,
    ite,
    max_,
    min_,
    parse,
    power,
    prod,
    substitute,
    symbol,
    symbols_of,
    total,
)
from shapecheck.symbolic import expr as expr_module
from tests.symbolic.strategies import FREE, NAMES, SIZES, Env, Sample, points, samples

B, C, H, T, W = (symbol(name, 1) for name in "BCHTW")
k, n = symbol("k"), symbol("n")


def value(sample: Sample, env: Env) -> int | None:
    try:
        return sample.value(env)
    except ZeroDivisionError:
        return None


def agree(d: Dim, expected: int | None, env: Env) -> None:
    if expected is not None:
        assert evaluate(d, env) == expected


@given(samples(FREE), points(-9))
@settings(max_examples=100)
def test_construction_keeps_the_value(sample: Sample, env: Env) -> None:
    agree(sample.dim, value(sample, env), env)


@given(samples(SIZES), points(1))
@settings(max_examples=100)
def test_construction_keeps_the_value_within_bounds(sample: Sample, env: Env) -> None:
    agree(sample.dim, value(sample, env), env)
    if isinstance(sample.dim, Expr) and value(sample, env) is not None:
        low, high = sample.dim.range
        assert (low is None or low <= evaluate(sample.dim, env)) and (
            high is None or evaluate(sample.dim, env) <= high
        )


@given(samples(FREE, 5, "+ - *"), samples(FREE, 5), samples(FREE, 3))
@settings(max_examples=100)
def test_ring_laws(x: Sample, y: Sample, z: Sample) -> None:
    a, b, c = x.dim, y.dim, z.dim
    assert same(a + b, b + a) and same(a * b, b * a)
    assert same((a + b) + c, a + (b + c)) and same((a * b) * c, a * (b * c))
    assert same(a * (b + c), a * b + a * c)
    assert same(a - b, -(b - a)) and same(a - a, 0) and same(a * 1, a) and same(a * 0, 0)
    assert same(total((a, b, c)), a + b + c) and same(prod((a, b, c)), a * b * c)


def same(a: Dim, b: Dim) -> bool:
    return a is b or (isinstance(a, int) and isinstance(b, int) and a == b)


@given(samples(FREE), samples(FREE, 3), points(-6))
@settings(max_examples=100)
def test_substitution_commutes_with_evaluation(x: Sample, y: Sample, env: Env) -> None:
    inner = value(y, env)
    if inner is None:
        return
    expected = value(x, {**env, "a": inner})
    if expected is None:
        return
    try:
        result = substitute(x.dim, {FREE["a"]: y.dim})
    except ZeroDivisionError:
        pytest.fail("a divisor became the constant 0 although it has another value")
    assert evaluate(result, env) == expected


@given(samples(FREE) | samples(SIZES))
@settings(max_examples=100)
def test_parse_is_the_inverse_of_str(x: Sample) -> None:
    known = {s.name: s for s in symbols_of(x.dim)}
    assert same(parse(str(x.dim), known), x.dim)


@pytest.mark.parametrize(
    ("d", "text"),
    [
        ((H + 2 * 1 - 2 - 1) // 2 + 1, "(H + 1)//2"),
        ((((H - 1) // 2 + 1) - 1) // 2 + 1, "(H + 3)//4"),
        (H // 2 // 3, "H//6"),
        (C * 2, "2*C"),
        (T * B, "B*T"),
        (H // 2 * W, "W*(H//2)"),
        ((2 * H) // 3, "2*H//3"),
        (2 * (H // 3), "2*(H//3)"),
        (-(-H // 2), "(H + 1)//2"),
        (-(-H // 4), "(H + 3)//4"),
        (-(H // 4), "-(H//4)"),
        (3 - H, "3 - H"),
        (W - H, "W - H"),
        ((H + 1) ** 2, "H**2 + 2*H + 1"),
        (-H % 7, "7*((H + 6)//7) - H"),
        (2 + H % 7, "H % 7 + 2"),
        ((C * H) // H, "C"),
        ((C * H + 3) // H, "C + 3//H"),
        ((H * W + C) // H, "W + C//H"),
        ((6 * H + 3) // 4, "H + (H + 1)//2"),
        ((2 * H + 1) // 4, "H//2"),
        ((B * H) // (B * W), "H//W"),
        ((4 * H + 2) % 8, "4*(H % 2) + 2"),
        (H % 6 % 3, "H % 3"),
        ((H + 4 * W) % 4, "H % 4"),
        (max_(H, 1), "H"),
        (max_(H, H + 1, 3), "max(3, H + 1)"),
        (max_(0, max_(0, H - 2) - 1), "max(0, H - 3)"),
        (min_(W, min_(H, 8) + 2), "min(10, H + 2, W)"),
        (min_(H, W), "min(H, W)"),
        (bcast(W, H), "bcast(H, W)"),
        (bcast(1, H), "H"),
        (bcast(bcast(W, H), bcast(H, W)), "bcast(H, W)"),
        (bcast(H, 8), "8"),
        (ite(eq(H, 3), H, W) + 1, "(H if H == 3 else W) + 1"),
        (ite(flag("x.any()"), 1, H), "1 if flag('x.any()') else H"),
        (2**H, "2**H"),
        (power(H, 2) * H, "H**3"),
        ((H // 2) ** 2, "(H//2)**2"),
        (ceildiv(H, 3), "(H + 2)//3"),
        ((H % 4) // 4, "0"),
        (H % (H + 1), "H"),
        (symbol("x#2", 1) + symbol("x.rank", 0), "x#2 + x.rank"),
        (symbol("x_10") + symbol("x_2"), "x_2 + x_10"),
    ],
)
def test_text(d: Dim, text: str) -> None:
    assert str(d) == text
    assert same(parse(text, {s.name: s for s in symbols_of(d)}), d)


def test_only_what_takes_part_in_a_broadcast_counts() -> None:
    first, second = bcast(bcast(B, C), bcast(H, B)), bcast(H, bcast(C, bcast(B, C)))
    assert first is second
    for _ in range(40):  # as in a method of conjugate gradients
        first, second = bcast(second, bcast(first, W)), bcast(first, bcast(second, T))
    assert first is bcast(bcast(B, C), bcast(bcast(H, W), T))


def test_constants_are_plain_ints() -> None:
    for d in (H - H, H // H, H % H, H * 0, (H + 3) - H, bcast(3, H) - 3 + 0 * H, max_(2, 3)):
        assert type(d) is int


def test_identity_and_hash() -> None:
    assert symbol("H", 1) is H and symbol("H") is not H
    assert (H + W) is (W + H) and len({H + W, W + H}) == 1
    assert (H == 1) is False and (H + 1 == 1 + H) is True
    assert H.is_symbol and H.name == "H" and not (H + 1).is_symbol
    assert (H + W // C).symbols == {H, W, C} and H.symbols == {H}
    with pytest.raises(ValueError, match="is not a symbol"):
        _ = (H + 1).name


def test_integers_are_exact_however_large() -> None:
    big = 10**40 + 1
    assert (H + big) - big is H
    halves = (H + big) // 2
    assert evaluate(halves * W, {"H": big, "W": big}) == big * big
    assert evaluate((H + big) % big, {"H": big - 1}) == big - 1
    assert str(big * H) == f"{big}*H" and parse(str(big * H), {"H": H}) is big * H


def test_division_by_zero() -> None:
    with pytest.raises(ZeroDivisionError):
        H // 0
    with pytest.raises(ZeroDivisionError):
        H % 0
    with pytest.raises(ZeroDivisionError):
        (H // k).evaluate({"H": 3, "k": 0})
    with pytest.raises(KeyError):
        H.evaluate({})
    with pytest.raises(UndefinedError):
        bcast(H, W).evaluate({"H": 2, "W": 3})
    with pytest.raises(ZeroDivisionError):
        power(2, k).evaluate({"k": -1})


def test_a_branch_not_taken_may_have_no_value() -> None:
    lazy = ite(ge(k, 1), n // k, n)
    assert substitute(lazy, {k: 0}) is n
    assert substitute(lazy, {k: 2}) is n // 2
    assert evaluate(lazy, {"k": 0, "n": 7}) == 7


def test_negative_divisors_are_pythons() -> None:
    for a in range(-7, 8):
        for b in (-3, -2, -1, 1, 2, 3):
            env = {"n": a, "k": b}
            assert (n // b).evaluate(env) == (n // k).evaluate(env) == a // b  # type: ignore[union-attr]
            assert evaluate(n % b, env) == evaluate(n % k, env) == a % b


@pytest.mark.parametrize(
    ("text", "position"),
    [("H +", 3), ("", 0), ("(H", 2), ("H $ 2", 2), ("H // 0", 5), ("H == 2", 6), ("foo(H)", 6), ("1 2", 2)],
)
def test_parse_errors_name_the_position(text: str, position: int) -> None:
    with pytest.raises(ValueError, match=f"position {position}:"):
        parse(text)


def test_a_huge_product_is_not_expanded() -> None:
    d: Dim = 1
    for i in range(30):
        d = d * (symbol(f"x{i}", 1) + symbol(f"y{i}", 1))
    env = {f"{name}{i}": i + 1 for name in "xy" for i in range(30)}
    expected = 1
    for i in range(30):
        expected *= 2 * (i + 1)
    assert evaluate(d, env) == expected


def test_nothing_is_kept_alive() -> None:
    gc.collect()
    before = len(expr_module._exprs.known)
    made = [symbol(f"leak{i}") + i for i in range(1000)]
    assert len(expr_module._exprs.known) >= before + 1000
    del made
    gc.collect()
    assert len(expr_module._exprs.known) < before + 100


@given(st.lists(st.sampled_from(NAMES), min_size=1, max_size=6))
def test_order_of_construction_does_not_matter(names: list[str]) -> None:
    assert total(FREE[x] for x in names) is total(FREE[x] for x in reversed(names))
