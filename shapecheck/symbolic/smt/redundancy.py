"""Which asserts follow from those before them: a proof, or a checked witness that they do not."""

from __future__ import annotations

from typing import Any, NamedTuple

from shapecheck.symbolic.formula import not_
from shapecheck.symbolic.refute import refuted
from shapecheck.symbolic.smt.chain import Open
from shapecheck.symbolic.smt.models import Solved
from shapecheck.symbolic.smt.witness import Witnesses

REDUNDANT, NEEDED, UNKNOWN = "redundant", "needed", "unknown"


class Redundancy(NamedTuple):
    """The verdict on one assert, and for a needed one the constants that differ from the model."""

    verdict: str
    witness: dict[str, Any] | None = None


def redundancies(solved: Solved) -> list[Redundancy]:
    """A verdict for each assert, in file order."""
    chain = solved.chain
    out = [Redundancy(REDUNDANT)] * len(chain.program.asserts)
    if solved.model is None:
        for record in chain.opened:
            out[record.position] = Redundancy(UNKNOWN)
        return out
    witnesses = Witnesses(chain, solved.evaluator, solved.model)
    for record in chain.opened:
        out[record.position] = _verdict(record, witnesses)
    return out


def _verdict(record: Open, witnesses: Witnesses) -> Redundancy:
    found = witnesses.find(record)
    if found is not None:
        return Redundancy(NEEDED, found)
    if refuted(record.facts, not_(record.cond)):
        return Redundancy(REDUNDANT)
    return Redundancy(UNKNOWN)
