"""Takes the asserts of a program one by one: what the earlier ones decide at once, and what is new."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from shapecheck.symbolic.expr import Dim, Expr, Symbol, atom_expr, symbol
from shapecheck.symbolic.facts import Facts
from shapecheck.symbolic.formula import EQ, GE, NE, Compare, Cond, Formula, Junction, eq, ge, le, ne
from shapecheck.symbolic.intervals import Interval
from shapecheck.symbolic.simplify import form_of
from shapecheck.symbolic.smt.program import Program
from shapecheck.symbolic.smt.trace import Event
from shapecheck.symbolic.smt.translate import Translator
from shapecheck.symbolic.solving import solve


class Step(Enum):
    """What a cheap step says of an assert, under those before it."""

    NORMAL_FORM = "normal form and substitution"
    KNOWN = "stated before"
    FACTS = "bounds and conclusions"
    FALSE = "false"
    OPEN = "open"


class Open(NamedTuple):
    """An assert that the cheap steps do not decide, and what was known when it came."""

    position: int
    """The number of the assert."""
    cond: Formula
    facts: Facts
    residual: int
    """How many of the residual conditions came before."""
    solutions: int
    """How many symbols had been solved."""


class Solution(NamedTuple):
    """A symbol and the value that replaced it; of a bounded symbol its successor with other bounds."""

    symbol: Symbol
    value: Dim


class Chain:
    """The facts of a program so far: solved symbols, symbols with bounds, and conditions that are left."""

    def __init__(self, program: Program, log: list[Event] | None = None, light: bool = False) -> None:
        self.program = program
        self.light = light
        """Without facts, only solutions and bounds: enough to look for a model."""
        self.log = log
        self.translator = Translator(program, log)
        self.known: set[Formula] = set()
        self.residual: list[Formula] = []
        self.solutions: list[Solution] = []
        self.opened: list[Open] = []
        self.contradiction: int | None = None
        """The index of the first assert that contradicts those before it."""
        self._mentions: dict[Symbol, dict[int, None]] = {}
        self._bounds: dict[str, Interval] = {}

    @property
    def facts(self) -> Facts:
        """The conditions that are left, which the translator too decides divisions by."""
        return self.translator.facts

    @facts.setter
    def facts(self, facts: Facts) -> None:
        self.translator.facts = facts

    def run(self) -> list[Step]:
        """What each assert is, up to the first contradiction."""
        steps = []
        for index in range(len(self.program.asserts)):
            steps.append(self.take(index))
            if self.contradiction is not None:
                break
        return steps

    def take(self, index: int) -> Step:
        """Decides the assert if that is cheap, and learns it if it is new."""
        cond, step = self.simple(index)
        if step is Step.OPEN:
            assert isinstance(cond, Formula)
            self.known.add(cond)
            record = Open(index, cond, self.facts, len(self.residual), len(self.solutions))
            self.opened.append(record)
            self.learn(cond)
            if self.facts.contradictory and self.contradiction is None:
                self.contradiction = index
        elif step is Step.FALSE:
            self.contradiction = index
        return step

    def simple(self, index: int) -> tuple[Cond, Step]:
        """The condition of an assert as it looks now, and how it was decided."""
        cond: Cond = self.translator.value(self.program.asserts[index].node)
        if cond is True:
            return True, Step.NORMAL_FORM
        if not isinstance(cond, Formula):
            return False, Step.FALSE
        if cond in self.known:
            self._record(Step.KNOWN.value, cond, True)
            return True, Step.KNOWN
        if self.light:
            return cond, Step.OPEN
        simple = self.renewed(self.facts.simplify_condition(cond))
        self._record(Step.FACTS.value, cond, simple)
        if simple is True or simple in self.known:
            return True, Step.FACTS
        return (simple, Step.OPEN) if isinstance(simple, Formula) else (False, Step.FALSE)

    def _record(self, rule: str, before: Cond, after: Cond) -> None:
        if self.log is not None:
            self.log.append(Event(rule, None, (before,), after))

    # ---------------------------------------------------------------- learning

    def learn(self, cond: Cond) -> None:
        """Takes a new condition in: as a solution, as a bound of a symbol, or as a fact."""
        if isinstance(cond, Junction) and cond.is_and:
            for arg in cond.args:
                self.learn(self.renewed(arg))
        elif cond is False:
            self.facts = self.facts.assume(False)
        elif isinstance(cond, Compare):
            if not (self._solve(cond) or self._bound(cond) or self._factors(cond)):
                self._assume(cond)
        elif isinstance(cond, Formula):
            self._assume(cond)

    def renewed(self, cond: Cond) -> Cond:
        """The condition under the present solutions."""
        return cond.rebuild(self.translator.rewriter) if isinstance(cond, Formula) else cond

    def _solve(self, cond: Compare) -> bool:
        if cond.op is not EQ:
            return False
        solution = solve(cond.expr)
        s, value = solution or (None, 0)
        if not isinstance(s, Symbol) or self.translator.extents.too_large(value):
            return False
        self._replace(s, value)
        low, high = s.bounds
        if low is not None:
            self.learn(ge(value, low))
        if high is not None:
            self.learn(self.renewed(le(value, high)))
        return True

    def _bound(self, cond: Compare) -> bool:
        """x >= c, x <= c and x != c at the end of the bounds give the symbol new bounds."""
        if len(cond.expr.terms) != 1 or cond.expr.terms[0][0].degree != 1:
            return False
        form, sign, const = form_of(cond.expr)
        s = form.atom
        if not isinstance(s, Symbol):
            return False
        low, high = s.bounds
        if cond.op is GE:
            low, high = (-const, high) if sign > 0 else (low, const)
        else:
            return False  # a hole; at the end of the bounds it would be a bound
        self._narrow(s, low, high)
        return True

    def _factors(self, cond: Compare) -> bool:
        """A product is not 0 if and only if no factor is."""
        monomial = cond.expr.terms[0][0]
        if cond.op is not NE or cond.expr.const or len(cond.expr.terms) > 1 or monomial.degree < 2:
            return False
        for atom, _ in monomial.factors:
            self.learn(self.renewed(ne(atom_expr(atom), 0)))
        return True

    def _narrow(self, s: Symbol, low: int | None, high: int | None) -> None:
        if low is not None and high is not None and low > high:
            self.facts = self.facts.assume(False)
            return
        self._bounds[s.name] = (low, high)
        self._replace(s, low if low is not None and low == high else symbol(s.name, low, high))

    def _replace(self, s: Symbol, value: Dim) -> None:
        if self.log is not None:
            self.log.append(Event("solution", None, (True,), eq(atom_expr(s), value)))
        self.translator.substitute(s, value)
        self.solutions.append(Solution(s, value))
        for at in self._mentions.pop(s, ()):  # the facts speak of the symbols that there are now
            self._state(at)

    def _assume(self, cond: Formula) -> None:
        self.residual.append(cond)
        self._state(len(self.residual) - 1)
        if isinstance(cond, Compare) and not self.light and not self.facts.contradictory:
            self._take_over(cond)

    def _take_over(self, cond: Compare) -> None:
        """Values and bounds that the facts found for symbols become the symbols' own."""
        for s in sorted(cond.free, key=lambda one: one.key):
            if s in self.translator.solved:
                continue
            found = self.translator.rewriter.dim(self.facts.simplify(atom_expr(s)))
            if not (isinstance(found, Expr) and found.atom is s):
                if not isinstance(found, Expr) or s not in found.free:
                    self._replace(s, found)
                continue
            low, high = self.facts.bounds(found)
            if (low, high) != s.bounds:
                self._narrow(s, low, high)

    def _state(self, at: int) -> None:
        """Assumes a residual condition as it looks now."""
        if self.light:
            return
        cond = self.renewed(self.residual[at])
        self.facts = self.facts.assume(cond)
        if isinstance(cond, Formula):
            for s in cond.free:
                self._mentions.setdefault(s, {})[at] = None

    def bounds_of(self, name: str) -> Interval:
        """The bounds that the symbol of that name has now."""
        return self._bounds.get(name, (None, None))

    def final(self) -> list[Cond]:
        """The residual conditions under all solutions."""
        return [self.renewed(cond) for cond in self.residual]
