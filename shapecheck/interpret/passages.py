"""Which sides of branches the calls of a function get through: one that a call fails on may be there for others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.frames import NOWHERE
from shapecheck.interpret.record import Finding, Passage, Record, Side

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine
    from shapecheck.source import ir
    from shapecheck.source.span import Span


def run_side(machine: Machine, test: ir.Expression, holds: bool, run: Callable[[], Any]) -> Any:
    """Runs a side, and notes that the call has got through it if nothing on it fails."""
    impossible = machine.record.obligations["impossible"]
    result = run()
    if machine.record.obligations["impossible"] == impossible and not machine.trial_depth:
        place = machine.stack[-2].span if len(machine.stack) > 1 else NOWHERE
        if place is not NOWHERE:
            machine.record.passed.add((id(test), holds, place))
    return result


def note_repeated(machine: Machine, record: Record, place: Span) -> None:
    """What a call at `place` got through, one at the present place does, too."""
    here = machine.frame.span
    if here is not NOWHERE and here != place:
        machine.record.passed |= {(test, holds, here) for test, holds, at in record.passed if at == place}


def open_passage(machine: Machine) -> Passage | None:
    """The innermost side around the present point that nothing decides, in a function that the code calls."""
    stack = machine.stack
    for caller, frame in zip(stack[-2::-1], stack[::-1]):
        if frame.open_side is not None and caller.span is not NOWHERE:
            return *frame.open_side, caller.span
    return None


def without_others_branches(record: Record) -> list[Finding]:
    """Its findings; but where a function fails on a side that nothing decides, and a call from another place has got
    through it, that side is for the other caller."""
    callers: dict[Side, set[Span]] = {}
    for test, holds, place in record.passed:
        callers.setdefault((test, holds), set()).add(place)

    def is_for_another(within: Passage | None) -> bool:
        return within is not None and not callers.get(within[:2], set()) <= {within[2]}

    return [one for one in record.findings if not is_for_another(one.within)]
