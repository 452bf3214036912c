"""What is known on a path: conditions, in the order in which they were learned."""

from __future__ import annotations

from typing import ClassVar

from shapecheck.symbolic.expr import Atom, Dim, Expr, Rewriter, Symbol
from shapecheck.symbolic.formula import EQ, Compare, Cond, Formula, Junction
from shapecheck.symbolic.intervals import Interval


class Facts:
    """An immutable set of facts; `assume` returns a larger one."""

    EMPTY: ClassVar[Facts]
    __slots__ = ("_bounds", "_last", "_parent", "_solution", "contradictory")

    def __init__(self) -> None:
        self._parent: Facts | None = None
        self._last: tuple[Formula, object] | None = None
        self.contradictory = False
        self._solution: dict[Atom, Dim] = {}
        self._bounds: dict[Atom, Interval] = {}

    @property
    def items(self) -> tuple[tuple[Formula, object], ...]:
        """The facts with their origins, oldest first."""
        out = []
        node: Facts | None = self
        while node is not None:
            if node._last is not None:
                out.append(node._last)
            node = node._parent
        return tuple(reversed(out))

    def assume(self, cond: Cond, origin: object = None) -> Facts:
        """These facts and `cond`."""
        if cond is True:
            return self
        out = Facts()
        out._parent = self
        out._solution, out._bounds = dict(self._solution), dict(self._bounds)
        out.contradictory = self.contradictory or cond is False
        if isinstance(cond, Formula):
            out._last = (cond, origin)
            out._learn(self.simplify_condition(cond))
        return out

    def _learn(self, cond: Cond) -> None:
        if cond is False:
            self.contradictory = True
        elif isinstance(cond, Junction) and cond.is_and:
            for arg in cond.args:
                self._learn(self.simplify_condition(arg))
        elif isinstance(cond, Compare) and cond.op is EQ:
            self._solve(cond.expr)

    def _solve(self, expr: Expr) -> None:
        candidates = []
        for monomial, c in expr.terms:
            atom = monomial.factors[0][0]
            if c in (1, -1) and monomial.degree == 1 and isinstance(atom, Symbol):
                if sum(atom in m.free for m, _ in expr.terms) == 1:
                    candidates.append((atom, c))
        if candidates:
            atom, c = max(candidates, key=lambda item: item[0].key)
            rest = expr - c * make_expr(atom)
            rewriter = Rewriter({atom: rest * -c})
            self._solution = {a: rewriter.dim(d) for a, d in self._solution.items()}
            self._solution[atom] = rest * -c

    def simplify(self, d: Dim) -> Dim:
        """An equal dim, with solved symbols replaced."""
        return Rewriter(self._solution).dim(d) if isinstance(d, Expr) else d

    def simplify_condition(self, cond: Cond) -> Cond:
        """An equivalent condition, a bool if that decides it."""
        return cond.rebuild(Rewriter(self._solution)) if isinstance(cond, Formula) else cond

    def bounds(self, d: Dim) -> Interval:
        """Inclusive bounds of a dim, None for none."""
        d = self.simplify(d)
        return d.range if isinstance(d, Expr) else (d, d)

    def equal(self, a: Dim, b: Dim) -> bool:
        """Whether both are the same after simplification."""
        difference = self.simplify(a - b)
        return isinstance(difference, int) and difference == 0


from shapecheck.symbolic.expr import atom_expr as make_expr  # noqa: E402

Facts.EMPTY = Facts()
