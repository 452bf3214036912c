"""What is known on a path: conditions in the order in which they were learned, and what follows at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Union

from shapecheck.symbolic import intervals
from shapecheck.symbolic.definitions import definition
from shapecheck.symbolic.division import Quotient
from shapecheck.symbolic.expr import Atom, Dim, Expr, Symbol, atom_expr, make
from shapecheck.symbolic.formula import EQ, GE, Compare, Cond, Formula, Junction, eq, ge, le, ne
from shapecheck.symbolic.interning import forget_also
from shapecheck.symbolic.intervals import Interval
from shapecheck.symbolic.persistent import PersistentMap
from shapecheck.symbolic.simplify import FactRewriter, Knowledge, common_factors, form_of
from shapecheck.symbolic.solving import as_multiple, multiple, solve

Cell = Union[tuple[Formula, "Cell"], None]
MAX_STEPS = 2000
"""Conclusions that one `assume` draws before it stops; what is not drawn is not known, never wrong."""
MAX_WOKEN = 32
WAKING_SIZE = 4


class Facts:
    """An immutable set of facts; `assume` returns a larger one that shares its tables."""

    EMPTY: ClassVar[Facts]
    __slots__ = (
        "__weakref__", "_clauses", "_deep", "_know", "_last", "_mentions", "_parent", "_rewriter",
        "answers", "contradictory", "depth", "mentioned",
    )  # fmt: skip

    def __init__(
        self,
        know: Knowledge,
        mentions: PersistentMap[Symbol, Cell],
        clauses: PersistentMap[Symbol, Cell],
        parent: Facts | None,
        last: tuple[Formula, object] | None,
    ) -> None:
        self._know = know
        self._mentions = mentions
        self._clauses = clauses
        self._parent = parent
        self._last = last
        self._rewriter: FactRewriter | None = None
        self._deep: FactRewriter | None = None
        self.contradictory: bool = parent is not None and parent.contradictory
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.answers: dict[object, object] = {}
        """For the prover: what it has answered under exactly these facts."""
        self.mentioned: int = 0
        """The symbols in the conclusions that the last fact led to, each as often as it is mentioned: what it cost."""

    @property
    def items(self) -> tuple[tuple[Formula, object], ...]:
        """The facts with their origins, oldest first."""
        return self.since(Facts.EMPTY)

    def since(self, older: Facts) -> tuple[tuple[Formula, object], ...]:
        """The facts that were assumed after `older`, from which these were made; oldest first."""
        out = []
        node: Facts | None = self
        while node is not None and node.depth > older.depth:
            if node._last is not None:
                out.append(node._last)
            node = node._parent
        return tuple(reversed(out))

    def assume(self, cond: Cond, origin: object = None) -> Facts:
        """These facts and `cond`; they themselves if it is True."""
        if cond is True:
            return self
        if not isinstance(cond, Formula):
            out = Facts(self._know, self._mentions, self._clauses, self, (FALSE, origin))
            out.contradictory = True
            return out
        if self.contradictory:
            return Facts(self._know, self._mentions, self._clauses, self, (cond, origin))
        simple = self.simplify_condition(cond)
        if simple is True:
            out = Facts(self._know, self._mentions, self._clauses, self, (cond, origin))
            out._rewriter, out._deep = self._rewriter, self._deep
            return out
        learner = Learner(self._know, self._mentions, self._clauses, self.rewriter)
        learner.learn(simple)
        out = Facts(learner.know, learner.mentions, learner.clauses, self, (cond, origin))
        out._rewriter = learner.rewriter
        out.contradictory = learner.contradictory
        out.mentioned = learner.mentioned
        return out

    def forget(self) -> None:
        """Lets go of what was rewritten under these facts."""
        self._rewriter = self._deep = None

    # ---------------------------------------------------------------- questions

    @property
    def rewriter(self) -> FactRewriter:
        """Rewrites under these facts into what may be shown."""
        if self._rewriter is None:
            self._rewriter = FactRewriter(self._know)
        return self._rewriter

    @property
    def deep_rewriter(self) -> FactRewriter:
        """Rewrites into what is easiest to decide: a symbol of known remainder becomes k*t + r."""
        if self._deep is None:
            self._deep = FactRewriter(self._know, deep=True) if self._know.multiples else self.rewriter
        return self._deep

    def simplify(self, d: Dim) -> Dim:
        """An equal dim: solved symbols replaced, decided choices made."""
        try:
            return self.rewriter.dim(d)
        except ZeroDivisionError:
            return d  # it has no value here

    def simplify_condition(self, cond: Cond) -> Cond:
        """An equivalent condition, a bool if the facts decide it at once."""
        return self.rewriter.cond(cond) if isinstance(cond, Formula) else cond

    def bounds(self, d: Dim) -> Interval:
        """Inclusive bounds of a dim, None for none."""
        return self.rewriter.range(self.simplify(d))

    def equal(self, a: Dim, b: Dim) -> bool:
        """Whether both are the same after simplification."""
        difference = self.simplify(a - b)
        return isinstance(difference, int) and difference == 0

    def solution(self, s: Symbol) -> Dim | None:
        """What replaces the symbol, as it was when that was learned; None of one that is free."""
        return self._know.solved.get(s)

    def multiple_of(self, s: Expr) -> Dim | None:
        """k*t + r if something is known of the remainders of a symbol."""
        atom = s.atom
        return None if atom is None or atom not in self._know.multiples else self.deep_rewriter.dim(s)

    def relevant(self, focus: Iterable[Symbol], limit: int) -> list[Formula]:
        """The simplified facts that are connected with these symbols, nearest first, at most `limit`.

        Just FALSE if one of them turns out to be.
        """
        rewriter = self.rewriter
        todo = sorted(focus, key=lambda s: s.key)
        seen = set(todo)
        out: dict[Formula, None] = {}
        stated: set[Formula] = set()
        for s in todo:  # grows
            cell = self._mentions.get(s)
            while cell is not None and len(out) < limit:
                if cell[0] not in stated:
                    stated.add(cell[0])
                    cond = rewriter.cond(cell[0])
                    if cond is False:
                        return [FALSE]
                    if isinstance(cond, Formula) or (cond is True and self._in_tables(cell[0])):
                        fact = cond if isinstance(cond, Formula) else cell[0]
                        out[fact] = None
                        new = sorted(fact.free - seen, key=lambda symbol: symbol.key)
                        todo.extend(new)
                        seen.update(new)
                cell = cell[1]
        return list(out)

    def first_contradictory(self) -> Facts:
        """The oldest of the versions that led here whose contradiction was noticed; itself if none was."""
        node = self
        while node._parent is not None and node._parent.contradictory:
            node = node._parent
        return node

    def flagged(self) -> list[Formula]:
        """The live facts in which flags occur, in the order of their keys."""
        simple = [self._know_clause(cond) for cond in self._know.known.data() if cond.flags]
        found = {cond for cond in simple if isinstance(cond, Junction)}
        return sorted(found, key=lambda cond: cond.key)

    def _know_clause(self, cond: Formula) -> Cond:
        simple = self.rewriter.cond(cond)
        return cond if simple is True and self._in_tables(cond) else simple

    def _in_tables(self, fact: Formula) -> bool:
        """Whether it simplifies to True only because the tables hold the fact itself."""
        know = self._know
        if any(s in know.solved for s in fact.free):
            return False
        if isinstance(fact, Compare):
            form = form_of(fact.expr)[0]
            return form in know.bounds or form in know.holes
        return fact in know.known


class Learner:
    """Draws the immediate conclusions of one new fact, into new versions of the tables."""

    def __init__(
        self,
        know: Knowledge,
        mentions: PersistentMap[Symbol, Cell],
        clauses: PersistentMap[Symbol, Cell],
        rewriter: FactRewriter,
    ) -> None:
        """`rewriter` rewrites under what is known."""
        self.know = know
        self.mentions = mentions
        self.clauses = clauses
        self.contradictory = False
        self.rewriter = rewriter
        self.queue: list[Cond] = []
        self.pending: set[Cond] = set()
        self.drawn = 0
        self.mentioned = 0
        """Symbols in the conclusions that were drawn, each as often as it is mentioned."""

    def learn(self, cond: Cond) -> None:
        """Takes in the condition and what follows."""
        self.queue.append(cond)
        while self.drawn < min(len(self.queue), MAX_STEPS) and not self.contradictory:
            drawn = self.queue[self.drawn]
            self.drawn += 1
            self.pending.discard(drawn)
            self.mentioned += len(drawn.free) if isinstance(drawn, Formula) else 0
            simple = self.rewriter.cond(drawn)
            if isinstance(simple, Formula):
                self._take(simple)
            elif simple is False:
                self.contradictory = True

    def _update(self, know: Knowledge, about: Expr | Atom | Formula) -> None:
        self.know = know
        self.rewriter = self.rewriter.knowing(know, about.free)

    def _take(self, cond: Formula) -> None:
        if isinstance(cond, Compare):
            self._divisors(cond.expr)
            if cond.op is EQ:
                self._equation(cond)
            else:
                self._bound(cond)
                self._signs(cond)
            self._wake(cond)
        elif isinstance(cond, Junction) and cond.is_and:
            self.queue.extend(cond.args)
        else:
            self.know = self.know._replace(known=self.know.known.set(cond, True))
            self.rewriter = FactRewriter(self.know)  # a flag may decide whatever there is
            self._mention(cond)
            if isinstance(cond, Junction):
                for s in _ordered(cond.free):
                    self.clauses = self.clauses.set(s, (cond, self.clauses.get(s)))
            else:
                self._wake_flagged(cond)

    def _divisors(self, expr: Expr) -> None:
        """A fact has a value, so what it divides by is not 0."""
        for monomial, _ in expr.terms:
            for atom, _ in monomial.factors:
                if isinstance(atom, Quotient) and isinstance(atom.divisor, Expr):
                    self.queue.append(ne(atom.divisor, 0))

    def _mention(self, cond: Formula) -> None:
        for s in _ordered(cond.free):
            self.mentions = self.mentions.set(s, (cond, self.mentions.get(s)))

    # ---------------------------------------------------------------- equations

    def _equation(self, cond: Compare) -> None:
        expr = cond.expr
        if len(expr.terms) > 1 and 0 in self.rewriter.range(expr) and self._all_at_end(expr):
            return
        solution = solve(expr)
        if solution is not None and type(solution[0]) is Symbol:
            self._substitute(solution[0], solution[1])
            return
        self._mention(cond)
        self._remainder(expr)
        if solution is not None:
            atom, value = solution
            self._update(self.know._replace(solved=self.know.solved.set(atom, value)), atom)
            self.queue.append(definition(atom, value))
            self._reconsider(_ordered(atom.free))
        else:
            form, factor, const = form_of(expr)
            self._set_bounds(form, (-const // factor, -const // factor))

    def _substitute(self, s: Symbol, value: Dim) -> None:
        """From here on the symbol is replaced; what was known of it is known of the value."""
        known = self.know.bounds.get(atom_expr(s))
        self._update(self.know._replace(solved=self.know.solved.set(s, value)), s)
        low, high = intervals.intersect(s.bounds, known or intervals.ANY)
        if low is not None:
            self.queue.append(ge(value, low))
        if high is not None:
            self.queue.append(le(value, high))
        self._reconsider((s,))

    def _reconsider(self, symbols: Iterable[Symbol]) -> None:
        for s in symbols:
            cell = self.mentions.get(s)
            while cell is not None and len(self.queue) < MAX_STEPS:
                if cell[0] not in self.pending:
                    self.pending.add(cell[0])
                    self.queue.append(cell[0])
                cell = cell[1]

    def _remainder(self, expr: Expr) -> None:
        """Learns s == k*t + r, from the equation as it looks with such knowledge already put in."""
        rewriter = FactRewriter(self.know, deep=True) if self.know.multiples else self.rewriter
        deep = rewriter.cond(eq(expr, 0))
        if not isinstance(deep, Compare) or deep.op is not EQ:
            self.contradictory = self.contradictory or deep is False
            return
        solution = solve(deep.expr)
        if solution is not None and type(solution[0]) is Symbol:
            self._update(self.know._replace(multiples=self.know.multiples.set(*solution)), solution[0])
            return
        found = as_multiple(deep.expr)
        if found is not None:
            s, modulus, remainder = found
            value = multiple(s, modulus, remainder, rewriter.range(atom_expr(s)))
            self._update(self.know._replace(multiples=self.know.multiples.set(s, value)), s)

    # ---------------------------------------------------------------- bounds

    def _bound(self, cond: Compare) -> None:
        form, sign, const = form_of(cond.expr)
        at = -const * sign  # GE: sign*form >= -const
        if cond.op is GE:
            self._set_bounds(form, (at, None) if sign > 0 else (None, at))
        else:
            holes = (self.know.holes.get(form) or frozenset()) | {at}
            self._update(self.know._replace(holes=self.know.holes.set(form, holes)), form)
            if at in self.rewriter.range(form):
                self._set_bounds(form, intervals.ANY)
        self._mention(cond)

    def _signs(self, cond: Compare) -> None:
        """x * rest >= 1: both are positive or both negative, so that the sign of one is that of the other."""
        expr = cond.expr
        if cond.op is not GE or expr.const >= 0 or expr.terms[0][0].degree < 2:
            return
        for atom, rest in common_factors(expr):
            for one, other in ((atom, rest), (rest, atom)):
                low, high = self.rewriter.range(one)
                if low is not None and low >= 0:
                    self.queue.extend((ge(one, 1), ge(other, 1)))
                elif high is not None and high <= 0:
                    self.queue.extend((le(one, -1), le(other, -1)))

    def _set_bounds(self, form: Expr, new: Interval) -> None:
        low, high = intervals.intersect(self.rewriter.range(form), new)
        holes = self.know.holes.get(form) or frozenset()
        if 0 in (low, high) and self.rewriter.has_no_zero(form):
            holes |= {0}
        while low is not None and low in holes:
            low += 1
        while high is not None and high in holes:
            high -= 1
        if intervals.is_empty((low, high)):
            self.contradictory = True
            return
        self._update(self.know._replace(bounds=self.know.bounds.set(form, (low, high))), form)
        is_equation = new[0] is not None and new[0] == new[1]
        if low is not None and low == high and not is_equation:
            equation = eq(form, low)
            if isinstance(equation, Compare):
                self._equation(equation)

    def _all_at_end(self, expr: Expr) -> bool:
        """Whether the sum can be 0 only if every term is at the end of its interval; then each is there."""
        for end in (0, 1):
            equations: list[Cond] = []
            value: int | None = expr.const
            for monomial, c in expr.terms:
                term = make(((monomial, 1),), 0)
                bound = self.rewriter.range(term)[end if c > 0 else 1 - end]
                if bound is None or value is None:
                    value = None
                    break
                value += c * bound
                equations.append(eq(term, bound))
            if value == 0:
                self.queue.extend(equations)
                return True
        return False

    # ---------------------------------------------------------------- disjunctions

    def _wake(self, cond: Formula) -> None:
        """Looks again at disjunctions over the symbols of a new fact."""
        if len(cond.free) > WAKING_SIZE:
            return
        woken: dict[Formula, None] = {}
        for s in _ordered(cond.free):
            cell = self.clauses.get(s)
            for _ in range(MAX_WOKEN):
                if cell is None:
                    break
                woken[cell[0]] = None
                cell = cell[1]
        self._look_again(woken)

    def _wake_flagged(self, cond: Formula) -> None:
        self._look_again(
            clause for clause in self.know.known.data() if not clause.flags.isdisjoint(cond.flags)
        )

    def _look_again(self, clauses: Iterable[Formula]) -> None:
        self.queue.extend([clause for clause in clauses if isinstance(clause, Junction)])


def _ordered(symbols: Iterable[Symbol]) -> list[Symbol]:
    return sorted(symbols, key=lambda s: s.key)


FALSE: Formula = Compare(GE, atom_expr(Symbol("false", (None, -1))))

Facts.EMPTY = Facts(
    Knowledge(PersistentMap(), PersistentMap(), PersistentMap(), PersistentMap(), PersistentMap()),
    PersistentMap(),
    PersistentMap(),
    None,
    None,
)
forget_also(Facts.EMPTY.forget)  # they are there to the end
