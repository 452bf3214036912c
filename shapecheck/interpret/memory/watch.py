"""What a call does, looked at from outside while it runs: whether it can be done again without running it, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from shapecheck.interpret.frames import MAX_DEPTH
from shapecheck.interpret.memory.copies import Keeping
from shapecheck.interpret.memory.effects import Effect, Written
from shapecheck.interpret.reads import Reads, add_reads
from shapecheck.interpret.record import Record, merge
from shapecheck.interpret.recursion import Depth, depth_of
from shapecheck.source.span import Span
from shapecheck.values import Instance, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


class Call(NamedTuple):
    """A call: what tells it from others but for the texts that it was passed, those texts by the names of their
    parameters, its mutable arguments in the order of the key, and the new object that it initializes, None if it does
    not."""

    key: tuple[Any, ...]
    texts: tuple[tuple[str, str], ...]
    passed: list[Any]
    blank: Instance | None


class Done(NamedTuple):
    """What a call did. `result`, `attrs` and `effects` are kept copies (see `copies`); `attrs` those of the object that
    it initialized, None if it initialized none; `effects` what it wrote to its other arguments."""

    result: Any
    effects: tuple[Effect, ...]
    attrs: dict[str, Any] | None
    payload: Any
    made: list[Any]
    """Copies, too, of the objects that are kept in mind (`World.made`)."""
    steps: int
    height: int
    record: Record
    reads: Reads
    reached: set[int]
    used_defaults: bool
    recursion: dict[int, Depth]
    """Of the functions that it entered, those that were being run already, how deep."""
    place: Span
    """Where it stood."""


def depths(machine: Machine, entered: dict[int, Any]) -> dict[int, Depth]:
    """Of those of the functions that are being run, how deep: it decides whether a recursion is followed."""
    found = {id(node): depth_of(machine, node) for _, node in entered.values()}
    return {at: depth for at, depth in found.items() if depth is not None}


class Watch:
    """Looks on while a call is run, from its beginning to `end`."""

    def __init__(self, machine: Machine, begun: int) -> None:
        self._machine, self._start = machine, begun
        world, path = machine.world, machine.path
        self._outer = machine.record, world.reads, world.reached, machine.used_defaults, machine.deepest
        self._record, self._reads, self._reached = Record(), Reads(), set[int]()
        machine.record, world.reads, world.reached = self._record, self._reads, self._reached
        machine.used_defaults, machine.deepest = False, len(machine.stack)
        self._mark = machine.store.mark()
        self._made = len(world.made)
        machine.steps_left -= path.take_work()
        self._steps = machine.steps_left
        self._facts, self._stars = path.facts, path.stars
        self._before, self._effort_before = self._state(), self._effort()
        self.steps = self._height = self.copied = 0
        self._used_defaults = self._is_whole = False
        self._recursion: dict[int, Depth] = {}
        self._written = Written(machine.store)

    def _state(self) -> tuple[Any, ...]:
        """What a call that is remembered leaves as it is."""
        machine, path = self._machine, self._machine.path
        return (
            path.facts is self._facts, path.stars is self._stars, len(path.each), len(path.ragged),
            path.floats_vary, machine.failed_import, machine.uncertain, machine.trial_depth, machine.world.runs,
            len(machine.declared.doubted), machine.store.floor, machine.frames_read,
        )  # fmt: skip

    def _effort(self) -> tuple[Any, ...]:
        """What it uses up or gives away when it has to ask: how a condition that is not known is decided."""
        path = self._machine.path
        prover = path.prover
        return prover.effort_left, prover.spent, self._machine.has_forked, len(path.hints), path.made()

    def end(self, is_whole: bool) -> None:
        """The call is over, by its end or by an error."""
        machine, world = self._machine, self._machine.world
        record, reads, reached, used_defaults, deepest = self._outer
        self._is_whole = is_whole and machine.deepest <= MAX_DEPTH
        machine.steps_left -= machine.path.take_work()
        self.steps = self._steps - machine.steps_left
        self._height = machine.deepest - len(machine.stack)
        self._used_defaults = machine.used_defaults
        machine.record, world.reads, world.reached = record, reads, reached
        machine.used_defaults = used_defaults
        machine.deepest = max(deepest, machine.deepest)

    def tell(self) -> None:
        """What the call noted is noted by whoever called it."""
        machine = self._machine
        record, reads, reached, used_defaults, _ = self._outer
        machine.used_defaults = used_defaults or self._used_defaults
        merge(record, self._record)
        record.fails = record.fails or self._record.fails
        add_reads(reads, self._reads)
        reached |= self._reached

    def is_repeatable(self, call: Call) -> bool:
        """Whether all that the call did is what it gave, what it noted and what it wrote to its arguments."""
        return self._effort() == self._effort_before and self.is_quiet(call)

    def is_quiet(self, call: Call) -> bool:
        """The same, whatever it cost to decide what was not known."""
        noted = self._record
        if not self._is_whole or noted.fails or self._state() != self._before:
            return False
        if any(
            (noted.findings, noted.reveals, noted.preconditions, noted.comments, noted.shapes, noted.crashes)
        ):
            return False
        self._recursion = depths(self._machine, self._reads.entered)
        self._written.look(self._mark, self._start, call.passed, call.blank)
        return self._written.is_understood

    def done(self, value: Value, call: Call) -> Done:
        """What is kept of the call. Raises Incomparable."""
        blank = call.blank
        keeping = Keeping(call.passed, self._machine.store.floor, self._start)
        attrs = None if blank is None else keeping.named(blank.attrs)
        payload = None if blank is None else keeping.copy(blank.payload)
        effects = self._written.kept(keeping)
        made = keeping.listed(list(self._machine.world.made[self._made :]))
        result = keeping.copy(value)
        self.copied = keeping.count
        return Done(
            result, effects, attrs, payload, made, self.steps, self._height, self._record, self._reads,
            self._reached, self._used_defaults, self._recursion, self._machine.frame.span,
        )  # fmt: skip
