"""A model of a program from few of its asserts: only those that some candidate violates are taken in.

Most asserts of a trace follow from few; those are never looked at, only evaluated. At a point without
coincidences an equation holds only if it is implied (Schwartz 1980, Zippel 1979), and two equations whose
sides have the same values there are most likely the same; so one of them is enough for a round. Nothing
rests on that: what was left out shows at the next candidate.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from shapecheck.symbolic.smt.chain import Chain
from shapecheck.symbolic.smt.models import Point, Solved, complete, mended_point, small_point, solve
from shapecheck.symbolic.smt.points import Evaluator, cone
from shapecheck.symbolic.smt.program import Program

_COMPARISONS = frozenset(("=", "<", "<="))
_DIVISIONS = frozenset(("div", "mod", "/"))


class Phase(NamedTuple):
    """Where candidates come from, and which of the asserts that they violate are taken in."""

    candidate: Callable[[Solved], Point | None]
    first: int
    """Unknowns that the candidate leaves open are `first`, `first` + 1, ..., as far as their bounds allow."""
    rounds: int
    """How often asserts are taken in before the next phase."""
    equations_only: bool = False
    one_of_alike: bool = True
    """Of asserts that have the same values on both sides just one is taken in."""


def _open(_: Solved) -> Point:
    return {}


PHASES = (
    Phase(_open, 2, rounds=0),
    Phase(_open, 101, rounds=2, equations_only=True),
    Phase(_open, 2, rounds=4),
    Phase(mended_point, 2, rounds=6, one_of_alike=False),
    Phase(small_point, 2, rounds=60, one_of_alike=False),
)


def solve_lazily(program: Program) -> Solved:
    """Looks for a model; where it gets stuck, everything is taken in."""
    return Search(program).run() or solve(program)


class Search:
    """The asserts that were taken in so far."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.chain = Chain(program, light=True)
        self.evaluator = Evaluator(program)
        self.taken: set[int] = set()

    def run(self) -> Solved | None:
        """The program with a model; None if none was found."""
        self._take(_about_divisors(self.program))
        for phase in PHASES:
            fewest = len(self.program.asserts) + 1
            for left in range(phase.rounds, -1, -1):
                solved = Solved(self.chain, self.evaluator)
                violated, values = self._look(solved, phase)
                if solved.model is not None:
                    return solved
                stuck = phase.one_of_alike and len(violated) >= fewest
                new = [] if stuck or not left else self._worth_taking(phase, violated, values)
                if not new:
                    break
                fewest = len(violated)
                self._take(new)
                if self.chain.contradiction is not None:
                    return None
        return None

    def _look(self, solved: Solved, phase: Phase) -> tuple[list[int], Sequence[Any]]:
        """What the candidate violates, and the values there; if it violates nothing, it is the model."""
        point = phase.candidate(solved)
        model = None if point is None else complete(self.chain, point, phase.first)
        if model is None:
            return [], ()
        values = self.evaluator.known_values(model)
        violated = self.evaluator.violated(values)
        if not violated and self.evaluator.holds(model):
            solved.model = model
        return violated, values

    def _worth_taking(self, phase: Phase, violated: Sequence[int], values: Sequence[Any]) -> list[int]:
        """The violated asserts that are new, in order."""
        out: dict[Hashable, int] = {}
        for index in violated:
            if index not in self.taken:
                node = self.program.nodes[self.program.asserts[index].node]
                opposite = node[0] == "not"
                op, *operands = self.program.nodes[node[1]] if opposite else node
                if phase.equations_only and (opposite or op != "="):
                    continue
                alike = phase.one_of_alike and op in _COMPARISONS
                out.setdefault((op, opposite, *(values[at] for at in operands)) if alike else index, index)
        return list(out.values())

    def _take(self, asserts: Sequence[int]) -> None:
        self.taken.update(asserts)
        for index in asserts:
            self.chain.take(index)


def _about_divisors(program: Program) -> list[int]:
    """The asserts that compare an unknown with a number, if something is divided by what depends on it.

    The sign of a divisor decides what a division is; without it every one is a choice.
    """
    nodes = program.nodes
    divisors = cone(nodes, (node[2] for node in nodes if node[0] in _DIVISIONS))
    wanted = {at for at in divisors if nodes[at][0] == "var"}
    if not wanted:
        return []
    out = []
    for index, one in enumerate(program.asserts):
        node = nodes[one.node]
        op, *operands = nodes[node[1]] if node[0] == "not" else node
        if op in _COMPARISONS and not wanted.isdisjoint(operands):
            a, b = operands
            if nodes[a][0] == "const" or nodes[b][0] == "const":
                out.append(index)
    return out
