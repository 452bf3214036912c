"""Real terms over integer unknowns: quotients of integer polynomials, and square roots of those."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, Union

from shapecheck.symbolic.division import floordiv
from shapecheck.symbolic.expr import Dim, range_of
from shapecheck.symbolic.formula import EQ, Cond, and_, compare, ge, gt, le, not_, or_
from shapecheck.symbolic.roots import isqrt_


class UnsupportedError(Exception):
    """No integer expression says this; the caller takes it as an unknown of its own."""


class Ratio(NamedTuple):
    """top / bottom, where the bottom is positive."""

    top: Dim
    bottom: Dim


class Root(NamedTuple):
    """The square root of a ratio that is not negative."""

    of: Ratio


Real = Union[Ratio, Root]


def literal(value: Fraction) -> Ratio:
    """A number."""
    return Ratio(value.numerator, value.denominator)


def arithmetic(op: str, a: Real, b: Real) -> Ratio:
    """a op b for + - * and /; the divisor must be known not to be 0."""
    if isinstance(a, Root) or isinstance(b, Root):
        raise UnsupportedError
    if op == "*":
        return _ratio(a.top * b.top, a.bottom * b.bottom)
    if op == "/":
        return _quotient(a, b)
    if a.bottom is b.bottom or a.bottom == b.bottom:
        return Ratio(a.top + b.top if op == "+" else a.top - b.top, a.bottom)
    left, right = a.top * b.bottom, b.top * a.bottom
    return Ratio(left + right if op == "+" else left - right, a.bottom * b.bottom)


def _quotient(a: Ratio, b: Ratio) -> Ratio:
    low, high = range_of(b.top)
    if low is not None and low > 0:
        return _ratio(a.top * b.bottom, a.bottom * b.top)
    if high is not None and high < 0:
        return _ratio(-(a.top * b.bottom), -(a.bottom * b.top))
    raise UnsupportedError


def _ratio(top: Dim, bottom: Dim) -> Ratio:
    """Reduced where both are numbers."""
    if isinstance(top, int) and isinstance(bottom, int):
        return literal(Fraction(top, bottom))
    return Ratio(top, bottom)


def comparison(op: str, a: Real, b: Real) -> Cond:
    """a op b for =, < and <=."""
    if isinstance(a, Root) or isinstance(b, Root):
        return _root_comparison(op, a, b)
    left, right = a.top * b.bottom, b.top * a.bottom
    if op == "=":
        return compare(EQ, left - right)
    return gt(right, left) if op == "<" else ge(right, left)


def _root_comparison(op: str, a: Real, b: Real) -> Cond:
    """Compares squares, under the sign of the side that is no root."""
    if isinstance(a, Root) and isinstance(b, Root):
        return comparison(op, a.of, b.of)
    if isinstance(a, Root):
        assert isinstance(b, Ratio)
        squared = comparison(op, a.of, arithmetic("*", b, b))
        return and_(ge(b.top, 0), squared)
    assert isinstance(b, Root)
    squared = comparison(op, arithmetic("*", a, a), b.of)
    if op == "=":
        return and_(ge(a.top, 0), squared)
    return or_(not_(ge(a.top, 0)), squared) if op == "<=" else or_(le(a.top, -1), squared)


def floor(a: Real) -> Dim:
    """The greatest integer that is not greater."""
    if isinstance(a, Root):
        return isqrt_(floordiv(a.of.top, a.of.bottom))
    return floordiv(a.top, a.bottom)


def ceil(a: Real) -> Dim:
    """The least integer that is not less."""
    if isinstance(a, Root):
        raise UnsupportedError
    return -floordiv(-a.top, a.bottom)


def root(a: Real) -> Root:
    """The square root of what is known not to be negative."""
    if isinstance(a, Root):
        raise UnsupportedError
    low = range_of(a.top)[0]
    if low is None or low < 0:
        raise UnsupportedError
    return Root(a)
