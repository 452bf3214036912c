"""Random expressions and conditions, built twice: by the package and as plain Python functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hypothesis import strategies as st

from shapecheck.symbolic import (
    Cond,
    Dim,
    Expr,
    UndefinedError,
    and_,
    bcast,
    eq,
    ge,
    gt,
    ite,
    le,
    lt,
    max_,
    min_,
    ne,
    not_,
    or_,
    symbol,
)

NAMES = ("a", "b", "c", "n")
FREE = {name: symbol(name) for name in NAMES}
SIZES = {name: symbol(name, 1) for name in NAMES}

Env = dict[str, int]


class Sample(NamedTuple):
    """A dim and the function that it must agree with."""

    dim: Dim
    value: Callable[[Env], int]


class Claim(NamedTuple):
    """A condition and the function that it must agree with."""

    cond: Cond
    holds: Callable[[Env], bool]


def _broadcast(x: int, y: int) -> int:
    if x != y and x != 1 and y != 1:
        raise UndefinedError("sizes do not broadcast")
    return y if x == 1 else x


def _join(op: str, x: Sample, y: Sample) -> Sample:
    a, b, f, g = x.dim, y.dim, x.value, y.value
    if op in ("//", "%") and isinstance(b, int) and b == 0:
        op = "+"
    if op == "+":
        return Sample(a + b, lambda e: f(e) + g(e))
    if op == "-":
        return Sample(a - b, lambda e: f(e) - g(e))
    if op == "*":
        return Sample(a * b, lambda e: f(e) * g(e))
    if op == "//":
        return Sample(a // b, lambda e: f(e) // g(e))
    if op == "%":
        return Sample(a % b, lambda e: f(e) % g(e))
    if op == "min":
        return Sample(min_(a, b), lambda e: min(f(e), g(e)))
    if op == "max":
        return Sample(max_(a, b), lambda e: max(f(e), g(e)))
    return Sample(bcast(a, b), lambda e: _broadcast(f(e), g(e)))


def _choose(claim: Claim, x: Sample, y: Sample) -> Sample:
    f, g, holds = x.value, y.value, claim.holds
    return Sample(ite(claim.cond, x.dim, y.dim), lambda e: f(e) if holds(e) else g(e))


def leaves(symbols: dict[str, Expr]) -> st.SearchStrategy[Sample]:
    """Symbols and small ints."""
    names = st.sampled_from(NAMES).map(lambda name: Sample(symbols[name], lambda e: e[name]))
    return names | st.integers(-6, 9).map(lambda n: Sample(n, lambda e: n))


def samples(
    symbols: dict[str, Expr], size: int = 6, ops: str = "+ - * // % min max bcast"
) -> st.SearchStrategy[Sample]:
    """Expressions of about that many leaves."""

    def grow(inner: st.SearchStrategy[Sample]) -> st.SearchStrategy[Sample]:
        binary = st.builds(_join, st.sampled_from(ops.split()), inner, inner)
        if "min" not in ops:
            return binary
        compared = st.builds(_compare, st.sampled_from(sorted(_COMPARISONS)), inner, inner)
        return binary | st.builds(_choose, compared, inner, inner)

    return st.recursive(leaves(symbols), grow, max_leaves=size)


_COMPARISONS: dict[str, Callable[[Dim, Dim], Cond]] = {
    "==": eq,
    "!=": ne,
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
}


def _compare(op: str, x: Sample, y: Sample) -> Claim:
    f, g = x.value, y.value
    truth: dict[str, Callable[[Env], bool]] = {
        "==": lambda e: f(e) == g(e),
        "!=": lambda e: f(e) != g(e),
        "<": lambda e: f(e) < g(e),
        "<=": lambda e: f(e) <= g(e),
        ">": lambda e: f(e) > g(e),
        ">=": lambda e: f(e) >= g(e),
    }
    return Claim(_COMPARISONS[op](x.dim, y.dim), truth[op])


def _both(x: Claim, y: Claim) -> Claim:
    return Claim(and_(x.cond, y.cond), lambda e: x.holds(e) and y.holds(e))


def _either(x: Claim, y: Claim) -> Claim:
    return Claim(or_(x.cond, y.cond), lambda e: x.holds(e) or y.holds(e))


def claims(
    symbols: dict[str, Expr], size: int = 3, ops: str = "+ - * // % min max bcast"
) -> st.SearchStrategy[Claim]:
    """Comparisons of expressions, joined by and, or and not."""
    dims = samples(symbols, size, ops)
    base = st.builds(_compare, st.sampled_from(sorted(_COMPARISONS)), dims, dims)
    return st.recursive(
        base,
        lambda inner: (
            st.builds(_both, inner, inner)
            | st.builds(_either, inner, inner)
            | inner.map(lambda x: Claim(not_(x.cond), lambda e: not x.holds(e)))
        ),
        max_leaves=3,
    )


def points(low: int, high: int = 12) -> st.SearchStrategy[Env]:
    """Values for every name."""
    return st.fixed_dictionaries({name: st.integers(low, high) for name in NAMES})
