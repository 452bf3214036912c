"""Conditions as a person writes them: `H % 4 == 0` for `H == 4*(H//4)`.

Each rewrite is an equivalence for all values that the symbols may have; the prover keeps to its normal form.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from shapecheck.symbolic.choice import Bcast, Max, Min, broadcast_parts
from shapecheck.symbolic.definitions import atoms_of
from shapecheck.symbolic.division import FloorDiv
from shapecheck.symbolic.expr import Dim, Expr, Monomial, atom_expr, make, range_of
from shapecheck.symbolic.formula import EQ, GE, Compare, Cond, Formula, Junction, and_, eq, ge, le, or_

MAX_SIZES = 4
"""Of more that are broadcast at once, a condition stays as it is."""


def readable(cond: Formula) -> Cond:
    """The same condition, said by remainders and bounds where it can be."""
    if isinstance(cond, Junction):
        fitting = None if cond.is_and or is_total(cond) else _fitting(cond)
        if fitting is not None:
            return fitting
        args = map(readable, cond.args)
        return and_(*args) if cond.is_and else or_(*args)
    return _of_comparison(cond) if isinstance(cond, Compare) else cond


def _of_comparison(cond: Compare) -> Cond:
    for monomial, coefficient in cond.expr.terms:
        rest = cond.expr - make(((monomial, coefficient),), 0)
        for rewrite in _rewrites(cond.op, monomial, coefficient):
            found = rewrite(monomial, coefficient, rest)
            if found is not None:
                return found
    return cond


def is_total(cond: Formula) -> bool:
    """Whether it has a value at all sizes; what sizes broadcast to has none where they do not fit."""
    return not any(isinstance(atom, Bcast) for atom in atoms_of([cond]))


def _rewrites(
    op: str, monomial: Monomial, coefficient: int
) -> tuple[Callable[[Monomial, int, Dim], Cond | None], ...]:
    """Those that an equality admits; `a*(x//a) >= x` is one, since the left side is never larger."""
    if op is EQ:
        return (_multiples, _symbolic_multiple, _same_quotient, _extreme, _broadcast)
    is_one = op is GE and coefficient > 0 and all(_rounds_down(atom) for atom, _ in monomial.factors)
    return (_multiples,) if is_one else ()


def conjuncts(cond: Formula) -> tuple[Formula, ...]:
    """The conditions that all have to hold."""
    return cond.args if isinstance(cond, Junction) and cond.is_and else (cond,)


def alternatives(cond: Formula) -> tuple[Formula, ...]:
    """The conditions one of which has to hold."""
    return cond.args if isinstance(cond, Junction) and not cond.is_and else (cond,)


def _multiples(monomial: Monomial, coefficient: int, rest: Dim) -> Cond | None:
    """`x*y == a*(x//a)*b*(y//b)` says that a divides x and b divides y, since neither side is larger than x*y.

    So does `x == a*((x + r)//a)` for r < a, where x is rounded up.
    """
    exact: Dim = 1
    conds: list[Cond] = []
    for atom, power in monomial.factors:
        if not isinstance(atom, FloorDiv) or not isinstance(atom.divisor, int):
            if (range_of(atom_expr(atom))[0] or 0) < 1:
                return None
            exact = exact * atom_expr(atom) ** power
            continue
        whole = _rounded(atom)
        if power != 1 or coefficient % atom.divisor or (range_of(whole)[0] or 0) < 1:
            return None
        coefficient //= atom.divisor
        exact = exact * whole
        conds.append(eq(whole % atom.divisor, 0))
    is_one = len(conds) == 1 or all(_rounds_down(atom) for atom, _ in monomial.factors)
    return and_(*conds) if conds and is_one and rest + coefficient * exact == 0 else None


def _symbolic_multiple(monomial: Monomial, coefficient: int, rest: Dim) -> Cond | None:
    """`K*(N//K) == N` says that K divides N."""
    for atom, power in monomial.factors:
        if not isinstance(atom, FloorDiv) or isinstance(atom.divisor, int) or power != 1:
            continue
        others: Dim = 1
        for other, exponent in monomial.factors:
            others = others if other is atom else others * atom_expr(other) ** exponent
        if others == atom.divisor and rest + coefficient * atom.numerator == 0:
            return eq(atom.numerator % atom.divisor, 0)
    return None


def _rounded(atom: FloorDiv) -> Dim:
    """x of `x//a`, and of `(x + a - 1)//a`."""
    constant = atom.numerator.const if isinstance(atom.numerator, Expr) else 0
    return atom.numerator - constant if 0 < constant < _divisor(atom) else atom.numerator


def _rounds_down(atom: object) -> bool:
    return not isinstance(atom, FloorDiv) or _rounded(atom) is atom.numerator


def _divisor(atom: FloorDiv) -> int:
    return atom.divisor if isinstance(atom.divisor, int) else 0


def _same_quotient(monomial: Monomial, coefficient: int, rest: Dim) -> Cond | None:
    """`x//k == (x + k - 1)//k` says that k divides x."""
    low = monomial.factors[0][0]
    if monomial.degree != 1 or not isinstance(low, FloorDiv) or not isinstance(rest, Expr):
        return None
    if len(rest.terms) != 1 or rest.const or rest.terms[0][1] != -coefficient or rest.terms[0][0].degree != 1:
        return None
    high = rest.terms[0][0].factors[0][0]
    if not isinstance(high, FloorDiv) or high.divisor != low.divisor:
        return None
    is_up = high.numerator - low.numerator == _divisor(low) - 1
    return eq(low.numerator % _divisor(low), 0) if is_up and _divisor(low) > 1 else None


def _extreme(monomial: Monomial, coefficient: int, rest: Dim) -> Cond | None:
    """`x == min(x, y)` says that x <= y."""
    atom = monomial.factors[0][0]
    if monomial.degree != 1 or abs(coefficient) != 1 or not isinstance(atom, (Min, Max)):
        return None
    own = rest * -coefficient
    if own not in atom.args:
        return None
    compare = le if isinstance(atom, Min) else ge
    return and_(*(compare(own, arg) for arg in atom.args if arg != own))


def _fitting(cond: Junction) -> Cond | None:
    """`x == 1 or bcast(y, z) == 1 or x == bcast(y, z)` says of y and z that they fit to x; that they fit to each other
    is said where they are broadcast."""
    for atom in (one for one in atoms_of([cond]) if isinstance(one, Bcast)):
        both = atom_expr(atom)
        for case in cond.args:
            other = _equal_to(case, atom)
            if other is None or other == 1 or or_(eq(both, 1), eq(other, 1), eq(both, other)) != cond:
                continue
            pairs = list(product(broadcast_parts(both), broadcast_parts(other)))
            return and_(*(or_(eq(a, 1), eq(b, 1), eq(a, b)) for a, b in pairs)) if len(pairs) <= MAX_SIZES**2 else None
    return None


def _equal_to(cond: Formula, atom: Bcast) -> Dim | None:
    """What the condition says that the atom is."""
    if not isinstance(cond, Compare) or cond.op is not EQ:
        return None
    for monomial, coefficient in cond.expr.terms:
        if monomial.degree == 1 and monomial.factors[0][0] is atom and abs(coefficient) == 1:
            return (cond.expr - make(((monomial, coefficient),), 0)) * -coefficient
    return None


def _broadcast(monomial: Monomial, coefficient: int, rest: Dim) -> Cond | None:
    """`x == bcast(y, z)` says that y and z are x or 1, and one of them x; and so that they fit."""
    atom = monomial.factors[0][0]
    if monomial.degree != 1 or abs(coefficient) != 1 or not isinstance(atom, Bcast):
        return None
    own, parts = rest * -coefficient, broadcast_parts(atom_expr(atom))
    if len(parts) > MAX_SIZES:
        return None
    return and_(*(or_(eq(part, own), eq(part, 1)) for part in parts), or_(*(eq(part, own) for part in parts)))


__all__ = ["alternatives", "conjuncts", "is_total", "readable"]
