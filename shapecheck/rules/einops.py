"""Shapes of einops: rearrange, repeat, reduce, parse_shape, pack and unpack.

Sources: https://einops.rocks/api/rearrange/ and einops 0.8, whose words the errors use. The functions
and the layers (`Rearrange`, `Reduce`) share them; a layer's constructor calls `check_pattern`.
A list of tensors counts as one tensor with the length of the list in front: the caller puts it there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from shapecheck.rules.broadcasting import product
from shapecheck.rules.context import RuleContext
from shapecheck.rules.einops_patterns import (
    ELLIPSIS,
    Anonymous,
    Axis,
    PatternError,
    Side,
    listed,
    parse_packing,
    parse_side,
    split_arrow,
)
from shapecheck.symbolic import Cond, Dim, eq, ge, prod, total
from shapecheck.values import Shape, Star, rank_of, shape_text

REDUCTIONS = ("min", "max", "sum", "mean", "prod", "any", "all")

Axes = Mapping[str, "Dim | None"]
"""The sizes given by keyword; None is a size that is not known."""


def rearrange_shape(ctx: RuleContext, shape: Shape, pattern: str, axes: Axes) -> Shape:
    """rearrange: `[B 3 H W], "b c (h p) (w q) -> b (h w) (p q c)", p=8, q=8 -> [B (H//8)*(W//8) 192]`."""
    return _transform(ctx, "rearrange", shape, pattern, axes)


def repeat_shape(ctx: RuleContext, shape: Shape, pattern: str, axes: Axes) -> Shape:
    """repeat: `[1 N D], "1 n d -> b n d", b=B -> [B N D]`."""
    return _transform(ctx, "repeat", shape, pattern, axes)


def reduce_shape(
    ctx: RuleContext, shape: Shape, pattern: str, axes: Axes, reduction: str | None = None
) -> Shape:
    """reduce: `[B N D], "b n d -> b d", reduction="mean" -> [B D]`; None is a callable or not known.

    The names of the other two operations are taken as well, and mean those.
    """
    if reduction is not None and reduction not in (*REDUCTIONS, "rearrange", "repeat"):
        raise ctx.reject(f"Unknown reduction {reduction}. Expect one of {REDUCTIONS}.")
    return _transform(ctx, reduction or "reduce", shape, pattern, axes)


def check_pattern(ctx: RuleContext, operation: str, pattern: str, axes: Axes) -> None:
    """What is wrong with a pattern whatever the tensor: grammar, one-sided identifiers, sizes not given.

    `operation` is rearrange, repeat, one of REDUCTIONS, or reduce.
    """
    try:
        _recipe(pattern, operation, tuple(axes))
    except PatternError as error:
        raise ctx.reject(_in_words(operation, pattern, None, axes, str(error))) from None


def reduces(pattern: str) -> bool:
    """Whether a pattern leaves an axis out."""
    left, right = map(parse_side, split_arrow(pattern))
    return any(isinstance(axis, Anonymous) or axis not in right.axes for axis in left.axes)


class _Recipe(NamedTuple):
    left: Side
    right: Side


@lru_cache(1024)
def _recipe(pattern: str, operation: str, names: tuple[str, ...]) -> _Recipe:
    """The checked halves of a pattern."""
    left_text, right_text = split_arrow(pattern)
    left, right = parse_side(left_text), parse_side(right_text)
    if right.has_ellipsis and not left.has_ellipsis:
        raise PatternError(f"Ellipsis found in right side, but not left side of a pattern {pattern}")
    if left.has_inner_ellipsis:
        raise PatternError(f"Ellipsis inside parenthesis in the left side is not allowed: {pattern}")
    _check_sides(left, right, operation, names)
    for name in names:
        if name not in left.axes and name not in right.axes:
            raise PatternError(f"Axis {name} is not used in transform")
    for group in left.groups:
        unknown = [axis for axis in group if isinstance(axis, str) and axis not in names]
        if len(unknown) > 1:
            raise PatternError(f"Could not infer sizes for {listed(unknown)}")
    return _Recipe(left, right)


def _check_sides(left: Side, right: Side, operation: str, names: tuple[str, ...]) -> None:
    only_left = [axis for axis in left.axes if isinstance(axis, Anonymous) or axis not in right.axes]
    only_right = [axis for axis in right.axes if isinstance(axis, Anonymous) or axis not in left.axes]
    if operation == "rearrange":
        if any(isinstance(axis, Anonymous) for axis in (*left.axes, *right.axes)):
            raise PatternError(
                "Non-unitary anonymous axes are not supported in rearrange (exception is length 1)"
            )
        if only_left or only_right:
            raise PatternError(
                "Identifiers only on one side of expression (should be on both): "
                f"{listed([*only_left, *only_right])}"
            )
    elif operation == "repeat":
        if only_left:
            raise PatternError(f"Unexpected identifiers on the left side of repeat: {listed(only_left)}")
        without_size = [axis for axis in only_right if isinstance(axis, str) and axis not in names]
        if without_size:
            raise PatternError(f"Specify sizes for new axes in repeat: {listed(without_size)}")
    elif only_right:
        names_text = listed(only_right)
        raise PatternError(f"Unexpected identifiers on the right side of reduce {operation}: {names_text}")


def _in_words(operation: str, pattern: str, shape: Shape | None, axes: Axes, detail: str) -> str:
    sizes = ", ".join(f"{name!r}: {'?' if size is None else size}" for name, size in axes.items())
    tensor = "" if shape is None else f" Input tensor shape: {shape_text(shape)}."
    return (
        f'Error while processing {operation}-reduction pattern "{pattern}".{tensor} '
        f"Additional info: {{{sizes}}}. {detail}"
    )


# ------------------------------------------------------------------------------------ transforms


def _transform(ctx: RuleContext, operation: str, shape: Shape, pattern: str, axes: Axes) -> Shape:
    path = ctx.path
    shape = path.resolve(shape)

    def require(cond: Cond, detail: str) -> None:
        ctx.require(cond, lambda: _in_words(operation, pattern, shape, axes, detail))

    try:
        recipe = _recipe(pattern, operation, tuple(axes))
    except PatternError as error:
        raise ctx.reject(_in_words(operation, pattern, shape, axes, str(error))) from None
    sizes: dict[Axis, Dim] = {
        axis: axis.size for side in recipe for axis in side.axes if isinstance(axis, Anonymous)
    }
    for name, size in axes.items():
        if type(size) is int and size < 0 and name in recipe.left.axes:
            require(False, f"invalid size {size} of the axis {name}")
        sizes[name] = path.fresh(name) if size is None else size
    ellipsis_dims = match(ctx, shape, recipe.left, sizes, require)
    return compose(ctx, recipe.right, sizes, ellipsis_dims)


def match(
    ctx: RuleContext, shape: Shape, left: Side, sizes: dict[Axis, Dim], require: Callable[[Cond, str], None]
) -> Shape:
    """Binds the axes of a left side that have no size yet; the dims of the ellipsis."""
    rank = rank_of(shape)
    if left.has_ellipsis:
        others = len(left.groups) - 1
        require(ge(rank, others), f"Wrong shape: expected >={others} dims. Received {rank}-dim tensor.")
    else:
        wanted = len(left.groups)
        require(eq(rank, wanted), f"Wrong shape: expected {wanted} dims. Received {rank}-dim tensor.")
    dims, ellipsis_dims = split_dims(ctx, shape, left)
    for group, dim in dims:
        known = [sizes[axis] for axis in group if axis in sizes]
        unknown = [axis for axis in group if axis not in sizes]
        if not unknown:
            size = prod(known)
            require(eq(dim, size), f"Shape mismatch, {dim} != {size}")
        elif not known:
            sizes[unknown[0]] = dim
        else:
            size = prod(known)
            detail = f"Shape mismatch, can't divide axis of length {dim} in chunks of {size}"
            require(False if type(size) is int and size == 0 else eq(dim % size, 0), detail)
            sizes[unknown[0]] = ctx.path.simplify(dim // size)
    return ellipsis_dims


def split_dims(ctx: RuleContext, shape: Shape, side: Side) -> tuple[list[tuple[tuple[Axis, ...], Dim]], Shape]:
    """Each group with its dim, and the dims of the ellipsis; the rank has been checked."""
    groups = side.groups
    at = next((i for i, group in enumerate(groups) if group == (ELLIPSIS,)), None)
    front, back = (len(groups), 0) if at is None else (at, len(groups) - at - 1)
    shape = ctx.path.expose(shape, front, back)
    behind = len(shape) - back
    named = [*zip(groups[:front], shape[:front], strict=True)]
    named += zip(groups[len(groups) - back :], shape[behind:], strict=True)
    return [(group, _dim(dim)) for group, dim in named], shape[front:behind]


def _dim(dim: Dim | Star) -> Dim:
    assert not isinstance(dim, Star)
    return dim


def compose(ctx: RuleContext, side: Side, sizes: Mapping[Axis, Dim], ellipsis_dims: Shape) -> Shape:
    """The shape that the right side of a pattern describes."""
    out: list[Dim | Star] = []
    for group, is_composed in zip(side.groups, side.composed, strict=True):
        if group == (ELLIPSIS,) and not is_composed:
            out.extend(ellipsis_dims)
            continue
        flat: list[Dim | Star] = []
        for axis in group:
            flat.extend(ellipsis_dims if axis == ELLIPSIS else (sizes[axis],))
        out.append(product(ctx.path, flat))
    return ctx.path.resolve(tuple(out))


def parse_shape_dict(ctx: RuleContext, shape: Shape, pattern: str) -> dict[str, Dim]:
    """parse_shape: `[B 3 H W], "b _ h w" -> {"b": B, "h": H, "w": W}`."""
    shape = ctx.path.resolve(shape)
    try:
        side = parse_side(pattern, allow_underscore=True)
    except PatternError as error:
        raise ctx.reject(str(error)) from None
    if any(len(group) > 1 for group in side.groups) or side.has_inner_ellipsis:
        raise ctx.reject(f"Can't parse shape with composite axes: {pattern} {shape_text(shape)}")
    rank, count = rank_of(shape), len(side.groups)
    if side.has_ellipsis:
        words = f"Can't parse shape with this number of dimensions: {pattern} {shape_text(shape)}"
        ctx.require(ge(rank, count - 1), words)
    else:
        words = f"Can't parse shape with different number of dimensions: {pattern} {shape_text(shape)}"
        ctx.require(eq(rank, count), words)
    out: dict[str, Dim] = {}
    for group, dim in split_dims(ctx, shape, side)[0]:
        axis = group[0] if group else 1
        if isinstance(axis, str):
            if axis != "_":
                out[axis] = dim
        elif isinstance(axis, Anonymous):
            words = f"Length of anonymous axis does not match: {pattern} {shape_text(shape)}"
            ctx.require(eq(dim, axis.size), words)
        else:
            ctx.require(eq(dim, 1), f"Length of axis is not 1: {pattern} {shape_text(shape)}")
    return out


# ------------------------------------------------------------------------------------ pack and unpack


def pack(ctx: RuleContext, shapes: Sequence[Shape], pattern: str) -> tuple[Shape, list[Shape]]:
    """pack: `[2 3 5], [2 3 7 5], [2 3 7 9 5], "i j * k" -> [2 3 71 5] and [], [7], [7 9]`."""
    before, after = _packing(ctx, pattern, "pack")
    if not shapes:
        raise ctx.reject("pack() takes at least one tensor")
    path = ctx.path
    frames: list[Shape] = []
    packed: list[Shape] = []
    for i, raw in enumerate(shapes):
        shape = path.resolve(raw)
        words = (
            f"packed tensor #{i} (enumeration starts with 0) has shape {shape_text(shape)}, "
            f"while pattern {pattern} assumes at least {before + after} axes"
        )
        ctx.require(ge(rank_of(shape), before + after), words)
        shape = path.expose(shape, before, after)
        middle = shape[before : len(shape) - after]
        frames.append((*shape[:before], *shape[len(shape) - after :]))
        packed.append(middle)
        if any(type(dim) is int and dim == 0 for dim in frames[-1]):
            raise ctx.reject(
                f"cannot reshape tensor of 0 elements into shape {shape_text((*shape[:before], -1))} because "
                "the unspecified dimension size -1 can be any value and is ambiguous"
            )
    for i, frame in enumerate(frames[1:], 1):
        for first, other in zip(frames[0], frame, strict=True):
            ctx.require(
                eq(_dim(first), _dim(other)),
                f"Sizes of tensors must match except in dimension {before}. Expected size {first} but got "
                f"size {other} for tensor number {i} in the list.",
            )
    size = total(product(path, middle) for middle in packed)
    return path.resolve((*frames[0][:before], size, *frames[0][before:])), packed


def unpack(
    ctx: RuleContext, shape: Shape, packed_shapes: Sequence[Shape | None] | None, pattern: str
) -> list[Shape] | None:
    """unpack: `[2 71 5], [[], [7], [-1 9]], "i * k" -> [2 5], [2 7 5], [2 7 9 5]`.

    One -1 in all takes what is left. None for the list: so many shapes as nobody knows, hence None;
    None in the list: a shape that is not known.
    """
    before, after = _packing(ctx, pattern, "unpack")
    shape = ctx.path.resolve(shape)
    words = f"unpack(..., {pattern}) received input of wrong dim with shape {shape_text(shape)}"
    ctx.require(eq(rank_of(shape), before + 1 + after), words)
    shape = ctx.path.resolve(shape)
    if packed_shapes is None:
        return None
    packed = [None if each is None else ctx.path.resolve(each) for each in packed_shapes]
    filled = _fill_unpacked(ctx, _dim(shape[before]), packed, pattern)
    start, end = shape[:before], shape[before + 1 :]
    return [(*start, *(each or ()), *end) if each is not None else _vague(ctx, start, end) for each in filled]


def _vague(ctx: RuleContext, start: Shape, end: Shape) -> Shape:
    return (*start, ctx.path.fresh_star("unpacked", 0), *end)


def _fill_unpacked(
    ctx: RuleContext, size: Dim, packed: Sequence[Shape | None], pattern: str
) -> list[Shape | None]:
    """The packed shapes with their -1 replaced; their sizes must add up to `size`."""
    shown = "[" + ", ".join("?" if each is None else shape_text(each) for each in packed) + "]"
    words = (
        f'Error during unpack(..., "{pattern}"): could not split axis of size {size} into requested {shown}'
    )
    holes = [i for i, each in enumerate(packed) if each is not None and any(_is_hole(dim) for dim in each)]
    if len(holes) > 1:
        raise ctx.reject(
            f"unpack(..., {pattern}) received more than one -1 in {shown} and can't infer dimensions"
        )
    whole = [each for i, each in enumerate(packed) if i not in holes]
    if any(each is None or any(isinstance(dim, Star) for dim in each) for each in packed):
        return [None if i in holes else each for i, each in enumerate(packed)]
    used = total(product(ctx.path, each) for each in whole if each is not None)
    if not holes:
        if packed:
            ctx.require(eq(size, used), words)
        return list(packed)
    hole = packed[holes[0]]
    assert hole is not None
    others = product(ctx.path, [dim for dim in hole if not _is_hole(dim)])
    if sum(map(_is_hole, hole)) > 1 or (type(others) is int and others == 0):
        raise ctx.reject(words)
    rest = size - used
    ctx.require(ge(rest, 0), words)
    ctx.require(eq(rest % others, 0), words)
    filled = tuple(ctx.path.simplify(rest // others) if _is_hole(dim) else dim for dim in hole)
    return [filled if i in holes else each for i, each in enumerate(packed)]


def _is_hole(dim: Dim | Star) -> bool:
    return type(dim) is int and dim == -1


def _packing(ctx: RuleContext, pattern: str, operation: str) -> tuple[int, int]:
    try:
        return parse_packing(pattern, operation)
    except PatternError as error:
        raise ctx.reject(str(error)) from None
