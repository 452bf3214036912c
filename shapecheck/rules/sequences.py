"""Sequences of unknown length, of which one item stands for all."""

from __future__ import annotations

from typing import Any

from shapecheck.rules.kinds import known_items, settled
from shapecheck.rules.results import Copies
from shapecheck.rules.run import Run
from shapecheck.symbolic import Dim, Expr
from shapecheck.values import Shape, Tensor, TupleOfMany, each


def many(run: Run, items: Any) -> bool:
    """Whether one item stands for an unknown number of them."""
    return isinstance(items, Copies)


def summed(run: Run, size: Any, items: Any) -> Dim:
    """The sum of a size over all items: the size itself is the sum over those that `distinct` gives."""
    total: Dim = each.summed(run.path, size, items.length) if isinstance(items, Copies) else size
    return total


def alone(run: Run, shape: Any, items: Any) -> Shape:
    """The shape of one of the items; where one stands for all, without what only holds of all of them."""
    if not isinstance(items, Copies):
        return tuple(shape)
    whole: Shape = each.taken(run.path, Tensor(tuple(shape))).shape
    return whole


def of_length(run: Run, item: Any, length: Any) -> TupleOfMany:
    """A tuple of so many items, one of which stands for all."""
    return TupleOfMany(item, length)


def counted(run: Run, size: Any) -> bool:
    """Whether a size is a number, so that a loop can run over so many items, or a sequence has so many."""
    if isinstance(size, (int, Expr)):
        return type(run.path.simplify(size)) is int
    return known_items(run.path, settled(size)) is not None
