"""`x.shape` while the rank of x is not known: its length, items, slices and sums stay symbolic."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from shapecheck.interpret import branches
from shapecheck.rules.context import Rejected
from shapecheck.symbolic import Dim, eq, ge
from shapecheck.values import (
    Shape,
    Size,
    SizesValue,
    SliceValue,
    Star,
    Undecided,
    Unknown,
    Value,
    rank_of,
    star_index,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

T = TypeVar("T", bound=Value)
MAX_QUESTIONS = 6


def guarded(machine: Machine, run: Callable[[], Value]) -> Value:
    """Runs a kernel that may reject (gives an unknown then) or ask a question (both answers are followed)."""
    return _guarded(machine, run, MAX_QUESTIONS)


def _guarded(machine: Machine, run: Callable[[], Value], questions: int) -> Value:
    try:
        return run()
    except Rejected:
        if machine.catching:
            raise machine.error("RuntimeError", "a shape error") from None
        return machine.unknown("the result of an operator that fails")
    except Undecided as question:
        cond = question.condition
        if not questions:
            return machine.unknown("too many questions that are not decided")
        result: Value = branches.fork(
            machine,
            cond,
            lambda: _guarded(machine, run, questions - 1),
            lambda: _guarded(machine, run, questions - 1),
        )
        return result


def sizes(machine: Machine, shape: Shape) -> Value:
    """The value of `x.shape` for a tensor of this shape."""
    shape = machine.path.resolve(shape)
    return Size(shape) if star_index(shape) is None else SizesValue(shape)


def exposed(machine: Machine, value: SizesValue, front: int, back: int, message: str) -> Shape | None:
    """The shape with so many dims before and behind its star, after the obligation that it has them."""
    shape = machine.path.resolve(value.shape)
    outcome = guarded(machine, lambda: machine.require(ge(rank_of(shape), max(front, back)), message))
    if isinstance(outcome, Unknown):
        return None
    return machine.path.expose(value.shape, front, back)


def item(machine: Machine, value: SizesValue, index: int) -> Value:
    """x.shape[index]: the rank must reach so far."""
    front, back = (index + 1, 0) if index >= 0 else (0, -index)

    def run() -> Value:
        shape = exposed(machine, value, front, back, "tuple index out of range")
        if shape is None or isinstance(shape[index], Star):
            return machine.unknown("a size behind an unknown rank")
        return shape[index]  # type: ignore[return-value]

    return guarded(machine, run)


def part(machine: Machine, value: SizesValue, index: SliceValue) -> Value:
    """x.shape[:-1], x.shape[2:], x.shape[-2:] ...: the rest keeps the star."""
    bounds = (index.lower, index.upper)
    if index.step not in (None, 1) or not all(bound is None or isinstance(bound, int) for bound in bounds):
        return machine.unknown("sizes of a tensor of unknown rank")
    known = [bound for bound in bounds if isinstance(bound, int)]
    front = max([bound for bound in known if bound >= 0], default=0)
    back = max([-bound for bound in known if bound < 0], default=0)

    def run() -> Value:
        shape = exposed(machine, value, front, back, "too few dimensions")
        if shape is None:
            return machine.unknown("sizes of a tensor of unknown rank")
        return sizes(machine, shape[slice(*bounds)])  # type: ignore[misc]

    return guarded(machine, run)


def joined(machine: Machine, a: Value, b: Value) -> Value:
    """x.shape[:-1] + (heads, size), in either order; None when an operand holds anything but sizes."""
    parts: list[Dim | Star] = []
    for side in (a, b):
        shape = side.shape if isinstance(side, SizesValue) else side
        if not isinstance(shape, tuple):
            return None
        parts.extend(shape)
    return of_parts(machine, parts)


def of_parts(machine: Machine, parts: list[Dim | Star]) -> Value:
    """A tuple display that spreads sizes: `(*x.shape[:-1], heads, size)`; None when it holds other things."""
    from shapecheck.symbolic import Expr

    if sum(isinstance(one, Star) for one in parts) > 1:
        return None
    if not all(isinstance(one, (Star, Expr)) or type(one) is int for one in parts):
        return None
    return sizes(machine, tuple(parts))


def unpacked(machine: Machine, value: Value, wanted: int, starred: bool) -> list[Value] | None:
    """`b, t, d = x.shape`: the rank must be the number of targets (or at least, with a star)."""
    if not isinstance(value, SizesValue):
        return None
    shape = machine.path.resolve(value.shape)
    rank = rank_of(shape)
    cond = ge(rank, wanted) if starred else eq(rank, wanted)
    outcome = guarded(machine, lambda: machine.require(cond, "not enough values to unpack from the shape"))
    if isinstance(outcome, Unknown):
        return None
    resolved = machine.path.resolve(shape)
    return list(resolved) if star_index(resolved) is None else None  # type: ignore[arg-type]
