"""Decides conditions under facts."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from shapecheck.symbolic.facts import Facts
from shapecheck.symbolic.formula import Cond


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
    """A point where F holds (and P, unless P is impossible)."""
    core: tuple[object, ...] = ()
    """Origins of a minimal set of facts that contradict P (or, if unreachable, each other)."""


class Prover:
    """Answers questions within a budget that is counted, never timed."""

    def __init__(self, rlimit_per_question: int = 2_000_000, total_rlimit: int = 200_000_000) -> None:
        self.rlimit_per_question = rlimit_per_question
        self.total_rlimit = total_rlimit

    def decide(self, facts: Facts, cond: Cond) -> bool | None:
        """True if F implies P, False if F implies not P, None if neither or unknown."""
        if facts.contradictory:
            return True
        result = facts.simplify_condition(cond)
        return result if isinstance(result, bool) else None

    def verdict(self, facts: Facts, cond: Cond, want_witnesses: bool = False) -> Verdict:
        """The status of P under F, with the evidence for it."""
        if facts.contradictory:
            return Verdict(Status.UNREACHABLE)
        decided = self.decide(facts, cond)
        return Verdict(Status.PROVED) if decided else Verdict(Status.UNKNOWN)

    def model(self, facts: Facts, *conds: Cond) -> dict[str, int] | None:
        """A point where all hold, evaluated; None if none was found."""
        return None

    def satisfiable(self, facts: Facts) -> bool | None:
        """Whether some point satisfies the facts."""
        return False if facts.contradictory else None
