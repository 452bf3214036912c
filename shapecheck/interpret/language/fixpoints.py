"""Any number of rounds of a loop: what a round changes is widened until a further round changes nothing more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, auto
from functools import partial
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.language import branches
from shapecheck.interpret.language.escapes import escape
from shapecheck.interpret.language.loop_heads import begins, keep_what_was_made, widen_heads
from shapecheck.interpret.language.widening import Rounds
from shapecheck.interpret.obligations import overhear, tell_needs, tell_overheard
from shapecheck.interpret.record import Finding
from shapecheck.interpret.signals import Break, Continue, DeadPath, Flow, PythonError, Return
from shapecheck.source import ir
from shapecheck.source.walking import assigned_names, attributes_in, is_left, names_in
from shapecheck.symbolic import Dim, Facts, lt
from shapecheck.values import Delta, DictValue, Instance, ListValue, Shape, Star, UnionValue, Value, each

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

ROUNDS_OF_WIDENING = (4, 3)
"""How often a loop is tried before what it changes is given up: fewer inside of others, for each of their rounds
runs all of its own."""


MOST_OF_STEPS = 8
"""The first round is not run apart where one takes more than this part of the steps that are left."""


class End(Enum):
    """How a round ends: no path gets to its end, an error of Python ends it, all paths that do leave the loop or the
    function, or one goes on with the next round."""

    NOWHERE = auto()
    FAILS = auto()
    LEAVES = auto()
    RETURNS = auto()
    GOES_ON = auto()


class Fixpoint:
    """The rounds of one loop, of which nobody knows how many there are, or which are too many to be run.

    The body is tried until it changes nothing that is not widened. Then it runs once more for its findings (not inside
    of a trial, where nobody hears of them), and the state is that of no round or of some; but what has a closed form
    over the number of rounds is known after `count` of them (None: any number). A body that an error of Python ends
    says that something is not seen as it is: what the loop makes is not known then.

    What a round begins and later ones go on with (`if first: out = [x]`, `table[key].append(x)` of a defaultdict) has
    no state that is that of the head of any round: then the first one is run by itself, if there is a `first` that does
    so, and the fixpoint is that of the `others`. There are none where all paths of the first round leave the loop.
    """

    def __init__(
        self,
        machine: Machine,
        node: ir.For | ir.While,
        body: Callable[[], Flow],
        count: Dim | None = None,
        item: Value = None,
        first: Callable[[], Flow] | None = None,
        others: Callable[[], Flow] | None = None,
    ) -> None:
        self._machine, self._node, self._body, self.count = machine, node, body, count
        self._first, self._others = first, others
        self._is_apart = False
        """Whether the first round is run by itself: it begins what a later one would go on with, or ends the loop."""
        self._rounds = Rounds(machine, count, item)
        self._is_sure = count is not None and machine.path.decide(lt(0, count)) is True
        self._end = End.GOES_ON
        """How the last round ended."""
        self._stable: tuple[Delta, tuple[Facts, dict[Star, Shape]]] | None = None
        """What every round writes and what is known at its end, once a trial has changed nothing more."""
        self._after: list[tuple[Any, Any, bool, Value]] = []

    def run(self, last: Callable[[], Flow] | None = None) -> None:
        """Leaves the state that is behind the loop. What fails in the `last` round, of which more is known than of the
        others, is left in mind."""
        machine, store = self._machine, self._machine.store
        if self._rounds.more is False:
            return
        start, heard, known = store.mark(), len(machine.overheard), len(machine.record.findings)
        needs = len(machine.needs_overheard)
        self._widen()
        if self._is_apart:
            del machine.overheard[heard:], machine.needs_overheard[needs:]
            self._first_and_others(last)
            return
        in_last = [] if last is None else _heard_in(machine, partial(self._behind_others, last))
        branches.fork(machine, None, self._some_rounds, lambda: None)
        if self._stable is not None:
            self._rounds.settle_containers()
        for place in self._after:  # that of no round is not among them any more
            self._rounds.set(*place)
        tell_overheard(machine, heard, known, self._is_sure)
        tell_needs(machine, needs, self.count)
        machine.overheard += in_last
        for container, *_ in store.log[start:]:
            for filled in _containers_in(container):
                each.vary(machine.path, filled.element, self._rounds.is_new)
        if self._end is End.FAILS:
            _forget(machine, self._node.body)
        elif not is_left(self._node):
            self._rounds.settle(self.count)

    def _widen(self) -> None:
        """Tries a round, and widens what it changes, until one changes nothing more; or gives up what they change."""
        machine, rounds, store, path = self._machine, self._rounds, self._machine.store, self._machine.path
        depth = sum(frame.open_loops for frame in machine.stack)
        attempts = ROUNDS_OF_WIDENING[min(depth, len(ROUNDS_OF_WIDENING) - 1)]
        for attempt in range(attempts):
            mark, base, given = store.mark(), path.snapshot(), machine.steps_left
            rounds.begin()
            with machine.first_round(attempt == 0 and (self._is_sure or not machine.trial_depth)):
                self._end = _one_round(machine, self._body, self._is_sure)
            changed, ended = store.take(mark), path.snapshot()
            path.restore(base)
            if attempt == 0 and self._end in (End.LEAVES, End.RETURNS):
                self._is_apart = True
                return
            is_first = attempt == 0 and self._first is not None and self._end is End.GOES_ON
            is_cheap = (given - machine.steps_left) * MOST_OF_STEPS < machine.steps_left
            if is_first and is_cheap and begins(machine, self._node, changed, rounds.begun):
                self._is_apart = True
                return
            keep_what_was_made(store, changed, rounds.begun)
            if not widen_heads(rounds, changed, attempt + 1 == attempts):
                self._stable = changed, ended
                return
        rounds.give_up()

    def _first_and_others(self, last: Callable[[], Flow] | None) -> None:
        machine, first = self._machine, self._first or self._body

        def run() -> None:
            machine.sure_rounds += self._is_sure
            try:
                end = _one_round(machine, first, self._is_sure)
            finally:
                machine.sure_rounds -= self._is_sure
            if end is End.FAILS:
                _forget(machine, self._node.body)
            elif end is End.RETURNS:
                raise DeadPath
            elif end is End.GOES_ON:
                left = None if self.count is None else self.count - 1
                Fixpoint(machine, self._node, self._others or self._body, left).run(last)

        if self._is_sure:
            run()
        else:
            branches.fork(machine, None, run, lambda: None)

    def _behind_others(self, last: Callable[[], Flow]) -> Flow:
        """The last round, where there surely is one before it: what that has left is not what was there before it."""
        count = self.count
        if self._stable is not None and count is not None and self._machine.path.decide(lt(1, count)) is True:
            self._rounds.leave(self._stable[0])
        return last()

    def _some_rounds(self) -> None:
        """One round or more, from a state that is that of the head of any."""
        machine = self._machine
        if machine.trial_depth and self._stable is not None:
            changed, ended = self._stable
            machine.path.restore(ended)
            machine.store.apply(changed)
            return
        self._rounds.begin()
        machine.sure_rounds += self._is_sure
        try:
            self._end = _one_round(machine, self._body, self._is_sure)
        finally:
            machine.sure_rounds -= self._is_sure
        if self._is_sure and self._end in (End.GOES_ON, End.LEAVES, End.RETURNS):
            self._after = self._rounds.held_in_unions()


def _containers_in(changed: Any) -> list[ListValue | DictValue]:
    """What was changed, or what it holds: those of which one item stands for many."""
    held = changed.payload if isinstance(changed, Instance) else changed
    members = held.members if isinstance(held, UnionValue) else (held,)
    return [
        one for one in members if isinstance(one, DictValue) or (isinstance(one, ListValue) and one.items is None)
    ]


def _one_round(machine: Machine, body: Callable[[], Flow], is_sure: bool = False) -> End:
    """A round of the body whose early exits stay inside: what leaves the loop ends its path here."""
    frame, goes_on = machine.frame, []

    def one() -> Flow:
        flow = branches.within(machine, (Continue,), body)
        goes_on.append(flow is None)
        return flow

    frame.open_loops += 1
    try:
        flow = branches.within(machine, (Break,), one)
    except PythonError as error:
        if is_sure or not error.of_items:
            _overhear_raised(machine, error)
        return End.FAILS
    except DeadPath:
        return End.NOWHERE
    finally:
        frame.open_loops -= 1
    if isinstance(flow, Return):
        # The value is parked for the end of the call; the loop may as well not have met it.
        branches.park_here(machine, flow)
        return End.RETURNS
    return End.GOES_ON if goes_on == [True] else End.LEAVES


def try_round(machine: Machine, body: Callable[[], Flow]) -> None:
    """One round alone: what fails in it is kept in mind, and nothing else is left of it."""
    store, path, frame = machine.store, machine.path, machine.frame
    mark, base, exits = store.mark(), path.snapshot(), [len(region.exits) for region in machine.regions]
    frame.open_loops += 1
    try:
        with machine.first_round(True):
            branches.within(machine, (Continue, Break, Return), body)
    except (PythonError, DeadPath):
        pass
    finally:
        frame.open_loops -= 1
        store.undo(mark)
        path.restore(base)
        for region, number in zip(machine.regions, exits, strict=False):
            del region.exits[number:]


def _heard_in(machine: Machine, body: Callable[[], Flow]) -> list[Finding]:
    """What fails in one round alone."""
    begun = len(machine.overheard)
    try_round(machine, body)
    heard = machine.overheard[begun:]
    del machine.overheard[begun:]
    return heard


def _overhear_raised(machine: Machine, error: PythonError) -> None:
    """A concrete call whose first round only raises does not get past the loop, if there is a round."""
    finding = error.finding
    if finding is None or not machine.entering.is_definite or machine.regions_that_catch():
        return
    if 0 < machine.trial_depth == len(machine.first_rounds):
        overhear(machine, lambda: finding)


def _forget(machine: Machine, body: Sequence[ir.Statement]) -> None:
    """The names that the statements assign, and the containers that they name, are not known any more; nor are those
    that objects hold under a name in them, if they are empty."""
    variables = machine.frame.scope.variables
    assigned, attributes = assigned_names(body), attributes_in(body)
    for name in sorted(names_in(body)):
        value = variables.get(name)
        if name in assigned:
            machine.store.set_item(variables, name, machine.unknown("made in a loop that fails"))
        elif isinstance(value, ListValue):
            machine.store.set_attr(value, "items", None)
            machine.store.set_attr(value, "element", machine.unknown("put into a list in a loop that fails"))
            machine.store.set_attr(value, "length", machine.path.fresh("length", 0, value.limit))
            machine.store.set_attr(value, "sizes", None)
        elif isinstance(value, Instance):
            escape(machine, [held for held_as, held in value.attrs.items() if held_as in attributes])
