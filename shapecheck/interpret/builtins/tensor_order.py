"""What is made of a small tensor's numbers by their order: sorted, the greatest of them, where those are, and parts
that other numbers choose (`lengths, order = lengths.sort(descending=True)`, `lengths[order]`, `lengths[lengths > 0]`).

Torch does not say which of equal numbers comes first where it sorts, so places among those are not known.
https://docs.pytorch.org/docs/2.13/generated/torch.sort.html
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from shapecheck.interpret.builtins.arrays import Numbers, flat, shape_of
from shapecheck.interpret.builtins.exact import Inexact

Pair: TypeAlias = "tuple[Numbers, Numbers | None]"
"""Numbers and their places, where those are known."""


def _sorted(numbers: Numbers, dim: int = -1, descending: bool = False, stable: bool = False) -> Pair:
    def row(parts: Sequence[Any]) -> Pair:
        places = sorted(range(len(parts)), key=parts.__getitem__, reverse=descending)
        is_sure = not descending if stable else len(set(parts)) == len(parts)
        return tuple(parts[place] for place in places), tuple(places) if is_sure else None

    return _by_rows(row, numbers, dim)


def _greatest(numbers: Numbers, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> Pair:
    if not sorted:
        raise Inexact
    return _by_rows(lambda parts: _first(k, _sorted(parts, -1, largest)), numbers, dim)


def _first(k: int, pair: Pair) -> Pair:
    numbers, places = pair
    return numbers[:k], places and places[:k]


def _extreme(extreme: Callable[[Sequence[Any]], Any]) -> Callable[..., Pair]:
    """The first of the greatest or least numbers of each row, and where it is."""

    def along(numbers: Numbers, dim: int, keepdim: bool = False) -> Pair:
        def row(parts: Sequence[Any]) -> Pair:
            found = extreme(parts)
            place = parts.index(found)
            return ((found,), (place,)) if keepdim else (found, place)

        return _by_rows(row, numbers, dim)

    return along


def _by_rows(function: Callable[[Sequence[Any]], Pair], numbers: Numbers, dim: int) -> Pair:
    """The pairs of the rows that lie along the last dim; other dims are left."""
    rank = len(shape_of(numbers))
    if not rank or isinstance(dim, bool) or dim % rank != rank - 1:
        raise Inexact
    if rank == 1:
        return function(numbers)
    pairs = [_by_rows(function, part, -1) for part in numbers]
    places = [place for _, place in pairs]
    return tuple(row for row, _ in pairs), None if None in places else tuple(places)


def _places_sorted(numbers: Numbers, dim: int = -1, descending: bool = False, stable: bool = False) -> Numbers:
    return _known(_sorted(numbers, dim, descending, stable))


def _place_of(extreme: Callable[[Sequence[Any]], Any]) -> Callable[..., Numbers]:
    """torch.argmax, torch.argmin; without a dim the place among all numbers"""

    def found(numbers: Numbers, dim: int | None = None, keepdim: bool = False) -> Numbers:
        if dim is None:
            return _known(_extreme(extreme)(tuple(flat(numbers)), 0))
        return _known(_extreme(extreme)(numbers, dim, keepdim))

    return found


def _known(pair: Pair) -> Numbers:
    if pair[1] is None:
        raise Inexact
    return pair[1]


def chosen(numbers: Numbers, which: Numbers) -> Numbers:
    """The rows of places, or those that are marked."""
    marks = flat(which)
    if isinstance(which, tuple) and marks and all(isinstance(mark, bool) for mark in marks):
        if shape_of(numbers) != shape_of(which):
            raise Inexact
        return tuple(number for number, mark in zip(flat(numbers), marks) if mark)
    return _at(numbers, which)


def _at(numbers: Numbers, places: Numbers) -> Numbers:
    if isinstance(places, tuple):
        return tuple(_at(numbers, place) for place in places)
    if isinstance(places, (bool, float)):
        raise Inexact
    return numbers[places]


def _selected(numbers: Numbers, dim: int, index: Numbers) -> Numbers:
    """torch.index_select of rows"""
    if dim != 0:
        raise Inexact
    return _at(numbers, index)


PAIRS: dict[str, Callable[..., Pair]] = {
    "sort": _sorted, "topk": _greatest, "max": _extreme(max), "min": _extreme(min),
}  # fmt: skip
"""Operators that give numbers and their places."""

PLACES: dict[str, Callable[..., Numbers]] = {
    "argsort": _places_sorted, "argmax": _place_of(max), "argmin": _place_of(min), "index_select": _selected,
}  # fmt: skip

__all__ = ["PAIRS", "PLACES", "chosen"]
