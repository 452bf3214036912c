"""Which operators keep, change or make the layout of a tensor's elements (`strides`), by their short names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shapecheck.rules import einops_layouts
from shapecheck.rules.context import RuleContext
from shapecheck.rules.kinds import known_items, settled
from shapecheck.rules.run import Run
from shapecheck.rules.strides import (
    REFUSAL,
    ROWS,
    Laid,
    Strides,
    combined,
    is_permuted,
    laid,
    of_channels_last,
    of_rows,
    same,
    suggests_channels_last,
    viewed,
)
from shapecheck.symbolic import Dim, Expr
from shapecheck.values import Instance, ListValue, Path, Scalar, Shape, SliceValue, Star, Tensor, Value


class Made:
    """A call whose result is a tensor: what it was given and what came out."""

    __slots__ = ("args", "ctx", "kwargs", "result")

    def __init__(self, ctx: RuleContext, args: list[Value], kwargs: dict[str, Value], result: Tensor) -> None:
        self.ctx = ctx
        self.args = [settled(arg) for arg in (args[1:] if args and type(args[0]) is Instance else args)]
        self.kwargs = kwargs
        self.result = result

    @property
    def input(self) -> Tensor | None:
        """The first argument, if it is a tensor."""
        first = self.args[0] if self.args else settled(self.kwargs.get("input"))
        return first if type(first) is Tensor else None

    @property
    def source(self) -> Laid | None:
        """The sizes and strides of the first argument."""
        return None if self.input is None else laid(self.ctx.path, self.input)

    @property
    def shape(self) -> Shape:
        """That of the result."""
        return self.ctx.path.resolve(self.result.shape)

    def number(self, at: int, *names: str) -> int | None:
        """An argument that is a known number."""
        value = self.item(at, *names)
        return value if type(value) is int else None

    def item(self, at: int, *names: str) -> Value:
        """An argument by its place or by one of its names; None if it is not given."""
        named = (self.kwargs[name] for name in names if name in self.kwargs)
        value: Value = settled(self.args[at] if len(self.args) > at else next(named, None))
        return value

    def numbers(self, at: int, *names: str) -> list[int] | None:
        """Several known numbers, given one by one or as a sequence."""
        given: Any = [self.kwargs[n] for n in names if n in self.kwargs] or self.args[at:]
        items: Any = given
        if len(given) == 1 and type(settled(given[0])) is not int:
            items = known_items(self.ctx.path, settled(given[0]))
        return list(items) if items is not None and all(type(item) is int for item in items) else None


Layout = Callable[[Made], Strides]


def rows(made: Made) -> Strides:
    """A new tensor, whatever the operands are."""
    return None if "memory_format" in made.kwargs or "out" in made.kwargs else ROWS


def of_input(made: Made) -> Strides:
    """As the memory format of the input suggests: of rows rows, whatever the other operands are."""
    if made.input is None or made.kwargs.keys() & {"out", "memory_format"}:
        return None
    return ROWS if made.input.strides == ROWS else None


def suggested(made: Made) -> Strides:
    """The same, and with the channels last where the input has them last."""
    found = of_input(made)
    if found is not None or made.input is None or made.kwargs.keys() & {"out", "memory_format"}:
        return found
    source, shape = made.source, made.shape
    if source is None or len(shape) != 4 or not suggests_channels_last(made.ctx.path, source) or not _no_stars(shape):
        return None
    sizes: Any = shape
    return of_channels_last(sizes)


def convolved(made: Made) -> Strides:
    """As the memory format of the input or that of the weight suggests."""
    return of_input(made) if _has_weight_in_rows(made) else None


def convolved_images(made: Made) -> Strides:
    """The same of images."""
    return suggested(made) if _has_weight_in_rows(made) else None


def _has_weight_in_rows(made: Made) -> bool:
    weight = made.args[1] if len(made.args) > 1 else settled(made.kwargs.get("weight"))
    return type(weight) is Tensor and weight.strides == ROWS


def gathered(made: Made) -> Strides:
    """`contiguous`: a copy, or the tensor itself, in which a dim of one element may have any stride.

    A convolution reads the memory format off the strides of such dims too (but for the first), so ROWS is only said
    where there are none.
    """
    if made.input is None or "memory_format" in made.kwargs:
        return None
    path, shape = made.ctx.path, made.shape
    if made.input.strides == ROWS or not _no_stars(shape):
        return ROWS
    sizes: Any = shape
    return ROWS if all(same(path, size, 1) is False for size in sizes[1:]) else of_rows(sizes)


def rows_of_rows(made: Made) -> Strides:
    """Elementwise in several operands, or their concatenation: rows if all of them are."""
    if made.kwargs.keys() & {"out", "memory_format"}:
        return None
    tensors = [arg for arg in (*made.args, *map(settled, made.kwargs.values())) if not isinstance(arg, _PLAIN)]
    items: list[Any] = []
    for one in tensors:
        inner = None if type(one) is Tensor else known_items(made.ctx.path, one)
        items += [one] if inner is None else [settled(item) for item in inner]
    items = [item for item in items if not isinstance(item, _PLAIN)]
    return ROWS if items and all(type(one) is Tensor and one.strides == ROWS for one in items) else None


def joined(made: Made) -> Strides:
    """A concatenation is written anew, row by row; of four or five dims it may have the channels last, as its parts."""
    shape = made.ctx.path.resolve(made.shape)
    if "out" not in made.kwargs and _no_stars(shape) and len(shape) not in CHANNELS_LAST_RANKS:
        return ROWS
    return rows_of_rows(made)


def elementwise(made: Made) -> Strides:
    """In several operands: what the strides of all together say."""
    if made.kwargs or not all(type(arg) is Tensor or isinstance(arg, _PLAIN) for arg in made.args):
        return rows_of_rows(made)
    path = made.ctx.path
    tensors = [arg for arg in made.args if type(arg) is Tensor and path.resolve(arg.shape) != ()]
    if tensors and all(one.strides == ROWS for one in tensors):
        return ROWS
    sources = [laid(path, one) for one in tensors]
    known = [one for one in sources if one is not None and _all_known(*one.shape, *one.strides)]
    shape: Any = made.shape
    if not known or len(known) < len(sources) or not _all_known(*shape):
        return None
    if all(one == known[0] and one.shape == shape for one in known) and is_permuted(path, known[0]):
        return known[0].strides
    strides = combined(known, shape)
    return ROWS if strides == of_rows(shape) and 1 not in shape else strides


def _all_known(*dims: Any) -> bool:
    return all(type(dim) is int for dim in dims)


def copied(made: Made) -> Strides:
    """`torch.tensor(data)`: of a tensor it keeps the order of the dims."""
    return rows(made) if made.input is None else kept(made)


def unchanged(made: Made) -> Strides:
    """The same elements at the same places."""
    return None if made.input is None else made.input.strides


CHANNELS_LAST_RANKS = (4, 5)
"""So many dims torch may lay out with the channels last."""
_PLAIN = (int, float, complex, str, type(None), Expr, Scalar)
_NO_TENSORS = (*_PLAIN, tuple, ListValue)


def kept(made: Made) -> Strides:
    """Elementwise in one operand: the order of the dims in memory stays, if they fill it."""
    if made.input is None or made.kwargs.keys() & {"out", "memory_format"} or len(made.args) > 1 + _numbers(made):
        return None
    if made.input.strides == ROWS:
        return ROWS
    source = made.source
    return source.strides if source is not None and is_permuted(made.ctx.path, source) else None


def _numbers(made: Made) -> int:
    """How many arguments behind the first are no tensors for certain."""
    return sum(isinstance(arg, _NO_TENSORS) for arg in made.args[1:])


def cast(made: Made) -> Strides:
    """`to` another dtype or device: itself, or a copy that keeps the order of the dims."""
    if made.kwargs.keys() & {"memory_format", "copy"} or any(type(arg) is Tensor for arg in made.args[1:]):
        return None
    if made.input is None or made.input.strides == ROWS:
        return None if made.input is None else ROWS
    source = made.source
    return source.strides if source is not None and is_permuted(made.ctx.path, source) else None


def matrix_product(made: Made) -> Strides:
    """Products are written row by row, but for a matrix times a stack of matrices, which torch transposes."""
    other = made.args[1] if len(made.args) > 1 else settled(made.kwargs.get("other"))
    if made.input is None or type(other) is not Tensor or "out" in made.kwargs:
        return None
    left, right = (made.ctx.path.resolve(one.shape) for one in (made.input, other))
    return ROWS if len(left) >= 2 and 2 <= len(right) <= max(2, len(left)) and _no_stars(left, right) else None


def _no_stars(*shapes: Shape) -> bool:
    return not any(type(dim) is Star for shape in shapes for dim in shape)


# ---------------------------------------------------------------- views


def swapped(made: Made) -> Strides:
    source = made.source
    a, b = made.number(1, "dim0", "axis0"), made.number(2, "dim1", "axis1")
    if source is None or a is None or b is None or not source.shape:
        return None
    strides = list(source.strides)
    strides[a], strides[b] = strides[b], strides[a]
    return tuple(strides)


def transposed(made: Made) -> Strides:
    """`x.T`, `x.t()`: all dims the other way round."""
    return None if made.source is None else made.source.strides[::-1]


def matrix_transposed(made: Made) -> Strides:
    source = made.source
    return None if source is None else (*source.strides[:-2], *source.strides[-2:][::-1])


def permuted(made: Made) -> Strides:
    source, order = made.source, made.numbers(1, "dims")
    if source is None or order is None or len(order) != len(source.shape):
        return None
    return tuple(source.strides[place] for place in order)


def unsqueezed(made: Made) -> Strides:
    source, place = made.source, made.number(1, "dim")
    if source is None or place is None:
        return None
    if made.input is not None and made.input.strides == ROWS:
        return ROWS
    place = place if place >= 0 else place + len(source.shape) + 1
    step: Dim = source.shape[place] * source.strides[place] if place < len(source.shape) else 1
    return (*source.strides[:place], step, *source.strides[place:])


def squeezed(made: Made) -> Strides:
    """Without dims of size 1, whose strides do not matter."""
    if made.input is not None and made.input.strides == ROWS:
        return ROWS
    source, place = made.source, made.number(1, "dim")
    if source is None or place is None or len(made.shape) != len(source.shape) - 1:
        return None
    place = place % len(source.shape)
    return (*source.strides[:place], *source.strides[place + 1 :])


def expanded(made: Made) -> Strides:
    """Repeated dims take no step."""
    source = made.source
    if source is None or any(type(dim) is not int for dim in (*source.shape, *made.shape)):
        return None
    new = len(made.shape) - len(source.shape)
    steps = of_rows(source.shape) if made.input is None else source.strides
    return (
        *(0 for _ in range(new)),
        *(
            step if size == wide else 0
            for step, size, wide in zip(steps, source.shape, made.shape[new:])
        ),
    )


def unfolded(made: Made) -> Strides:
    """`x.unfold(dim, size, step)`: windows, and the places in each as a new last dim. That of nn.functional copies."""
    before = () if made.input is None else made.ctx.path.resolve(made.input.shape)
    if before and _no_stars(before, made.shape) and len(made.shape) <= len(before):
        return ROWS
    source, place, step = made.source, made.number(1, "dimension"), made.item(3, "step")
    if not before or source is None or place is None or not isinstance(step, (int, Expr)):
        return None
    strides = list(source.strides)
    strides[place] = strides[place] * step
    return (*strides, source.strides[place])


def strided(made: Made) -> Strides:
    """`x.as_strided(size, stride)`: as it says."""
    steps = known_items(made.ctx.path, made.item(2, "stride"))
    return tuple(steps) if steps is not None and all(isinstance(step, (int, Expr)) for step in steps) else None


def view(made: Made) -> Strides:
    """`x.view(sizes)`: refused where no strides express it."""
    strides = _seen(made)
    if strides is False:
        raise made.ctx.reject(REFUSAL)
    return strides


def reshape(made: Made) -> Strides:
    """A view where that can be, else a copy."""
    strides = _seen(made)
    return ROWS if strides is False else strides


def rearranged(made: Made) -> Strides:
    """`rearrange` and `repeat` of einops."""
    source, pattern = made.source, made.item(1, "pattern")
    if source is None or type(pattern) is not str or not _no_stars(made.shape):
        return None
    sizes: Any = made.shape
    axes = {name: settled(size) for name, size in made.kwargs.items() if name not in ("tensor", "pattern")}
    strides: Strides | bool = einops_layouts.rearranged(made.ctx, source, pattern, axes, sizes)
    if strides is False or (made.input is not None and made.input.strides == ROWS and strides == of_rows(sizes)):
        return ROWS
    return None if strides is True else strides


def _seen(made: Made) -> Strides:
    if made.input is not None and made.input.strides == ROWS and made.input.dtype is made.result.dtype:
        return ROWS
    source = made.source
    if source is None or not _no_stars(made.shape) or made.input is None or made.input.dtype is not made.result.dtype:
        return None
    if any(type(size) is int and size == 0 for size in (*source.shape, *made.shape)):
        return None
    sizes: Any = made.shape
    return viewed(made.ctx.path, source, sizes)


def cut(made: Made) -> Strides:
    """A part along a dim: `narrow`, `chunk`, `split`."""
    return None if made.source is None else made.source.strides


def row(made: Made) -> Strides:
    """`x.select(dim, i)`, `x.unbind(dim)`: without that dim."""
    source = made.source
    place = 0 if len(made.args) == 1 and not made.kwargs else made.number(1, "dim")
    if source is None or place is None or not source.shape:
        return None
    place %= len(source.shape)
    return (*source.strides[:place], *source.strides[place + 1 :])


def indexed(ctx: RuleContext, tensor: Tensor, index: Value, result: Tensor) -> Strides:
    """`x[index]` with numbers, slices without a step, `None` and `...`; what picks elements copies them."""
    source = laid(ctx.path, tensor)
    if source is None:
        return None
    items = list(index) if isinstance(index, tuple) else [index]
    if tensor.strides == ROWS and _picks(ctx.path, items):
        return ROWS
    taken = sum(type(item) is int or isinstance(item, SliceValue) for item in items)
    if sum(item is ... for item in items) > 1 or taken > len(source.shape):
        return None
    if ... not in items:
        items.append(...)
    strides: list[Dim] = []
    at = 0
    for item in items:
        if item is ...:
            strides += source.strides[at : at + len(source.shape) - taken]
            at += len(source.shape) - taken
        elif item is None:
            strides.append(source.shape[at] * source.strides[at] if at < len(source.shape) else 1)
        elif type(item) is int:
            at += 1
        elif isinstance(item, SliceValue) and item.step in (None, 1):
            strides.append(source.strides[at])
            at += 1
        else:
            return None
    sizes = ctx.path.resolve(result.shape)
    return tuple(strides) if len(strides) == len(sizes) else None


def _picks(path: Path, items: list[Value]) -> bool:
    """Whether there are lists of places, and beside them only whole dims: what they pick is copied row by row."""
    others = [item for item in items if not _is_list(path, item)]
    whole = (not isinstance(item, SliceValue) or item.lower is item.upper is item.step is None for item in others)
    plain = (item is None or item is ... or type(item) is int or isinstance(item, SliceValue) for item in others)
    return len(others) < len(items) and all(plain) and all(whole)


def _is_list(path: Path, item: Value) -> bool:
    """A tensor without dims is one place."""
    if type(item) is Tensor:
        shape = path.resolve(item.shape)
        return shape != () and _no_stars(shape)
    return isinstance(item, ListValue)


def lies_in_rows(run: Run, tensor: Tensor) -> Value:
    """`x.is_contiguous()`"""
    source = laid(run.path, tensor)
    if source is None:
        return Scalar("bool")
    unlike = [
        same(run.path, step, wanted)
        for size, step, wanted in zip(source.shape, source.strides, of_rows(source.shape))
        if not same(run.path, size, 1)
    ]
    if all(unlike):
        return True
    sizes = [same(run.path, size, 1) for size in source.shape]
    return False if False in unlike and None not in sizes and 0 not in source.shape else Scalar("bool")


def _named(layout: Layout, names: str) -> dict[str, Layout]:
    return dict.fromkeys(names.split(), layout)


LAYOUTS: dict[str, Layout] = {
    **_named(
        rows,
        "rand randn zeros ones empty full arange eye linspace logspace randint randperm new_zeros new_ones new_empty "
        "new_full repeat embedding linear mm bmm addmm baddbmm addbmm softmax log_softmax softmin Softmax2d layer_norm "
        "masked_fill sum nansum mean nanmean prod std var amax amin argmax argmin logsumexp norm cumsum cumprod "
        "cummax cummin gather index_select topk scatter scatter_add one_hot tril triu kthvalue median "
        "take_along_dim tile repeat_interleave index_add renorm logsigmoid cdist bucketize gumbel_softmax "
        "cosine_similarity pairwise_distance",
    ),
    **_named(
        kept,
        "relu gelu silu sigmoid tanh exp log sqrt rsqrt abs neg square sin cos dropout clone zeros_like ones_like "
        "empty_like full_like rand_like randn_like relu6 mish hardswish hardsigmoid softplus softsign tanhshrink elu "
        "selu celu leaky_relu hardtanh threshold hardshrink softshrink log2 log10 log1p expm1 tan sinh cosh erf ceil "
        "floor round trunc sign reciprocal isnan isinf isfinite logical_not _Elementwise _ElementwiseFloat _DropoutNd "
        "nan_to_num normalize flip fliplr flipud sort argsort",
    ),
    **_named(
        suggested,
        "batch_norm group_norm local_response_norm max_pool2d avg_pool2d lp_pool2d adaptive_avg_pool2d "
        "adaptive_max_pool2d interpolate upsample upsample_nearest upsample_bilinear pixel_shuffle pixel_unshuffle "
        "channel_shuffle prelu dropout2d",
    ),
    **_named(
        of_input,
        "instance_norm InstanceNorm1d InstanceNorm2d InstanceNorm3d rms_norm max_pool1d max_pool3d avg_pool1d "
        "avg_pool3d lp_pool1d lp_pool3d adaptive_avg_pool1d adaptive_avg_pool3d adaptive_max_pool1d "
        "adaptive_max_pool3d max_unpool1d max_unpool2d max_unpool3d grid_sample pad fold glu rrelu dropout1d dropout3d "
        "alpha_dropout feature_alpha_dropout roll index_fill",
    ),
    **_named(convolved, "conv1d conv3d conv_transpose1d conv_transpose3d"),
    **_named(convolved_images, "conv2d conv_transpose2d"),
    **_named(cast, "to float half double bfloat16 long int bool cpu cuda type"),
    **_named(cut, "narrow chunk split"),
    **_named(unchanged, "detach Identity Parameter"),
    **_named(
        elementwise,
        "add sub mul div true_divide pow eq ne lt le gt ge maximum minimum remainder fmod floor_divide atan2 lerp "
        "addcmul addcdiv clamp clamp_min clamp_max clip logical_and logical_or logical_xor",
    ),
    **_named(rows_of_rows, "where max min"),
    **_named(joined, "cat concat stack"),
    **_named(swapped, "transpose swapaxes swapdims"),
    **_named(transposed, "T t"),
    **_named(matrix_transposed, "mT adjoint"),
    **_named(view, "view view_as"),
    **_named(reshape, "reshape reshape_as flatten unflatten Flatten Unflatten ravel"),
    **_named(row, "select unbind"),
    **_named(rearranged, "einops.rearrange einops.repeat einops.einops.rearrange einops.einops.repeat"),
    "contiguous": gathered, "tensor": copied, "matmul": matrix_product, "permute": permuted, "unsqueeze": unsqueezed,
    "squeeze": squeezed, "expand": expanded, "expand_as": expanded, "unfold": unfolded, "as_strided": strided,
}  # fmt: skip
"""`narrow` and the like keep the strides; the elements of a concatenation lie as all of its parts do."""


def note(ctx: RuleContext, layout: Layout, args: list[Value], kwargs: dict[str, Value], result: Value) -> None:
    """Gives the tensors of a result their layout; refuses a view that cannot be."""
    for one in result if isinstance(result, tuple) else (result,):
        if type(one) is Tensor and not any(one is arg for arg in args):
            one.strides = layout(Made(ctx, args, kwargs, one))
