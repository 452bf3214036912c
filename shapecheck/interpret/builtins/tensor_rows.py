"""What operators make of a small tensor's numbers along a dim, and side by side: sums, parts, rows put together.
Each takes the numbers as nested tuples and raises `Inexact` for what it does not compute.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import accumulate, pairwise
from typing import Any

from shapecheck.interpret.builtins.arrays import Numbers, elementwise, flat, shape_of
from shapecheck.interpret.builtins.exact import Inexact
from shapecheck.interpret.builtins.tensor_order import PLACES

MAX_NUMBERS = 64
"""A tensor of more is not followed by its numbers."""


def axis_of(axis: Any, numbers: Numbers) -> int:
    if not isinstance(axis, int) or isinstance(axis, bool):
        raise Inexact
    return axis % len(shape_of(numbers))


def over(numbers: Numbers, axis: int, function: Callable[[Numbers], Numbers]) -> Numbers:
    """The function of the rows that lie along an axis."""
    return function(numbers) if axis == 0 else tuple(over(row, axis - 1, function) for row in numbers)


def _summed(numbers: Numbers, dim: int) -> Numbers:
    def rows(parts: Numbers) -> Numbers:
        return tuple(accumulate(parts, lambda x, y: elementwise(operator.add, x, y)))

    return over(numbers, axis_of(dim, numbers), rows)


def _differences(numbers: Numbers, n: int = 1, dim: int = -1) -> Numbers:
    def difference(y: Any, x: Any) -> Any:
        return y != x if isinstance(y, bool) and isinstance(x, bool) else y - x

    def between(parts: Numbers) -> Numbers:
        return tuple(elementwise(difference, y, x) for x, y in pairwise(parts))

    for _ in range(n):
        numbers = over(numbers, axis_of(dim, numbers), between)
    return numbers


def _flipped(numbers: Numbers, *dims: Any, **named: Any) -> Numbers:
    axes = dims or (named["dims"],)
    for axis in axes[0] if isinstance(axes[0], (tuple, list)) else axes:
        numbers = over(numbers, axis_of(axis, numbers), lambda rows: rows[::-1])
    return numbers


def _transposed(numbers: Numbers, *dims: Any) -> Numbers:
    if len(shape_of(numbers)) != 2 or {dim % 2 for dim in dims} not in (set(), {0, 1}):
        raise Inexact
    return tuple(zip(*numbers))


def _windows(numbers: Numbers, dimension: int, size: int, step: int) -> Numbers:
    """Tensor.unfold"""
    if len(shape_of(numbers)) != 1 or not (0 < size <= len(numbers) and step > 0):
        raise Inexact
    return tuple(numbers[i : i + size] for i in range(0, len(numbers) - size + 1, step))


def _stacked(rows: Numbers, dim: int = 0) -> Numbers:
    if dim != 0:
        raise Inexact
    return rows


def _joined(parts: Numbers, dim: int = 0) -> Numbers:
    if dim != 0:
        raise Inexact
    return tuple(row for part in parts for row in part)


def _occurrences(numbers: Numbers, weights: Any = None, minlength: int = 0) -> Numbers:
    """torch.bincount"""
    if weights is not None:
        raise Inexact
    return tuple(numbers.count(number) for number in range(max(minlength, max(numbers) + 1)))


def _repeated(numbers: Numbers, repeats: Any = None, dim: int | None = None, output_size: Any = None) -> Numbers:
    """torch.repeat_interleave of numbers in a row"""
    if repeats is None:
        numbers, repeats = tuple(range(len(numbers))), numbers
    if len(shape_of(numbers)) != 1 or dim not in (None, 0, -1):
        raise Inexact
    times = repeats if isinstance(repeats, tuple) and len(repeats) > 1 else flat(repeats) * len(numbers)
    if len(times) != len(numbers) or sum(times) > MAX_NUMBERS:
        raise Inexact
    return tuple(number for number, count in zip(numbers, times) for _ in range(count))


def _padded(numbers: Numbers, pad: Any, *mode: Any, **named: Any) -> Numbers:
    """F.pad of numbers in a row, with nought or another number. What cuts has negative counts."""
    given = dict(zip(("mode", "value"), mode, strict=False)) | named
    if len(shape_of(numbers)) != 1 or len(pad) != 2 or min(pad) < 0 or given.pop("mode", "constant") != "constant":
        raise Inexact
    value = given.pop("value", None)
    if given or sum(pad) > MAX_NUMBERS:
        raise Inexact
    ends = [(0 if value is None else value,) * count for count in pad]
    return (*ends[0], *numbers, *ends[1])


def _clamped(numbers: Numbers, *ends: Any, **named: Any) -> Numbers:
    """tensor.clamp(min, max)"""
    given = dict(zip(("min", "max"), ends, strict=False)) | named
    for name, choose in (("min", max), ("max", min)):
        if given.get(name) is not None:
            numbers = elementwise(choose, numbers, given[name])
    return numbers


def _are_truths(numbers: Numbers) -> bool:
    return all(isinstance(number, bool) for number in flat(numbers))


def _chosen(condition: Numbers, one: Numbers, other: Numbers) -> Numbers:
    """torch.where, and the method, which is called on what is taken where the condition holds."""
    if _are_truths(condition) and _are_truths(one):
        raise Inexact
    if _are_truths(one):
        condition, one = one, condition
    return elementwise(lambda holds, x, y: x if holds else y, condition, one, other)


ALONG: dict[str, Callable[..., Numbers]] = {
    "cumsum": _summed, "diff": _differences, "flip": _flipped, "unfold": _windows, "stack": _stacked, "cat": _joined,
    "pad": _padded, "clamp": _clamped, "clip": _clamped, "where": _chosen, "bincount": _occurrences,
    "repeat_interleave": _repeated,
    **PLACES,
    **dict.fromkeys(("t", "T", "transpose"), _transposed),
}  # fmt: skip

__all__ = ["ALONG", "MAX_NUMBERS", "axis_of", "over"]
