"""Which atom an equation is solved for, and what a known remainder says about a symbol."""

from __future__ import annotations

from math import gcd

from shapecheck.symbolic.definitions import atoms_of
from shapecheck.symbolic.division import Mod
from shapecheck.symbolic.expr import Atom, Dim, Expr, Key, Symbol, atom_expr, range_of, symbol
from shapecheck.symbolic.intervals import Interval

LONG = 8
"""Equations with more terms define the one symbol that stands alone on its side (n == l0 + l1 + ...)."""


def linear_symbols(expr: Expr) -> list[tuple[Symbol, int]]:
    """Symbols that occur once, in the first degree and in no other term, with their coefficients."""
    singles = [
        (atom, c) for m, c in expr.terms if m.degree == 1 and type(atom := m.factors[0][0]) is Symbol
    ]
    if len(singles) == len(expr.terms):
        return singles
    terms: dict[Symbol, int] = {}
    for monomial, _ in expr.terms:
        for s in monomial.free:
            terms[s] = terms.get(s, 0) + 1
    return [(s, c) for s, c in singles if terms[s] == 1]


def linear_operations(expr: Expr) -> list[tuple[Atom, int]]:
    """The same for atoms that are no symbols."""
    singles = [
        (atom, c) for m, c in expr.terms if m.degree == 1 and type(atom := m.factors[0][0]) is not Symbol
    ]
    if not singles:
        return []
    inner = atoms_of(part for m, _ in expr.terms for atom, _ in m.factors for part in atom.parts())
    products = {atom for m, _ in expr.terms if m.degree > 1 for atom, _ in m.factors}
    return [(atom, c) for atom, c in singles if atom not in inner and atom not in products]


def solve(expr: Expr) -> tuple[Atom, Dim] | None:
    """(atom, value) with expr == 0 iff atom == value, chosen the same way every time."""
    chosen: list[tuple[Atom, int]] = [(s, c) for s, c in linear_symbols(expr) if c in (1, -1)]
    chosen = chosen or [(atom, c) for atom, c in linear_operations(expr) if c in (1, -1)]
    if not chosen:
        return None
    if len(expr.terms) > LONG:
        positive = sum(c > 0 for _, c in expr.terms)
        for sign, count in ((1, positive), (-1, len(expr.terms) - positive)):
            alone = [item for item in chosen if item[1] == sign]
            if count == 1 and alone:
                chosen = alone
                break
    atom, c = max(chosen, key=lambda item: _age(item[0]))
    return atom, (expr - c * atom_expr(atom)) * -c


def _age(atom: Atom) -> Key:
    """Greater is replaced first: what was derived, then what was numbered, then the later name."""
    if isinstance(atom, Symbol):
        name = atom.name
        derived = 2 if "#" in name or "." in name else 1 if name[-1:].isdigit() else 0
        return (0, derived, atom.key)
    return (1, 0, atom.key)


def as_multiple(expr: Expr) -> tuple[Symbol, Dim, Dim] | None:
    """From expr == 0, (symbol, modulus, remainder): the symbol is congruent to the remainder.

    Either the equation is n % d == r, or every coefficient but for some is a multiple of one.
    """
    for monomial, c in expr.terms:
        atom = monomial.factors[0][0]
        if monomial.degree == 1 and c in (1, -1) and isinstance(atom, Mod):
            return _congruence(atom.numerator, atom.divisor, (expr - c * atom_expr(atom)) * -c)
    if all(m.degree == 1 for m, _ in expr.terms):
        atom, c = min(
            ((m.factors[0][0], c) for m, c in expr.terms), key=lambda item: (abs(item[1]), item[0].key)
        )
        if abs(c) > 1 and type(atom) is Symbol:
            return _congruence(expr - c * atom_expr(atom), abs(c), 0)
    return None


def _congruence(n: Dim, d: Dim, r: Dim) -> tuple[Symbol, Dim, Dim] | None:
    """n == r modulo d, solved for a symbol of n."""
    if isinstance(n, int):
        return None
    avoided: frozenset[Symbol] = frozenset().union(*(p.free for p in (d, r) if isinstance(p, Expr)))
    best: tuple[Symbol, int] | None = None
    for atom, c in linear_symbols(n):
        if atom in avoided:
            continue
        invertible = c in (1, -1) or (isinstance(d, int) and gcd(c, d) == 1)
        if invertible and (best is None or _age(atom) > _age(best[0])):
            best = (atom, c)
    if best is None:
        return None
    atom, c = best
    rest = r - (n - c * atom_expr(atom))
    if isinstance(d, int):
        return atom, d, rest * pow(c, -1, d) % d if isinstance(rest, int) else rest * pow(c, -1, d)
    return atom, d, rest * c


def multiple(of: Symbol, modulus: Dim, remainder: Dim, bounds: Interval) -> Dim:
    """modulus * t + remainder over a fresh t with the bounds that follow from those of the symbol."""
    low: int | None = None
    high: int | None = None
    if isinstance(modulus, int) and isinstance(remainder, int):
        low = None if bounds[0] is None else -((remainder - bounds[0]) // modulus)
        high = None if bounds[1] is None else (bounds[1] - remainder) // modulus
    elif isinstance(remainder, int) and remainder == 0 and (range_of(modulus)[0] or 0) > 0:
        low = None if bounds[0] is None or bounds[0] < 0 else min(bounds[0], 1)
    t = symbol(f"({of.name} - ({remainder}))/({modulus})", low, high)
    return modulus * t + remainder
