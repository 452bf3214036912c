"""Calls that differ in texts alone: tried once with texts of which nothing is known.

A walk over a network passes the name of each layer on (`blocks.0.mlp`, `blocks.1.mlp`), and hardly anything looks at
it. If a call does nothing but what it notes under any text, it is not run again for each of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shapecheck.interpret.memory.copies import Older, Passed
from shapecheck.interpret.memory.keys import Incomparable
from shapecheck.interpret.memory.watch import Call, Done, Watch, depths
from shapecheck.interpret.reads import Reads, add_reads
from shapecheck.rules.context import Signal
from shapecheck.values import IteratorValue, Scalar, Value

if TYPE_CHECKING:
    from shapecheck.interpret.frames import Frame
    from shapecheck.interpret.machine import Machine

COMPARED = frozenset({type(None), bool, int, str, Passed, Older})
"""Kinds of results of which it is easily seen that they are the same."""
MOST_STEPS = 8
"""Under any text a call may take so many times the steps that it takes under one."""


def whatever_the_texts(
    machine: Machine, frame: Frame, call: Call, begun: int, done: Done, run: Callable[[], Value]
) -> Done | None:
    """What was done under one text, if it would be done under each. Nothing of the trial is left."""
    if done.effects or done.made or call.blank is not None or isinstance(done.result, IteratorValue):
        return None
    variables, before = frame.scope.variables, dict(frame.scope.variables)
    left = _Left(machine)
    machine.steps_left = min(machine.steps_left, MOST_STEPS * done.steps)
    watch = Watch(machine, begun)
    variables.update((name, Scalar("str")) for name, _ in call.texts)
    united = None
    try:
        value = run()
        watch.end(is_whole=True)
        united = _united(machine, watch, call, done, value)
    except (Signal, Incomparable):
        watch.end(is_whole=False)
    finally:
        left.restore()
        variables.clear()
        variables.update(before)
    return united


def _united(machine: Machine, watch: Watch, call: Call, done: Done, value: Value) -> Done | None:
    """Both, if the call did the same. Raises Incomparable."""
    if not watch.is_quiet(call):
        return None
    tried = watch.done(value, call)
    if tried.effects or tried.made or type(tried.result) not in COMPARED or tried.result != done.result:
        return None
    reads = Reads()
    add_reads(reads, done.reads)
    add_reads(reads, tried.reads)
    return done._replace(
        height=max(done.height, tried.height),
        reads=reads,
        reached=done.reached | tried.reached,
        used_defaults=done.used_defaults or tried.used_defaults,
        recursion=depths(machine, reads.entered),
    )


class _Left:
    """The state of a machine as a trial is to leave it."""

    def __init__(self, machine: Machine) -> None:
        self._machine, self._mark = machine, machine.store.mark()
        path = machine.path
        self._known = path.mark()
        self._effort = path.prover.effort_left, path.prover.spent
        self._made = len(machine.world.made)
        self._counts = machine.steps_left, machine.uncertain, machine.catching, machine.catching_asserts
        self._flags = machine.has_forked, machine.failed_import

    def restore(self) -> None:
        machine, path = self._machine, self._machine.path
        machine.store.undo(self._mark)
        del machine.world.made[self._made :]
        path.return_to(self._known)
        path.prover.effort_left, path.prover.spent = self._effort
        machine.steps_left, machine.uncertain, machine.catching, machine.catching_asserts = self._counts
        machine.has_forked, machine.failed_import = self._flags
