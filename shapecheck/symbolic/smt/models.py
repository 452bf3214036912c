"""Whether a whole program is satisfiable, with a model that the original program was evaluated at."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from shapecheck.symbolic.expr import Symbol
from shapecheck.symbolic.facts import Facts
from shapecheck.symbolic.formula import Cond, Formula
from shapecheck.symbolic.prover import Prover
from shapecheck.symbolic.smt import grid
from shapecheck.symbolic.smt.chain import Chain
from shapecheck.symbolic.smt.compiled import compiled
from shapecheck.symbolic.smt.mending import Mending
from shapecheck.symbolic.smt.points import Evaluator
from shapecheck.symbolic.smt.program import BOOL, INT, Program
from shapecheck.symbolic.smt.reals import UnsupportedError
from shapecheck.symbolic.traversal import Valuation

GRID_BUDGET = 60_000

Model = dict[str, Any]
Point = dict[str, int]


@dataclass
class Solved:
    """A program with what its asserts come to, and a model if one was found."""

    chain: Chain
    evaluator: Evaluator
    model: Model | None = None

    @cached_property
    def facts(self) -> Facts:
        """What is left of all asserts under all solutions."""
        facts = Facts.EMPTY
        for cond in self.chain.final():
            facts = facts.assume(cond)
        return facts


def solve(program: Program) -> Solved:
    """Takes in all asserts and looks for a model, without Z3."""
    chain = Chain(program)
    chain.run()
    solved = Solved(chain, Evaluator(program))
    if chain.contradiction is None:
        solved.model = find_model(solved)
    return solved


def find_model(solved: Solved, *more: Cond) -> Model | None:
    """A model of all asserts and of some conditions more, checked on the original program."""
    facts = solved.facts
    for cond in more:
        facts = facts.assume(solved.chain.renewed(cond))
    if facts.contradictory:
        return None
    for attempt in (_by_facts, _by_components):
        point = attempt(facts)
        model = None if point is None else complete(solved.chain, point)
        if model is not None and solved.evaluator.holds(model):
            return model
    return None


def small_point(solved: Solved) -> Point | None:
    """A point at which what was taken in holds, as far as the facts tell."""
    return _by_facts(solved.facts) or _by_components(solved.facts)


def mended_point(solved: Solved) -> Point | None:
    """The point without coincidences, moved until what was taken in holds there."""
    conds = [cond for cond in solved.chain.final() if isinstance(cond, Formula)]
    env = _Defaults({}, solved.chain, 2)
    try:
        tests = compiled(conds)
    except (UnsupportedError, MemoryError, RecursionError):
        return None
    return dict(env) if Mending(conds, tests, env, solved.chain.bounds_of).run() else None


def _by_facts(facts: Facts) -> Point | None:
    """Small values in a fixed order, each choice propagated by the facts."""
    return Prover(0, 0).model(facts)


def _by_components(facts: Facts) -> Point | None:
    """Each group of conditions that share symbols on its own, all values tried in a fixed order."""
    point: Point = {}
    for group in groups([cond for cond, _ in facts.items]):
        symbols = frozenset().union(*(cond.free for cond in group))
        bounds = {s.name: s.bounds for s in symbols}
        try:
            tests = compiled(group)
        except UnsupportedError:
            return None
        found = grid.search(group, tests, bounds, grid.names_of(symbols), {}, GRID_BUDGET)
        if found is None:
            return None
        point.update(found)
    return point


def groups(conds: list[Formula]) -> list[list[Formula]]:
    """The conditions in groups that have no symbol in common."""
    out: list[tuple[set[Symbol], list[Formula]]] = []
    for cond in conds:
        symbols, members = set(cond.free), [cond]
        rest = []
        for other in out:
            if symbols.isdisjoint(other[0]):
                rest.append(other)
            else:
                symbols |= other[0]
                members = other[1] + members
        out = [*rest, (symbols, members)]
    return [members for _, members in out]


def complete(chain: Chain, point: Point, first: int = 1) -> Model | None:
    """Values for all constants: those of solved symbols follow; open ones are `first`, `first` + 1, ...

    With `first` 1 all open ones are 1; always as near as their bounds allow.
    """
    program = chain.program
    env = _Defaults(point, chain, first)
    at = Valuation(env)
    model: Model = {}
    try:
        for node in program.constants:
            name, sort = program.name_of(node), program.sorts[node]
            if sort == INT:
                solution = chain.translator.solution(name)
                model[name] = env[name] if solution is None else at.dim(solution)
            elif sort == BOOL:
                model[name] = bool(point.get(name, False))
            else:
                return None
    except ZeroDivisionError:
        return None
    return model


class _Defaults(dict[str, Any]):
    """A point that gives names outside of it the values nearest to some that their bounds allow."""

    def __init__(self, point: Point, chain: Chain, first: int) -> None:
        super().__init__(point)
        self.chain = chain
        self.next = first
        self.step = int(first > 1)

    def __missing__(self, name: str) -> int:
        low, high = self.chain.bounds_of(name)
        value = self.next if low is None else max(self.next, low)
        value = value if high is None else min(value, high)
        self.next += self.step
        self[name] = value
        return value
