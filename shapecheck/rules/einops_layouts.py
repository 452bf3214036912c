"""How einops lays the elements of what it gives: it reshapes, permutes, repeats with `expand`, and reshapes again.

Source: `_apply_recipe` of einops 0.8, `einops.py`, and `add_axes` of its torch backend.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shapecheck.rules.context import RuleContext
from shapecheck.rules.einops import match
from shapecheck.rules.einops_patterns import (
    ELLIPSIS,
    Anonymous,
    Axis,
    Side,
    parse_side,
    split_arrow,
)
from shapecheck.rules.strides import Laid, same, viewed
from shapecheck.symbolic import Dim, Expr


def rearranged(ctx: RuleContext, source: Laid, pattern: str, axes: Mapping[str, Any], shape: tuple[Dim, ...]) -> Any:
    """The strides of `rearrange` and `repeat`, which give the shape; False where the elements are copied in rows, None
    if it is not known."""
    path = ctx.path
    if any(type(size) is int and size == 0 for size in (*source.shape, *shape)):
        return None
    if not all(isinstance(size, (int, Expr)) for size in axes.values()):
        return None
    left, right = map(parse_side, split_arrow(pattern))  # it has been read before
    sizes: dict[Axis, Dim] = {axis: axis.size for axis in (*left.axes, *right.axes) if isinstance(axis, Anonymous)}
    sizes.update(axes)
    rest = match(ctx, source.shape, left, sizes, lambda cond, words: None)
    named: dict[Any, Any] = {**sizes, **{(ELLIPSIS, at): size for at, size in enumerate(rest)}}
    before = _in_order(left, len(rest))
    apart = viewed(path, source, [named[axis] for axis in before])
    if not isinstance(apart, tuple):
        return None
    steps = dict(zip(before, apart))
    after = _in_order(right, len(rest))
    for axis in after:
        if axis not in steps:
            if same(path, named[axis], 1) is not False:
                return None  # a new dim of one element has the step of those around it
            steps[axis] = 0
    return viewed(path, Laid(tuple(named[axis] for axis in after), tuple(steps[axis] for axis in after)), shape)


def _in_order(side: Side, rest: int) -> list[Any]:
    """The axes of a side one by one, the dims of the ellipsis, too."""
    return [
        part
        for axis in side.axes
        for part in ([(ELLIPSIS, at) for at in range(rest)] if axis == ELLIPSIS else [axis])
    ]
