"""Powers, and products too large to expand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from shapecheck.symbolic import intervals, printing
from shapecheck.symbolic.expr import (
    MAX_TERMS,
    Atom,
    Dim,
    Expr,
    Operations,
    UndefinedError,
    atom_expr,
    dim_key,
    free_symbols,
    intern_atom,
    make,
    monomial_from,
    range_of,
)
from shapecheck.symbolic.intervals import Interval
from shapecheck.symbolic.traversal import Rewriter, Valuation

MAX_EXPONENT_BITS = 1 << 20
"""Exponents for which an integer power is computed at all: the result has at most this many bits."""


class Power(Atom):
    """base ** exponent; no value where the exponent is negative."""

    __slots__ = ("base", "exponent")
    rank = 3

    def __init__(self, base: Dim, exponent: Dim) -> None:
        self.base: Final = base
        self.exponent: Final = exponent
        self.free = free_symbols((base, exponent))
        self.key = (self.rank, dim_key(base), dim_key(exponent))

    def parts(self) -> tuple[Dim, Dim]:
        return (self.base, self.exponent)

    def value(self, at: Valuation) -> int:
        return int_power(at.dim(self.base), at.dim(self.exponent))

    def rebuild(self, by: Rewriter) -> Dim:
        return power(by.dim(self.base), by.dim(self.exponent))

    def range(self, of: Callable[[Dim], Interval]) -> Interval:
        low, high = of(self.base)
        if isinstance(self.exponent, int):
            return intervals.power((low, high), self.exponent)
        if low is not None and low >= 1:
            n = of(self.exponent)[0]
            return (low ** min(n, 64) if n is not None and n > 0 else 1, None)
        return (0, None) if low == 0 else intervals.ANY

    def text(self) -> tuple[str, int]:
        left = printing.operand(self.base, printing.ATOM)
        return f"{left}**{printing.operand(self.exponent, printing.POWER)}", printing.POWER


class Product(Atom):
    """left * right, not expanded."""

    __slots__ = ("left", "right")
    rank = 4

    def __init__(self, left: Dim, right: Dim) -> None:
        self.left: Final = left
        self.right: Final = right
        self.free = free_symbols((left, right))
        self.key = (self.rank, dim_key(left), dim_key(right))

    def parts(self) -> tuple[Dim, Dim]:
        return (self.left, self.right)

    def value(self, at: Valuation) -> int:
        left, right = at.dim(self.left), at.dim(self.right)
        if left.bit_length() + right.bit_length() > MAX_EXPONENT_BITS:
            raise UndefinedError("a product that is too large")
        return left * right

    def rebuild(self, by: Rewriter) -> Dim:
        return by.dim(self.left) * by.dim(self.right)

    def range(self, of: Callable[[Dim], Interval]) -> Interval:
        return intervals.multiply(of(self.left), of(self.right))

    def text(self) -> tuple[str, int]:
        left, right = (printing.operand(d, printing.UNARY) for d in (self.left, self.right))
        return f"{left}*{right}", printing.PRODUCT


def int_power(base: int, exponent: int) -> int:
    """base ** exponent; UndefinedError if that is no int or would be enormous."""
    if exponent < 0:
        raise UndefinedError(f"{base} ** {exponent} is not an int")
    if exponent * base.bit_length() > MAX_EXPONENT_BITS and base not in (0, 1, -1):
        raise UndefinedError(f"{base} ** {exponent} is too large")
    return int(base**exponent)


def power(base: Dim, exponent: Dim) -> Dim:
    """base ** exponent; UndefinedError (a ZeroDivisionError) for a negative int exponent."""
    if isinstance(exponent, int):
        if isinstance(base, int):
            return int_power(base, exponent)
        if exponent < 0:
            raise UndefinedError(f"({base}) ** {exponent} is not an int")
        return _expand(base, exponent)
    if isinstance(base, int) and base == 1:
        return 1
    low = range_of(exponent - exponent.const)[0]
    if exponent.const > 0 and low is not None and low >= 0:  # x ** (n + 2) == x**2 * x**n
        return power(base, exponent.const) * power(base, exponent - exponent.const)
    return atom_expr(intern_atom(Power, base, exponent))


def _expand(base: Expr, n: int) -> Dim:
    if n == 0:
        return 1
    if n == 1:
        return base
    if len(base.terms) == 1 and not base.const:
        monomial, coefficient = base.terms[0]
        if n * coefficient.bit_length() <= MAX_EXPONENT_BITS or coefficient in (1, -1):
            raised = monomial_from({atom: k * n for atom, k in monomial.factors})
            assert raised is not None
            return make(((raised, coefficient**n),), 0)
    if (len(base.terms) + 1) ** min(n, 16) > MAX_TERMS:
        return atom_expr(intern_atom(Power, base, n))
    half = _expand(base, n // 2)
    return half * half * (base if n % 2 else 1)


def opaque_product(a: Expr, b: Expr) -> Dim:
    """a * b as one atom, the same whichever comes first."""
    if b.key < a.key:
        a, b = b, a
    return atom_expr(intern_atom(Product, a, b))


Operations.power = power
Operations.opaque_product = opaque_product
