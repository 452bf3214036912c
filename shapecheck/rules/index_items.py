"""From the value in the brackets of `x[index]` to a list of items of five kinds."""

from __future__ import annotations

from collections.abc import Sequence
from types import EllipsisType
from typing import NamedTuple, Union

from shapecheck.rules.context import RuleContext
from shapecheck.rules.slicing import at_most, range_size
from shapecheck.rules.trues import flat, number_true, some_of
from shapecheck.symbolic import Dim, Expr, Formula
from shapecheck.values import (
    NUMPY_ARRAY,
    DictValue,
    DType,
    Instance,
    ListValue,
    Opaque,
    RangeValue,
    Scalar,
    Shape,
    SliceValue,
    Star,
    Tensor,
    Value,
    is_truth,
    numbers_of,
    star_index,
)

MAX_TUPLE_LIKE = 32
"""A list this long is never read as a tuple."""
MASKS = ("bool", "uint8")
SAME_DTYPE = frozenset({
    "getitem", "expand", "expand_as", "unsqueeze", "squeeze", "view", "reshape", "flatten", "unflatten", "narrow",
    "select", "transpose", "permute", "t", "detach", "clone", "contiguous", "rearrange", "repeat", "roll", "flip",
})  # fmt: skip
"""Operators whose result has the dtype of the tensor that it was made from."""
MAX_VIEWS = 32


class NotKnown(Exception):
    """Even the rank of the result cannot be told."""


class Select(NamedTuple):
    """An int, which takes one dim away; `position` None is that of an integer tensor without dims."""

    position: Dim | None


class Pick(NamedTuple):
    """An index tensor of `shape` in place of `dims` dims of the indexed tensor.

    A mask is one dim of unknown size in place of the dims of `mask`; True and False replace no dims.
    `positions` are the elements as far as they are known. `is_bytes` says that it is a mask of bytes.
    """

    shape: Shape
    dims: int
    mask: Shape | None = None
    positions: tuple[Dim, ...] = ()
    is_bytes: bool = False

    @property
    def is_starred_mask(self) -> bool:
        """Its star counts as one dim."""
        return self.mask is not None and star_index(self.mask) is not None


Item = Union[Select, Pick, SliceValue, EllipsisType, None]


def read_index(ctx: RuleContext, index: Value, is_numpys: bool = False) -> list[Item]:
    """The items between the brackets, of an array of NumPy's or of a tensor; NotKnown if one may be anything."""
    index = _unwrap(index)
    if isinstance(index, ListValue) and index.items is not None and not is_numpys and _is_tuple_like(index.items):
        return [_read_item(ctx, item, is_numpys) for item in index.items]
    if isinstance(index, tuple):
        return [_read_item(ctx, item, is_numpys) for item in index]
    return [_read_item(ctx, index, is_numpys)]


def _unwrap(value: Value) -> Value:
    while True:
        if isinstance(value, Opaque) and value.bound is not None:
            value = value.bound
        elif isinstance(value, Instance) and isinstance(value.payload, (int, Expr, tuple)):
            value = value.payload
        else:
            return value


def _is_tuple_like(items: Sequence[Value]) -> bool:
    if len(items) >= MAX_TUPLE_LIKE:
        return False
    kinds = (Tensor, ListValue, tuple, RangeValue, str, bytes, SliceValue, EllipsisType)
    return any(item is None or isinstance(item, kinds) for item in map(_unwrap, items))


def _read_item(ctx: RuleContext, value: Value, is_numpys: bool) -> Item:
    value = _unwrap(value)
    if value is None or isinstance(value, (SliceValue, EllipsisType)):
        return value
    if isinstance(value, bool):
        return Pick((int(value),), 0)
    if type(value) is Scalar and value.kind == "bool":
        raise NotKnown  # what has been compared with a text may be an array of them
    if isinstance(value, Formula):
        known = ctx.path.decide(value)
        return Pick((ctx.path.fresh("selected", 0, 1) if known is None else int(known),), 0)
    if isinstance(value, (int, Expr)):
        return Select(value)
    if isinstance(value, Tensor):
        return _read_tensor(ctx, value, is_numpys)
    if isinstance(value, (ListValue, tuple, RangeValue)):
        return _read_sequence(ctx, value)
    if type(value) is Scalar and value.kind == "float":
        raise NotKnown  # what is only declared as a float may be an int
    if isinstance(value, (float, complex, str, bytes, Scalar, DType, DictValue)):
        raise ctx.reject(
            "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid "
            f"indices (got {_type_name(value)})"
        )
    raise NotKnown


def _type_name(value: Value) -> str:
    if isinstance(value, Scalar):
        return value.kind
    return {DType: "torch.dtype", DictValue: "dict"}.get(type(value), type(value).__name__)


def _read_tensor(ctx: RuleContext, tensor: Tensor, is_numpys: bool) -> Item:
    """Bool and uint8 are masks, int32 and int64 are positions, other dtypes are refused but as one int. For NumPy all
    integers are positions, and a tensor of one element is asked for its number (`__index__`)."""
    shape = ctx.path.resolve(tensor.shape)
    dtype = tensor.dtype
    if dtype is None:
        is_mask = _is_mask(tensor)
        if is_mask is not None:
            return _mask(ctx, shape) if is_mask else Select(None) if shape == () else Pick(shape, 1)
        if len(shape) != 1 or isinstance(shape[0], Star):
            raise NotKnown
        return Pick((at_most(ctx.path, "selected", shape[0]),), 1)  # a mask or positions: one dim either way
    if dtype.name == "bool" or (dtype.name == "uint8" and not is_numpys):
        count = None if shape == () else number_true(ctx.path, ctx.store, tensor)
        return _mask(ctx, shape, count)._replace(is_bytes=dtype.name == "uint8" and shape != ())
    positions = _positions_in(tensor)
    is_asked_for_one = is_numpys and tensor.cls != NUMPY_ARRAY and all(type(dim) is int and dim == 1 for dim in shape)
    if (shape == () or is_asked_for_one) and dtype.is_integral:
        return Select(positions[0] if positions else None)
    if dtype.name in ("int32", "int64") or (is_numpys and dtype.is_integral):
        return Pick(shape, 1, None, positions)
    if dtype.is_integral and star_index(shape) is not None:
        raise NotKnown
    raise ctx.reject(f"tensors used as indices must be long, int, byte or bool tensors (got {dtype.name})")


def _positions_in(tensor: Tensor) -> tuple[int, ...]:
    """The different numbers that a tensor of positions holds; none if they are not known."""
    return tuple(dict.fromkeys(one for one in flat(numbers_of(tensor)) if type(one) is int))


def _is_mask(tensor: Tensor) -> bool | None:
    """What the dtypes tell that are declared of the tensor, or of that of which it is a view; None if nothing."""
    for _ in range(MAX_VIEWS):
        if tensor.admits is not None:
            masks = [name in MASKS for name in tensor.admits]
            return None if any(masks) is not all(masks) else all(masks)
        if tensor.parent is None or tensor.maker not in SAME_DTYPE:
            return None
        tensor = tensor.parent
    return None


def _mask(ctx: RuleContext, shape: Shape, count: Dim | None = None) -> Pick:
    """A mask takes as many elements as are True: at most all of them; one without dims adds a dim."""
    if not shape:
        return Pick((ctx.path.fresh("selected", 0, 1),), 0)
    return Pick((some_of(ctx.path, shape) if count is None else count,), len(shape), shape)


# ------------------------------------------------------------------------------------ sequences


def _read_sequence(ctx: RuleContext, value: ListValue | RangeValue | tuple[Value, ...]) -> Pick:
    """A list of ints or bools, nested as it may be, is an index tensor."""
    if isinstance(value, RangeValue):
        count = range_size(ctx.path, value)
        if count is None:
            raise NotKnown
        return Pick((count,), 1)
    if isinstance(value, ListValue) and value.items is None:
        if isinstance(value.element, bool) or not isinstance(value.element, (int, Expr)):
            raise NotKnown
        return Pick((value.length,), 1)
    leaves: list[Value] = []
    shape = _nested_shape(value, leaves)
    if leaves and all(isinstance(leaf, bool) for leaf in leaves):
        return _mask(ctx, shape, sum(leaf is True for leaf in leaves))
    kinds = [_leaf_kind(ctx, leaf) for leaf in leaves]
    if kinds and all(kind == "bool" for kind in kinds):
        return _mask(ctx, shape)
    positions: list[Dim] = []
    for leaf in leaves:
        if isinstance(leaf, (int, Expr)):
            position = int(leaf) if isinstance(leaf, int) else leaf
            if position not in positions:
                positions.append(position)
    return Pick(shape, 1, None, tuple(positions))


def _nested_shape(value: Value, leaves: list[Value]) -> tuple[int, ...]:
    """The shape of nested sequences, whose leaves are collected in order."""
    value = _unwrap(value)
    if isinstance(value, RangeValue):
        if not (type(value.start) is type(value.stop) is type(value.step) is int):
            raise NotKnown
        value = tuple(range(value.start, value.stop, value.step))
    if isinstance(value, ListValue):
        if value.items is None:
            raise NotKnown
        value = tuple(value.items)
    if not isinstance(value, tuple):
        leaves.append(value)
        return ()
    shapes = [_nested_shape(item, leaves) for item in value]
    if any(shape != shapes[0] for shape in shapes[1:]):
        raise NotKnown
    return (len(shapes), *(shapes[0] if shapes else ()))


def _leaf_kind(ctx: RuleContext, leaf: Value) -> str:
    if is_truth(leaf):
        return "bool"
    if isinstance(leaf, (int, Expr)):
        return "int"
    if isinstance(leaf, Tensor) and leaf.dtype is not None and ctx.path.resolve(leaf.shape) == ():
        if leaf.dtype.category == "bool":
            return "bool"
        if leaf.dtype.is_integral:
            return "int"
    raise NotKnown
