"""Calls that equal one made before: its result and everything else that it did, without running it again.

Nobody can tell the difference: the steps are charged, what was read, reached and counted is noted, the objects that
it made are made anew. So only calls are remembered of which all of that is known: they wrote to nothing but what they
made and what they were passed, reported nothing, and learned nothing of any size. Which calls are looked at is a
question of time alone.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from shapecheck.interpret.frames import DEPTH_OF_ENTRIES, MAX_DEPTH, Frame
from shapecheck.interpret.language.alternatives import about
from shapecheck.interpret.memory.copies import Making
from shapecheck.interpret.memory.effects import repeat_effects
from shapecheck.interpret.memory.keys import Incomparable, Key
from shapecheck.interpret.memory.texts import whatever_the_texts
from shapecheck.interpret.memory.watch import Call, Done, Watch, depths
from shapecheck.interpret.passages import note_repeated
from shapecheck.interpret.reads import add_reads
from shapecheck.interpret.record import OPERATOR, merge
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
TRIES = 64
"""A function of which so many calls were all different is not looked at any more."""
OBJECTS_A_TRY = 64
"""What was made by a call is copied to be kept: so many objects count as one more call that was looked at."""
MAX_MINDED = 2
"""How many such calls of a function are enough to know that others will, too."""
READS_ITS_FRAME = frozenset({"locals", "vars", "eval", "exec", "dir"})
"""Names of functions that see more of a call than the names in it."""

Run = Callable[[], Value]


class Habit:
    """What is known of the calls of a function: how many were looked at, were equal to others, were cheap."""

    __slots__ = ("cheap", "hits", "is_idle", "minds_texts", "names", "tries")

    def __init__(self, node: ir.FunctionDef | ir.Lambda) -> None:
        self.tries = self.hits = self.cheap = 0
        self.is_idle = False
        """Whether looking at them does not pay."""
        names = names_in(node.body)
        self.names = None if names & READS_ITS_FRAME else names
        """The names that its body reads; None: any."""
        self.minds_texts = 0
        """How many more of its calls depend on the texts that they are passed than do not, of those that were tried."""


class Known:
    """What is known of calls that are equal but for the texts that they are passed."""

    __slots__ = ("by_texts", "is_tried", "whatever")

    def __init__(self) -> None:
        self.by_texts: dict[tuple[tuple[str, str], ...], Done] = {}
        self.whatever: Done | None = None
        """What they do whatever the texts are, if that is the same."""
        self.is_tried = False
        """Whether it has been tried."""


class Memory:
    """The calls that were made in the analysis of one file."""

    def __init__(self) -> None:
        self._done: dict[tuple[Any, ...], Known] = {}
        self._habits: dict[int, Habit] = {}
        self._nodes: dict[int, object] = {}
        self._large: set[int] = set()
        """Births of values with too many parts to be compared."""

    def forget(self) -> None:
        """Modules have run: what code finds in them may be something else now."""
        self._done.clear()
        self._large.clear()

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
            call = _call_of(machine, function, frame, habit, self._large)
        except Incomparable:
            return run()
        known = self._done.get(call.key)
        done = None if known is None else self._known(machine, frame, call, begun, known, habit, run)
        if done is not None and _may_repeat(machine, done):
            habit.hits += 1
            return _repeat(machine, done, call)
        return self._run_and_keep(machine, call, Watch(machine, begun), habit, run)

    def _known(
        self, machine: Machine, frame: Frame, call: Call, begun: int, known: Known, habit: Habit, run: Run
    ) -> Done | None:
        """What the call does, if that is known."""
        done = known.by_texts.get(call.texts) or known.whatever
        if done is not None or not call.texts or known.is_tried or habit.minds_texts > MAX_MINDED:
            return done
        known.is_tried = True
        first = next(iter(known.by_texts.values()))
        known.whatever = whatever_the_texts(machine, frame, call, begun, first, run)
        habit.minds_texts += 1 if known.whatever is None else -1
        return known.whatever

    def _run_and_keep(self, machine: Machine, call: Call, watch: Watch, habit: Habit, run: Run) -> Value:
        try:
            value = run()
            is_whole = True
        except BaseException:
            is_whole = False
            raise
        finally:
            watch.end(is_whole)
            watch.tell()
        if watch.steps < MIN_STEPS:
            habit.cheap += 1
            habit.is_idle = habit.cheap == habit.tries == MAX_CHEAP
        elif watch.is_repeatable(call) and not _is_entry(machine):
            if len(self._done) >= MAX_REMEMBERED:
                self._done.clear()
            with suppress(Incomparable):
                done = watch.done(value, call)
                self._done.setdefault(call.key, Known()).by_texts[call.texts] = done
            habit.tries += watch.copied // OBJECTS_A_TRY
        return value


def _is_plain(machine: Machine, frame: Frame) -> bool:
    """Whether nothing around the call decides what it does, and nobody watches it."""
    return (
        not machine.notes_shapes
        and not machine.trial_depth
        and not machine.catching
        and not machine.catching_asserts
        and not machine.watchers
        and not machine.path.floats_vary
        and machine.obligation is OPERATOR
        and frame.bindings is None
        and frame.constructs is None
        and not machine.regions_that_catch()
    )


def _is_entry(machine: Machine) -> bool:
    """Whether nobody but an entry of our own making makes the call: once."""
    return not machine.entering.is_definite and len(machine.stack) <= DEPTH_OF_ENTRIES


def _call_of(
    machine: Machine, function: FunctionValue, frame: Frame, habit: Habit, large: set[int]
) -> Call:
    """What tells the call from others. Raises Incomparable."""
    key = Key(machine.store.begun, machine.store.floor, large, machine.store.doubts)
    if not key.is_older(function):
        raise Incomparable
    blank = _blank(function, frame)
    if blank is not None and blank.birth >= machine.store.floor:
        key.add_blank(blank)
    else:
        blank = None
    texts: list[tuple[str, str]] = []
    for name, value in frame.scope.variables.items():
        if value is blank and blank is not None:
            continue
        if habit.names is None or name in habit.names or value is frame.first_argument:
            if type(value) is str and blank is None:
                texts.append((name, value))
            else:
                key.add_argument(value)
    open_loops = sum(outer.open_loops for outer in machine.stack)
    parts: list[Any] = [
        function, machine.store.state_below, machine.entering, machine.has_forked, machine.uncertain,
        machine.supposed > 0, open_loops, blank is None, *key.parts,
    ]  # fmt: skip
    if machine.answered:
        parts.append(about(machine.answered, [*key.objects, *frame.scope.variables.values()]))
    if machine.entering.is_definite:  # each run of a module finds the others as those before it left them
        parts += (_Same(machine.store), machine.world.runs)
    if key.has_sizes:
        parts += (_Same(machine.path.facts), _Same(machine.path.stars))
    return Call(tuple(parts), tuple(texts), key.objects, blank)


class _Same(NamedTuple):
    """Equal if it is the same object."""

    value: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


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
        and depths(machine, done.reads.entered) == done.recursion
    )


def _repeat(machine: Machine, done: Done, call: Call) -> Value:
    """Does what the call did."""
    world, blank = machine.world, call.blank
    machine.step(done.steps)
    merge(machine.record, done.record)
    note_repeated(machine, done.record, done.place)
    add_reads(world.reads, done.reads)
    world.reached |= done.reached
    machine.used_defaults = machine.used_defaults or done.used_defaults
    making = Making(call.passed)
    for made in done.made:
        world.note_made(making.copy(made))
    repeat_effects(machine.store, done.effects, call.passed, making.copy)
    if blank is not None and done.attrs is not None:
        for name, held in making.named(done.attrs).items():
            machine.store.set_item(blank.attrs, name, held, blank.birth)
        if done.payload is not None:
            machine.store.set_attr(blank, "payload", making.copy(done.payload))
    value: Value = making.copy(done.result)
    return value
