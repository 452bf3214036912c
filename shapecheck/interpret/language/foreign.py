"""Calls from the project into installed packages: what happens there is not the project's fault.

A program that people run has its downloads, its compiled code and its files; we have none of them. So a call into a
package that fails for a reason of the package's own, or takes too long to follow, is one whose result is not known:
what comes after it is analysed all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shapecheck.interpret.language.escapes import escape, may_run
from shapecheck.interpret.signals import BudgetExceeded, PythonError
from shapecheck.values import FunctionValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

RESERVE = 8
"""This part of the steps that are left is kept for what comes after the call."""


def is_foreign(machine: Machine, function: FunctionValue) -> bool:
    """Whether code of the project calls a function of a package that is not the project's."""
    if not machine.stack or function.module == machine.frame.module.name:
        return False
    world, caller = machine.world, machine.frame.module
    return world.is_of_project(caller) and not world.is_of_project(world.module_of(function.module))


def follow(machine: Machine, arguments: list[Value], run: Callable[[], Value]) -> Value:
    """The value of such a call; unknown, and as if it had not been made, where it does not end well."""
    store, path = machine.store, machine.path
    mark, base, uncertain = store.mark(), path.snapshot(), machine.uncertain
    findings = len(machine.record.findings)
    held_back = machine.steps_left // RESERVE
    machine.steps_left -= held_back
    try:
        return run()
    except PythonError as error:
        if error.finding is not None or machine.is_doubtful or machine.regions_that_catch():
            raise  # it is told, or nobody knows that it is reached, or somebody waits for it
        reason = f"a call into a package that fails there: {error}"
    except BudgetExceeded:
        machine.steps_left = 0
        reason = "a call into a package that takes too long to follow"
        del machine.record.findings[findings:]
    finally:
        machine.steps_left += held_back
    store.undo(mark)
    path.restore(base)
    machine.uncertain = uncertain
    may_run(machine)
    escape(machine, arguments)
    return machine.unknown(reason)
