"""What SMT-LIB's operators mean on exact numbers. A division by zero has no value here."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from math import floor, isqrt
from typing import Any, Union

from shapecheck.symbolic.expr import UndefinedError

LARGEST = 1 << 4096

Number = Union[int, Fraction, "Surd", bool]


class Surd:
    """The irrational square root of a positive rational: comparisons and floor are exact, nothing else is."""

    __slots__ = ("square",)

    def __init__(self, square: Fraction) -> None:
        self.square = square

    def __floor__(self) -> int:
        return isqrt(self.square.numerator // self.square.denominator)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Surd) and other.square == self.square

    def __hash__(self) -> int:
        return hash(self.square)

    def __lt__(self, other: Any) -> bool:
        if isinstance(other, Surd):
            return self.square < other.square
        return bool(other > 0 and self.square < other * other)

    def __gt__(self, other: Any) -> bool:
        if isinstance(other, Surd):
            return self.square > other.square
        return not self < other  # never equal to a rational

    __le__ = __lt__
    __ge__ = __gt__


def multiply(a: Any, b: Any) -> Any:
    """a * b; no value where that would be enormous, which repeated squaring soon is."""
    out = a * b
    if -LARGEST < out < LARGEST:
        return out
    raise UndefinedError("a product that is too large")


def div(a: int, b: int) -> int:
    """SMT-LIB's div: the remainder is never negative."""
    return a // b if b > 0 else -(a // -b)


def mod(a: int, b: int) -> int:
    """SMT-LIB's mod, which is never negative."""
    return a % (b if b > 0 else -b)


def divide(a: Fraction, b: Fraction) -> Fraction:
    """a / b of exact rationals."""
    return Fraction(a) / b


def to_int(a: Any) -> int:
    """Rounds down."""
    return int(a.__floor__())


def ceil(a: Any) -> int:
    """Rounds up."""
    if isinstance(a, Surd):
        return floor(a) + 1
    return int(a.__ceil__())


def sqrt(a: Any) -> Any:
    """The square root: rational where there is one."""
    if isinstance(a, Surd) or a < 0:
        raise UndefinedError("a square root that has no exact value")
    a = Fraction(a)
    top, bottom = isqrt(a.numerator), isqrt(a.denominator)
    if top * top == a.numerator and bottom * bottom == a.denominator:
        return Fraction(top, bottom)
    return Surd(a)


def ite(cond: bool, then: Any, other: Any) -> Any:
    """then if cond else other."""
    return then if cond else other


def _is_true(a: bool, b: bool) -> bool:
    return a and b


def _either(a: bool, b: bool) -> bool:
    return a or b


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "+": operator.add, "-": operator.sub, "*": multiply, "neg": operator.neg, "div": div, "mod": mod,
    "/": divide, "=": operator.eq, "<": operator.lt, "<=": operator.le, "not": operator.not_,
    "and": _is_true, "or": _either, "xor": operator.ne, "ite": ite, "abs": abs, "to_real": Fraction,
    "to_int": to_int, "ceil": ceil, "sqrt": sqrt, "min": min, "max": max,
}  # fmt: skip
