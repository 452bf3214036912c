"""How large an expression is. Hash-consing makes one that is written out exponentially long as cheap to hold as a short
one, but not to compare, to bound or to print."""

from __future__ import annotations

from shapecheck.symbolic.expr import Atom, Dim, Expr

MAX_WEIGHT = 4_000
"""An expression of more atoms says nothing to anybody: real sizes have some tens."""


def is_too_heavy(d: Dim) -> bool:
    """Whether an expression has more atoms than are followed."""
    return isinstance(d, Expr) and _weight(d) > MAX_WEIGHT


def _weight(d: Expr) -> int:
    """The number of its atoms as it is written out: one that is shared counts wherever it stands."""
    return sum(_weight_of(atom) for monomial, _ in d.terms for atom, _ in monomial.factors)


def _weight_of(atom: Atom) -> int:
    try:
        return atom.weight
    except AttributeError:
        atom.weight = 1 + sum(_weight(part) for part in atom.parts() if isinstance(part, Expr))
        return atom.weight
