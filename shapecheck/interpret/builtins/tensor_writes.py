"""What a small tensor whose numbers are known holds after code has written numbers into it."""

from __future__ import annotations

from typing import Any

from shapecheck.interpret.builtins.arrays import Numbers, elementwise, numbers_in
from shapecheck.interpret.builtins.exact import Inexact, exact
from shapecheck.interpret.builtins.tensor_numbers import ERRORS, held_in
from shapecheck.values import Tensor, Value, numbers_of


def after_write(tensor: Tensor, index: Value, value: Value) -> Numbers:
    """What it holds after `tensor[index] = value`, of numbers and a place that are known; None if nobody knows."""
    numbers = numbers_of(tensor)
    try:
        written = numbers_of(value) if isinstance(value, Tensor) else numbers_in(value)
        if numbers is None or written is None:
            return None
        written, real = elementwise(held_in(tensor.dtype), written), exact(index)
        return _put(numbers, real if isinstance(real, tuple) else (real,), written)
    except ERRORS:
        return None


def _put(numbers: Numbers, indices: tuple[Any, ...], written: Numbers) -> Numbers:
    """The numbers with others at a place or in a part, to which those are broadcast."""
    if not isinstance(numbers, tuple):
        if indices or isinstance(written, tuple):
            raise Inexact
        return written
    first, *rest = indices or (slice(None),)
    changed = list(numbers)
    if type(first) is int:
        changed[first] = _put(numbers[first], tuple(rest), written)
    elif type(first) is slice:
        places = range(len(numbers))[first]
        for at, part in zip(places, _rows(written, len(places), _rank(numbers, (first, *rest)))):
            changed[at] = _put(numbers[at], tuple(rest), part)
    else:
        raise Inexact
    return tuple(changed)


def _rows(written: Numbers, count: int, rank: int) -> tuple[Numbers, ...]:
    """What each of so many rows gets, in a part of that rank."""
    if _rank(written, ()) < rank:
        return (written,) * count
    if not isinstance(written, tuple) or len(written) not in (1, count):
        raise Inexact
    return written * (count if len(written) == 1 else 1)


def _rank(numbers: Numbers, indices: tuple[Any, ...]) -> int:
    """How many dims there are in the part that the indices pick."""
    rank = 0
    while isinstance(numbers, tuple):
        if not numbers:
            raise Inexact
        numbers, rank = numbers[0], rank + 1
    return rank - sum(type(one) is int for one in indices)
