"""Order: sorted, min and max, and list.sort. What cannot be ordered for certain is some permutation."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.exact import Inexact, as_dim, exact, kind_of, run, settled, unknown_from
from shapecheck.interpret.builtins.iteration import contents, one_of, shuffled
from shapecheck.interpret.language.escapes import escape
from shapecheck.symbolic import Dim, Expr, lt, max_, min_
from shapecheck.values import ListValue, Opaque, Scalar, Tensor, Value, each, number_in

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MANY_SIZES = 24
"""Of more sizes than that the largest is a number of its own: each would be compared with each, again and again."""
MAX_SYMBOLIC = 16
"""So many symbolic sizes are ordered by asking the prover."""


def sort_items(machine: Machine, items: list[Value], key: Value, reverse: Value) -> list[Value]:
    """The items in order; when that is not known, as many values, each some item."""
    keys = items if key is None else [machine.call(key, [item], {}) for item in items]
    backwards = machine.truth(reverse)
    if len(items) < 2:
        return list(items)
    order = None if backwards is None else _order(machine, keys, backwards)
    if order is None:
        return shuffled(machine, items, len(items), "the order of these items is not known")
    return [items[i] for i in order]


def _order(machine: Machine, keys: list[Value], backwards: bool) -> list[int] | None:
    """The positions of the keys in sorted order, None when it is not known."""
    _compare(machine, keys)
    try:
        reals = _told_apart(keys) if all(type(key) is tuple for key in keys) else [exact(number_in(k)) for k in keys]
    except Inexact:
        return _symbolic_order(machine, keys, backwards)
    positions: list[int] = run(
        machine, lambda: sorted(range(len(reals)), key=lambda i: reals[i], reverse=backwards)
    )
    return positions


def _told_apart(keys: Sequence[Any]) -> list[Any]:
    """Tuples as far as it takes to tell them apart: what stands behind (`sorted(state.items())`) is not compared."""
    for length in range(1, min(map(len, keys))):
        parts = [exact(key[:length]) for key in keys]
        try:
            in_order = sorted(parts)
        except TypeError:  # whoever sorts them meets it too
            return parts
        if all(one != other for one, other in pairwise(in_order)):
            return parts
    return [exact(key) for key in keys]


class _Undecided(Exception):
    pass


def _symbolic_order(machine: Machine, keys: list[Value], backwards: bool) -> list[int] | None:
    dims = [as_dim(key) for key in keys]
    if len(keys) > MAX_SYMBOLIC or any(dim is None for dim in dims):
        return None

    def order(i: int, j: int) -> int:
        a: Any = dims[i]
        b: Any = dims[j]
        for first, second, answer in ((a, b, -1), (b, a, 1)):
            less = machine.path.decide(lt(first, second))
            if less is None:
                raise _Undecided
            if less:
                return answer
        return 0

    try:
        return sorted(range(len(keys)), key=functools.cmp_to_key(order), reverse=backwards)
    except _Undecided:
        return None


def sorted_list(machine: Machine, iterable: Value, key: Value, reverse: Value) -> ListValue:
    """sorted(iterable)"""
    known = contents(machine, iterable)
    if known.items is not None:
        return ListValue(sort_items(machine, known.items, key, reverse))
    escape(machine, (key,))  # what it changes when it is called, so often as nobody knows
    length = known.length if known.length is not None else machine.path.fresh("length", 0)
    return ListValue(None, each.in_any_order(machine.path, known.element), length)


def extreme(
    machine: Machine, is_max: bool, args: tuple[Value, ...], key: Value, default: tuple[Value, ...]
) -> Value:
    """min and max; `default` is empty when it was not given."""
    name = "max" if is_max else "min"
    if not args:
        raise machine.error("TypeError", f"{name} expected at least 1 argument, got 0")
    items: list[Value] = list(args)
    if len(args) == 1:
        known = contents(machine, args[0])
        if known.items is None:
            return _of_summary(machine, name, known.element, known.length, default)
        items = known.items
    if not items:
        if default:
            return default[0]
        raise machine.error("ValueError", f"{name}() iterable argument is empty")
    if len(items) == 1:
        return items[0]
    if key is None:
        items = [settled(machine, item) if isinstance(item, Opaque) else item for item in items]
    sizes = [item for item in items if isinstance(item, Expr)] if key is None else []
    if len({machine.path.simplify(size) for size in sizes}) > MANY_SIZES:
        return _of_many(machine, name, items)
    keys = items if key is None else [machine.call(key, [item], {}) for item in items]
    at = _extreme_position(machine, is_max, keys)
    if at is not None:
        return items[at]
    dims = [dim for dim in map(as_dim, items) if dim is not None]
    if key is None and len(dims) == len(items):
        return max_(*dims) if is_max else min_(*dims)
    return _some_item(machine, name, items)


def _of_many(machine: Machine, name: str, items: Sequence[Value]) -> Value:
    """The extreme of more sizes than are compared with each other: a number between what all and any of them admit."""
    bounds = [machine.path.facts.bounds(dim) for dim in map(as_dim, items) if dim is not None]
    if len(bounds) < len(items):
        return machine.unknown(f"the {name} of many values")
    lows, highs = [[end for end in ends if end is not None] for ends in zip(*bounds)]
    if name == "max":
        return machine.path.fresh(name, max(lows, default=None), max(highs) if len(highs) == len(items) else None)
    return machine.path.fresh(name, min(lows) if len(lows) == len(items) else None, min(highs, default=None))


def _compare(machine: Machine, keys: list[Value]) -> None:
    """What Python does first: of tensors the comparison is one, whose truth has to be that of one element."""
    if any(type(key) is Tensor for key in keys[:2]):
        machine.truth(machine.compare("<", keys[1], keys[0]))


def _extreme_position(machine: Machine, is_max: bool, keys: list[Value]) -> int | None:
    _compare(machine, keys)
    try:
        reals = [exact(number_in(key)) for key in keys]
    except Inexact:
        order = _symbolic_order(machine, keys, is_max)
        return None if order is None else order[0]
    choose: Any = max if is_max else min
    at: int = run(machine, lambda: choose(range(len(reals)), key=lambda i: reals[i]))
    return at


def _some_item(machine: Machine, name: str, items: list[Value]) -> Value:
    kinds = {kind_of(item) for item in items}
    if kinds == {"float"} or kinds == {"str"}:
        return Scalar(str(kinds.pop()))
    if all(type(item) is Tensor or kind_of(item) in ("int", "float", "bool") for item in items):
        return one_of(machine, items, f"{name} of more tensors than are looked at")
    unknown = unknown_from(machine, f"{name} of values that cannot be compared", *items)
    return unknown if None in kinds else one_of(machine, items, f"{name} of values that cannot be compared")


def _of_summary(
    machine: Machine, name: str, element: Value, length: Dim | None, default: tuple[Value, ...]
) -> Value:
    """An item of an iterable of unknown length. An integer gets a new symbol: the element stands for all."""
    if kind_of(element) == "int" and not isinstance(element, int):
        element = machine.path.fresh(name, None)
    return machine.join(element, default[0]) if default else element
