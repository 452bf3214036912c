"""Bounds of products of quotients by products of what they are quotients of.

A size that a stride has halved is at most two thirds of what it was, if that was at least 2; so
`H*W <= 33554431` says enough of `((H + 1)//2)*((W + 1)//2)`, which no linear step sees.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from shapecheck.symbolic.division import FloorDiv
from shapecheck.symbolic.expr import Atom, Expr, Monomial, Symbol
from shapecheck.symbolic.formula import GE, Compare, Formula

WINDOW = 4096


class Share(NamedTuple):
    """(x + offset) // divisor of a symbol x."""

    offset: int
    divisor: int


def implies(fact: Formula, cond: Compare) -> bool:
    """Whether an upper bound of one product gives that of another over the same symbols."""
    wanted, known = _upper_bound(cond), _upper_bound(fact) if isinstance(fact, Compare) else None
    if wanted is None or known is None or fact.free != cond.free:
        return False
    mine, theirs = _shares(wanted[0]), _shares(known[0])
    if mine is None or theirs is None or mine.keys() != theirs.keys():
        return False
    most = known[1]
    for x, share in mine.items():
        low = x.bounds[0]
        ratio = None if low is None or low < 1 else greatest_ratio(share, theirs[x], low)
        if ratio is None:
            return False
        most *= ratio
    return most <= wanted[1]


def _upper_bound(cond: Compare) -> tuple[Monomial, Fraction] | None:
    """(monomial, bound) of c - k*m >= 0."""
    if cond.op is not GE or len(cond.expr.terms) != 1 or cond.expr.const < 0:
        return None
    monomial, coefficient = cond.expr.terms[0]
    return (monomial, Fraction(cond.expr.const, -coefficient)) if coefficient < 0 else None


def _shares(monomial: Monomial) -> dict[Symbol, Share] | None:
    """The product as one share of each symbol."""
    out: dict[Symbol, Share] = {}
    for atom, n in monomial.factors:
        found = _share(atom)
        if found is None or n != 1 or found[0] in out:
            return None
        out[found[0]] = found[1]
    return out


def _share(atom: Atom) -> tuple[Symbol, Share] | None:
    if isinstance(atom, Symbol):
        return atom, Share(0, 1)
    if not isinstance(atom, FloorDiv) or not isinstance(atom.divisor, int):
        return None
    n = atom.numerator
    if not isinstance(n, Expr) or len(n.terms) != 1:
        return None
    monomial, coefficient = n.terms[0]
    x = monomial.factors[0][0]
    if coefficient != 1 or monomial.degree != 1 or not isinstance(x, Symbol):
        return None
    return x, Share(n.const, atom.divisor)


@lru_cache(maxsize=4096)
def greatest_ratio(top: Share, bottom: Share, low: int) -> Fraction | None:
    """The greatest value of top / bottom for x >= low, or a bound beyond it; None if there is none.

    top <= (x + a)/k and bottom >= (x + b - j + 1)/j, and the ratio of these only falls where it is above
    its limit j/k: once it is no more than what was found, or the window ends, nothing greater can come.
    """
    (a, k), (b, j) = top, bottom
    if (low + b) // j < 1 or low + a < 0:
        return None
    best_top, best_bottom = 0, 1
    x = low
    while True:
        n, d = j * (x + a), k * (x + b - j + 1)
        no_more = n * best_bottom <= best_top * d and j * best_bottom <= best_top * k
        if d > 0 and (no_more or x >= low + WINDOW):
            return max(Fraction(best_top, best_bottom), Fraction(n, d), Fraction(j, k))
        n, d = (x + a) // k, (x + b) // j
        if n * best_bottom > best_top * d:
            best_top, best_bottom = n, d
        x += 1
