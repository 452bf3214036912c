"""Translation validation: what the cheap steps answered is asked of Z3 again, on the original program.

In the manner of Pnueli, Siegel and Singerman, "Translation validation" (1998): not the rewriter is
verified, but each of its results. Where Z3 disagrees it gives a point, and at that point the record of
rewrites is bisected to the first one that is wrong.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

import z3

from shapecheck.symbolic.smt.chain import Chain, Step
from shapecheck.symbolic.smt.points import Evaluator
from shapecheck.symbolic.smt.program import Program
from shapecheck.symbolic.smt.trace import Event, Wrong, first_wrong
from shapecheck.symbolic.smt.z3_program import Z3Program

RLIMIT = 2_000_000
_OTHER_STEP = "no single rewrite"


class Disagreement(NamedTuple):
    """An answer that Z3 refutes, the point at which it does, and the first wrong rewrite."""

    name: str
    step: str
    point: dict[str, Any]
    wrong: Wrong | None

    def __str__(self) -> str:
        where = ", ".join(f"{name} = {value}" for name, value in sorted(self.point.items()))
        cause = _OTHER_STEP if self.wrong is None else str(self.wrong)
        return f"{self.name} is not redundant ({self.step}). First wrong: {cause}, at {where}"


class Validation(NamedTuple):
    """How many answers were replayed, how many of those Z3 decided, and where it disagrees."""

    replayed: int
    decided: int
    disagreements: list[Disagreement]


def validate(program: Program, rlimit: int = RLIMIT, proved: Collection[int] = ()) -> Validation:
    """Replays every assert that the cheap steps call redundant, and the contradiction if they found one.

    `proved` are the indices of asserts that were called redundant after the steps had left them open.
    """
    chain = Chain(program)
    steps = chain.run()
    encoded = Z3Program(program)
    solver = encoded.solver(rlimit)
    replayed = decided = 0
    wrong: list[Disagreement] = []
    for index, step in enumerate(steps):
        one = program.asserts[index]
        term = encoded.term(one.node)
        if step not in (Step.OPEN, Step.FALSE) or index in proved:
            replayed += 1
            answer, point = _ask(encoded, solver, z3.Not(term))
            decided += answer is not None
            if answer:
                name = "a proof" if step is Step.OPEN else step.value
                wrong.append(_disagreement(program, index, name, point))
        solver.add(term)
    if chain.contradiction is not None:
        replayed += 1
        answer, point = _ask(encoded, solver, None)
        decided += answer is not None
        if answer:
            wrong.append(_disagreement(program, chain.contradiction, "contradiction", point))
    return Validation(replayed, decided, wrong)


def _ask(encoded: Z3Program, solver: Any, term: Any) -> tuple[bool | None, dict[str, Any]]:
    solver.push()
    if term is not None:
        solver.add(term)
    answer = solver.check()
    point = encoded.model(solver.model()) if answer == z3.sat else {}
    solver.pop()
    return (True if answer == z3.sat else False if answer == z3.unsat else None), point


def _disagreement(program: Program, index: int, step: str, point: dict[str, Any]) -> Disagreement:
    """Runs the chain once more with a record, up to the assert, and looks for the first wrong rewrite."""
    events: list[Event] = []
    chain = Chain(program, events)
    for position in range(index + 1):
        chain.take(position)
        if chain.contradiction is not None:
            break
    at = _Point(program, point)
    return Disagreement(program.asserts[index].name, step, point, first_wrong(events, at))


class _Point(dict[str, Any]):
    """A point that also knows the values of nodes that stand for themselves."""

    def __init__(self, program: Program, point: dict[str, Any]) -> None:
        super().__init__(point)
        self.evaluator = Evaluator(program)
        self.original = dict(point)

    def __missing__(self, name: str) -> Any:
        kind, _, number = name.partition(" ")
        if kind != "node" or not number.isdecimal():
            raise KeyError(name)
        self[name] = value = self.evaluator.value_of(int(number), self.original)
        return value
