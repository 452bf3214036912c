"""Conditions that only say that sizes are large enough, or hold them against numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise, product

from shapecheck.symbolic.choice import Extremum
from shapecheck.symbolic.definitions import atoms_of, literals
from shapecheck.symbolic.division import FloorDiv, Mod
from shapecheck.symbolic.expr import Atom, Dim, Expr, Symbol, atom_expr
from shapecheck.symbolic.facts import Facts
from shapecheck.symbolic.formula import EQ, GE, NE, Compare, Formula, Junction, ge
from shapecheck.symbolic.traversal import Valuation

LEAST_GIVEN = 3
"""Lower numbers are hardly an argument of a constructor; who computes with them means halves and pairs."""

LARGE = 4096
"""From here on a size counts as large."""
MOST_POINTS = 8192
"""How many points are looked at to see that a condition does not fail again."""


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


def holds_once_large(cond: Formula, facts: Facts, decide: Callable[[Facts, Formula], bool | None]) -> bool:
    """Whether the condition is proved for sizes that are large, and on a grid below holds for larger ones wherever it
    holds: `h - h % 8 >= 1`, `max(0, t - 2) == t - 2`."""
    symbols = sorted(cond.free, key=lambda symbol: symbol.key)
    values = sorted(_telling_values(cond))
    if not symbols or len(values) ** len(symbols) > MOST_POINTS or cond.flags:
        return False
    for symbol in symbols:
        facts = facts.assume(ge(atom_expr(symbol), LARGE))
    if facts.contradictory or decide(facts, cond) is not True:
        return False
    names = [symbol.name for symbol in symbols]
    try:
        held = {at for at in product(values, repeat=len(names)) if cond.holds(Valuation(dict(zip(names, at))))}
    except ZeroDivisionError:
        return False
    following = dict(pairwise(values))
    return all(larger in held for at in held for larger in _one_larger(at, following))


def _telling_values(cond: Formula) -> set[int]:
    """Sizes at which a condition may begin or cease to hold: small ones, and those beside its numbers. Not 1: what is
    broadcast holds there."""
    numbers = {abs(literal.expr.const) for literal in literals(cond) if isinstance(literal, Compare)}
    for atom in atoms_of((cond,)):
        if isinstance(atom, (FloorDiv, Mod)) and isinstance(atom.divisor, int):
            numbers.add(atom.divisor)
        elif isinstance(atom, Extremum):
            numbers.update(abs(part if isinstance(part, int) else part.const) for part in atom.parts())
    values = {*range(2, 10), 15, 16, 17, 31, 32, 33, 64, LARGE}
    values.update(near for number in numbers for near in (number - 1, number, number + 1) if near > 1)
    return values


def _one_larger(at: tuple[int, ...], following: dict[int, int]) -> Iterator[tuple[int, ...]]:
    for index, value in enumerate(at):
        if value in following:
            yield *at[:index], following[value], *at[index + 1 :]


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
