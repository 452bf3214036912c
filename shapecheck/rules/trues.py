"""How many elements of a mask are True: `x[mask]` has so many rows, in each place where the same mask is used.

`Tensor.trues` is that number of a tensor of truths, or of noughts and ones, with a stamp: it counts as long as nothing
has been written since to the tensor or to what it may be a view of, which loses its own stamp then. A mask gets a
symbol when it first serves as one; `~mask` has the others, and there is one in each row of `torch.eye`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from shapecheck.rules.run import Run
from shapecheck.rules.slicing import at_most
from shapecheck.symbolic import Dim, min_, prod
from shapecheck.values import BIRTHS, DType, Path, Shape, Store, Tensor, is_plain, numbers_of

MAX_VIEWS = 32
BOOL = DType("bool")
KEEPING = frozenset({
    "bool", "to", "type", "int", "long", "float", "clone", "detach", "contiguous", "cpu", "cuda", "view", "reshape",
    "flatten", "ravel", "unsqueeze", "squeeze", "t", "T", "transpose", "permute",
})  # fmt: skip
"""Operators whose result has as many True elements as their operand."""
INVERTING = frozenset({"invert", "__invert__", "bitwise_not", "logical_not"})
COUNTING = frozenset({"sum", "count_nonzero"})
CARRYING = KEEPING | INVERTING | COUNTING | {"eye"}
"""Those that may say something of their result."""


def number_true(path: Path, store: Store, mask: Tensor) -> Dim:
    """The number of elements of a mask of known rank that are True: a symbol, from the first time on."""
    known = _known(mask)
    if known is not None:
        return known
    numbers = list(flat(numbers_of(mask)))
    if numbers and all(isinstance(one, (int, float)) for one in numbers):
        return sum(map(bool, numbers))
    count = some_of(path, path.resolve(mask.shape))
    if mask.dtype is BOOL:
        for one in reversed(_lenders(mask)):
            if one.trues is None:
                store.set_attr(one, "trues", (None, next(BIRTHS)))
        store.set_attr(mask, "trues", (count, next(BIRTHS) if mask.trues is None else mask.trues[1]))
    return count


def some_of(path: Path, shape: Shape) -> Dim:
    """A fresh number of elements of a tensor of this shape."""
    return at_most(path, "selected", prod(shape)) if is_plain(shape) else path.fresh("selected", 0)


def flat(numbers: Any) -> Iterator[Any]:
    """The numbers in nested tuples, one after the other."""
    for one in numbers if isinstance(numbers, tuple) else (numbers,):
        yield from flat(one) if isinstance(one, tuple) else (one,)


def chosen(run: Run, mask: Any, most: Dim) -> Dim:
    """In stubs: how many elements the mask chooses, which may be a list of truths; `most` is the number of all."""
    return number_true(run.path, run.ctx.store, mask) if type(mask) is Tensor else at_most(run.path, "selected", most)


def carried(path: Path, name: str, args: list[Any], result: Any) -> None:
    """Notes what is known of the result of an operator, which is named without its module."""
    known = _known(args[0]) if args and type(args[0]) is Tensor else None
    if type(result) is not Tensor or (known is None and name != "eye"):
        return
    shape = path.resolve(result.shape)
    if name in COUNTING:
        if shape == ():
            result.held = (known, known)
        return
    if known is None:
        if not is_plain(shape):
            return
        known = min_(*shape)
    elif name in INVERTING:
        if not is_plain(shape) or args[0].dtype is not BOOL:
            return
        known = prod(shape) - known
    result.trues = (known, next(BIRTHS))


def _known(mask: Tensor) -> Dim | None:
    if mask.trues is None:
        return None
    count: Dim | None
    count, stamp = mask.trues
    lenders = [one.trues for one in _lenders(mask)]
    return count if all(one is not None and one[1] < stamp for one in lenders) else None


def _lenders(mask: Tensor) -> list[Tensor]:
    """What the mask may be a view of, the nearest first."""
    found: list[Tensor] = []
    while mask.parent is not None and mask.parent.dtype in (BOOL, None) and mask.maker not in INVERTING:
        mask = mask.parent
        found.append(mask)
        if len(found) == MAX_VIEWS:
            break
    return found
