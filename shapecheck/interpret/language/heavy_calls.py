"""Calls that take too long to follow: what they give is not known, what comes after them is analysed all the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.language.escapes import escape, may_have_run, may_run
from shapecheck.interpret.reserves import reserve
from shapecheck.interpret.signals import BudgetExceeded
from shapecheck.values import FunctionValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


class Moment:
    """The state in which a call begins, to go back to if it is not followed."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._mark, self._base = machine.store.mark(), machine.path.snapshot()
        self._doubts = machine.uncertain, machine.supposed

    def restore(self) -> None:
        """Nothing that the call has written or learned is left."""
        machine = self._machine
        machine.store.undo(self._mark)
        machine.path.restore(self._base)
        machine.uncertain, machine.supposed = self._doubts


class _Noted:
    """What is told of a call: not of one that is not followed to its end."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        record = machine.record
        self._lists: tuple[list[Any], ...] = (
            record.findings, record.preconditions, machine.overheard, machine.needs_overheard,
        )  # fmt: skip
        self._lengths = [len(noted) for noted in self._lists]
        self._reveals, self._fails = len(record.reveals), record.fails
        self._reached = machine.world.reached.copy()

    def forget(self) -> None:
        """What was revealed may have been something else later; what was reached is entered by itself."""
        machine = self._machine
        for noted, length in zip(self._lists, self._lengths):
            del noted[length:]
        machine.record.leave_open(self._reveals)
        machine.record.fails = self._fails
        machine.world.reached.intersection_update(self._reached)


def follow(
    machine: Machine, function: FunctionValue, arguments: list[Value], run: Callable[[], Value], callee: str = "code"
) -> Value:
    """The value of a call; unknown, and as if it had not been made, where it takes all but the reserve."""
    begun, noted = Moment(machine), _Noted(machine)
    held_back = reserve(machine.steps_left)
    machine.steps_left -= held_back
    try:
        return run()
    except BudgetExceeded:
        machine.steps_left = 0
    finally:
        machine.steps_left += held_back
    begun.restore()
    noted.forget()
    machine.calls_given_up += 1
    may_run(machine)
    may_have_run(machine, function)
    escape(machine, arguments)
    return machine.unknown(f"a call into {callee} that takes too long to follow")
