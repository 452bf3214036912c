"""The shape of `x[index]`, and what may be assigned to it.

Sources: https://numpy.org/doc/stable/user/basics.indexing.html, and where torch differs its
python_variable_indexing.cpp: ints are taken before index tensors are placed; a list that holds a
sequence, tensor, slice, None or `...` is read as a tuple.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import EllipsisType
from typing import NamedTuple, Union

from shapecheck.rules.broadcasting import at_least_one, broadcast_with, join_dims
from shapecheck.rules.context import Message, RuleContext
from shapecheck.rules.dtypes import may_be_same, spoken
from shapecheck.rules.index_items import Item, NotKnown, Pick, Select, read_index
from shapecheck.rules.slicing import slice_size
from shapecheck.symbolic import Dim, and_, eq, ge, gt, lt, or_
from shapecheck.values import (
    NUMPY_ARRAY,
    DType,
    Path,
    Shape,
    SliceValue,
    Star,
    Tensor,
    Value,
    is_plain,
    may_be_array,
    rank_of,
    shape_text,
    star_index,
)


class Chosen(NamedTuple):
    """Dims that an index tensor replaces; none for True and False."""

    pick: Pick
    dims: tuple[Dim | Star, ...]
    place: int


Slot = Union[int, Dim, Star, Chosen]
"""What stands at a place of the indexed tensor before the index tensors are put together."""


def index_shape(ctx: RuleContext, tensor: Tensor, index: Value) -> Shape:
    """The shape of tensor[index]: `[B 3 H W][:, 0, ..., None, 1:] -> [B H 1 W-1]`.

    What is not known gives fresh dims or a fresh star, never an error. Errors: too many indices, an
    int out of bounds, a mask of another shape, index tensors that do not broadcast, a wrong type.
    """
    try:
        return _indexed(ctx, tensor, read_index(ctx, index, tensor.cls == NUMPY_ARRAY))[0]
    except NotKnown:
        return (ctx.path.fresh_star("selected", 0),)


def check_set_index(
    ctx: RuleContext, tensor: Tensor, index: Value, value_shape: Shape | None, value_dtype: DType | None = None
) -> None:
    """tensor[index] = value: the value must broadcast to the indexed shape; leading dims of 1 are dropped. What index
    tensors place has the dtype of the tensor.

    `value_shape` None is a number or an unknown value: then only the index is checked.
    """
    if index is False:
        return
    try:
        items = read_index(ctx, index, tensor.cls == NUMPY_ARRAY)
        target, by_tensors = _indexed(ctx, tensor, items)
    except NotKnown:
        return
    if value_shape is not None:
        if tensor.cls != NUMPY_ARRAY and not may_be_array(tensor):
            _check_fills(ctx, items, ctx.path.resolve(value_shape))
            if value_dtype is not None and tensor.dtype is not None:
                _check_dtype(ctx, items, tensor.dtype, value_dtype, ctx.path.resolve(value_shape))
        _check_value(ctx, ctx.path.resolve(value_shape), ctx.path.resolve(target), by_tensors)


# ------------------------------------------------------------------------------------ reading


def _indexed(ctx: RuleContext, tensor: Tensor, items: list[Item]) -> tuple[Shape, bool]:
    """The shape, and whether index tensors took part in it."""
    if any(map(_goes_backwards, items)) and (tensor.dtype is None or may_be_array(tensor)):
        raise NotKnown  # arrays of NumPy may go backwards
    at = [i for i, item in enumerate(items) if item is ...]
    front, back = (items[: at[0]], items[at[0] + 1 :]) if at else (items, [])
    shape = ctx.path.resolve(tensor.shape)
    lone_mask = len(items) == 1 and isinstance(items[0], Pick) and items[0].is_starred_mask
    if lone_mask and isinstance(items[0], Pick) and not _covers(shape, items[0]):
        return (*items[0].shape, ctx.path.fresh_star("selected", 0)), True
    shape = _with_rank(ctx, shape, items, front, back)
    if len(at) > 1:
        raise NotKnown
    slots: list[Slot] = []
    taken = sum(_consumed(item) for item in front)
    kept = len(shape) - sum(_consumed(item) for item in back)
    _fill(ctx, slots, front, shape, 0)
    slots.extend(shape[taken:kept])
    _fill(ctx, slots, back, shape, kept)
    chosen = [slot for slot in slots if isinstance(slot, Chosen)]
    return _combine(ctx, slots, chosen), bool(chosen)


def _goes_backwards(item: Item) -> bool:
    return isinstance(item, SliceValue) and type(item.step) is int and item.step < 0


def _consumed(item: Item) -> int:
    """How many dims of the tensor the item speaks of."""
    if isinstance(item, Pick):
        return item.dims
    return 1 if isinstance(item, (Select, SliceValue)) else 0


def _shares_star(shape: Shape, mask: Pick) -> bool:
    at, mask_at = star_index(shape), star_index(mask.mask or ())
    return at is not None and mask_at is not None and shape[at] is (mask.mask or ())[mask_at]


def _covers(shape: Shape, mask: Pick) -> bool:
    """Whether the star of the mask is that of the tensor, at the same place."""
    assert mask.mask is not None
    at = star_index(mask.mask)
    return at is not None and at < len(shape) and shape[at] is mask.mask[at]


def _with_rank(
    ctx: RuleContext, shape: Shape, items: Sequence[Item], front: Sequence[Item], back: Sequence[Item]
) -> Shape:
    """The tensor's shape with all dims visible that the index speaks of."""
    in_front, behind = (sum(_consumed(item) for item in part) for part in (front, back))
    starred = [item for item in items if isinstance(item, Pick) and item.is_starred_mask]
    rank = rank_of(shape)
    if type(rank) is int or starred:
        # The one star of a mask counts as one dim, as does that of the tensor: exact if it is the same.
        if len(starred) > 1 or any(not _shares_star(shape, mask) for mask in starred):
            raise NotKnown
        if len(shape) < in_front + behind:
            raise ctx.reject(_too_many(items, rank))
        return shape
    ctx.require(ge(rank, in_front + behind), _too_many(items, rank))
    return ctx.path.expose(shape, in_front, behind)


def _too_many(items: Sequence[Item], rank: Dim) -> Message:
    if type(rank) is int and rank == 0 and len(items) == 1:
        if isinstance(items[0], Select):
            return (
                "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ "
                "to convert a 0-dim tensor to a number"
            )
        if isinstance(items[0], SliceValue):
            return "slice() cannot be applied to a 0-dim tensor."
    return f"too many indices for tensor of dimension {rank}"


def _fill(ctx: RuleContext, slots: list[Slot], items: Sequence[Item], shape: Shape, at: int) -> None:
    """Appends what the items make of the dims of `shape` from dim number `at` on."""
    for item in items:
        if item is None:
            slots.append(1)
        elif isinstance(item, EllipsisType):
            raise NotKnown
        elif isinstance(item, Pick):
            _check_mask(ctx, item, shape, at)
            slots.append(Chosen(item, shape[at : at + item.dims], _place(shape, at)))
        else:
            dim = shape[at]
            if isinstance(dim, Star):
                raise NotKnown
            if isinstance(item, SliceValue):
                slots.append(slice_size(ctx, dim, item))
            elif item.position is not None or (type(dim) is int and dim == 0):
                check_bounds(ctx, item.position or 0, dim, _place(shape, at))
        at += _consumed(item)


def _place(shape: Shape, at: int) -> int:
    """The number of a dim; behind a star it is counted from the back."""
    star = star_index(shape)
    return at if star is None or at <= star else at - len(shape)


def check_bounds(ctx: RuleContext, position: Dim, size: Dim, dim: int) -> None:
    """An int index: -size <= position < size."""
    message = lambda: f"index {position} is out of bounds for dimension {dim} with size {size}"  # noqa: E731
    if type(position) is int:
        ctx.require(gt(size, position) if position >= 0 else ge(size, -position), message)
    else:
        ctx.require(and_(ge(position, -size), lt(position, size)), message)


def _check_mask(ctx: RuleContext, pick: Pick, shape: Shape, at: int) -> None:
    """A mask has the sizes of the dims that it covers."""
    mask = pick.mask or ()
    for i, (wanted, dim) in enumerate(zip(mask, shape[at:], strict=False)):
        if wanted is dim:
            continue
        if isinstance(wanted, Star) or isinstance(dim, Star):
            raise NotKnown
        ctx.require(eq(wanted, dim), _other_mask(mask, i, shape, at + i))


def _other_mask(mask: Shape, i: int, shape: Shape, at: int) -> Message:
    return lambda: (
        f"The shape of the mask {shape_text(mask)} at index {i} does not match the shape of the indexed "
        f"tensor {shape_text(shape)} at index {_place(shape, at)}"
    )


# ------------------------------------------------------------------------------------ putting together


def _combine(ctx: RuleContext, slots: Sequence[Slot], chosen: Sequence[Chosen]) -> Shape:
    """Index tensors broadcast; their dims stand where they stood if side by side, else in front."""
    path = ctx.path
    if not chosen:
        return join_dims(path, [slot for slot in slots if not isinstance(slot, Chosen)])
    shapes = [each.pick.shape for each in chosen]
    picked = broadcast_with(ctx, shapes, lambda a, b, place: lambda: _no_broadcast(shapes))
    where = [i for i, slot in enumerate(slots) if isinstance(slot, Chosen)]
    first = where[0] if _side_by_side(path, slots, chosen, where) else 0
    out: list[Dim | Star] = [slot for slot in slots[:first] if not isinstance(slot, Chosen)]
    out.extend(picked)
    out.extend(slot for slot in slots[first:] if not isinstance(slot, Chosen))
    result = join_dims(path, out)
    _check_positions(ctx, chosen, picked, result)
    return result


def _no_broadcast(shapes: Sequence[Shape]) -> str:
    listed = ", ".join(shape_text(shape) for shape in shapes)
    return f"shape mismatch: indexing tensors could not be broadcast together with shapes {listed}"


def _side_by_side(path: Path, slots: Sequence[Slot], chosen: Sequence[Chosen], where: Sequence[int]) -> bool:
    """Whether nothing stands between the index tensors; NotKnown if that depends on an unknown rank."""
    between = [slot for slot in slots[where[0] : where[-1]] if not isinstance(slot, Chosen)]
    if not between:
        return True
    for each in chosen:
        star = next((dim for dim in each.pick.shape if isinstance(dim, Star)), None)
        if star is not None and len(each.pick.shape) == 1 and not path.decide(ge(star.rank, 1)):
            raise NotKnown  # a 0-dim index tensor is an int, which has no place
    stars = [slot for slot in between if isinstance(slot, Star)]
    if where[0] and len(stars) == len(between) and not path.decide(ge(stars[0].rank, 1)):
        raise NotKnown
    return False


def _check_positions(ctx: RuleContext, chosen: Sequence[Chosen], picked: Shape, result: Shape) -> None:
    """Positions that are known are in bounds, unless nothing is taken at all."""
    if not _has_elements(ctx.path, picked):
        return
    for each in chosen:
        if any(type(dim) is int and dim == 0 for dim in each.dims):
            raise ctx.reject("index is out of bounds for dimension with size 0")
    if any(each.pick.positions for each in chosen) and _has_elements(ctx.path, result):
        for each in chosen:
            for position in each.pick.positions:
                dim = each.dims[0]
                assert not isinstance(dim, Star)
                check_bounds(ctx, position, dim, each.place)


def _has_elements(path: Path, shape: Shape) -> bool:
    return all(at_least_one(path, dim) for dim in shape)


# ------------------------------------------------------------------------------------ writing


def _check_fills(ctx: RuleContext, items: Sequence[Item], value: Shape) -> None:
    """One number behind one mask is filled in, which masks of bytes are not taken for; they are for several numbers."""
    masks = [item for item in items if isinstance(item, Pick)]
    if len(masks) == 1 and masks[0].is_bytes and all(type(dim) is int and dim == 1 for dim in value):
        raise ctx.reject("masked_fill_ only supports boolean masks, but got mask with dtype unsigned char")


def _check_dtype(ctx: RuleContext, items: Sequence[Item], wanted: DType, dtype: DType, value: Shape) -> None:
    """Only what is copied (by no index tensors with dims) or filled in (one number behind one mask) is converted."""
    picks = [item for item in items if isinstance(item, Pick) and item.dims and item.shape and is_plain(item.shape)]
    is_one_mask = len(picks) == 1 and picks[0].mask is not None
    may_be_filled_in = is_one_mask and not any(type(dim) is int and dim != 1 for dim in value)
    if picks and not may_be_filled_in and not may_be_same(ctx, wanted, dtype):
        raise ctx.reject(
            f"Index put requires the source and destination dtypes match, got {spoken(wanted)} for the destination "
            f"and {spoken(dtype)} for the source."
        )


def _check_value(ctx: RuleContext, value: Shape, target: Shape, by_tensors: bool) -> None:
    while value and type(value[0]) is int and value[0] == 1:
        value = value[1:]
    value_star, target_star = star_index(value), star_index(target)
    behind = len(target) if target_star is None else len(target) - target_star - 1
    common = min(behind, len(value) if value_star is None else len(value) - value_star - 1)
    for i in range(1, common + 1):
        source, size = value[-i], target[-i]
        assert not isinstance(source, Star) and not isinstance(size, Star)
        ctx.require(or_(eq(source, size), eq(source, 1)), _value_message(value, target, by_tensors, i))
    if value_star is None and target_star is None:
        for dim in value[: len(value) - common]:
            assert not isinstance(dim, Star)
            ctx.require(eq(dim, 1), _value_message(value, target, by_tensors, len(target) + 1))


def _value_message(value: Shape, target: Shape, by_tensors: bool, from_right: int) -> Message:
    def text() -> str:
        if by_tensors:
            return (
                f"shape mismatch: value tensor of shape {shape_text(value)} cannot be broadcast to indexing "
                f"result of shape {shape_text(target)}"
            )
        if from_right > len(target):
            return (
                f"expand(torch.FloatTensor{{{shape_text(value)}}}, size={shape_text(target)}): the number of "
                f"sizes provided ({len(target)}) must be greater or equal to the number of dimensions in the "
                f"tensor ({len(value)})"
            )
        return (
            f"The expanded size of the tensor ({target[-from_right]}) must match the existing size "
            f"({value[-from_right]}) at non-singleton dimension {len(target) - from_right}.  "
            f"Target sizes: {shape_text(target)}.  Tensor sizes: {shape_text(value)}"
        )

    return text
