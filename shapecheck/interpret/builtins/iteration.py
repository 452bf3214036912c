"""Iterators: stepping through them, and what is known of an iterable when its length is not."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING, Final, NamedTuple

from shapecheck.interpret.builtins.exact import MAX_ITEMS, as_dim
from shapecheck.interpret.builtins.tables import says_its_items, unwrap
from shapecheck.interpret.language.joins import alike
from shapecheck.symbolic import Dim, Expr, ge, gt, max_
from shapecheck.values import (
    ANYWHERE,
    DictValue,
    Instance,
    IteratorValue,
    ListValue,
    RangeValue,
    SetValue,
    SizesValue,
    Tensor,
    Value,
    each,
    sizes_in,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_JOINED = 64
"""So many candidates are joined for one position; more make it unknown."""


class EndlessIterator(IteratorValue):
    """An iterator without end whose items are known: itertools.count, cycle and repeat."""

    __slots__ = ("at",)

    def __init__(self, at: Callable[[int], Value], element: Value) -> None:
        """`at(n)` is the n-th item, `element` a summary of all of them."""
        super().__init__(None, element, None)
        self.at = at


class Items(NamedTuple):
    """What is known of an iterable: its items, or a summary of them and their number (None: endless).

    `made_since`: what was born in the summary since then is new in each item. `at_end` is that of an iterator.
    """

    items: list[Value] | None
    element: Value
    length: Dim | None
    made_since: int | None = None
    at_end: Value = None


class _Mark:
    __slots__ = ()


EXHAUSTED: Final = _Mark()
UNDECIDED: Final = _Mark()


def contents(machine: Machine, iterable: Value) -> Items:
    """The items of an iterable, which is consumed if it is an iterator."""
    iterable = machine.opened(_unwrapped(machine, iterable))
    if isinstance(iterable, IteratorValue) and iterable.items is None:
        return Items(None, iterable.element, use_up(machine, iterable), iterable.made_since, iterable.at_end)
    if isinstance(iterable, RangeValue):
        known = known_range(iterable)
        if known is not None and known[MAX_ITEMS:]:
            return Items(None, machine.element_of(iterable), -((known.start - known.stop) // known.step))
    items = machine.iterate(iterable)
    if items is not None:
        return Items(items, None, len(items))
    length = as_dim(machine.length(iterable)) if has_length(iterable) else None
    if length is None:
        length = machine.path.fresh("length", 0)
    since = machine.store.now()
    if isinstance(iterable, RangeValue):
        return Items(None, machine.kept_element_of(iterable), length)
    element = machine.element_of(iterable)
    return Items(None, element, length, since if _makes_anew(iterable) else None)


def use_up(machine: Machine, it: IteratorValue, left: Dim = 0) -> Dim | None:
    """How many items are left in an iterator over an unknown number of them, None if nobody knows; from here on so many
    are."""
    length = it.length
    if length is None:
        return None
    rest = max_(0, length - it.position) if it.position else length
    machine.store.set_attr(it, "length", left)
    machine.store.set_attr(it, "position", 0)
    return rest


def end_turn(machine: Machine, at_end: Value) -> None:
    """All items of an iterator have been taken."""
    if at_end is not None:
        machine.call(at_end, [], {})


def folded(
    machine: Machine, step: Callable[[Value, Value], Value], known: Items, start: Value | None
) -> tuple[Value] | None:
    """What `result = step(result, item)` gives over an unknown number of tensors or modules, of which one stands for
    all: known if one more item changes it no more. Without a start (None) the first item is it."""
    item, length = known.element, known.length
    if not isinstance(item, (Tensor, Instance)) or length is None or each.varying(machine.path, item):
        return None
    first = item if start is None else start
    least = 2 if start is None else 1
    is_taken = machine.path.decide(ge(length, least)) is True
    with nullcontext() if is_taken else machine.doubting():
        once = step(first, item)
    with machine.trial():
        again = step(once, item)
    if not alike(machine, once, again):
        return None
    return (once if is_taken else machine.join(first, once),)


def _unwrapped(machine: Machine, iterable: Value) -> Value:
    """The plain value in an object, unless its class says itself what is gone through."""
    if isinstance(iterable, Instance) and iterable.payload is not None and says_its_items(iterable):
        return machine.opened(iterable)
    return unwrap(iterable)


def _makes_anew(iterable: Value) -> bool:
    """Whether nobody else holds the items."""
    while isinstance(iterable, Instance) and iterable.payload is not None:
        iterable = iterable.payload
    return isinstance(iterable, (ListValue, IteratorValue)) and iterable.made_since is not None


def iterated(known: Items, element: Value) -> IteratorValue:
    """An iterator over the items, or over as many of which `element` stands for all."""
    made = IteratorValue(known.items, element, known.length)
    made.made_since, made.at_end = known.made_since, known.at_end
    return made


def has_length(value: Value) -> bool:
    return isinstance(
        value, (ListValue, SetValue, DictValue, RangeValue, SizesValue, Tensor, tuple, str, bytes)
    )


def known_range(value: RangeValue) -> range | None:
    if (
        isinstance(value.start, int)
        and isinstance(value.stop, int)
        and isinstance(value.step, int)
        and value.step
    ):
        return range(value.start, value.stop, value.step)
    return None


def as_list(machine: Machine, iterable: Value) -> ListValue:
    """list(iterable)"""
    known = contents(machine, iterable)
    if known.items is not None:
        return ListValue(list(known.items))
    end_turn(machine, known.at_end)
    length = known.length if known.length is not None else machine.path.fresh("length", 0)
    return ListValue(None, known.element, length, sizes_in(iterable))


def iterator(machine: Machine, iterable: Value) -> IteratorValue:
    """iter(iterable)"""
    iterable = _unwrapped(machine, iterable)
    if isinstance(iterable, IteratorValue):
        return iterable
    known = contents(machine, iterable)
    return iterated(known, known.element)


def step(machine: Machine, it: IteratorValue) -> Value | _Mark:
    """The next item of an iterator; EXHAUSTED at its end; UNDECIDED when that is not known."""
    if it.position == ANYWHERE:
        return it.element
    if isinstance(it, EndlessIterator):
        item = it.at(it.position)
    elif it.items is not None:
        if it.position >= len(it.items):
            return EXHAUSTED
        item = it.items[it.position]
    elif it.length is None:
        return it.element
    else:
        more = machine.path.decide(gt(it.length, it.position))
        if more is None:
            return UNDECIDED
        if not more:
            return EXHAUSTED
        item = it.element
    machine.store.set_attr(it, "position", it.position + 1)
    return item


def is_endless(it: IteratorValue) -> bool:
    return it.items is None and it.length is None


def one_of(machine: Machine, items: list[Value], reason: str) -> Value:
    """Some item of the list, nobody knows which."""
    if not items:
        return machine.unknown(reason)
    first = items[0]
    if all(item is first for item in items):
        return first
    if len(items) > MAX_JOINED:
        items = _different(machine, items)
    if len(items) <= MAX_JOINED or all(isinstance(item, Expr) or type(item) is int for item in items):
        return machine.one_of(items)
    return _one_of_many(machine, items, reason)


def _one_of_many(machine: Machine, items: list[Value], reason: str) -> Value:
    """One of many tuples or named tuples (`random.choice(transitions)`), field by field: whatever differs in a field,
    what is alike in another is known."""
    cls = first.cls if isinstance(first := items[0], Instance) else None
    rows: list[tuple[Value, ...]] = []
    for item in items:
        if isinstance(item, Instance) and item.cls is cls and not item.attrs:
            item = item.payload
        elif cls is not None:
            return machine.unknown(reason)
        if not isinstance(item, tuple) or (rows and len(item) != len(rows[0])):
            return machine.unknown(reason)
        rows.append(item)
    fields = tuple(one_of(machine, list(column), reason) for column in zip(*rows))
    if cls is None:
        return fields
    joined = Instance(cls, machine.site)
    joined.payload = fields
    return joined


def _different(machine: Machine, items: list[Value]) -> list[Value]:
    """Two of each kind of items that are alike: what stands for both is neither of them."""
    kinds: list[list[Value]] = []
    for item in items:
        machine.step()
        for kind in kinds:
            if alike(machine, kind[0], item):
                kind[1:] = [item]
                break
        else:
            kinds.append([item])
            if len(kinds) > MAX_JOINED:
                return items
    return [item for kind in kinds for item in kind]


def shuffled(machine: Machine, items: list[Value], count: int, reason: str) -> list[Value]:
    """`count` values, each some item of the list, and each a value of its own: two of them need not be equal."""
    if not count:
        return []
    some = one_of(machine, items, reason)
    machine.step(count)
    return [some, *(machine.join(some, items[0]) for _ in range(count - 1))]


def summary(machine: Machine, items: list[Value], reason: str) -> Value:
    """One value that stands for all items; what differs is another size in each."""
    is_new = each.born_since(machine.path)
    element = one_of(machine, items, reason)
    each.vary(machine.path, element, is_new)
    return element
