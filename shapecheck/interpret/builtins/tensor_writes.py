"""What a small tensor whose numbers are known holds after code has written a number into it."""

from __future__ import annotations

from typing import Any

from shapecheck.interpret.builtins.arrays import Numbers
from shapecheck.interpret.builtins.exact import Inexact, exact
from shapecheck.interpret.builtins.tensor_numbers import ERRORS, held_in
from shapecheck.values import Tensor, Value, number_in, numbers_of


def after_write(tensor: Tensor, index: Value, value: Value) -> Numbers:
    """What it holds after `tensor[index] = value`, of one number and a place that are known; None if nobody knows."""
    numbers = numbers_of(tensor)
    try:
        number = held_in(tensor.dtype)(_only_number(value))
        real = exact(index)
        return None if numbers is None else _put(numbers, real if isinstance(real, tuple) else (real,), number)
    except ERRORS:
        return None


def _only_number(value: Value) -> Any:
    number = number_in(value)
    if not isinstance(number, (bool, int, float)):
        raise Inexact
    return number


def _put(numbers: Numbers, indices: tuple[Any, ...], number: Any) -> Numbers:
    """The numbers with another one at a place or in a part."""
    if not isinstance(numbers, tuple):
        if indices:
            raise Inexact
        return number
    first, *rest = indices or (slice(None),)
    if type(first) not in (int, slice):
        raise Inexact
    places = range(len(numbers))[first] if type(first) is slice else (range(len(numbers))[first],)
    return tuple(_put(one, tuple(rest), number) if at in places else one for at, one in enumerate(numbers))
