"""Sizes in messages: where they come from, and how torch writes them."""

from __future__ import annotations

from typing import Any

from shapecheck.rules.run import Run
from shapecheck.symbolic import eq, prod
from shapecheck.values import Shape, Tensor, is_plain, shape_text

MERGING = frozenset({"flatten", "reshape", "view", "rearrange"})
"""Operators that make one dim of several."""
MAX_CHAIN = 20


def matrix(run: Run, rows: Any, columns: Any) -> str:
    """`2x25088`, as torch writes the sizes of a matrix; `n x d` of sizes that are no numbers."""
    between = "x" if type(rows) is int and type(columns) is int else " x "
    return f"{rows}{between}{columns}"


def merged(run: Run, tensor: Any, size: Any) -> str:
    """`25088 = 512*7*7` of a last dim that was made of several dims, else `25088`."""
    for _ in range(MAX_CHAIN):
        if type(size) is not int or not isinstance(tensor, Tensor) or tensor.parent is None:
            break
        shape = run.path.resolve(tensor.parent.shape)
        if tensor.maker in MERGING:
            factors = _factors(shape, size)
            return f"{size} = {'*'.join(map(str, factors))}" if factors else str(size)
        if not shape or shape[-1] != size:
            break
        tensor = tensor.parent
    return str(size)


def misfit(run: Run, a: Any, b: Any, joined: int) -> tuple[Any, Any]:
    """The first two sizes at one place, but the one that is joined, that may differ; the first two of all if the ranks
    are not known."""
    pairs = [(one, other) for at, (one, other) in enumerate(zip(a, b)) if at != joined and one is not other]
    differ = [pair for pair in pairs if run.path.decide(eq(*pair)) is not True] if is_plain(a) and is_plain(b) else []
    return differ[0] if differ else (shape_text(a), shape_text(b))


def _factors(shape: Shape, size: int) -> Shape:
    """The neighbouring dims, two at least and none of them 1 at the ends, whose product is the size."""
    if not is_plain(shape):
        return ()
    for start in range(len(shape)):
        for end in range(len(shape), start + 1, -1):
            part = shape[start:end]
            if 1 not in (part[0], part[-1]) and all(type(dim) is int for dim in part) and prod(part) == size:
                return part
    return ()
