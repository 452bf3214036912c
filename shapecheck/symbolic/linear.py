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
        self.infeasible = False
        self._lower: dict[Monomial, dict[Form, None]] = {}
        """The rows in which a monomial has a positive coefficient, hence a lower bound."""
        self._upper: dict[Monomial, dict[Form, None]] = {}

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
        if old is None:
            for m, c in form:
                (self._lower if c > 0 else self._upper).setdefault(m, {})[form] = None
        if old is None or const < old:
            self.rows[form] = const
            opposite = self.rows.get(tuple((m, -c) for m, c in form))
            if opposite is not None and opposite + const < 0:
                self.infeasible = True

    def _remove(self, form: Form) -> int:
        """Takes a row out; its constant."""
        for m, c in form:
            bounds = self._lower if c > 0 else self._upper
            del bounds[m][form]
            if not bounds[m]:
                del bounds[m]
        return self.rows.pop(form)

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
        self._drop_one_sided()
        while not self.infeasible and self.rows:
            chosen = self._cheapest() if len(self.rows) <= MAX_ROWS else None
            if chosen is None:
                return False
            self._eliminate(chosen)
            self._drop_one_sided()
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
                    self._remove(form)
                    self._remove(opposite)
                    self._put_in(solved[0], solved[1], dict(form), const)
                    return True
        return False

    def _put_in(self, m: Monomial, sign: int, equation: Row, equation_const: int) -> None:
        for form in self._rows_with(m):
            row = dict(form)
            self._combine(row, self._remove(form), 1, equation, equation_const, -row[m] * sign)

    def _rows_with(self, m: Monomial) -> list[Form]:
        return [*self._lower.get(m, ()), *self._upper.get(m, ())]

    def _drop_one_sided(self) -> None:
        """Drops rows with a monomial that has no lower or no upper bound: it can make them hold."""
        while one_sided := self._lower.keys() ^ self._upper.keys():
            for m in one_sided:
                for form in self._rows_with(m):
                    self._remove(form)

    def _cheapest(self) -> Monomial | None:
        """The monomial whose elimination makes the fewest rows."""
        best: Monomial | None = None
        best_cost = 0
        for m, lower in self._lower.items():
            low, high = len(lower), len(self._upper[m])
            cost = low * high - low - high
            if best is None or cost < best_cost or (cost == best_cost and m.key < best.key):
                best, best_cost = m, cost
        return best

    def _eliminate(self, m: Monomial) -> None:
        lower, upper = self._taken(self._lower, m), self._taken(self._upper, m)
        for low, low_const, a in lower:
            for high, high_const, b in upper:
                self._combine(low, low_const, b, high, high_const, a)
                if self.infeasible or len(self.rows) > MAX_ROWS:
                    return

    def _taken(self, rows: dict[Monomial, dict[Form, None]], m: Monomial) -> list[tuple[Row, int, int]]:
        """(rest, const, size of the coefficient of `m`) of these rows, which are removed."""
        out = []
        for form in list(rows.get(m, ())):
            row = dict(form)
            size = abs(row.pop(m))
            out.append((row, self._remove(form), size))
        return out

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
