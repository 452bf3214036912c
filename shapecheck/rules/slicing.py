"""The size of a slice.

Source: https://docs.python.org/3/library/stdtypes.html#common-sequence-operations, notes 4 and 5;
torch refuses steps below 1.
"""

from __future__ import annotations

from shapecheck.rules.context import RuleContext
from shapecheck.rules.held import number_held
from shapecheck.symbolic import Dim, Expr, ceildiv, ge, ite, le, max_, min_, without_limit
from shapecheck.values import Opaque, Path, RangeValue, SliceValue, Tensor, Value, is_float


def slice_size(ctx: RuleContext, size: Dim, index: SliceValue) -> Dim:
    """How many of `size` elements the slice takes; a fresh 0..size where a bound is not known.

    Errors: a step below 1, a float.
    """
    lower, upper, step = (_bound(ctx, one) for one in (index.lower, index.upper, index.step))
    if type(step) is int and step < 1:
        raise ctx.reject("step must be greater than zero" if step else "slice step cannot be zero")
    if isinstance(step, Expr):
        ctx.require(ge(step, 1), "step must be greater than zero")
    if lower is ... or upper is ... or step is ...:
        return at_most(ctx.path, "slice", size)
    return slice_length(ctx.path, size, lower, upper, 1 if step is None else step)


def slice_length(path: Path, size: Dim, lower: Dim | None, upper: Dim | None, step: Dim = 1) -> Dim:
    """len(range(size)[lower:upper:step]) for a step of 1 or more, as simple as the facts allow.

    With `start` clamped to 0 and `stop` to `size`, the length is max(0, stop - start): the other two
    clamps change nothing.
    """
    if (
        type(size) is int
        and type(step) is int
        and (lower is None or type(lower) is int)
        and (upper is None or type(upper) is int)
    ):
        first, end, by = slice(lower, upper, step).indices(size)
        return max(0, -((first - end) // by))  # len() of a very long range fails
    upper = None if upper is None else without_limit(path.simplify(upper), path.simplify(size))
    if isinstance(lower, Expr) and upper is not None and _is_window(path, lower, upper):
        length = _smaller(path, path.simplify(upper - lower), at_least_zero(path, size - lower))
    else:
        length = _behind_start(path, size, _stop(path, size, upper), 0 if lower is None else lower)
    return path.simplify(length if type(step) is int and step == 1 else ceildiv(length, step))


def range_length(path: Path, start: Dim, stop: Dim, step: Dim) -> Dim:
    """len(range(start, stop, step)) for a step that is 1 or more, or the int -1."""
    span = start - stop if type(step) is int and step == -1 else stop - start
    length = at_least_zero(path, span)
    return length if type(step) is int and step in (1, -1) else path.simplify(ceildiv(length, step))


def range_size(path: Path, value: RangeValue) -> Dim | None:
    """len(value), None for steps that are not followed."""
    start, stop, step = value.start, value.stop, value.step
    if type(start) is int and type(stop) is int and type(step) is int:
        return max(0, -((start - stop) // step))  # len() of a very long range fails
    if type(step) is not int or not (step > 0 or step == -1):
        return None
    return range_length(path, start, stop, step)


def at_most(path: Path, hint: str, size: Dim) -> Dim:
    """A fresh size in 0..size."""
    if type(size) is int:
        return path.fresh(hint, 0, size)
    fresh = path.fresh(hint, 0)
    path.assume(le(fresh, size))
    return fresh


def at_least_zero(path: Path, dim: Dim) -> Dim:
    """max(0, dim), decided if the facts decide it."""
    if type(dim) is int:
        return max(0, dim)
    if path.decide(ge(dim, 0)):
        return dim
    return 0 if path.decide(le(dim, 0)) else max_(0, dim)


def _bound(ctx: RuleContext, value: Value) -> Dim | ellipsis | None:  # noqa: F821
    """An end of a slice; `...` stands for one that is not known."""
    if isinstance(value, Opaque):
        value = value.bound if value.bound is not None else ...
    if type(value) is Tensor:
        number = number_held(ctx.path, ctx.store, value)
        return ... if number is None else number
    if value is None or isinstance(value, Expr):
        return value
    if is_float(value):
        raise ctx.reject("slice indices must be integers or None or have an __index__ method")
    return int(value) if isinstance(value, int) else ...


def _smaller(path: Path, a: Dim, b: Dim) -> Dim:
    if path.decide(le(a, b)):
        return a
    return b if path.decide(le(b, a)) else min_(a, b)


def _is_window(path: Path, lower: Dim, upper: Dim) -> bool:
    """Whether both count from the front, the upper one behind the other by a number of which the sign is plain:
    `x[i : i + n]`."""
    width, _ = path.facts.bounds(upper - lower)
    first, _ = path.facts.bounds(lower)
    return width is not None and width >= 0 and first is not None and first >= 0


def _stop(path: Path, size: Dim, upper: Dim | None) -> Dim:
    if upper is None:
        return size
    counts_from_front = path.decide(ge(upper, 0))
    if counts_from_front:
        return _smaller(path, upper, size)
    if counts_from_front is False:
        return size + upper
    return ite(ge(upper, 0), min_(upper, size), size + upper)


def _behind_start(path: Path, size: Dim, stop: Dim, lower: Dim) -> Dim:
    """max(0, stop - start); from behind, stop - max(0, at) is min(stop, stop - at), at = size + lower."""
    counts_from_front = path.decide(ge(lower, 0))
    if counts_from_front:
        return at_least_zero(path, stop - lower)
    if counts_from_front is False:
        return at_least_zero(path, _smaller(path, stop, stop - (size + lower)))
    return at_least_zero(path, stop - ite(ge(lower, 0), lower, max_(0, size + lower)))
