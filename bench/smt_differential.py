"""Every verdict on the traced corpus, asked of Z3 again on the original terms.

An assert that is redundant has to be implied by the needed ones before it: those before that are redundant
were shown to follow from these, so the solver never holds them. Of a needed assert the witness is what is
checked: Z3 gets the values of all constants, under which the needed asserts before have to hold and this one
must not. A verdict on a node that has been asserted before is no question.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import z3

from shapecheck.symbolic.smt import read
from shapecheck.symbolic.smt.models import Solved, solve
from shapecheck.symbolic.smt.redundancy import NEEDED, REDUNDANT, redundancies
from shapecheck.symbolic.smt.z3_program import Z3Program

QUESTION_LIMIT_MS = 1_000
GIVE_UP = 30
"""After so many questions that Z3 does not answer in a file, the rest of it is not asked."""


def main(paths: list[Path]) -> None:
    """Prints the summary, and each disagreement."""
    counts: Counter[str] = Counter()
    for number, path in enumerate(paths, 1):
        counts.update(compare(path))
        if number % 25 == 0 or number == len(paths):
            print(f"{number} of {len(paths)} files: {summary(counts)}", flush=True)


def summary(counts: Counter[str]) -> str:
    """The counts in one line, in a fixed order."""
    return ", ".join(f"{counts[what]} {what}" for what in sorted(counts))


def compare(path: Path) -> Counter[str]:
    """How many verdicts of one file Z3 agrees with."""
    solved = solve(read(path.read_text(encoding="utf-8")))
    assert solved.model is not None
    program = solved.chain.program
    encoded = Z3Program(program)
    solver = z3.Solver(ctx=encoded.context)
    solver.set("timeout", QUESTION_LIMIT_MS)
    counts: Counter[str] = Counter(files=1)
    seen: set[int] = set()
    left = GIVE_UP
    for one, found in zip(program.asserts, redundancies(solved), strict=True):
        if one.node in seen:
            counts["repeated"] += 1
            continue
        seen.add(one.node)
        term = encoded.term(one.node)
        if found.verdict not in (REDUNDANT, NEEDED):
            counts["unknown to shapecheck"] += 1
        elif not left:
            counts["not asked"] += 1
        else:
            expected = z3.unsat if found.verdict == REDUNDANT else z3.sat
            point = [] if found.witness is None else _point(encoded, solved, found.witness)
            answer = solver.check(z3.Not(term), *point)
            if answer == z3.unknown:
                left -= 1
                counts[f"{found.verdict}, unknown to Z3"] += 1
            elif answer == expected:
                counts[f"{found.verdict}, agreed"] += 1
            else:
                counts["DISAGREED"] += 1
                print(f"{path.name}: {one.name} is {found.verdict}; Z3: {answer}", flush=True)
        if found.verdict != REDUNDANT:
            solver.add(term)
    return counts


def _point(encoded: Z3Program, solved: Solved, witness: dict[str, Any]) -> list[Any]:
    program, model = solved.chain.program, solved.model
    assert model is not None
    out = []
    for node in program.constants:
        name = program.name_of(node)
        out.append(encoded.term(node) == witness.get(name, model[name]))
    return out
