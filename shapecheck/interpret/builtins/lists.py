"""Methods of list (which deque shares) and tuple (which torch.Size and named tuples share)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.exact import MAX_ITEMS, as_dim, unknown_from
from shapecheck.interpret.builtins.iteration import as_list, contents, one_of, shuffled, summary
from shapecheck.interpret.builtins.ordering import sort_items
from shapecheck.interpret.builtins.tables import Method, method, unwrap, words
from shapecheck.interpret.language import lists_of_sizes, sizes
from shapecheck.interpret.language.any_list import spread
from shapecheck.symbolic import Dim, Expr, eq, le, prod
from shapecheck.values import ListValue, SliceValue, Value, each, numel_of, sizes_in

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_GROWN = 4_096
"""A list that grows item by item beyond this is known by its length and what its items have in common: the trail keeps
every state of a list, so that a table of n rows would cost n * n."""
MAX_TERMS = 32
"""The length of a list that grows by parts of unknown length is a sum of at most so many terms."""

LIST: dict[str, Method] = {}
TUPLE: dict[str, Method] = {}


def set_items(machine: Machine, target: ListValue, items: list[Value], keep_left: bool = False) -> None:
    """The items from here on; a full deque drops those on the right (`keep_left`) or on the left."""
    limit = target.limit
    if limit is not None and len(items) > limit:
        items = items[:limit] if keep_left else items[len(items) - limit :]
    machine.store.set_attr(target, "items", items)


def set_summary(machine: Machine, target: ListValue, element: Value, length: Dim) -> None:
    """From here on only the number of items and a summary of them are known."""
    if target.limit is not None:
        length = _within(machine, length, target.limit)
    machine.store.set_attr(target, "items", None)
    machine.store.set_attr(target, "element", element)
    machine.store.set_attr(target, "length", length)
    lists_of_sizes.keep(machine, target, None)


def forget_order(machine: Machine, target: ListValue) -> None:
    """The items of a list of which one stands for all lie in another order from here on."""
    if target.items is None:
        lists_of_sizes.keep(machine, target, None)
        machine.store.set_attr(target, "element", each.in_any_order(machine.path, target.element))


def _within(machine: Machine, length: Dim, limit: int) -> Dim:
    """How many of so many items a deque keeps: a full one stays full."""
    if machine.path.decide(le(limit, length)):
        return limit
    return length if machine.path.decide(le(length, limit)) else machine.path.fresh("length", 0, limit)


def _sum_of_lengths(machine: Machine, length: Dim, count: Dim) -> Dim:
    """What has grown many times by as many items as nobody knows has some length."""
    total = length + count
    return machine.path.fresh("length", 0) if isinstance(total, Expr) and len(total.terms) > MAX_TERMS else total


def _with_element(machine: Machine, target: ListValue, value: Value) -> Value:
    if machine.path.decide(eq(target.length, 0)):
        return value
    value = each.in_terms_of(machine.path, value, target.element)
    return summary(machine, [target.element, value], "the items of a list that grew")


@method(LIST, "append")
def append(machine: Machine, receiver: ListValue, item: Value, /) -> Value:
    if receiver.items is not None and len(receiver.items) < MAX_GROWN:
        set_items(machine, receiver, [*receiver.items, item])
    else:
        shape = lists_of_sizes.together(machine, receiver, ListValue([item]))
        _extend_summary(machine, receiver, item, 1)
        lists_of_sizes.keep(machine, receiver, shape)
    return None


def _extend_summary(machine: Machine, target: ListValue, element: Value, count: Dim) -> None:
    if target.items is None:
        length = _sum_of_lengths(machine, target.length, count)
        set_summary(machine, target, _with_element(machine, target, element), length)
        return
    known = summary(machine, [*target.items, element], "the items of a list that grew by an unknown number")
    set_summary(machine, target, known, count + len(target.items))


@method(LIST, "appendleft")
def _appendleft(machine: Machine, receiver: ListValue, item: Value, /) -> Value:
    if receiver.items is None:
        return append(machine, receiver, each.in_any_order(machine.path, item))
    set_items(machine, receiver, [item, *receiver.items], keep_left=True)
    return None


@method(LIST, "extend", "__iadd__")
def extend(machine: Machine, receiver: ListValue, iterable: Value, /) -> Value:
    added = contents(machine, iterable)
    if receiver.items is not None and added.items is not None and len(receiver.items) + len(added.items) <= MAX_ITEMS:
        set_items(machine, receiver, [*receiver.items, *added.items])
    elif receiver.items is not None and added.items is not None:
        _extend_summary(machine, receiver, summary(machine, added.items, "an item of a long list"), len(added.items))
    elif added.items is not None:
        for item in added.items:
            append(machine, receiver, item)
    else:
        count = added.length if added.length is not None else machine.path.fresh("length", 0)
        shape = lists_of_sizes.together(machine, receiver, iterable)
        _extend_summary(machine, receiver, added.element, count)
        lists_of_sizes.keep(machine, receiver, shape)
    return None


@method(LIST, "extendleft")
def _extendleft(machine: Machine, receiver: ListValue, iterable: Value, /) -> Value:
    added = contents(machine, iterable)
    if receiver.items is None or added.items is None:
        extend(machine, receiver, iterable)
        forget_order(machine, receiver)
        return None
    set_items(machine, receiver, [*reversed(added.items), *receiver.items], keep_left=True)
    return None


@method(LIST, "insert")
def _insert(machine: Machine, receiver: ListValue, index: Value, item: Value, /) -> Value:
    at = as_dim(index)
    if receiver.items is None:
        shape = lists_of_sizes.together(machine, ListValue([item]), receiver) if at == 0 else None
        append(machine, receiver, each.in_any_order(machine.path, item))
        lists_of_sizes.keep(machine, receiver, shape)
        return None
    if receiver.limit is not None and len(receiver.items) >= receiver.limit:
        raise machine.error("IndexError", "deque already at its maximum size")
    if isinstance(at, int):
        items = list(receiver.items)
        items.insert(at, item)
        set_items(machine, receiver, items)
        return None
    items = [*receiver.items, item]
    set_items(
        machine, receiver, shuffled(machine, items, len(items), "an item was inserted at an unknown place")
    )
    return None


@method(LIST, "pop")
def _pop(machine: Machine, receiver: ListValue, index: Value = -1, /) -> Value:
    items, at = receiver.items, as_dim(index)
    if items is None:
        return _pop_summary(machine, receiver, at)
    if not items:
        raise machine.error("IndexError", "pop from empty list")
    if not isinstance(at, int):
        item = one_of(machine, items, "an item at an unknown place was taken from a list")
        rest = shuffled(
            machine, items, len(items) - 1, "an item at an unknown place was taken from this list"
        )
        set_items(machine, receiver, rest)
        return item
    if not -len(items) <= at < len(items):
        raise machine.error("IndexError", "pop index out of range")
    at %= len(items)
    set_items(machine, receiver, items[:at] + items[at + 1 :])
    return items[at]


def _pop_summary(machine: Machine, receiver: ListValue, at: Dim | None) -> Value:
    if machine.path.decide(eq(receiver.length, 0)):
        raise machine.error("IndexError", "pop from empty list")
    held = sizes_in(receiver)
    lists_of_sizes.keep(machine, receiver, None)
    machine.store.set_attr(receiver, "length", receiver.length - 1)
    if held is not None and at in (0, -1):
        item = lists_of_sizes.item_at(machine, held, at)
        rest = sizes.part(machine, held, SliceValue(1, None, None) if at == 0 else SliceValue(None, -1, None))
        lists_of_sizes.keep(machine, receiver, sizes.shape_in(rest))
        return item
    taken: Value = each.taken(machine.path, receiver.element)
    return taken


@method(LIST, "popleft")
def _popleft(machine: Machine, receiver: ListValue, /) -> Value:
    return LIST["pop"](machine, receiver, [0], {})


@method(LIST, "remove")
def _remove(machine: Machine, receiver: ListValue, value: Value, /) -> Value:
    items = receiver.items
    if items is None:
        lists_of_sizes.keep(machine, receiver, None)
        machine.store.set_attr(receiver, "length", receiver.length - 1)
        return None
    for at, item in enumerate(items):
        same = is_same(machine, item, value)
        if same:
            set_items(machine, receiver, items[:at] + items[at + 1 :])
            return None
        if same is None:
            rest = shuffled(machine, items, len(items) - 1, "an unknown item was removed from this list")
            set_items(machine, receiver, rest)
            return None
    raise machine.error("ValueError", "list.remove(x): x not in list")


@method(LIST, "sort")
def _sort(machine: Machine, receiver: ListValue, /, *, key: Value = None, reverse: Value = False) -> Value:
    if receiver.items is not None:
        set_items(machine, receiver, sort_items(machine, receiver.items, key, reverse))
    forget_order(machine, receiver)
    return None


@method(LIST, "reverse")
def _reverse(machine: Machine, receiver: ListValue, /) -> Value:
    if receiver.items is not None:
        set_items(machine, receiver, receiver.items[::-1])
    forget_order(machine, receiver)
    return None


@method(LIST, "rotate")
def _rotate(machine: Machine, receiver: ListValue, n: Value = 1, /) -> Value:
    items, by = receiver.items, as_dim(n)
    forget_order(machine, receiver)
    if not items:
        return None
    if isinstance(by, int):
        by %= len(items)
        set_items(machine, receiver, items[-by:] + items[:-by] if by else items)
    else:
        set_items(
            machine,
            receiver,
            shuffled(machine, items, len(items), "a deque was rotated by an unknown number"),
        )
    return None


@method(LIST, "clear")
def _clear(machine: Machine, receiver: ListValue, /) -> Value:
    set_items(machine, receiver, [])
    return None


@method(LIST, "copy", "__copy__")
def _copy(machine: Machine, receiver: ListValue, /) -> Value:
    items = None if receiver.items is None else list(receiver.items)
    made = ListValue(items, receiver.element, receiver.length, receiver.sizes)
    made.limit = receiver.limit
    return made


# -------------------------------------------------------------------- what list and tuple share


def is_same(machine: Machine, a: Value, b: Value) -> bool | None:
    """Are two items the same object or equal? None when that is not known."""
    if a is b:
        return True
    return machine.truth(machine.compare("==", a, b))


def _listed(machine: Machine, receiver: Any) -> list[Value] | None:
    return receiver.items if isinstance(receiver, ListValue) else machine.iterate(receiver)


@method(LIST, "index")
@method(TUPLE, "index")
def _index(machine: Machine, receiver: Any, value: Value, start: Value = 0, stop: Value = None, /) -> Value:
    items = _listed(machine, receiver)
    first, last = as_dim(start), as_dim(stop)
    if items is None or not isinstance(first, int) or (stop is not None and not isinstance(last, int)):
        return machine.path.fresh("position", 0)
    bounds = range(*slice(first, last, 1).indices(len(items)))
    for at in bounds:
        same = is_same(machine, items[at], value)
        if same is None:
            return machine.path.fresh("position", at, len(items) - 1)
        if same:
            return at
    raise machine.error("ValueError", "the value is not in the sequence")


@method(LIST, "count")
@method(TUPLE, "count")
def _count(machine: Machine, receiver: Any, value: Value, /) -> Value:
    items = _listed(machine, receiver)
    if items is None:
        return machine.path.fresh("count", 0)
    answers = [is_same(machine, item, value) for item in items]
    if None in answers:
        return machine.path.fresh("count", answers.count(True), len(items) - answers.count(False))
    return answers.count(True)


@method(TUPLE, "numel")
def _numel(machine: Machine, receiver: Any, /) -> Value:
    """torch.Size.numel"""
    held = sizes_in(receiver)
    if held is not None:
        return numel_of(machine.path.resolve(held.shape))
    items = machine.iterate(receiver)
    if items is None:
        return machine.path.fresh("numel", 0)
    dims = [as_dim(item) for item in items]
    known = [dim for dim in dims if dim is not None]
    if len(known) < len(dims):
        return unknown_from(machine, "numel of unknown sizes", *items)
    return prod(known)


def add_lists(machine: Machine, a: Value, b: Value) -> Value:
    """`a + b` of two lists of which one has an unknown length."""
    joined = as_list(machine, unwrap(a))
    extend(machine, joined, b)
    return joined


for _name in words("append appendleft extend __iadd__ extendleft insert pop popleft remove sort reverse rotate clear"):
    LIST[_name] = spread(LIST[_name])
