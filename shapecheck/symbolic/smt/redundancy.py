"""Which asserts follow from those before them: a proof, or a checked witness that they do not."""

from __future__ import annotations

from typing import Any, NamedTuple

from shapecheck.symbolic.smt import proofs
from shapecheck.symbolic.smt.chain import Open
from shapecheck.symbolic.smt.models import Model, Solved, solve
from shapecheck.symbolic.smt.program import Program, part_of
from shapecheck.symbolic.smt.witness import Witnesses

MAX_FAILED = 8
"""After so many asserts on which all failed, the rest of a file is asked without the most expensive steps."""
REDUNDANT, NEEDED, UNKNOWN = "redundant", "needed", "unknown"


class Redundancy(NamedTuple):
    """The verdict on one assert, and for a needed one the constants that differ from the model."""

    verdict: str
    witness: dict[str, Any] | None = None


def redundancies(solved: Solved, model: Model | None = None) -> list[Redundancy]:
    """A verdict for each assert, in file order; the model is needed where `solved` has none."""
    chain = solved.chain
    out = [Redundancy(REDUNDANT)] * len(chain.program.asserts)
    at = chain.contradiction
    if at is not None:
        return [*_before(chain.program, at), *out[at + 1 :]]
    model = model or solved.model
    if model is None:
        for record in chain.opened:
            out[record.position] = Redundancy(REDUNDANT if proofs.quickly(record) else UNKNOWN)
        return out
    witnesses = Witnesses(chain, solved.evaluator, model)
    failed = 0
    for record in chain.opened:
        verdict = out[record.position] = _verdict(record, witnesses, failed < MAX_FAILED)
        failed += verdict.verdict == UNKNOWN
    return out


def _before(program: Program, at: int) -> list[Redundancy]:
    """The verdicts up to an assert that contradicts those before it: their models are its witnesses."""
    before = solve(part_of(program, program.asserts[:at]))
    own = Redundancy(UNKNOWN) if before.model is None else Redundancy(NEEDED, before.model)
    return [*redundancies(before), own]


def _verdict(record: Open, witnesses: Witnesses, thorough: bool) -> Redundancy:
    """Cheap witnesses, then cheap proofs, then the search for farther witnesses, then what costs most."""
    found = witnesses.find_near(record)
    if found is not None:
        return Redundancy(NEEDED, found)
    if proofs.quickly(record):
        return Redundancy(REDUNDANT)
    found = witnesses.find_far(record)
    if found is None and thorough:
        if proofs.thoroughly(record):
            return Redundancy(REDUNDANT)
        found = witnesses.find_even(record)
    return Redundancy(UNKNOWN) if found is None else Redundancy(NEEDED, found)
