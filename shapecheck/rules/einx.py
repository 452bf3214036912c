"""Shapes of einx: an operation on tensors whose axes a pattern names, `b n, b n d -> b n d`.

Source: https://einx.readthedocs.io/en/stable/gettingstarted/tutorial_notation.html. Axes in square brackets are those
that the operation itself works on; the others are looped over. What is not understood of a pattern makes the
result unknown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shapecheck.rules.broadcasting import product
from shapecheck.rules.context import RuleContext
from shapecheck.rules.einops import Axes, compose, split_dims
from shapecheck.rules.einops_patterns import ELLIPSIS, Anonymous, Axis, PatternError, Side, parse_side
from shapecheck.rules.errors import Unfit
from shapecheck.rules.kinds import NUMBERS, TENSOR, settled
from shapecheck.rules.run import Run
from shapecheck.symbolic import Cond, Dim, eq, ge, prod
from shapecheck.values import Shape, Star, Tensor, rank_of, shape_text


def einx_operands(run: Run, values: Sequence[Any]) -> tuple[Any, ...]:
    """Tensors as they are, numbers too; what is not known is a tensor of any shape."""
    return tuple(
        value if isinstance(settled(value), NUMBERS) else TENSOR.coerce(run, value, f"tensor[{i}]")
        for i, value in enumerate(values)
    )


def einx_shape(run: Run, operands: Sequence[Any], pattern: str, axes: Axes) -> Shape:
    """`[B N], [B N D], "b n, b n d -> b n d" -> [B N D]`.

    Errors: an operand of another rank than its expression, an axis of two sizes.
    """
    inputs, output = _sides(pattern)
    if len(inputs) != len(operands):
        raise Unfit(f"the pattern speaks of {len(inputs)} tensors")
    given = {name: size for name, size in axes.items() if size is not None}
    binder = _Binder(run.ctx, pattern, given)
    for i, (side, operand) in enumerate(zip(inputs, operands, strict=True)):
        shape = operand.shape if isinstance(operand, Tensor) else ()
        binder.bind(i, side, run.path.resolve(shape))
    if any(axis not in binder.sizes for axis in output.axes if axis != ELLIPSIS and not isinstance(axis, Anonymous)):
        raise Unfit("the size of an axis of the result is not known")
    for axis in output.axes:
        if isinstance(axis, Anonymous):
            binder.sizes[axis] = axis.size
    return compose(run.ctx, output, binder.sizes, binder.ellipsis or ())


def einx_reduced(run: Run, operand: Tensor, pattern: str, axes: Axes) -> Shape:
    """`[B N D], "b [n] d" -> [B D]`; with an arrow, what is not on its right is reduced."""
    if "->" not in pattern:
        kept = "".join(part.partition("]")[2] if i else part for i, part in enumerate(pattern.split("[")))
        pattern = f"{pattern} -> {kept}"
    return einx_shape(run, (operand,), pattern, axes)


def _sides(pattern: str) -> tuple[list[Side], Side]:
    left, arrow, right = pattern.replace("[", " ").replace("]", " ").partition("->")
    try:
        inputs = [parse_side(part.strip(), allow_duplicates=True) for part in left.split(",")]
        if arrow:
            return inputs, parse_side(right.strip(), allow_duplicates=True)
    except PatternError as problem:
        raise Unfit(f"the pattern is not understood: {problem}") from None
    named = [set(side.axes) for side in inputs]
    whole = [side for side, own in zip(inputs, named, strict=True) if all(own >= other for other in named)]
    if len(set(whole)) != 1:
        raise Unfit("the pattern does not say which axes the result has")
    return inputs, whole[0]


class _Binder:
    """The sizes of axes, by what the operands show of them."""

    def __init__(self, ctx: RuleContext, pattern: str, sizes: Mapping[str, Dim]) -> None:
        self.ctx = ctx
        self.pattern = pattern
        self.sizes: dict[Axis, Dim] = {}
        for name, size in sizes.items():
            self.sizes[name] = size
        self.ellipsis: Shape | None = None

    def bind(self, number: int, side: Side, shape: Shape) -> None:
        """Operand `number` has this shape, and `side` names its dims."""

        def require(cond: Cond, why: str) -> None:
            text = f'einx: operand {number} of "{self.pattern}" has shape {shape_text(shape)}: {why}'
            self.ctx.require(cond, text)

        rank, wanted = rank_of(shape), len(side.groups) - side.has_ellipsis
        enough = ge(rank, wanted) if side.has_ellipsis else eq(rank, wanted)
        require(enough, f"{wanted} dims are named, not {rank}")
        dims, rest = split_dims(self.ctx, shape, side)
        if side.has_ellipsis:
            self._bind_ellipsis(rest, require)
        for group, dim in dims:
            self._bind_group(group, dim, require)

    def _bind_ellipsis(self, rest: Shape, require: Any) -> None:
        if self.ellipsis is None:
            self.ellipsis = rest
        elif any(isinstance(dim, Star) for dim in (*rest, *self.ellipsis)):
            if rest != self.ellipsis:
                raise Unfit("`...` stands for dims of unknown number")
        else:
            require(len(rest) == len(self.ellipsis), f"`...` stands for {shape_text(self.ellipsis)}")
            for one, other in zip(self.ellipsis, rest, strict=True):
                assert not isinstance(one, Star) and not isinstance(other, Star)
                require(eq(one, other), f"`...` stands for {shape_text(self.ellipsis)}")

    def _bind_group(self, group: tuple[Axis, ...], dim: Dim, require: Any) -> None:
        known: list[Dim] = [self._size(axis) for axis in group if self._is_known(axis)]
        missing = [axis for axis in group if not self._is_known(axis)]
        if len(missing) > 1:
            raise Unfit("the sizes of the axes in brackets are not given")
        if not missing:
            name = " ".join(map(str, group)) or "1"
            require(eq(dim, prod(known)), f"`{name}` is {product(self.ctx.path, known)}")
        elif not known:
            self.sizes[missing[0]] = dim
        else:
            size = prod(known)
            require(eq(dim % size, 0), f"{dim} is no multiple of {size}")
            self.sizes[missing[0]] = self.ctx.path.simplify(dim // size)

    def _is_known(self, axis: Axis) -> bool:
        return isinstance(axis, Anonymous) or axis in self.sizes

    def _size(self, axis: Axis) -> Dim:
        return axis.size if isinstance(axis, Anonymous) else self.sizes[axis]
