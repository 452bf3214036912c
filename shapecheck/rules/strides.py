"""Where the elements of a tensor lie: what `view` can express and what it cannot.

A tensor is laid out row by row (`ROWS`), or its strides are known, or nothing is said of it (None), which is always
allowed: a tensor may be channels_last, or come from elsewhere. Only what surely makes rows begins a layout.

Source: https://docs.pytorch.org/docs/2.13/tensor_view.html; the rule is `computeStride` of ATen/TensorUtils.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from shapecheck.symbolic import Dim
from shapecheck.values import Path, Shape, Star, Tensor

ROWS = "rows"
REFUSAL = (
    "view size is not compatible with input tensor's size and stride (at least one dimension spans across "
    "two contiguous subspaces). Use .reshape(...) instead."
)

OVERLAP = (
    "unsupported operation: more than one element of the written-to tensor refers to a single memory location. "
    "Please clone() the tensor before performing the operation."
)


class Laid(NamedTuple):
    """The sizes of a tensor whose rank is known, and its strides."""

    shape: tuple[Dim, ...]
    strides: tuple[Dim, ...]


def laid(path: Path, tensor: Tensor) -> Laid | None:
    """The sizes and strides of a tensor, if both are known."""
    shape = _ranked(path.resolve(tensor.shape))
    if shape is None or tensor.strides is None:
        return None
    if tensor.strides == ROWS:
        return Laid(shape, of_rows(shape))
    return Laid(shape, tensor.strides) if len(tensor.strides) == len(shape) else None


def overlaps(path: Path, tensor: Tensor) -> bool:
    """Whether elements of a tensor surely share a place in memory: a dim that `expand` repeats takes no step. The rule
    is `has_internal_overlap` of ATen/MemoryOverlap.cpp."""
    known = None if tensor.strides == ROWS else laid(path, tensor)
    sizes: tuple[Any, ...] = () if known is None else known.shape
    if known is None or any(type(size) is not int or size < 1 for size in sizes):
        return False
    return any(type(step) is int and step == 0 and size > 1 for size, step in zip(sizes, known.strides))


def _ranked(shape: Shape) -> tuple[Dim, ...] | None:
    sizes = tuple(dim for dim in shape if not isinstance(dim, Star))
    return sizes if len(sizes) == len(shape) else None


def of_rows(shape: Sequence[Dim]) -> tuple[Dim, ...]:
    """The strides of a tensor that is laid out row by row."""
    strides: list[Dim] = []
    step: Dim = 1
    for size in reversed(shape):
        strides.append(step)
        step = step * size
    return tuple(reversed(strides))


def same(path: Path, a: Dim, b: Dim) -> bool | None:
    """Whether two sizes are equal for all values; None where it depends on them, or is not plain."""
    if type(a) is int and type(b) is int:
        return a == b
    low, high = path.facts.bounds(path.simplify(a - b))
    if low == 0 == high:
        return True
    return False if (low is not None and low > 0) or (high is not None and high < 0) else None


def less(path: Path, a: Dim, b: Dim) -> bool | None:
    """Whether a is less than b, likewise."""
    low, high = path.facts.bounds(path.simplify(a - b))
    if high is not None and high < 0:
        return True
    return False if low is not None and low >= 0 else None


def viewed(path: Path, old: Laid, new: Sequence[Dim]) -> tuple[Dim, ...] | bool | None:
    """The strides of `old` seen with the sizes `new`; False if there are none, None if it is not known.

    From the last dim on, dims that follow each other in memory make a chunk, and the new sizes have to fill every
    chunk exactly.
    """
    if not old.shape:
        return of_rows(new)
    strides: list[Dim] = [0] * len(new)
    at = len(new) - 1
    base, numel, filled = old.strides[-1], 1, 1  # type: tuple[Dim, Dim, Dim]
    for place in reversed(range(len(old.shape))):
        numel = numel * old.shape[place]
        ends = place == 0 or _ends(path, old, place, numel * base)
        if ends is None:
            return None
        if not ends:
            continue
        while at >= 0:
            goes_on = True if same(path, new[at], 1) else less(path, filled, numel)
            if goes_on is None:
                return None
            if not goes_on:
                break
            strides[at] = filled * base
            filled = filled * new[at]
            at -= 1
        fits = same(path, filled, numel)
        if not fits:
            return fits
        if place > 0:
            base, numel, filled = old.strides[place - 1], 1, 1
    return tuple(strides) if at < 0 else False


def _ends(path: Path, old: Laid, place: int, behind: Dim) -> bool | None:
    """Whether the dim before `place` does not continue what lies `behind` it."""
    one, follows = same(path, old.shape[place - 1], 1), same(path, old.strides[place - 1], behind)
    if one or follows:
        return False
    return True if one is False and follows is False else None


def is_permuted(path: Path, old: Laid) -> bool:
    """Whether the elements fill their memory, in whatever order of the dims: what torch keeps in a new tensor."""
    if any(type(dim) is not int for dim in (*old.shape, *old.strides)):
        return False
    step = 1
    for stride, size in sorted(zip(old.strides, old.shape), key=lambda pair: pair[0]):  # type: ignore[arg-type,return-value]
        if size != 1:
            if stride != step:
                return False
            step = step * size  # type: ignore[assignment]
    return True


def suggests_channels_last(path: Path, old: Laid) -> bool:
    """Whether torch surely takes it for a batch of images whose channels are last in memory: what it makes of it then
    lies in the same way. The rule is `is_channels_last_strides_2d` of c10/core/MemoryFormat.h. It goes by the strides
    of dims of one element, too, which are not known for certain."""
    sizes, strides = old
    if len(sizes) != 4 or any(same(path, size, 1) is not False for size in sizes[1:]) or same(path, sizes[0], 1):
        return False
    least: Dim = 1
    for place in (1, 3, 2, 0):
        if less(path, strides[place], least) is not False or same(path, sizes[place], 0) is not False:
            return False
        least = strides[place] * sizes[place]
    return True


def of_channels_last(shape: Sequence[Dim]) -> tuple[Dim, ...]:
    """The strides of a batch of images whose channels are last in memory."""
    _, channels, height, width = shape
    return (channels * height * width, 1, channels * width, channels)


def combined(operands: Sequence[Laid], shape: Sequence[int]) -> tuple[int, ...]:
    """The strides of what torch computes of these operands element by element, all of whose sizes are known.

    Its dims are sorted by the strides of the operands, of which the first that tells two dims apart decides: the
    insertion sort of `TensorIteratorBase::reorder_dimensions` in ATen/TensorIterator.cpp.
    """
    steps = [_broadcast(operand, shape) for operand in operands]
    order = list(reversed(range(len(shape))))
    for at in range(1, len(order)):
        place = at
        for before in reversed(range(at)):
            verdict = _lies_outside(steps, shape, order[before], order[place])
            if verdict is False:
                break
            if verdict:
                order[before], order[place] = order[place], order[before]
                place = before
    strides, step = [0] * len(shape), 1
    for dim in order:
        strides[dim] = step
        step *= shape[dim]
    return tuple(strides)


def _broadcast(operand: Laid, shape: Sequence[int]) -> tuple[Any, ...]:
    """The strides with which an operand is gone over: a dim of size 1 that is repeated takes no step."""
    new = len(shape) - len(operand.shape)
    kept = zip(operand.shape, operand.strides, shape[new:])
    return (*[0] * new, *(0 if size == 1 != wide else stride for size, stride, wide in kept))


def _lies_outside(steps: Sequence[Sequence[Any]], shape: Sequence[int], dim: int, other: int) -> bool | None:
    """Whether a dim has larger strides than the other; None if no operand tells."""
    for strides in steps:
        a, b = strides[dim], strides[other]
        if a == 0 or b == 0:
            continue
        if a != b:
            return bool(a > b)
        if shape[dim] > shape[other]:
            return True
    return None


Strides = Any
"""ROWS, the strides, or None."""
