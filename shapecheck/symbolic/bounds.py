"""Conditions that only say that sizes are large enough, or hold them against numbers."""

from __future__ import annotations

from collections.abc import Callable

from shapecheck.symbolic.choice import Extremum
from shapecheck.symbolic.division import FloorDiv
from shapecheck.symbolic.expr import Atom, Dim, Expr, Symbol
from shapecheck.symbolic.formula import EQ, GE, NE, Compare, Formula, Junction

LEAST_GIVEN = 3
"""Lower numbers are hardly an argument of a constructor; who computes with them means halves and pairs."""


def is_lower_bound(cond: Formula, least: Callable[[Expr], int | None]) -> bool:
    """Whether the condition holds for larger sizes whenever it holds: `H >= 3`, `(H - 3)//2 >= 1`; `H//2 != 1` where
    `least`, the lowest that an expression can be, says that it is 1 at least.

    Told by its form, for symbols that are not negative: False proves nothing.
    """
    if isinstance(cond, Junction):
        return all(is_lower_bound(arg, least) for arg in cond.args)
    if not isinstance(cond, Compare) or not _grows(cond.expr):
        return False
    return cond.op is GE or (cond.op is NE and least(cond.expr) == 0)


def names_a_number(cond: Formula) -> bool:
    """Whether the condition says which number is made of sizes, or a size may be at most: `d == 64`, `t in (4, 1)`,
    `a + s == 6`, `h*w == 12`, `t == min(100, t)`."""
    if isinstance(cond, Junction):
        return all(map(names_a_number, cond.args))
    if not isinstance(cond, Compare) or cond.op is not EQ:
        return False
    atoms = _atoms(cond)
    if all(isinstance(atom, Symbol) for atom in atoms):
        return len(cond.free) == 1 or abs(cond.expr.const) >= LEAST_GIVEN
    if not all(isinstance(atom, (Symbol, Extremum)) for atom in atoms):
        return False
    return any(type(part) is int and part >= LEAST_GIVEN for atom in atoms for part in atom.parts())


def _atoms(cond: Formula) -> list[Atom]:
    terms = cond.expr.terms if isinstance(cond, Compare) else ()
    return [atom for monomial, _ in terms for atom, _ in monomial.factors]


def _grows(dim: Dim) -> bool:
    """Whether the expression never falls when a symbol grows."""
    if not isinstance(dim, Expr):
        return True
    for monomial, coefficient in dim.terms:
        if coefficient < 0 or not all(_atom_grows(atom) for atom, _ in monomial.factors):
            return False
        if monomial.degree > 1 and not all(_is_natural(atom) for atom, _ in monomial.factors):
            return False
    return True


def _is_natural(atom: Atom) -> bool:
    return isinstance(atom, Symbol) and atom.bounds[0] is not None and atom.bounds[0] >= 0


def _atom_grows(atom: Atom) -> bool:
    if isinstance(atom, Symbol):
        return True
    if isinstance(atom, FloorDiv):
        return isinstance(atom.divisor, int) and atom.divisor > 0 and _grows(atom.numerator)
    if isinstance(atom, Extremum):
        return all(map(_grows, atom.args))
    return False
