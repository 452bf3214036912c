"""What is filled up to a multiple, where it is none yet: `if n % k: n = n + k - n % k`."""

from __future__ import annotations

from shapecheck.symbolic.division import Quotient, modulo
from shapecheck.symbolic.expr import Dim
from shapecheck.symbolic.formula import EQ, Compare, Cond, eq


def filled_up(cond: Cond, whole: Dim, filled: Dim) -> Dim | None:
    """The size that is `whole` where the condition holds, which says `n % k == 0`, else `filled`, which is larger by
    what n lacks to a multiple of k; None if they are not."""
    if not isinstance(cond, Compare) or cond.op != EQ:
        return None
    atoms = {atom for monomial, _ in cond.expr.terms for atom, _ in monomial.factors}
    for atom in sorted((atom for atom in atoms if isinstance(atom, Quotient)), key=lambda one: one.key):
        n, k = atom.parts()
        rest = modulo(n, k)
        lacks = 1 if k == 2 else k - rest  # of an odd number that is known where it is filled up
        if eq(rest, 0) == cond and filled - whole in (lacks, k - rest):
            return whole + modulo(-n, k)
    return None
