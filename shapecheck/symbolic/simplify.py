"""Rewriting under facts: solved symbols are replaced, choices that are decided are made."""

from __future__ import annotations

from math import gcd
from typing import NamedTuple

from shapecheck.symbolic import intervals
from shapecheck.symbolic.choice import Bcast, Max, Min, max_, min_
from shapecheck.symbolic.division import FloorDiv, Mod, modulo
from shapecheck.symbolic.expr import (
    Atom,
    Dim,
    Expr,
    Monomial,
    Symbol,
    atom_expr,
    from_terms,
    make,
    monomial_from,
    range_under,
)
from shapecheck.symbolic.formula import EQ, GE, NE, Compare, Cond, Formula, not_
from shapecheck.symbolic.interning import remembered
from shapecheck.symbolic.intervals import Interval
from shapecheck.symbolic.persistent import PersistentMap
from shapecheck.symbolic.traversal import Rewriter

MAX_NEWS = 16
"""So many new facts are asked whether they change what was rewritten before; behind them it is rewritten anew."""
MAX_COMPARED = 24
"""Of so many operands each is compared with each, to see which can be the largest."""


class Knowledge(NamedTuple):
    """The tables of a set of facts."""

    solved: PersistentMap[Atom, Dim]
    """Atom -> what equals it. Triangular: a value may hold atoms that were solved later, never earlier."""
    multiples: PersistentMap[Atom, Dim]
    """Symbol -> k*t + r over a fresh t, for what is known of its remainders. For deciding, never shown."""
    bounds: PersistentMap[Expr, Interval]
    """Polynomial without constant, leading coefficient positive and content 1 -> its interval."""
    holes: PersistentMap[Expr, frozenset[int]]
    """The same -> values that it does not have."""
    known: PersistentMap[Formula, bool]
    """Flags and disjunctions that hold or do not."""


@remembered
def form_of(expr: Expr) -> tuple[Expr, int, int]:
    """(form, factor, const) with expr == factor * form + const and the form as in Knowledge.bounds."""
    factor = gcd(*(c for _, c in expr.terms))
    if expr.terms[0][1] < 0:
        factor = -factor
    if factor == 1 and not expr.const:
        return expr, 1, 0
    form = make(tuple((m, c // factor) for m, c in expr.terms), 0)
    assert isinstance(form, Expr)
    return form, factor, expr.const


def common_factors(expr: Expr) -> list[tuple[Expr, Expr]]:
    """(x, rest) with expr == x * rest + its constant, for each atom x that all terms have."""
    out = []
    for atom, _ in expr.terms[-1][0].factors:
        terms: dict[Monomial, int] = {}
        const = 0
        for monomial, c in expr.terms:
            powers = dict(monomial.factors)
            if atom not in powers:
                break
            powers[atom] -= 1
            left = monomial_from(powers)
            if left is None:
                const = c
            else:
                terms[left] = c
        else:
            rest = from_terms(terms, const)
            if isinstance(rest, Expr):
                out.append((atom_expr(atom), rest))
    return out


class FactRewriter(Rewriter):
    """Rewrites under facts. With `deep`, symbols of known remainder are replaced too."""

    __slots__ = ("_before", "_conds", "_dims", "_news", "_ranges", "deep", "know")

    def __init__(self, know: Knowledge, deep: bool = False) -> None:
        super().__init__({})
        self.know = know
        self.deep = deep
        self._ranges: dict[Expr, Interval] = {}
        self._dims: dict[Expr, Dim] = {}
        self._conds: dict[Formula, Cond] = {}
        self._before: FactRewriter | None = None
        """One that knew less, with what it has rewritten."""
        self._news: tuple[frozenset[Symbol], ...] = ()
        """Of what it knew less, each by its symbols: what does not name them all stays as it was rewritten."""

    def knowing(self, know: Knowledge, news: frozenset[Symbol]) -> FactRewriter:
        """Rewrites with more that is known of an expression over these symbols."""
        made = FactRewriter(know)
        before = self._before
        if before is None or before._size <= self._size or len(self._news) >= MAX_NEWS:
            made._before, made._news = self, (news,)
        else:
            made._before, made._news = before, (*self._news, news)
        return made

    @property
    def _size(self) -> int:
        return len(self.memo) + len(self._ranges)

    def _stays(self, free: frozenset[Symbol], result: Dim | Cond | None) -> bool:
        """Whether what was made of an expression over these symbols is what would be made of it now. What was decided
        stays decided, and what was not still names what would decide it."""
        if isinstance(result, (Expr, Formula)) and result.free is not free:
            free = free | result.free
        return not any(news <= free for news in self._news)

    # ---------------------------------------------------------------- rewriting

    def touches(self, free: frozenset[Symbol]) -> bool:
        return True

    def dim(self, d: Dim) -> Dim:
        if not isinstance(d, Expr):
            return d
        found = self._dims.get(d)
        if found is not None:
            return found
        found = None if self._before is None else self._before._dims.get(d)
        if found is None or not self._stays(d.free, found):
            found = super().dim(d)
            if isinstance(found, Expr) and found.terms[0][0].degree > 1:
                found = self._whole_quotients(found)
        self._dims[d] = found
        return found

    def _term(self, term: tuple[Monomial, int]) -> Dim | None:
        monomial, coefficient = term
        if monomial.degree > 1:
            return super()._term(term)
        new = self.atom(monomial.factors[0][0])
        return None if new is None else new * coefficient

    def atom(self, atom: Atom) -> Dim | None:
        if type(atom) is Symbol and atom not in self.know.solved and not self.deep:
            return None
        if atom in self.memo:
            return self.memo[atom]
        before = self._before
        if before is not None and atom in before.memo and self._stays(atom.free, before.memo[atom]):
            result = before.memo[atom]
        else:
            self.memo[atom] = None  # what leads back to itself stays as it is
            result = self._rewritten(atom)
        self.memo[atom] = result
        return result

    def _rewritten(self, atom: Atom) -> Dim | None:
        new = self.know.solved.get(atom)
        if new is None and self.deep:
            new = self.know.multiples.get(atom)
        if new is not None:
            return self.dim(new)
        if type(atom) is Symbol:
            return None
        rebuilt = atom.rebuild(self)
        if not isinstance(rebuilt, Expr):
            return rebuilt
        single = rebuilt.atom
        if single is None:
            return rebuilt if rebuilt is not atom_expr(atom) else None
        if single is not atom:
            return self.dim(rebuilt)
        return self._chosen(atom)

    def _chosen(self, atom: Atom) -> Dim | None:
        """What the bounds make of an atom whose operands are already simple."""
        if isinstance(atom, (Max, Min)):
            return self._extremum(atom)
        if isinstance(atom, Bcast):
            for x, y in ((atom.a, atom.b), (atom.b, atom.a)):
                if self._decide(EQ, x - 1) is False:
                    return x
                if self._decide(EQ, x - 1) or self._decide(EQ, x - y):
                    return y
        elif isinstance(atom, (FloorDiv, Mod)):
            low, high = self.range(atom.numerator)
            d = atom.divisor
            if low is None or low < 0:
                return None
            if self._decide(GE, d - atom.numerator - 1):
                return 0 if isinstance(atom, FloorDiv) else atom.numerator
            if isinstance(d, int) and high is not None and low // d == high // d:
                return low // d if isinstance(atom, FloorDiv) else atom.numerator - low // d * d
        return None

    def _extremum(self, atom: Max | Min) -> Dim | None:
        if len(atom.args) > MAX_COMPARED:
            return None
        sign = 1 if isinstance(atom, Max) else -1
        kept = list(atom.args)
        for arg in atom.args:
            if any(other is not arg and self._decide(GE, (other - arg) * sign) for other in kept):
                kept.remove(arg)
        if len(kept) == len(atom.args):
            return None
        return max_(*kept) if isinstance(atom, Max) else min_(*kept)

    def _decide(self, op: str, d: Dim) -> bool | None:
        if not isinstance(d, Expr):
            return d >= 0 if op is GE else d == 0
        return self.decided_compare(op, d)

    def _whole_quotients(self, d: Expr) -> Dim:
        """`d` with k * (n // k) replaced by n where n % k == 0 is known."""
        out: Dim = d
        for monomial, coefficient in d.terms:
            for atom, n in monomial.factors:
                if n == 1 and isinstance(atom, FloorDiv) and isinstance(atom.divisor, Expr):
                    cofactor = _cofactor(monomial, atom, atom.divisor)
                    if cofactor is not None and self._divides(atom.divisor, atom.numerator):
                        out = (
                            out
                            - make(((monomial, coefficient),), 0)
                            + coefficient * cofactor * atom.numerator
                        )
                        break
        return out

    def _divides(self, d: Dim, n: Dim) -> bool:
        rest = self.dim(modulo(n, d))
        return isinstance(rest, int) and rest == 0

    # ---------------------------------------------------------------- bounds

    def range(self, d: Dim) -> Interval:
        """Bounds under the facts."""
        if not isinstance(d, Expr):
            return (d, d)
        found = self._ranges.get(d)
        if found is not None:
            return found
        found = None if self._before is None else self._before._ranges.get(d)
        if found is None or not self._stays(d.free, None):
            self._ranges[d] = d.range
            found = intervals.intersect(range_under(d, self._atom_range, self.range), d.range)
            form, factor, const = form_of(d)
            known = self.know.bounds.get(form)
            if known is not None:
                found = intervals.intersect(
                    found, intervals.add(intervals.scale(known, factor), (const, const))
                )
        self._ranges[d] = found
        return found

    def _atom_range(self, atom: Atom, of: object) -> Interval:
        known = self.know.bounds.get(atom_expr(atom))
        bounds = atom.range(self.range)
        if type(atom) is FloorDiv and bounds[0] == 0 and self._exceeds(atom.numerator, atom.divisor):
            bounds = (1, bounds[1])
        return bounds if known is None else intervals.intersect(bounds, known)

    def _exceeds(self, n: Dim, d: Dim) -> bool:
        """n >= d >= 1, so that n // d >= 1: seen from the difference where their intervals overlap."""
        return isinstance(d, Expr) and bool(self._decide(GE, d - 1) and self._decide(GE, n - d))

    # ---------------------------------------------------------------- conditions

    def cond(self, cond: Cond) -> Cond:
        """The simplified condition."""
        if not isinstance(cond, Formula):
            return cond
        found = self._conds.get(cond)
        if found is not None:
            return found
        found = None if self._before is None else self._before._conds.get(cond)
        if found is None or not self._stays(cond.free, found):
            found = cond.rebuild(self)
        self._conds[cond] = found
        return found

    def undefined(self, error: ZeroDivisionError) -> Cond:
        return False  # what has no value does not hold

    def decided(self, cond: Cond) -> Cond:
        if isinstance(cond, Compare):
            known = self.decided_compare(cond.op, cond.expr)
            return cond if known is None else known
        if isinstance(cond, Formula) and self.know.known:
            known = self.know.known.get(cond)
            if known is None:
                opposite = not_(cond)
                if isinstance(opposite, Formula):
                    known = self.know.known.get(opposite)
                    known = None if known is None else not known
            return cond if known is None else known
        return cond

    def decided_compare(self, op: str, expr: Expr) -> bool | None:
        """Whether `expr op 0` follows from bounds and holes."""
        low, high = self.range(expr)
        if op is GE:
            if low is not None and low >= 0:
                return True
            return False if high is not None and high < 0 else None
        if (low is not None and low > 0) or (high is not None and high < 0):
            return op is NE
        if low == 0 and high == 0:
            return op is EQ
        if self.know.holes:
            form, factor, const = form_of(expr)
            holes = self.know.holes.get(form)
            if holes and const % factor == 0 and -const // factor in holes:
                return op is NE
            if not expr.const and self.has_no_zero(expr):
                return op is NE
        return None

    def has_no_zero(self, expr: Expr) -> bool:
        """Whether it is one product, no factor of which is 0."""
        factors = expr.terms[0][0].factors
        return (
            len(expr.terms) == 1
            and len(factors) > 1
            and all(self.decided_compare(EQ, atom_expr(atom)) is False for atom, _ in factors)
        )


def _cofactor(monomial: Monomial, atom: Atom, divisor: Expr) -> Dim | None:
    """monomial / (atom * divisor), None if the divisor is no monomial that divides it."""
    if divisor.const or len(divisor.terms) != 1 or divisor.terms[0][1] != 1:
        return None
    powers = dict(monomial.factors)
    powers[atom] -= 1
    for factor, n in divisor.terms[0][0].factors:
        powers[factor] = powers.get(factor, 0) - n
    if any(n < 0 for n in powers.values()):
        return None
    left = monomial_from(powers)
    return 1 if left is None else make(((left, 1),), 0)
