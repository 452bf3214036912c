"""itertools: iterators over known items; of unknown numbers of items, a summary."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.exact import MAX_ITEMS, as_dim, kind_of, unknown_from
from shapecheck.interpret.builtins.functions import select
from shapecheck.interpret.builtins.hierarchy import new_class, static_native
from shapecheck.interpret.builtins.iteration import (
    EXHAUSTED,
    UNDECIDED,
    EndlessIterator,
    Items,
    contents,
    iterated,
    iterator,
    one_of,
    step,
    summary,
)
from shapecheck.interpret.builtins.lists import is_same
from shapecheck.interpret.builtins.tables import Namespace
from shapecheck.interpret.language.joins import alike
from shapecheck.symbolic import Dim, total
from shapecheck.values import IteratorValue, NativeFunction, Value, each

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

ITERTOOLS = Namespace("itertools", is_complete=True)
_FEW = 8
"""So many items of each part of a chain are kept apart where those of the parts differ."""


def _unknown_number(machine: Machine, element: Value) -> IteratorValue:
    return IteratorValue(None, element, machine.path.fresh("length", 0))


# -------------------------------------------------------------------- chains


def _chained(machine: Machine, iterables: list[Value]) -> Value:
    parts = [contents(machine, iterable) for iterable in iterables]
    if not all(alike(machine, part.element, parts[0].element) for part in parts):
        parts = [_one_by_one(machine, part) for part in parts]
    if all(part.items is not None for part in parts):
        return IteratorValue([item for part in parts for item in part.items or ()])
    elements = [e for part in parts for e in (part.items if part.items is not None else [part.element])]
    lengths: list[Dim] = [part.length for part in parts if part.length is not None]
    length = total(lengths) if len(lengths) == len(parts) else None
    return IteratorValue(None, summary(machine, elements, "an item of a chain"), length)


def _one_by_one(machine: Machine, part: Items) -> Items:
    """A few items, one of which stands for all: the batches of one loader are other ones than those of the next."""
    count = part.length
    if part.items is not None or type(count) is not int or count > _FEW or each.varying(machine.path, part.element):
        return part
    turn = iterated(part, part.element)
    return Items([machine.element_of(turn) for _ in range(count)], None, count)


def _chain(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return _chained(machine, args)


def _from_iterable(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    if len(args) != 1:
        return machine.unknown("these arguments of chain.from_iterable()")
    known = contents(machine, args[0])
    if known.items is None:
        return _unknown_number(machine, machine.element_of(known.element))
    return _chained(machine, known.items)


CHAIN = new_class("chain", "itertools", [CLASSES["object"]])
CHAIN.construct = _chain
CHAIN.namespace["from_iterable"] = static_native("itertools.chain.from_iterable", _from_iterable)
ITERTOOLS["chain"] = CHAIN


# -------------------------------------------------------------------- without end


@ITERTOOLS.native("count")
def _count(machine: Machine, start: Value = 0, step: Value = 1) -> Value:
    element = (
        machine.path.fresh("count", None)
        if as_dim(start) is not None
        else unknown_from(machine, "count", start)
    )
    return EndlessIterator(lambda n: machine.binary("+", start, machine.binary("*", step, n)), element)


@ITERTOOLS.native("cycle")
def _cycle(machine: Machine, iterable: Value, /) -> Value:
    found = contents(machine, iterable)
    items = found.items
    if items is None:
        element = found.element
        return EndlessIterator(lambda n: each.taken(machine.path, element), element)
    if not items:
        return IteratorValue([])
    return EndlessIterator(lambda n: items[n % len(items)], one_of(machine, items, "an item of a cycle"))


@ITERTOOLS.native("repeat")
def _repeat(machine: Machine, value: Value, times: Value = None) -> Value:
    if times is None:
        return EndlessIterator(lambda n: value, value)
    count = as_dim(times)
    if isinstance(count, int) and count <= MAX_ITEMS:
        return IteratorValue([value] * count)
    return IteratorValue(None, value, count) if count is not None else _unknown_number(machine, value)


# -------------------------------------------------------------------- stepping


@ITERTOOLS.native("islice")
def _islice(machine: Machine, iterable: Value, first: Value, *rest: Value) -> Value:
    bounds = [None if bound is None else as_dim(bound) for bound in (first, *rest)]
    stream = iterator(machine, iterable)
    if any(bound is not None and not isinstance(bound, int) for bound in bounds) or len(bounds) > 3:
        return _unknown_number(machine, machine.element_of(stream))
    if any(a is not None and b is None for a, b in zip((first, *rest), bounds, strict=True)):
        return _unknown_number(machine, machine.element_of(stream))
    start, stop, stride = (0, bounds[0], 1) if len(bounds) == 1 else ((*bounds, 1)[:3])
    wanted = _positions(start, stop, stride)
    if wanted is None:
        return machine.unknown("an endless slice of an iterator")
    taken: list[Any] = []
    at = 0
    for position in wanted:
        while at <= position:
            item = step(machine, stream)
            if item is EXHAUSTED:
                return IteratorValue(taken)
            if item is UNDECIDED:
                return _unknown_number(machine, stream.element)
            at += 1
        taken.append(item)
        machine.step()
    return IteratorValue(taken)


def _positions(start: Any, stop: Any, stride: Any) -> Iterable[int] | None:
    last = MAX_ITEMS if stop is None else min(int(stop), MAX_ITEMS)
    first, by = int(start or 0), int(stride or 1)
    return range(first, last, by) if first >= 0 and by > 0 else None


@ITERTOOLS.native("tee")
def _tee(machine: Machine, iterable: Value, n: Value = 2, /) -> Value:
    known = contents(machine, iterable)
    count = as_dim(n)
    if not isinstance(count, int) or count > 100:
        return machine.unknown("an unknown number of copies of an iterator")
    return tuple(IteratorValue(known.items, known.element, known.length) for _ in range(count))


def _while(name: str, takes: bool) -> None:
    def call(machine: Machine, predicate: Value, iterable: Value, /) -> Value:
        known = contents(machine, iterable)
        if known.items is None:
            return _unknown_number(machine, known.element)
        for at, item in enumerate(known.items):
            passed = machine.truth(machine.call(predicate, [item], {}))
            if passed is None:
                return _unknown_number(machine, one_of(machine, known.items, f"an item of {name}"))
            if not passed:
                return IteratorValue(known.items[:at] if takes else known.items[at:])
        return IteratorValue(known.items if takes else [])

    ITERTOOLS.native(name)(call)


_while("takewhile", True)
_while("dropwhile", False)


@ITERTOOLS.native("filterfalse")
def _filterfalse(machine: Machine, predicate: Value, iterable: Value, /) -> Value:
    return select(machine, predicate, iterable, wanted=False)


@ITERTOOLS.native("compress")
def _compress(machine: Machine, data: Value, selectors: Value) -> Value:
    items, chosen = contents(machine, data), contents(machine, selectors)
    if items.items is None or chosen.items is None:
        return _unknown_number(machine, machine.unknown("an item of compress"))
    answers = [machine.truth(selector) for selector in chosen.items]
    if None in answers:
        return _unknown_number(machine, one_of(machine, items.items, "an item of compress"))
    return IteratorValue(list(itertools.compress(items.items, answers)))


# -------------------------------------------------------------------- combinations


def _finite(name: str, function: Callable[..., Iterable[Any]], size: Callable[[int, int], int]) -> None:
    """combinations, permutations ...: `size(n, r)` is the number of results."""

    def call(machine: Machine, iterable: Value, r: Value = None) -> Value:
        known = contents(machine, iterable)
        if (
            known.items is None
            or (r is not None and not isinstance(r, int))
            or (r is None and name != "permutations")
        ):
            return machine.unknown(f"{name} of unknown items")
        count = len(known.items) if r is None else int(r)
        if count < 0:
            raise machine.error("ValueError", "r must be non-negative")
        if size(len(known.items), count) * max(1, count) > MAX_ITEMS:
            row = tuple(one_of(machine, known.items, f"an item of {name}") for _ in range(min(count, 100)))
            return (
                IteratorValue(None, row, size(len(known.items), count))
                if count <= 100
                else machine.unknown(name)
            )
        return IteratorValue(list(function(known.items, count)))

    ITERTOOLS.native(name)(call)


_finite("combinations", itertools.combinations, math.comb)
_finite("permutations", itertools.permutations, math.perm)
_finite(
    "combinations_with_replacement",
    itertools.combinations_with_replacement,
    lambda n, r: math.comb(n + r - 1, r) if n + r else 1,
)


@ITERTOOLS.native("product")
def _product(machine: Machine, *iterables: Value, repeat: Value = 1) -> Value:
    parts = [contents(machine, iterable) for iterable in iterables]
    if not isinstance(repeat, int) or not 0 <= repeat * len(parts) <= 64:
        return machine.unknown("a product of an unknown number of iterables")
    if any(part.items is None for part in parts):
        return _unknown_number(machine, tuple(_element(machine, part) for part in parts * repeat))
    pools = [part.items or [] for part in parts] * repeat
    if math.prod(len(pool) for pool in pools) * max(1, len(pools)) > MAX_ITEMS:
        row = tuple(one_of(machine, pool, "an item of a product") for pool in pools)
        return IteratorValue(None, row, math.prod(len(pool) for pool in pools))
    return IteratorValue(list(itertools.product(*pools)))


def _element(machine: Machine, part: Any) -> Value:
    if part.items is None:
        element: Value = part.element
        return element
    return one_of(machine, part.items, "an item of a product")


@ITERTOOLS.native("pairwise")
def _pairwise(machine: Machine, iterable: Value, /) -> Value:
    known = contents(machine, iterable)
    if known.items is None:
        is_new = each.born_since(machine.path)
        pair = known.element, each.taken(machine.path, known.element)  # two of them: what differs in each differs here
        each.vary(machine.path, pair, is_new)
        return _unknown_number(machine, pair)
    return IteratorValue(list(zip(known.items, known.items[1:], strict=False)))


@ITERTOOLS.native("batched")
def _batched(machine: Machine, iterable: Value, n: Value, *, strict: Value = False) -> Value:
    known, size = contents(machine, iterable), as_dim(n)
    if known.items is None or not isinstance(size, int) or size < 1:
        return _unknown_number(machine, machine.unknown("a batch of unknown items"))
    items = known.items
    return IteratorValue([tuple(items[at : at + size]) for at in range(0, len(items), size)])


@ITERTOOLS.native("zip_longest")
def _zip_longest(machine: Machine, *iterables: Value, fillvalue: Value = None) -> Value:
    parts = [contents(machine, iterable) for iterable in iterables]
    if any(part.items is None for part in parts):
        row = tuple(machine.join(_element(machine, part), fillvalue) for part in parts)
        return _unknown_number(machine, row)
    return IteratorValue(
        list(itertools.zip_longest(*[part.items or () for part in parts], fillvalue=fillvalue))
    )


@ITERTOOLS.native("starmap")
def _starmap(machine: Machine, function: Value, iterable: Value, /) -> Value:
    known = contents(machine, iterable)
    results: list[Value] = []
    for item in [known.element] if known.items is None else known.items:
        args = machine.iterate(item)
        unknown = unknown_from(machine, "starmap over unknown arguments", item)
        results.append(unknown if args is None else machine.call(function, args, {}))
    return (
        IteratorValue(results) if known.items is not None else IteratorValue(None, results[0], known.length)
    )


@ITERTOOLS.native("accumulate")
def _accumulate(machine: Machine, iterable: Value, func: Value = None, *, initial: Value = None) -> Value:
    known = contents(machine, iterable)
    if known.items is None:
        element = known.element
        values = (
            machine.path.fresh("sum", None) if kind_of(element) == "int" else machine.unknown("a running sum")
        )
        return (
            IteratorValue(None, values, known.length)
            if initial is None
            else _unknown_number(machine, values)
        )
    function = (
        func if func is not None else NativeFunction("add", lambda m, args, kwargs: m.binary("+", *args))
    )
    results: list[Value] = []
    for item in known.items if initial is None else [initial, *known.items]:
        results.append(machine.call(function, [results[-1], item], {}) if results else item)
    return IteratorValue(results)


@ITERTOOLS.native("groupby")
def _groupby(machine: Machine, iterable: Value, key: Value = None) -> Value:
    known = contents(machine, iterable)
    if known.items is None:
        return machine.unknown("the groups of unknown items")
    groups: list[tuple[Value, list[Value]]] = []
    for item in known.items:
        mark = item if key is None else machine.call(key, [item], {})
        same = bool(groups) and is_same(machine, groups[-1][0], mark)
        if same is None:
            return machine.unknown("groups whose keys cannot be compared")
        if same:
            groups[-1][1].append(item)
        else:
            groups.append((mark, [item]))
    return IteratorValue([(mark, IteratorValue(items)) for mark, items in groups])
