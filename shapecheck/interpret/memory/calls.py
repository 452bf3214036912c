"""Calls that equal one made before: its result and everything else that it did, without running it again.

Nobody can tell the difference: the steps are charged, what was read, reached and counted is noted, the objects that
it made are made anew. So only calls are remembered of which all of that is known: they wrote to nothing but what they
made, reported nothing, and learned nothing of any size. Which calls are looked at is a question of time alone.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from shapecheck.interpret.frames import MAX_DEPTH, Frame
from shapecheck.interpret.memory.copies import Keeping, Making
from shapecheck.interpret.memory.keys import Incomparable, Key
from shapecheck.interpret.reads import Reads, add_reads
from shapecheck.interpret.record import OPERATOR, Record, merge
from shapecheck.source import ir
from shapecheck.source.walking import names_in
from shapecheck.values import FunctionValue, Instance, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MIN_STEPS = 12
"""Calls that took fewer steps are run again: that costs no more."""
MAX_CHEAP = 6
"""A function whose first calls, so many, were all as cheap is not looked at any more."""
MAX_REMEMBERED = 4_000
"""So many calls are remembered at once."""
TRIES = 24
"""A function of which so many calls were all different is not looked at any more."""
READS_ITS_FRAME = frozenset({"locals", "vars", "eval", "exec", "dir"})
"""Names of functions that see more of a call than the names in it."""

Run = Callable[[], Value]


class Call(NamedTuple):
    """A call: what tells it from others, its mutable arguments in the order of the key, and the new object that it
    initializes, None if it does not."""

    key: tuple[Any, ...]
    passed: list[Any]
    blank: Instance | None


class Done(NamedTuple):
    """What a call did. `result` and `attrs` are kept copies (see `copies`); `attrs` those of the object that it
    initialized, None if it initialized none."""

    result: Any
    attrs: dict[str, Any] | None
    payload: Any
    steps: int
    height: int
    record: Record
    reads: Reads
    reached: set[int]
    used_defaults: bool
    recursion: dict[int, int]
    """Of the functions that it entered, those that were being run already, with how often."""


class Habit:
    """What is known of the calls of a function: how many were looked at, were equal to others, were cheap."""

    __slots__ = ("cheap", "hits", "is_idle", "names", "tries")

    def __init__(self, node: ir.FunctionDef | ir.Lambda) -> None:
        self.tries = self.hits = self.cheap = 0
        self.is_idle = False
        """Whether looking at them does not pay."""
        names = names_in(node.body)
        self.names = None if names & READS_ITS_FRAME else names
        """The names that its body reads; None: any."""


class Memory:
    """The calls that were made in the analysis of one file."""

    def __init__(self) -> None:
        self._done: dict[tuple[Any, ...], Done] = {}
        self._habits: dict[int, Habit] = {}
        self._nodes: dict[int, object] = {}

    def forget(self) -> None:
        """Modules have run: what code finds in them may be something else now."""
        self._done.clear()

    def drop(self, node: object) -> None:
        """The code of a function is gone."""
        self._nodes.pop(id(node), None)
        self._habits.pop(id(node), None)

    def run(self, machine: Machine, function: FunctionValue, frame: Frame, begun: int, run: Run) -> Value:
        """The value of a call whose parameters are bound: by running it, or as it was before. What was born since it
        has `begun` is its own: the containers of its `*args` and `**kwargs`."""
        habit = self._habits.get(id(function.node))
        if habit is None:
            self._nodes[id(function.node)] = function.node
            habit = self._habits[id(function.node)] = Habit(function.node)
        if habit.is_idle or not _is_plain(machine, frame):
            return run()
        habit.tries += 1
        if habit.tries > TRIES and not habit.hits:
            habit.is_idle = True
        try:
            call = _call_of(machine, function, frame, habit)
        except Incomparable:
            return run()
        done = self._done.get(call.key)
        if done is not None and _may_repeat(machine, done):
            habit.hits += 1
            return _repeat(machine, done, call)
        return self._run_and_keep(machine, call, Watch(machine, begun), habit, run)

    def _run_and_keep(self, machine: Machine, call: Call, watch: Watch, habit: Habit, run: Run) -> Value:
        try:
            value = run()
            is_whole = True
        except BaseException:
            is_whole = False
            raise
        finally:
            watch.end(is_whole)
        if watch.steps < MIN_STEPS:
            habit.cheap += 1
            habit.is_idle = habit.cheap == habit.tries == MAX_CHEAP
        elif watch.is_repeatable(call.blank):
            if len(self._done) >= MAX_REMEMBERED:
                self._done.clear()
            with suppress(Incomparable):
                self._done[call.key] = watch.done(value, call)
        return value


def _is_plain(machine: Machine, frame: Frame) -> bool:
    """Whether nothing around the call decides what it does, and nobody watches it."""
    return (
        not machine.entering.is_definite
        and not machine.notes_shapes
        and not machine.trial_depth
        and not machine.catching
        and not machine.catching_asserts
        and not machine.watchers
        and not machine.store.wrote_below
        and not machine.path.floats_vary
        and machine.obligation is OPERATOR
        and frame.bindings is None
        and frame.constructs is None
        and not machine.regions_that_catch()
    )


def _call_of(machine: Machine, function: FunctionValue, frame: Frame, habit: Habit) -> Call:
    """What tells the call from others. Raises Incomparable."""
    key = Key(machine.store.floor)
    if not key.is_older(function):
        raise Incomparable
    blank = _blank(function, frame)
    if blank is not None and blank.birth >= machine.store.floor:
        key.add_blank(blank)
    else:
        blank = None
    for name, value in frame.scope.variables.items():
        if value is blank and blank is not None:
            continue
        if habit.names is None or name in habit.names or value is frame.first_argument:
            key.add(value)
    open_loops = sum(outer.open_loops for outer in machine.stack)
    parts: list[Any] = [
        function, machine.entering, machine.has_forked, machine.uncertain, open_loops, *key.parts,
    ]  # fmt: skip
    if key.has_sizes:
        parts += (_Same(machine.path.facts), _Same(machine.path.stars))
    return Call(tuple(parts), key.objects, blank)


class _Same(NamedTuple):
    """Equal if it is the same object."""

    value: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def _running(machine: Machine, entered: dict[int, Any]) -> dict[int, int]:
    """How often those of the functions are being run: how deep a recursion is decides whether it is followed."""
    counts: dict[int, int] = {}
    for frame in machine.stack:
        node = id(frame.function.node) if frame.function is not None else 0
        if node in entered:
            counts[node] = counts.get(node, 0) + 1
    return counts


def _blank(function: FunctionValue, frame: Frame) -> Instance | None:
    """The object that an `__init__` is to fill, if nothing is in it yet."""
    made = frame.first_argument
    if function.name == "__init__" and isinstance(made, Instance) and not made.attrs and made.payload is None:
        return made
    return None


def _may_repeat(machine: Machine, done: Done) -> bool:
    return (
        machine.steps_left > done.steps
        and len(machine.stack) + done.height <= MAX_DEPTH
        and _running(machine, done.reads.entered) == done.recursion
    )


def _repeat(machine: Machine, done: Done, call: Call) -> Value:
    """Does what the call did."""
    world, blank = machine.world, call.blank
    machine.step(done.steps)
    merge(machine.record, done.record)
    add_reads(world.reads, done.reads)
    world.reached |= done.reached
    machine.used_defaults = machine.used_defaults or done.used_defaults
    making = Making(call.passed)
    if blank is not None and done.attrs is not None:
        for name, held in making.named(done.attrs).items():
            machine.store.set_item(blank.attrs, name, held, blank.birth)
        if done.payload is not None:
            machine.store.set_attr(blank, "payload", making.copy(done.payload))
    value: Value = making.copy(done.result)
    return value


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
        self._steps = machine.steps_left
        self._fresh = path.made()
        self._facts, self._stars = path.facts, path.stars
        self._before = self._state()
        self.steps = self._height = 0
        self._used_defaults = self._is_whole = False
        self._recursion: dict[int, int] = {}

    def _state(self) -> tuple[Any, ...]:
        """What a call that is remembered leaves as it is."""
        machine, path = self._machine, self._machine.path
        return (
            path.facts is self._facts, path.stars is self._stars, len(path.hints), len(path.each), len(path.ragged),
            path.floats_vary,
            path.prover.effort_left, path.prover.spent, machine.has_forked, machine.failed_import, machine.uncertain,
            machine.trial_depth, machine.world.runs, len(machine.world.made), len(machine.declared.doubted),
            machine.store.floor,
        )  # fmt: skip

    def end(self, is_whole: bool) -> None:
        """The call is over, by its end or by an error."""
        machine, world = self._machine, self._machine.world
        record, reads, reached, used_defaults, deepest = self._outer
        self._is_whole = is_whole and machine.deepest <= MAX_DEPTH
        self.steps = self._steps - machine.steps_left
        self._height = machine.deepest - len(machine.stack)
        self._used_defaults = machine.used_defaults
        machine.record, world.reads, world.reached = record, reads, reached
        machine.used_defaults = used_defaults or self._used_defaults
        machine.deepest = max(deepest, machine.deepest)
        merge(record, self._record)
        add_reads(reads, self._reads)
        reached |= self._reached

    def is_repeatable(self, blank: Instance | None) -> bool:
        """Whether all that the call did is what it gave and what it noted."""
        noted, store = self._record, self._machine.store
        if not self._is_whole or self._state() != self._before or self._machine.path.made() != self._fresh:
            return False
        if any(
            (noted.findings, noted.reveals, noted.preconditions, noted.comments, noted.shapes, noted.crashes)
        ):
            return False
        self._recursion = _running(self._machine, self._reads.entered)
        is_open = self._machine.uncertain or any(frame.open_loops for frame in self._machine.stack)
        if self._recursion and is_open:
            return False
        own = None if blank is None else blank.attrs
        for container, key, is_attribute, _ in store.log[self._mark :]:
            if container is own or container is blank:
                if own is not None and not is_attribute and key not in own:
                    return False
            elif store.birth_of(container, is_attribute) < self._start:
                return False
        return True

    def done(self, value: Value, call: Call) -> Done:
        """What is kept of the call. Raises Incomparable."""
        blank = call.blank
        keeping = Keeping(call.passed, self._machine.store.floor, self._start)
        attrs = None if blank is None else keeping.named(blank.attrs)
        payload = None if blank is None else keeping.copy(blank.payload)
        return Done(
            keeping.copy(value), attrs, payload, self.steps, self._height, self._record, self._reads, self._reached,
            self._used_defaults, self._recursion,
        )  # fmt: skip
