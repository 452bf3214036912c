"""A minimal set of asserts that contradict each other."""

from __future__ import annotations

from collections.abc import Sequence

from shapecheck.symbolic.smt.chain import Chain
from shapecheck.symbolic.smt.program import Assert, Program, part_of

CORE_RLIMIT = 1_000_000


def contradict(program: Program, asserts: Sequence[Assert], with_z3: bool) -> bool:
    """Whether these asserts were shown to contradict each other."""
    chain = Chain(part_of(program, asserts))
    chain.run()
    if chain.contradiction is not None:
        return True
    if not with_z3:
        return False
    from shapecheck.symbolic.smt import z3_program

    return z3_program.check(program, [one.node for one in asserts], None, CORE_RLIMIT)[0] is False


def minimal_core(program: Program, upto: int, with_z3: bool) -> list[Assert]:
    """A minimal part of the asserts up to and including one that contradict each other, in file order.

    Deletion in halving blocks (as in ddmin, Zeller 2002): linear where the core is small.
    """
    core = program.asserts[: upto + 1]
    size = max(1, len(core) // 2)
    while True:
        at = 0
        while at < len(core):
            without = core[:at] + core[at + size :]
            if without and contradict(program, without, with_z3):
                core = without
            else:
                at += size
        if size == 1:
            return core
        size = max(1, size // 2)
