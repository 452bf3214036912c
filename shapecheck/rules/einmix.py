"""The layer EinMix of einops: an einsum with a weight of its own, between two rearrangements.

Source: https://einops.rocks/3-einmix-layer/ and einops 0.8, `layers/_einmix.py`, whose words the errors use.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from shapecheck.rules.context import RuleContext
from shapecheck.rules.einops import Axes, compose, match
from shapecheck.rules.einops_patterns import (
    ELLIPSIS,
    Anonymous,
    Axis,
    PatternError,
    Side,
    listed,
    parse_side,
    split_arrow,
)
from shapecheck.symbolic import Cond, Dim, eq, or_
from shapecheck.values import Path, Shape, shape_text


class _Recipe(NamedTuple):
    left: Side
    right: Side
    weight: Side
    bias: Side | None

    @property
    def is_rearranged(self) -> bool:
        """Whether the input is rearranged first, which holds it against the sizes that are given."""
        return any(len(group) != 1 for group in self.left.groups)


@lru_cache(256)
def _recipe(pattern: str, weight_text: str, bias_text: str | None, names: tuple[str, ...]) -> _Recipe:
    """The checked patterns."""
    left, right = map(parse_side, split_arrow(pattern))
    weight = parse_side(weight_text)
    bias = None if bias_text is None else parse_side(bias_text)
    made = _Recipe(left, right, weight, bias)
    for problem, axes in _one_sided(made, names):
        if axes:
            raise PatternError(problem.format(listed(axes)))
    if weight.has_ellipsis:
        raise PatternError("Ellipsis is not supported in weight, as its shape should be fully specified")
    if left.has_ellipsis != right.has_ellipsis:
        raise PatternError(f"Ellipsis in EinMix should be on both sides, {pattern}")
    if left.has_inner_ellipsis:
        raise PatternError(f"Ellipsis on left side can't be in parenthesis, got {pattern}")
    if any(isinstance(axis, Anonymous) for side in (left, right, weight) for axis in side.axes):
        raise PatternError("Anonymous axes (numbers) are not allowed in EinMix")
    if any(weight.composed):
        raise PatternError(f"Parenthesis is not allowed in weight shape: {weight_text}")
    return made


def _one_sided(recipe: _Recipe, names: tuple[str, ...]) -> Iterator[tuple[str, list[Axis]]]:
    """What may be wrong with the axes, and the axes of which it is so."""
    left, right, weight, bias = recipe
    known = {*left.axes, *weight.axes}
    yield "Unrecognized identifiers on the right side of EinMix {}", [one for one in right.axes if one not in known]
    yield "Dimension {} of weight should be specified", [one for one in weight.axes if one not in names]
    yield "Axes {} are not used in pattern", [one for one in names if one not in known]
    used = {*left.axes, *right.axes}
    yield "Weight axes {} are redundant", [one for one in weight.axes if one not in used]
    if bias is not None:
        yield "Bias axes {} not present in output", [one for one in bias.axes if one not in right.axes]
        yield "Sizes not provided for bias axes {}", [one for one in bias.axes if one not in names]


def _read(ctx: RuleContext, pattern: str, weight: str, bias: str | None, axes: Axes) -> _Recipe:
    try:
        return _recipe(pattern, weight, bias, tuple(axes))
    except PatternError as error:
        raise ctx.reject(str(error)) from None


def einmix_parameters(
    ctx: RuleContext, pattern: str, weight: str, bias: str | None, axes: Axes
) -> tuple[Shape, Shape | None]:
    """The shapes of the weight and of the bias: `"b c -> b k", "c k", "k", c=3, k=5 -> [3 5], [1 5]`."""
    recipe = _read(ctx, pattern, weight, bias, axes)
    sizes = _given(ctx.path, axes)
    shape = tuple(sizes[axis] for axis in recipe.weight.axes)
    if recipe.bias is None:
        return shape, None
    own: list[Dim] = []
    for axis in recipe.right.axes:
        if axis != ELLIPSIS:
            own.append(sizes[axis] if axis in recipe.bias.axes else 1)
        elif any(name in recipe.bias.axes for name in recipe.right.axes[: len(own)]):
            raise ctx.reject("all bias dimensions should go after ellipsis in the output")
    return shape, tuple(own)


def einmix_shape(
    ctx: RuleContext, shape: Shape, pattern: str, weight: str, bias: str | None, axes: Axes
) -> Shape:
    """`[B N 3], "b n c -> b n k", "c k", c=3, k=5 -> [B N 5]`."""
    recipe, given = _read(ctx, pattern, weight, bias, axes), _given(ctx.path, axes)
    shape = ctx.path.resolve(shape)
    sizes = {axis: size for axis, size in given.items() if recipe.is_rearranged and axis in recipe.left.axes}

    def require(cond: Cond, detail: str) -> None:
        ctx.require(cond, lambda: f'EinMix "{pattern}": input tensor shape: {shape_text(shape)}. {detail}')

    ellipsis_dims = match(ctx, shape, recipe.left, sizes, require)
    for axis in (*recipe.weight.axes, *(() if recipe.bias is None else recipe.bias.axes)):
        size, own = given[axis], sizes.get(axis)
        if own is not None and own != size:
            words = f"the axis {axis} has size {own}, and {size} in the weight or bias"
            require(or_(eq(own, size), eq(own, 1), eq(size, 1)), words)
            size = _broadcast(ctx.path, own, size)
        sizes[axis] = size
    return compose(ctx, recipe.right, sizes, ellipsis_dims)


def _given(path: Path, axes: Axes) -> dict[Axis, Dim]:
    return {name: path.fresh(name) if size is None else size for name, size in axes.items()}


def _broadcast(path: Path, own: Dim, size: Dim) -> Dim:
    """What einsum and the sum make of two sizes that are equal unless one is 1."""
    if path.decide(eq(size, 1)) is False or path.decide(eq(own, 1)):
        return size
    return own if path.decide(eq(size, 1)) or path.decide(eq(own, size)) else path.fresh("either", 0)
