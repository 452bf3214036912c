"""Decides conditions under facts: cheap steps first, Z3 last, and evidence for every answer that is shown."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from shapecheck.symbolic import search
from shapecheck.symbolic.components import Component, components
from shapecheck.symbolic.cores import Item, minimal_core
from shapecheck.symbolic.expr import Expr, Symbol, atom_expr
from shapecheck.symbolic.facts import Facts
from shapecheck.symbolic.formula import Cond, Formula, flag, not_
from shapecheck.symbolic.refute import question, refuted, refuted_at, targets
from shapecheck.symbolic.traversal import evaluate

RELEVANT_FOR_Z3 = 400
DECIDE_CHOICES = 60
UNLIMITED = 1 << 60
MODEL_CHOICES = 1500
SHRINK_EVALUATIONS = 400
MAX_CACHED_PARTS = 4096


class Status(Enum):
    """What is known about a condition P under facts F."""

    PROVED = "proved"
    IMPOSSIBLE = "impossible"
    CONTINGENT = "contingent"
    UNREACHABLE = "unreachable"
    UNKNOWN = "unknown"


class Verdict(NamedTuple):
    """An answer and its evidence."""

    status: Status
    counterexample: dict[str, int] | None = None
    """A point where F holds and P does not."""
    model: dict[str, int] | None = None
    """A point where F holds (and P, unless P is impossible); it names the symbols of P too."""


class Prover:
    """Answers questions within budgets that are counted, never timed."""

    def __init__(
        self, rlimit_per_question: int = 400_000, total_rlimit: int = 40_000_000, effort: int = UNLIMITED
    ) -> None:
        """`effort` bounds the facts looked at over all questions; when it is used up only what is
        immediate is decided."""
        self.effort_left = effort
        self.rlimit_per_question = rlimit_per_question
        self.total_rlimit = total_rlimit
        self.spent = 0
        """What Z3 has used of the total so far."""
        self._parts: dict[object, dict[str, int] | None] = {}
        self._of_nothing: dict[object, object] = {}

    # ---------------------------------------------------------------- deciding

    def _answers(self, facts: Facts) -> dict[object, object]:
        """Answers under these facts. No facts are one object for all provers, but each pays for its own questions:
        what one analysis may spend must not depend on another one before it."""
        return self._of_nothing if facts is Facts.EMPTY else facts.answers

    def decide(self, facts: Facts, cond: Cond) -> bool | None:
        """True if F implies P, False if F implies not P, None if neither or unknown."""
        if facts.contradictory:
            return True
        simple = facts.simplify_condition(cond)
        if not isinstance(simple, Formula):
            return simple
        answers = self._answers(facts)
        if simple not in answers:
            answers[simple] = self._decide(facts, simple)
        answer = answers[simple]
        assert answer is None or isinstance(answer, bool)
        return answer

    def _decide(self, facts: Facts, cond: Formula) -> bool | None:
        if self.effort_left <= 0:
            return None
        opposite = not_(cond)
        for claim, answer in ((opposite, True), (cond, False)):
            found, effort = refuted_at(facts, claim)
            self.effort_left -= effort
            if found:
                return answer
        if self._contradicts(facts, opposite):
            return True
        return False if self._contradicts(facts, cond) else None

    def _contradicts(self, facts: Facts, cond: Cond) -> bool:
        """Whether F and the condition have no common point: a quick look for one, then Z3."""
        if self.effort_left <= 0:
            return False
        self.effort_left -= DECIDE_CHOICES
        extended, focus = question(facts, cond)
        symbols = targets(extended, focus)
        relevant = extended.relevant(symbols, RELEVANT_FOR_Z3)
        ordered = _in_order(symbols, relevant)
        if search.uniform(extended, ordered, relevant) is not None:
            return False
        if search.find(extended, ordered, search.flags_of(relevant), DECIDE_CHOICES) is not None:
            return False
        answer = self._ask(relevant, want_model=False)
        return answer is not None and answer[0] is False

    def _ask(self, conds: Sequence[Formula], want_model: bool) -> tuple[bool, dict[str, int] | None] | None:
        """Z3's answer, None if it is unknown or the budget is used up."""
        limit = min(self.rlimit_per_question, self.total_rlimit - self.spent)
        if limit <= 0:
            return None
        from shapecheck.symbolic import z3_backend

        answer = z3_backend.check(conds, limit, want_model)
        self.spent += answer.spent
        return None if answer.satisfiable is None else (answer.satisfiable, answer.model)

    # ---------------------------------------------------------------- models

    def model(self, facts: Facts, *conds: Cond) -> dict[str, int] | None:
        """A small point where all hold, evaluated; None if none was found.

        It gives every symbol and flag of the facts and conditions a value (a flag's is a bool).
        """
        formulas = [cond for cond, _ in facts.items] + [cond for cond in conds if isinstance(cond, Formula)]
        extended = facts
        for cond in conds:
            extended = extended.assume(cond)
        if extended.contradictory:
            return None
        key = ("model", *conds)
        answers = self._answers(facts)
        if key not in answers:
            answers[key] = self._model(extended, formulas, formulas)
        found = answers[key]
        return dict(found) if isinstance(found, dict) else None

    def _model_beside(self, facts: Facts, cond: Cond) -> dict[str, int] | None:
        """A point of the facts alone that gives the symbols of the condition values too."""
        if not isinstance(cond, Formula):
            return self.model(facts)
        formulas = [fact for fact, _ in facts.items]
        return self._model(facts, formulas, [*formulas, cond])

    def _model(self, facts: Facts, formulas: list[Formula], named: list[Formula]) -> dict[str, int] | None:
        """A point at which the formulas hold, with a value for all that `named` names."""
        env: dict[str, int] = {}
        for component in components(facts, named):
            part = self._cached_component_model(facts, component)
            if part is None:
                break
            env.update(part)
        else:
            env = _completed(facts, named, env)
            if search.holds(formulas, env):
                return _sorted(env)
        answer = self._ask(formulas, want_model=True)
        if answer is None or answer[1] is None or not search.holds(formulas, answer[1]):
            return None
        return _sorted(search.shrink(formulas, answer[1], SHRINK_EVALUATIONS))

    def _cached_component_model(self, facts: Facts, part: Component) -> dict[str, int] | None:
        """Most parts of a path are the same from question to question."""
        key = (tuple(part.symbols), tuple(part.flags), tuple(part.conds))
        if key not in self._parts:
            if len(self._parts) >= MAX_CACHED_PARTS:
                self._parts.clear()
            self._parts[key] = self._component_model(facts, part)
        return self._parts[key]

    def _component_model(self, facts: Facts, part: Component) -> dict[str, int] | None:
        if not part.flags:
            env = search.uniform(facts, part.symbols, part.conds)
            if env is not None:
                return env
        found = search.find(facts, part.symbols, part.flags, MODEL_CHOICES)
        return None if found is None else _values(found, part)

    def satisfiable(self, facts: Facts) -> bool | None:
        """Whether some point satisfies the facts; None if unknown."""
        if facts.contradictory:
            return False
        if self.model(facts) is not None:
            return True
        return False if self._unsatisfiable([cond for cond, _ in facts.items]) else None

    def _unsatisfiable(self, formulas: Sequence[Formula]) -> bool:
        """Whether the formulas were shown to contradict each other."""
        if refuted(Facts.EMPTY, *formulas):
            return True
        answer = self._ask(formulas, want_model=False)
        return answer is not None and answer[0] is False

    # ---------------------------------------------------------------- verdicts

    def verdict(self, facts: Facts, cond: Cond, want_witnesses: bool = False) -> Verdict:
        """The status of P under F, with points that show it; `core` says why, which takes much longer.

        With `want_witnesses`, a proved P comes with a model of F too.
        """
        if facts.contradictory:
            return Verdict(Status.UNREACHABLE)
        decided = self.decide(facts, cond)
        if decided is True:
            if want_witnesses:
                model = self._model_beside(facts, cond)
                if model is None and self.satisfiable(facts) is False:
                    return Verdict(Status.UNREACHABLE)
                return Verdict(Status.PROVED, model=model)
            return Verdict(Status.PROVED)
        if decided is False:
            model = self._model_beside(facts, cond)
            if model is not None:
                return Verdict(Status.IMPOSSIBLE, None, model)
            if self.satisfiable(facts) is False:
                return Verdict(Status.UNREACHABLE)
            return Verdict(Status.UNKNOWN)
        model = self.model(facts, cond)
        counterexample = self.model(facts, not_(cond))
        if model is not None and counterexample is not None:
            return Verdict(Status.CONTINGENT, counterexample, model)
        return Verdict(Status.UNKNOWN, counterexample, model)

    def core(self, facts: Facts, cond: Cond) -> tuple[object, ...]:
        """Origins of a minimal set of facts that contradict an impossible condition; if it is True, each other: of
        facts that are unreachable."""
        if cond is False:
            return ()
        answers, key = self._answers(facts), ("core", cond)
        if key not in answers:
            if isinstance(cond, Formula):
                items = minimal_core(facts.items, [cond], self._unsatisfiable)
            else:
                items = self._first_contradiction(facts)
            answers[key] = tuple(dict.fromkeys(origin for _, origin in items))
        found = answers[key]
        assert isinstance(found, tuple)
        return found

    def _first_contradiction(self, facts: Facts) -> list[Item]:
        """A minimal part of the facts that contradict each other, the last of them the first to do so."""
        items = facts.first_contradictory().items
        last = items[-1]
        return [*minimal_core(items[:-1], [last[0]], self._unsatisfiable), last]


def _values(facts: Facts, part: Component) -> dict[str, int]:
    """The values that the facts give to the symbols and flags of the component."""
    env: dict[str, int] = {}
    for name in part.flags:
        env[name] = facts.simplify_condition(flag(name)) is True
    for s in part.symbols:
        value = facts.simplify(atom_expr(s))
        assert isinstance(value, int)
        env[s.name] = value
    return env


def _completed(facts: Facts, formulas: Sequence[Formula], env: dict[str, int]) -> dict[str, int]:
    """The point with the values of solved symbols and decided flags added."""
    out = dict(env)
    for formula in formulas:
        left = [s for s in formula.free if s.name not in out]
        while left:
            value = facts.solution(left[-1])
            behind = [s for s in value.free if s.name not in out] if isinstance(value, Expr) else []
            if value is None:
                return out  # it will not hold
            left += behind
            if not behind:
                try:
                    out[left.pop().name] = evaluate(value, out)
                except ZeroDivisionError:
                    return out
        for name in formula.flags:
            if name not in out:
                out[name] = facts.simplify_condition(flag(name)) is True
    return out


def _in_order(symbols: frozenset[Symbol], conds: Sequence[Formula]) -> list[Symbol]:
    """The symbols, then those of the conditions in order of appearance."""
    out = dict.fromkeys(sorted(symbols, key=lambda s: s.key))
    for cond in conds:
        if not cond.free <= out.keys():
            out.update(dict.fromkeys(sorted(cond.free, key=lambda s: s.key)))
    return list(out)


def _sorted(env: dict[str, int]) -> dict[str, int]:
    return {name: env[name] for name in sorted(env)}
