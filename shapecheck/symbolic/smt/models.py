"""Whether a whole program is satisfiable, with a model that the original program was evaluated at."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from shapecheck.symbolic.expr import Symbol, symbol
from shapecheck.symbolic.facts import Facts
from shapecheck.symbolic.formula import Cond, Formula
from shapecheck.symbolic.prover import Prover
from shapecheck.symbolic.smt import grid
from shapecheck.symbolic.smt.chain import Chain
from shapecheck.symbolic.smt.points import Evaluator
from shapecheck.symbolic.smt.program import BOOL, INT, Program
from shapecheck.symbolic.traversal import Valuation

GRID_BUDGET = 60_000
MAX_ROUNDS = 60

Model = dict[str, Any]


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


def solve_lazily(program: Program) -> Solved:
    """Takes in only asserts that some candidate violates, until a candidate violates none.

    Most asserts of a trace follow from few; those are never looked at, only evaluated. Where it gets stuck,
    everything is taken in.
    """
    chain, evaluator = Chain(program, light=True), Evaluator(program)
    taken: set[int] = set()
    smallest = True
    for _ in range(MAX_ROUNDS):
        solved = Solved(chain, evaluator)
        point = {} if smallest else _by_facts(solved.facts) or _by_components(solved.facts)
        model = None if point is None else complete(chain, point)
        if model is None:
            break
        values = evaluator.known_values(model)
        violated = [i for i, one in enumerate(program.asserts) if values[one.node] is not True]
        if not violated and evaluator.holds(model):
            solved.model = model
            return solved
        new = [i for i in violated if i not in taken]
        if not new and not smallest:
            break
        smallest = smallest and bool(new)  # as long as the smallest sizes teach something, they are cheapest
        taken.update(new)
        for i in new:
            chain.take(i)
        if chain.contradiction is not None:
            break
    return solve(program)


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


def _by_facts(facts: Facts) -> dict[str, int] | None:
    """Small values in a fixed order, each choice propagated by the facts."""
    return Prover(0, 0).model(facts)


def _by_components(facts: Facts) -> dict[str, int] | None:
    """Each group of conditions that share symbols on its own, all values tried in a fixed order."""
    point: dict[str, int] = {}
    for group in groups([cond for cond, _ in facts.items]):
        symbols = frozenset().union(*(cond.free for cond in group))
        bounds = {s.name: s.bounds for s in symbols}
        found = grid.search(group, bounds, grid.names_of(symbols), {}, GRID_BUDGET)
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


def complete(chain: Chain, point: dict[str, Any]) -> Model | None:
    """Values for all constants: those of solved symbols follow, the others are as small as may be."""
    program = chain.program
    at = Valuation(_Defaults(point, chain))
    model: Model = {}
    try:
        for node in program.constants:
            name, sort = program.name_of(node), program.sorts[node]
            if sort == INT:
                model[name] = at.dim(chain.translator.rewriter.dim(symbol(name)))
            elif sort == BOOL:
                model[name] = bool(point.get(name, False))
            else:
                return None
    except ZeroDivisionError:
        return None
    return model


class _Defaults(dict[str, Any]):
    """A point that gives names outside of it the value nearest to 1 that their bounds allow."""

    def __init__(self, point: dict[str, Any], chain: Chain) -> None:
        super().__init__(point)
        self.chain = chain

    def __missing__(self, name: str) -> int:
        low, high = self.chain.bounds_of(name)
        value = 1 if low is None else max(1, low)
        value = value if high is None else min(value, high)
        self[name] = value
        return value
