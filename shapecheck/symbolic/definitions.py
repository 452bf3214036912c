"""What the value of an atom means, as conditions: the axioms that linear reasoning and case splits use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from shapecheck.symbolic.choice import Bcast, Ite, Max, Min
from shapecheck.symbolic.division import FloorDiv, Mod, floordiv
from shapecheck.symbolic.expr import Atom, Dim, Expr, Symbol, range_of
from shapecheck.symbolic.formula import Compare, Cond, Formula, Junction, and_, eq, ge, le, not_, or_
from shapecheck.symbolic.roots import Isqrt


def definition(atom: Atom, value: Dim) -> Cond:
    """What holds of the atom's operands if the atom has that value."""
    if isinstance(atom, FloorDiv):
        return _floordiv(atom.numerator, atom.divisor, value)
    if isinstance(atom, Mod):
        n, d = atom.numerator, atom.divisor
        exact = eq(value, n - d * floordiv(n, d))
        if (range_of(d)[0] or 0) > 0:
            return and_(exact, ge(value, 0), le(value + 1, d))
        return exact
    if isinstance(atom, Isqrt):
        return and_(ge(value, 0), le(value * value, atom.of), ge(value * value + 2 * value, atom.of))
    if isinstance(atom, Max):
        return and_(*(ge(value, arg) for arg in atom.args), or_(*(eq(value, arg) for arg in atom.args)))
    if isinstance(atom, Min):
        return and_(*(le(value, arg) for arg in atom.args), or_(*(eq(value, arg) for arg in atom.args)))
    if isinstance(atom, Bcast):
        a, b = atom.a, atom.b
        return or_(and_(eq(value, a), or_(eq(b, 1), eq(a, b))), and_(eq(value, b), eq(a, 1)))
    if isinstance(atom, Ite):
        return or_(
            and_(atom.cond, eq(value, atom.then)),
            and_(not_(atom.cond), eq(value, atom.other)),
        )
    return True


def _floordiv(n: Dim, d: Dim, value: Dim) -> Cond:
    low, high = range_of(d)
    positive = and_(ge(n, d * value), ge(d * value + d - 1, n))
    if low is not None and low > 0:
        return positive
    negative = and_(le(n, d * value), le(d * value + d + 1, n))
    if high is not None and high < 0:
        return negative
    return or_(and_(ge(d, 1), positive), and_(le(d, -1), negative))


def atoms_of(parts: Iterable[object]) -> dict[Atom, None]:
    """The atoms in dims and formulas that are no symbols, inner ones included, in order of appearance."""
    seen: dict[Atom, None] = {}
    stack = list(_atoms(parts))
    stack.reverse()
    while stack:
        atom = stack.pop()
        if atom not in seen:
            seen[atom] = None
            stack.extend(_atoms(atom.parts()))
    return seen


def _atoms(parts: Iterable[object]) -> Iterator[Atom]:
    for part in parts:
        if isinstance(part, Expr):
            for monomial, _ in part.terms:
                for atom, _ in monomial.factors:
                    if type(atom) is not Symbol:
                        yield atom
        elif isinstance(part, Compare):
            yield from _atoms((part.expr,))
        elif isinstance(part, Junction):
            yield from _atoms(part.args)


def literals(cond: Formula) -> Iterator[Formula]:
    """The comparisons and flags in a formula."""
    if isinstance(cond, Junction):
        for arg in cond.args:
            yield from literals(arg)
    else:
        yield cond
