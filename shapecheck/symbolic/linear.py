"""A small exact decision step for linear integer arithmetic over monomials.

Fourier-Motzkin elimination with the integer tightening of Pugh's Omega test (1991): each row is divided
by the gcd of its coefficients and its constant rounded down. It refutes only; "not refuted" says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd

from shapecheck.symbolic.expr import Dim, Expr, Monomial
from shapecheck.symbolic.formula import EQ, GE, Compare, Formula

Row = dict[Monomial, int]
MAX_ROWS = 250
MAX_COEFFICIENT = 1 << 40
Form = tuple[tuple[Monomial, int], ...]


class System:
    """Rows `sum(coefficient * monomial) + const >= 0`; of two with the same left side the tighter stays."""

    def __init__(self) -> None:
        self.rows: dict[Form, int] = {}
        self.equations: list[Expr] = []
        self.infeasible = False

    def add(self, d: Dim) -> None:
        """d >= 0."""
        if not isinstance(d, Expr):
            self.infeasible = self.infeasible or d < 0
            return
        g = gcd(*(c for _, c in d.terms))
        form = d.terms if g == 1 else tuple((m, c // g) for m, c in d.terms)
        self._insert(form, d.const // g)

    def add_fact(self, fact: Formula) -> None:
        """A comparison; what is no linear inequality is left out."""
        if isinstance(fact, Compare):
            if fact.op is GE:
                self.add(fact.expr)
            elif fact.op is EQ:
                self.add(fact.expr)
                self.add(-fact.expr)

    def _insert(self, form: Form, const: int) -> None:
        old = self.rows.get(form)
        if old is None or const < old:
            self.rows[form] = const
            opposite = self.rows.get(tuple((m, -c) for m, c in form))
            if opposite is not None and opposite + const < 0:
                self.infeasible = True

    def monomials(self) -> list[Monomial]:
        """Those that occur, in the order of their keys."""
        found = {m for form in self.rows for m, _ in form}
        return sorted(found, key=lambda m: m.key)

    # ---------------------------------------------------------------- elimination

    def refuted(self) -> bool:
        """Whether no integers satisfy all rows; False also if that was too much work."""
        if len(self.rows) <= MAX_ROWS:
            while not self.infeasible and self._substitute_equation():
                pass
        while not self.infeasible and self.rows:
            chosen = self._cheapest() if len(self.rows) <= MAX_ROWS else None
            if chosen is None:
                return False
            self._eliminate(chosen)
        return self.infeasible

    def _substitute_equation(self) -> bool:
        """Whether an equation was solved for a monomial of coefficient 1 or -1 and put into all rows.

        Exact over the integers, unlike the elimination of anything else.
        """
        for form, const in self.rows.items():
            opposite = tuple((m, -c) for m, c in form)
            if self.rows.get(opposite) == -const:
                solved = next(((m, c) for m, c in form if c in (1, -1)), None)
                if solved is not None:
                    del self.rows[form], self.rows[opposite]
                    self._put_in(solved[0], solved[1], dict(form), const)
                    return True
        return False

    def _put_in(self, m: Monomial, sign: int, equation: Row, equation_const: int) -> None:
        rows, self.rows = self.rows, {}
        for form, const in rows.items():
            row = dict(form)
            c = row.get(m, 0)
            if c:
                self._combine(row, const, 1, equation, equation_const, -c * sign)
            else:
                self._insert(form, const)

    def _cheapest(self) -> Monomial | None:
        """The monomial whose elimination makes the fewest rows."""
        counts: dict[Monomial, list[int]] = {}
        for form in self.rows:
            for m, c in form:
                counts.setdefault(m, [0, 0])[c > 0] += 1
        if not counts:
            return None
        return min(counts, key=lambda m: (counts[m][0] * counts[m][1] - sum(counts[m]), m.key))

    def _eliminate(self, m: Monomial) -> None:
        lower: list[tuple[Row, int, int]] = []
        upper: list[tuple[Row, int, int]] = []
        kept: dict[Form, int] = {}
        for form, const in self.rows.items():
            row = dict(form)
            c = row.pop(m, 0)
            if not c:
                kept[form] = const
            else:
                (lower if c > 0 else upper).append((row, const, abs(c)))
        self.rows = kept
        for low, low_const, a in lower:
            for high, high_const, b in upper:
                self._combine(low, low_const, b, high, high_const, a)
                if self.infeasible or len(self.rows) > MAX_ROWS:
                    return

    def _combine(self, a: Row, a_const: int, a_times: int, b: Row, b_const: int, b_times: int) -> None:
        g = gcd(a_times, b_times)
        a_times, b_times = a_times // g, b_times // g
        row = {m: c * a_times for m, c in a.items()}
        for m, c in b.items():
            row[m] = row.get(m, 0) + c * b_times
        const = a_const * a_times + b_const * b_times
        terms = [(m, c) for m, c in row.items() if c]
        if not terms:
            self.infeasible = self.infeasible or const < 0
            return
        g = gcd(*(c for _, c in terms))
        if max(abs(c) for _, c in terms) // g > MAX_COEFFICIENT:
            return
        terms.sort(key=lambda term: term[0].key)
        self._insert(tuple((m, c // g) for m, c in terms), const // g)


def infeasible(facts: Iterable[Formula], more: Iterable[Dim] = ()) -> bool:
    """Whether the comparisons, and each of `more` >= 0, contradict each other."""
    system = System()
    for fact in facts:
        system.add_fact(fact)
    for d in more:
        system.add(d)
    return system.infeasible or system.refuted()
