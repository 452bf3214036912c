"""The words with which the stubs of einops call its kernels."""

from __future__ import annotations

from typing import Any

from shapecheck.rules import einops
from shapecheck.rules.errors import Unfit
from shapecheck.rules.kinds import TENSOR, settled
from shapecheck.rules.queries import text, to_tuple
from shapecheck.rules.run import Run, unfit
from shapecheck.rules.shapes import insert
from shapecheck.symbolic import Expr
from shapecheck.values import DictValue, DType, ListValue, Opaque, Shape, Tensor, Unknown, Value


def einops_input(run: Run, value: Any) -> Shape:
    """The shape of a tensor, or of a list of equal tensors with its length in front."""
    value = settled(value)
    if isinstance(value, (ListValue, tuple)):
        items = [TENSOR.coerce(run, item, "tensors") for item in to_tuple(run, value)]
        if not items:
            raise Unfit("a list of no tensors")
        shapes = [run.path.resolve(item.shape) for item in items]
        if any(shape != shapes[0] for shape in shapes[1:]):
            raise Unfit("a list of tensors that may differ")
        return insert(run, shapes[0], 0, len(items))
    return run.path.resolve(TENSOR.coerce(run, value, "tensor").shape)


def _axes(run: Run, options: Any) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for name, value in options.items():
        value = settled(value)
        if isinstance(value, bool) or not isinstance(value, (int, Expr)):
            value = None
        out[name] = value
    return out


def einops_shape(run: Run, operation: str, shape: Shape, pattern: Any, options: Any, reduction: Any = None) -> Shape:
    """The shape after rearrange, repeat or reduce."""
    axes, pattern = _axes(run, options), text(run, pattern)
    if operation == "rearrange":
        return einops.rearrange_shape(run.ctx, shape, pattern, axes)
    if operation == "repeat":
        return einops.repeat_shape(run.ctx, shape, pattern, axes)
    reduction = settled(reduction)
    return einops.reduce_shape(run.ctx, shape, pattern, axes, reduction if isinstance(reduction, str) else None)


def einops_check(run: Run, operation: str, pattern: Any, options: Any) -> None:
    """What is wrong with the pattern of a layer, whatever the tensor."""
    pattern = settled(pattern)
    if isinstance(pattern, str):
        einops.check_pattern(run.ctx, operation, pattern, _axes(run, options))


def einops_dict(run: Run, options: Any) -> DictValue:
    """The keyword arguments of a layer, kept as an attribute."""
    return DictValue(dict(options))


def einops_sizes(run: Run, shape: Shape, pattern: Any) -> Value:
    """parse_shape"""
    return DictValue(einops.parse_shape_dict(run.ctx, shape, text(run, pattern)))


def einops_pack(run: Run, tensors: Any, pattern: Any) -> Value:
    """pack: the packed tensor and the list of what was packed."""
    items: list[Tensor] = [TENSOR.coerce(run, item, "tensors") for item in to_tuple(run, tensors)]
    shape, packed = einops.pack(run.ctx, [item.shape for item in items], text(run, pattern))
    return run.tensor(shape, _common(items)), ListValue(list(packed))


def _common(items: list[Tensor]) -> DType | None:
    return items[0].dtype if items and all(item.dtype is items[0].dtype for item in items) else None


def einops_unpack(run: Run, tensor: Any, packed_shapes: Any, pattern: Any) -> Value:
    """unpack: the list of tensors."""
    packed = settled(packed_shapes)
    known: list[Shape | None] | None = None
    if isinstance(packed, (ListValue, tuple)) and not (isinstance(packed, ListValue) and packed.items is None):
        known = [_packed_shape(item) for item in to_tuple(run, packed)]
    shapes = einops.unpack(run.ctx, tensor.shape, known, text(run, pattern))
    if shapes is None:
        raise unfit(packed) if isinstance(packed, (Unknown, Opaque)) else Unfit("packed shapes that are not known")
    return ListValue([run.tensor(shape, None) for shape in shapes])


def _packed_shape(item: Any) -> Shape | None:
    item = settled(item)
    if isinstance(item, ListValue):
        item = None if item.items is None else tuple(item.items)
    if not isinstance(item, tuple):
        return None
    return item if all(isinstance(dim, (int, Expr)) for dim in item) else None
