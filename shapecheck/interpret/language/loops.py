"""Loops: run where the number of rounds is known, else brought to a fixpoint by widening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.iteration import EndlessIterator, end_turn, step, use_up
from shapecheck.interpret.builtins.lists import set_summary
from shapecheck.interpret.language import branches, names
from shapecheck.interpret.language.dispatch import evaluate, execute_block
from shapecheck.interpret.language.fixpoints import Fixpoint, try_round
from shapecheck.interpret.obligations import tell_needs, tell_overheard
from shapecheck.interpret.record import Finding
from shapecheck.interpret.signals import Break, Continue, DeadPath, Flow, Return
from shapecheck.source import ir
from shapecheck.source.outer_changes import outer_changes
from shapecheck.source.walking import is_cut_short, is_left, names_in, set_in_every_round
from shapecheck.symbolic import Dim, Expr, eq, ge, not_
from shapecheck.values import (
    MISSING,
    Instance,
    IteratorValue,
    ListValue,
    Opaque,
    Path,
    RangeValue,
    Scalar,
    Site,
    Star,
    Tensor,
    Unknown,
    Value,
    each,
    held,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_WHILE_ROUNDS = 2_000
ROUNDS_OF_ENDLESS = 16
"""Of a generator that never ends no round is the last one: it comes to a fixpoint in any case."""
MAX_ROUNDS_LEFT = 16
"""Rounds that are run apart although some path has left each of them, or has returned from it: then how many there are
is unknown."""
MIN_REPEATED = 3
KEEPING = (ListValue, IteratorValue, Instance)
"""Iterables of unknown length that hold one item, which stands for all."""
ROUNDS_PROBED = 8
"""So many rounds tell what a round takes: a loop that would take most of the steps that are left is brought to a
fixpoint, from wherever it is."""
LARGE_PART, FEW_ROUNDS = 4, 4
MANY_ROUNDS, MAX_STEPS = 100, 30_000
"""A loop of more rounds than a model has layers may take so many steps, no more: offsets between all pairs of the
12 * 12 places of a window take more than the model around them."""
MANY_WHILES = 16
"""The same of a `while`, of which nobody knows how many rounds are left: one that trains goes through all batches."""


def execute_for(machine: Machine, node: ir.For) -> Flow:
    """`for target in iter`: the body for each item, or once for all of them."""
    begun = machine.store.now()
    iterable = evaluate(machine, node.iter)
    machine.frame.span = node.span
    iterable = machine.opened(iterable)
    if isinstance(iterable, EndlessIterator):
        return _execute_endless(machine, node, iterable)
    loop = _ForLoop(machine, node, iterable, begun)
    flow: Flow = branches.within(machine, (Break,), loop.run)
    loop.end()
    is_whole = machine.frame.yields is None and not is_cut_short(node)  # nobody may ask a generator for more
    if flow is None and is_whole and isinstance(iterable, IteratorValue):
        machine.frame.span = node.span
        end_turn(machine, iterable.at_end)
    return flow


class _ForLoop:
    """One `for`, over items that are known one by one or not. `begun` is older than what its iterable made."""

    def __init__(self, machine: Machine, node: ir.For, iterable: Value, begun: int) -> None:
        self._machine, self._node, self._iterable = machine, node, iterable
        self._stream = _held_since(begun, iterable)
        stream = self._stream
        self._items = machine.iterate(iterable) if stream is None else _left(stream)
        self._met: dict[Expr, None] = {}
        """The sizes and numbers that were others in each round."""
        self._count = None if self._items is not None else _count(machine, iterable)
        self._stream_of_many = _many_held_since(begun, iterable)
        if self._stream_of_many is not None:
            use_up(machine, self._stream_of_many, machine.path.fresh("length", 0))
            if not names_in(node.iter).isdisjoint(names_in(node.body)):
                self._count = None  # a round may take items for itself
        if self._count is not None and machine.path.simplify(self._count) == 1:
            self._items = [machine.element_of(iterable)]

    def run(self) -> Flow:
        """All rounds, as far as each is known, and what follows if no `break` ends them."""
        if self._items is not None:
            return self._one_by_one(self._items)
        machine, iterable = self._machine, self._iterable
        item = machine.element_of(iterable) if isinstance(iterable, KEEPING) else None
        begin, others = partial(self._begin_with, iterable), partial(self._but_first, iterable)
        rest = Fixpoint(machine, self._node, partial(self._any_of, iterable), self._count, item, begin, others)
        flow = _any_number(machine, self._node, iterable, item, rest, self._body)
        if flow is None and self._count is not None:
            self._settle(self._count)
        return flow

    def _settle(self, count: Dim) -> None:
        """What each round binds anew is that of the last one."""
        machine, variables = self._machine, self._machine.frame.scope.variables
        last = each.last_counts(machine.path, tuple(self._met), count)
        for name in sorted(set_in_every_round(self._node)) if last else ():
            value = variables.get(name)
            if isinstance(value, (Tensor, Expr)) and not last.keys().isdisjoint(each.varying(machine.path, value)):
                names.store(machine, name, each.substituted(machine.path, value, last))

    def end(self) -> None:
        """Nothing is left in an iterator that is older than the loop, unless a round may have ended it."""
        if self._stream_of_many is not None and not is_left(self._node):
            use_up(self._machine, self._stream_of_many)

    def _one_by_one(self, items: Sequence[Value]) -> Flow:
        machine, node, stream = self._machine, self._node, self._stream
        same_rounds = len(items) > MIN_REPEATED and not _reads_target(node)
        pace, heard = Pace(machine, _reads_target(node)), Heard(machine)
        for number, item in enumerate(items if stream is None else _in_turn(machine, stream)):
            if pace.forbids(len(items) - number):
                left, further = ListValue(list(items[number:])), ListValue(list(items[number + 1 :]))
                begin, others = partial(self._body, item), partial(self._any_of, further)
                Fixpoint(machine, node, partial(self._any_of, left), len(items) - number, None, begin, others).run()
                _exhaust(machine, stream)
                return _ended(machine, node)
            machine.step()
            mark = machine.store.mark()
            with heard.a_round():
                flow = branches.within(machine, (Continue,), partial(self._body, item))
            if flow is not None:
                return flow
            if same_rounds and _changed_nothing(machine, mark, names_in(node.target)):
                _exhaust(machine, stream)
                names.assign(machine, node.target, items[-1])
                break
        if stream is not None and stream.items is None:  # not all paths through a round have taken equally many
            Fixpoint(machine, node, partial(self._any_of, stream)).run()
            return _ended(machine, node)
        return _otherwise(machine, node)

    def _body(self, item: Value) -> Flow:
        if self._count is not None:
            self._met.update(dict.fromkeys(each.varying(self._machine.path, item)))
        names.assign(self._machine, self._node.target, item)
        return execute_block(self._machine, self._node.body)

    def _any_of(self, values: Value) -> Flow:
        return self._round_of(values, self._machine.element_of(values))

    def _begin_with(self, values: Value) -> Flow:
        item, path = self._machine.element_of(values), self._machine.path
        known = each.first_sizes(path, item) | each.first_counts(path, item, _kept(values))
        return self._body(each.substituted(path, item, known))

    def _but_first(self, values: Value) -> Flow:
        path, item = self._machine.path, self._machine.element_of(values)
        for symbol, first in each.first_counts(path, item, _kept(values)).items():
            path.assume(ge(symbol, first + 1))
        return self._round_of(values, item)

    def _round_of(self, values: Value, item: Value) -> Flow:
        declared = self._machine.declared
        if not declared.has_rounds(values) or is_cut_short(self._node):
            return self._body(item)
        with declared.round_of(item):
            return self._body(item)


def _any_number(
    machine: Machine, node: ir.For, iterable: Value, item: Value, rest: Fixpoint, body: Callable[[Value], Flow]
) -> Flow:
    """The rounds over what is not known one by one; the first and last by themselves where their sizes are known."""
    known = [each.first_sizes] if is_cut_short(node) else [each.first_sizes, each.last_sizes]
    ends = [end if end(machine.path, item) else None for end in known]
    first, *last = [None if end is None else partial(_end, machine, iterable, body, end) for end in ends]
    needs, returned = len(machine.needs_overheard), _returns(machine)
    _with_ends(machine, first, rest.run, last[0] if last else None)
    tell_needs(machine, needs, rest.count)
    if _returns(machine) > returned:
        _doubt_what_is_empty(machine, node)
    return _ended(machine, node)


def _kept(values: Value) -> Dim | None:
    """How many items there are, if they were kept: some of those that were counted may have been left out."""
    return values.length if isinstance(values, ListValue) else None


def _returns(machine: Machine) -> int:
    """How many paths have returned so far from the function that runs."""
    return next((len(region.exits) for region in reversed(machine.regions) if Return in region.kinds), 0)


def _doubt_what_is_empty(machine: Machine, node: ir.For) -> None:
    """Behind a loop in which a round may return, a list that rounds fill, and none was seen to, need not be empty:
    those that fill it may lie on the paths that do not return."""
    for name, *rest in outer_changes(node).filled:
        value = machine.frame.scope.variables.get(name)
        if not rest and type(value) is ListValue and value.items == []:
            item = machine.unknown("an item that no round was seen to add")
            set_summary(machine, value, item, machine.path.fresh("?", 0))


class Heard:
    """What is said of the rounds of a loop under conditions that are not understood: `if wanted(layer): ...` may be
    there to leave out the items that it fails for, so what is not said of every round is not said at all. A round that
    meets there what an earlier one has failed to make says nothing of it either way."""

    __slots__ = ("_machine", "_rounds", "_said", "_spoken")

    def __init__(self, machine: Machine) -> None:
        self._machine, self._rounds = machine, 0
        self._said: dict[Site, list[Finding]] = {}
        self._spoken = Counter[Site]()
        """Of those places, how many rounds have said it, or follow one that has."""

    @contextmanager
    def a_round(self) -> Iterator[None]:
        """The findings of one more round."""
        machine, findings = self._machine, self._machine.record.findings
        known, followed = len(findings), len(machine.followed)
        try:
            yield
        finally:
            self._rounds += 1
            doubtful = {one.frames[0]: one for one in findings[known:] if one.uncertain and one.frames}
            for place, one in doubtful.items() if not machine.uncertain else ():
                self._said.setdefault(place, []).append(one)
            self._spoken.update(self._said.keys() & {*doubtful, *machine.followed[followed:]})
            passed = [place for place in self._said if self._spoken[place] < self._rounds]
            dropped = {id(one) for place in passed for one in self._said.pop(place)}
            if dropped:
                findings[:] = [one for one in findings if id(one) not in dropped]


def _held_since(begun: int, iterable: Value) -> IteratorValue | None:
    """An iterator that is older than the loop: others may go on with it where a round ends the loop, or take items of
    it in the midst of a round."""
    if isinstance(iterable, IteratorValue) and iterable.birth < begun and iterable.items is not None:
        return iterable
    return None


def _many_held_since(begun: int, iterable: Value) -> IteratorValue | None:
    """One over an unknown number of items."""
    if not isinstance(iterable, IteratorValue) or iterable.birth >= begun:
        return None
    return iterable if iterable.items is None and iterable.length is not None else None


def _left(stream: IteratorValue) -> list[Value]:
    return [] if stream.items is None else stream.items[stream.position :]


def _in_turn(machine: Machine, stream: IteratorValue) -> Iterator[Value]:
    """Item by item, as long as it is known which one is next."""
    while stream.items is not None and stream.position < len(stream.items):
        item = stream.items[stream.position]
        machine.store.set_attr(stream, "position", stream.position + 1)
        yield item


def _exhaust(machine: Machine, stream: IteratorValue | None) -> None:
    """The rounds that are left are not run one by one."""
    if stream is not None:
        machine.iterate(stream)


def _end(
    machine: Machine, values: Value, body: Callable[[Value], Flow], sizes: Callable[[Path, Value], dict[Expr, Dim]]
) -> Flow:
    """The first or last round, of whose item these sizes are known."""
    item = machine.element_of(values)
    for symbol, size in sizes(machine.path, item).items():
        machine.path.assume(eq(symbol, size))
    return body(item)


class Pace:
    """How many steps the last rounds took: tells when so many more would take too many."""

    __slots__ = ("_differ", "_given", "_machine", "_rounds")

    def __init__(self, machine: Machine, differ: bool = False) -> None:
        """`differ`: what a round does depends on its item."""
        self._machine, self._given, self._rounds, self._differ = machine, machine.steps_left, 0, differ

    def forbids(self, left: int) -> bool:
        """Asked before each round, with the number of those that are left: whether they would take most of the steps,
        or too many. One that takes a large part of them alone is judged at once, if all could not be run. Of few that
        differ, as the stages of a network do, the next may take less: it is run if there are as many steps."""
        rounds, steps_left = self._rounds, self._machine.steps_left
        used = self._given - steps_left
        self._rounds += 1
        if rounds < ROUNDS_PROBED:
            further = 1 if self._differ and rounds + left <= FEW_ROUNDS else left
            return rounds > 0 and used > steps_left // LARGE_PART and used * further > rounds * steps_left
        self._given, self._rounds = steps_left, 1
        most = steps_left // 2
        return used * left > rounds * (most if left <= MANY_ROUNDS else min(most, MAX_STEPS))


def _count(machine: Machine, iterable: Value) -> Dim | None:
    """The number of rounds over an iterable, where there is a size for it."""
    if isinstance(iterable, Opaque):
        iterable = iterable.bound
    while isinstance(iterable, Instance) and iterable.cls.lookup("__iter__") is None:
        iterable = iterable.payload
    if isinstance(iterable, IteratorValue):
        return iterable.length if iterable.position == 0 else None
    if not isinstance(iterable, (ListValue, RangeValue)) and not _has_rows(machine, iterable):
        return None
    count = machine.length(iterable)
    return count if type(count) is int or isinstance(count, Expr) else None


def _has_rows(machine: Machine, value: Value) -> bool:
    shape = machine.path.resolve(value.shape) if isinstance(value, Tensor) else ()
    return bool(shape) and not isinstance(shape[0], Star)


def _reads_target(node: ir.For) -> bool:
    """Whether a round can depend on which round it is."""
    return not names_in(node.target).isdisjoint(names_in(node.body))


def _changed_nothing(machine: Machine, mark: int, targets: Container[str] = ()) -> bool:
    """Whether the round since the mark left everything but its targets as it found it: then so do all that follow."""
    before: dict[Any, Any] = {}
    for container, key, is_attribute, old in machine.store.log[mark:]:
        before.setdefault((id(container), key), (container, key, is_attribute, old))
    for container, key, is_attribute, old in before.values():
        if not is_attribute and key in targets:
            continue
        now = held(container, key, is_attribute)
        if old is MISSING or now is MISSING or not _same(machine, old, now):
            return False
    return True


def _same(machine: Machine, old: Any, now: Any) -> bool:
    """Equal in everything that the analysis sees of them."""
    if old is now:
        return True
    if isinstance(old, Tensor) and isinstance(now, Tensor):
        same = old.dtype is now.dtype and old.numbers == now.numbers
        return same and machine.path.resolve(old.shape) == machine.path.resolve(now.shape)
    if isinstance(old, tuple) and isinstance(now, tuple):
        return len(old) == len(now) and all(_same(machine, a, b) for a, b in zip(old, now))
    if isinstance(old, ListValue) and isinstance(now, ListValue) and old.items is not None and now.items is not None:
        return len(old.items) == len(now.items) and all(_same(machine, a, b) for a, b in zip(old.items, now.items))
    if isinstance(old, (str, int, float, bytes, Expr)):
        return type(old) is type(now) and bool(old == now)
    if isinstance(old, (Unknown, Scalar)):
        return type(old) is type(now)
    return False


def execute_while(machine: Machine, node: ir.While) -> Flow:
    """`while test`: run while the test is decided; from the first undecided test on, a fixpoint."""
    def goes_on() -> bool | None:
        cond = machine.condition(branches.tested(machine, node.test))
        return None if cond is None else machine.path.decide(cond)

    body = partial(execute_block, machine, node.body)
    most = ROUNDS_OF_ENDLESS if _is_endless_generator(machine, node) else MAX_WHILE_ROUNDS
    run = partial(_one_by_one, machine, node, goes_on, body, most, MAX_ROUNDS_LEFT)
    return branches.within(machine, (Break,), run)


def _execute_endless(machine: Machine, node: ir.For, iterator: EndlessIterator) -> Flow:
    """`for i in itertools.count()`: until something in it ends the loop; once that is not decided, a fixpoint."""
    def body() -> Flow:
        item: Any = step(machine, iterator)
        names.assign(machine, node.target, item)
        return execute_block(machine, node.body)

    run = partial(_one_by_one, machine, node, lambda: True, body, MAX_WHILE_ROUNDS, 1)
    return branches.within(machine, (Break,), run)


def _one_by_one(
    machine: Machine,
    node: ir.For | ir.While,
    goes_on: Callable[[], bool | None],
    body: Callable[[], Flow],
    most: int,
    most_left: int,
) -> Flow:
    """Rounds, as long as it is decided that there is a next one: no more than so many, and until some path has left so
    many of them. Those of `while True` also until so many have returned from there, or one leaves everything as it
    found it. What follows is brought to a fixpoint."""
    leaving, is_endless = machine.regions[-1].exits, isinstance(node, ir.While) and isinstance(node.test, ir.Constant)
    given, returned = machine.steps_left, _returns(machine)
    for number in range(most):
        left = len(leaving) + (_returns(machine) - returned if is_endless else 0)
        if left >= most_left or (number >= MANY_WHILES and given - machine.steps_left > MAX_STEPS):
            break
        machine.step()
        more = goes_on()
        if more is False:
            return _otherwise(machine, node)
        if more is None:
            break
        mark = machine.store.mark()
        flow = branches.within(machine, (Continue,), body)
        if flow is not None:
            return flow
        if is_endless and number >= MIN_REPEATED and _changed_nothing(machine, mark):
            break
    Fixpoint(machine, node, body, first=body).run()
    if is_endless and not is_left(node) and _returns(machine) > returned and not _ends_otherwise(machine):
        raise DeadPath
    if isinstance(node, ir.While) and not is_endless and not is_left(node):
        _assume_ended(machine, node)
    return _ended(machine, node)


def _ends_otherwise(machine: Machine) -> bool:
    """Whether an endless loop need not end by returning: nobody asks the generator for more, or a handler waits for the
    error that nobody knows of."""
    return machine.frame.yields is not None or bool(machine.catching) or machine.regions_that_catch()


def _ended(machine: Machine, node: ir.For | ir.While) -> Flow:
    """What follows a loop that is brought to a fixpoint: its `else`, which a `break` of any round skips."""
    if node.orelse and is_left(node):
        flow: Flow = branches.fork(machine, None, lambda: _otherwise(machine, node), lambda: None)
        return flow
    return _otherwise(machine, node)


def _otherwise(machine: Machine, node: ir.For | ir.While) -> Flow:
    """The `else` of a loop, the last of it: a `break` in it leaves the loop around."""
    if node.orelse:
        machine.regions[-1].kinds = ()
    return execute_block(machine, node.orelse)


def _is_endless_generator(machine: Machine, node: ir.While) -> bool:
    """Whether the loop only ends because nobody asks for more: `while True: yield from loader`."""
    return machine.frame.yields is not None and isinstance(node.test, ir.Constant) and not is_cut_short(node)


def _assume_ended(machine: Machine, node: ir.While) -> None:
    cond = machine.condition(branches.tested(machine, node.test))
    if cond is not None and cond is not True:
        machine.path.assume(not_(cond))


def _with_ends(
    machine: Machine,
    first: Callable[[], Flow] | None,
    rest: Callable[[Callable[[], Flow] | None], None],
    last: Callable[[], Flow] | None,
) -> None:
    """All rounds of a loop. Where more is known of the first or last one than of any other, what fails in it is told
    if the rest is silent. The last one begins as any other does."""
    heard, known = len(machine.overheard), len(machine.record.findings)
    if first is not None:
        try_round(machine, first)
    rest(last)
    if first is not None or last is not None:
        tell_overheard(machine, heard, known, is_sure=True)
