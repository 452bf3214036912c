"""How stubs call the kernels of einops: tensors, sizes and packed shapes as the kernels take them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapecheck.rules import einops
from shapecheck.rules.dtypes import long_of, promoted
from shapecheck.rules.errors import NoMatch, Unfit
from shapecheck.rules.kinds import KINDS, TENSOR, known_items, settled
from shapecheck.rules.queries import sizes
from shapecheck.rules.results import UnknownDType
from shapecheck.rules.run import Run, unfit
from shapecheck.symbolic import Dim
from shapecheck.values import DictValue, DType, ListValue, Opaque, Shape, Tensor, Unknown, Value


def stacked(run: Run, value: Any) -> Tensor:
    """The tensor; a list of tensors of one shape is a tensor with the list's length in front."""
    value = settled(value)
    if isinstance(value, str):
        raise run.reject("Tensor type unknown to einops <class 'str'>")
    if isinstance(value, ListValue) and value.items is None:
        one = TENSOR.coerce(run, value.element, "tensor")
        return Tensor((value.length, *run.path.resolve(one.shape)), one.dtype, run.ctx.site, one)
    items = known_items(run.path, value)
    if items is None:
        return TENSOR.coerce(run, value, "tensor")
    if not items:
        raise Unfit("a list of no tensors")
    tensors = [TENSOR.coerce(run, item, f"tensor[{i}]") for i, item in enumerate(items)]
    shape = run.path.resolve(tensors[0].shape)
    for i, tensor in enumerate(tensors[1:], 1):
        _require_same(run, shape, run.path.resolve(tensor.shape), i)
    dtype = promoted(run, *tensors)
    return Tensor((len(tensors), *shape), None if isinstance(dtype, UnknownDType) else dtype, run.ctx.site, tensors[0])


def _require_same(run: Run, first: Shape, other: Shape, i: int) -> None:
    from shapecheck.rules.arithmetic import equal_shapes

    try:
        same = equal_shapes(run, first, other)
    except Unfit:
        return
    sizes = f"{list(first)} at entry 0 and {list(other)} at entry {i}"
    run.require(same, f"stack expects each tensor to be equal size, but got {sizes}")


def axis_sizes(run: Run, axes: Any) -> dict[str, Dim | None]:
    """The sizes given by keyword; None is one that is not known."""
    axes = settled(axes)
    if isinstance(axes, DictValue):
        axes = axes.entries
    if not isinstance(axes, dict):
        raise Unfit("the sizes of the axes are not known")
    out: dict[str, Dim | None] = {}
    for name, value in axes.items():
        try:
            out[name] = KINDS["int"].coerce(run, value, name)
        except NoMatch:
            out[name] = None
    return out


def make_dict(run: Run, entries: Any) -> DictValue:
    """A Python dict as a value."""
    return DictValue(dict(entries))


def reduction_name(run: Run, reduction: Any) -> str | None:
    """The name of a reduction; None for a callable."""
    reduction = settled(reduction)
    if isinstance(reduction, Unknown):
        raise unfit(reduction)  # it may be "repeat", which makes axes
    return reduction if isinstance(reduction, str) else None


def reduced_dtype(run: Run, dtype: Any, pattern: str, reduction: str | None) -> Any:
    """The dtype after a reduction: torch's sums of integers and bools are int64, `any` and `all` are bools."""
    if not isinstance(dtype, DType) or not einops.reduces(pattern):
        return dtype
    if reduction == "mean" and dtype.is_integral:
        raise run.ctx.reject("reduce_mean is not available for non-floating tensors")
    if reduction in ("any", "all"):
        return dtype if dtype.name == "uint8" else DType("bool")
    if reduction in ("sum", "prod"):
        return long_of(run, dtype)
    return dtype if reduction in ("min", "max", "mean") or dtype.is_floating_point else None


def packed_pair(run: Run, tensors: Any, pattern: str) -> tuple[Shape, ListValue]:
    """The shape of the packed tensor, and the list of packed shapes."""
    shape, packed = einops.pack(run.ctx, [tensor.shape for tensor in tensors], pattern)
    return shape, ListValue([sizes(run, Tensor(part)) for part in packed])


def unpacked_list(run: Run, tensor: Tensor, packed: Any, pattern: str) -> ListValue:
    """The list of tensors of unpack."""
    packed = settled(packed)
    items = None if isinstance(packed, (Unknown, Opaque)) else known_items(run.path, packed)
    parts = None if items is None else [_packed_shape(run, item) for item in items]
    shapes = einops.unpack(run.ctx, tensor.shape, parts, pattern)
    if shapes is None:
        raise Unfit("the number of the unpacked tensors is not known")
    made: Sequence[Value] = [Tensor(run.checked_shape(shape), tensor.dtype, run.ctx.site, tensor) for shape in shapes]
    return ListValue(list(made))


def _packed_shape(run: Run, item: Any) -> Shape | None:
    item = settled(item)
    if isinstance(item, (Unknown, Opaque)):
        return None
    try:
        made = KINDS["Ints"].coerce(run, item, "packed_shapes")
    except (NoMatch, Unfit):
        return None
    assert isinstance(made, tuple)
    return made


