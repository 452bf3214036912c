"""The integer square root, which sizes like `int(math.sqrt(n))` need."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from typing import Final

from shapecheck.symbolic import printing
from shapecheck.symbolic.expr import Atom, Dim, Expr, UndefinedError, atom_expr, dim_key, intern_atom
from shapecheck.symbolic.intervals import Interval
from shapecheck.symbolic.traversal import Rewriter, Valuation


class Isqrt(Atom):
    """The greatest integer whose square is at most the operand; no value where that is negative."""

    __slots__ = ("of",)
    rank = 9

    def __init__(self, of: Expr) -> None:
        self.of: Final = of
        self.free = of.free
        self.key = (self.rank, dim_key(of))

    def parts(self) -> tuple[Dim, ...]:
        return (self.of,)

    def value(self, at: Valuation) -> int:
        return _isqrt(at.dim(self.of))

    def rebuild(self, by: Rewriter) -> Dim:
        return isqrt_(by.dim(self.of))

    def range(self, of: Callable[[Dim], Interval]) -> Interval:
        low, high = of(self.of)
        return (isqrt(max(low or 0, 0)), None if high is None or high < 0 else isqrt(high))

    def text(self) -> tuple[str, int]:
        return f"isqrt({printing.operand(self.of, 0)})", printing.ATOM


def _isqrt(n: int) -> int:
    if n < 0:
        raise UndefinedError(f"the square root of {n}")
    return isqrt(n)


def isqrt_(d: Dim) -> Dim:
    """The integer square root; UndefinedError of a negative int."""
    if not isinstance(d, Expr):
        return _isqrt(d)
    if not d.const and len(d.terms) == 1:
        monomial, coefficient = d.terms[0]
        if coefficient == 1 and len(monomial.factors) == 1 and monomial.factors[0][1] == 2:
            root = atom_expr(monomial.factors[0][0])
            low = root.range[0]
            if low is not None and low >= 0:
                return root
    return atom_expr(intern_atom(Isqrt, d))
