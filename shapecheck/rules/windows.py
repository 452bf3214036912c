"""Sizes after sliding windows: convolutions, pools and their transposes.

Source: the Shape sections of https://docs.pytorch.org/docs/2.13/generated/torch.nn.Conv2d.html, MaxPool2d and
ConvTranspose2d.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from shapecheck.rules.arithmetic import sequence
from shapecheck.rules.errors import Unfit
from shapecheck.rules.queries import to_tuple
from shapecheck.rules.run import Run
from shapecheck.symbolic import Dim, Expr, ge, gt, ite, le, lt, or_
from shapecheck.values import Opaque, Scalar, Star, Unknown, shape_text

MAX_EXACT_BITS = 12


def _unknown(*values: Any) -> bool:
    """Whether one of the numbers of a window is not known, or how many there are."""
    return any(
        isinstance(value, (Unknown, Opaque, Scalar))
        or (isinstance(value, tuple) and any(type(number) is Star for number in value))
        for value in values
    )


def _unknown_sizes(run: Run, count: int) -> tuple[Dim, ...]:
    return tuple(run.path.fresh("?", 0) for _ in range(count))


def windows(
    run: Run, sizes: Any, kernel: Any, stride: Any, padding: Any, dilation: Any = None, ceil: Any = False
) -> Any:
    """How often a kernel fits: `(size + 2*padding - dilation*(kernel - 1) - 1) // stride + 1` of each size.

    `padding` may be "valid", or "same", which keeps the size and admits only a stride of 1. With `ceil`
    a last window may hang over the end as long as it begins inside.
    """
    return _windows(run, sizes, Window(kernel, stride, padding, dilation, ceil), _too_small)


def pools(
    run: Run, shape: Any, sizes: Any, kernel: Any, stride: Any, padding: Any, dilation: Any = None, ceil: Any = False
) -> Any:
    """The windows of a pool over the last dims of a shape."""

    def words(window: Window, sizes: Any) -> str:
        planes, out = shape[-len(sizes) - 1], _counts(window, sizes)
        if not all(type(size) is int for size in (planes, *sizes, *out)):
            return _too_small(window, sizes)
        before, after = ("x".join(map(str, (planes, *each))) for each in (sizes, out))
        return f"Given input size: ({before}). Calculated output size: ({after}). Output size is too small"

    return _windows(run, sizes, Window(kernel, stride, padding, dilation, ceil), words)


def blocks(run: Run, sizes: Any, kernel: Any, stride: Any, padding: Any, dilation: Any) -> Any:
    """The sliding blocks of torch.nn.functional.unfold."""

    def words(window: Window, sizes: Any) -> str:
        return (
            f"Given input with spatial size {shape_text(sizes)}, kernel_size={shape_text(window.kernel)}, "
            f"dilation={shape_text(window.dilation)}, padding={shape_text(window.padding)}, calculated shape of the "
            f"array of sliding blocks as {shape_text(_counts(window, sizes))}, but its components must be at least one"
        )

    return _windows(run, sizes, Window(kernel, stride, padding, dilation, False), words)


class Window(NamedTuple):
    """What moves over some dims, with one number for each dim; `ceil`: the last may hang over the end."""

    kernel: Any
    stride: Any
    padding: Any
    dilation: Any
    ceil: Any


Words = Callable[[Window, Any], str]
"""What is said of a window that fits nowhere in dims of these sizes."""


def _windows(run: Run, sizes: Any, window: Window, words: Words) -> Any:
    kernel, stride, padding, dilation, ceil = window
    sizes = sequence(run, sizes)
    if _unknown(kernel, stride, padding, dilation):
        return _unknown_sizes(run, len(sizes))
    ones = (1,) * len(sizes)
    dilation = ones if dilation is None else dilation
    stride = kernel if stride is None or stride == () else stride
    for what, values, least in (("stride", stride, 1), ("dilation", dilation, 1), ("kernel_size", kernel, 1)):
        _as_many(run, what, values, sizes)
        _at_least(run, what, values, least)
    if isinstance(padding, str):
        if padding == "same":
            run.require(_all_one(stride), "padding='same' is not supported for strided convolutions")
            return sizes
        padding = (0,) * len(sizes)
    else:
        _as_many(run, "padding", padding, sizes)
        _at_least(run, "padding", padding, 0)
    window = Window(kernel, stride, padding, dilation, ceil)
    return tuple(_window(run, i, sizes, window, words) for i in range(len(sizes)))


def _as_many(run: Run, what: str, values: Any, sizes: Any) -> None:
    """A window has one number for each dim that it moves in."""
    if len(values) != len(sizes):
        raise run.reject(f"{what} must either be a single int, or a tuple of {len(sizes)} ints")


def _window(run: Run, i: int, sizes: Any, window: Window, words: Words) -> Dim:
    stride = window.stride[i]
    room = _room(window, sizes, i)
    hangs_over = run.truth(window.ceil)
    spare: Dim = room + stride - 1 if hangs_over else room
    if type(spare) is not int or spare < 0:
        run.require(ge(spare, 0), lambda: words(window, sizes))
    if not hangs_over:
        floor: Dim = room // stride + 1
        return floor
    count: Dim = spare // stride + 1
    begins_outside = ge((count - 1) * stride, sizes[i] + window.padding[i])
    decided = run.path.decide(begins_outside)
    if decided is not None:
        return count - 1 if decided else count
    return ite(begins_outside, count - 1, count)


def _room(window: Window, sizes: Any, i: int) -> Dim:
    """How far the window can be moved in dim `i`."""
    kernel, _, padding, dilation, _ = window
    room: Dim = sizes[i] + 2 * padding[i] - dilation[i] * (kernel[i] - 1) - 1
    return room


def _counts(window: Window, sizes: Any) -> tuple[Dim, ...]:
    """How often the window fits, by the formula alone."""
    return tuple(_room(window, sizes, i) // window.stride[i] + 1 for i in range(len(sizes)))


def _at_least(run: Run, what: str, values: Any, least: int) -> None:
    for value in values:
        if type(value) is not int or value < least:
            sign = "non-positive" if least else "negative"
            run.require(ge(value, least), f"{sign} {what} is not supported ({what} is {shape_text(values)})")


def _all_one(stride: Any) -> Any:
    return (
        all(type(step) is int and step == 1 for step in stride)
        if all(type(s) is int for s in stride)
        else True
    )


def _too_small(window: Window, sizes: Any) -> str:
    padded = " x ".join(str(size + 2 * pad) for size, pad in zip(sizes, window.padding))
    return (
        f"Calculated padded input size per channel: ({padded}). Kernel size: "
        f"({' x '.join(map(str, window.kernel))}). "
        "Kernel size can't be greater than actual input size"
    )


def half_padding(run: Run, padding: Any, kernel: Any, dilation: Any = 1) -> None:
    """torch's obligation on pools: the padding is at most half of the kernel."""
    if _unknown(padding, kernel):
        return
    steps = dilation if isinstance(dilation, tuple) else (dilation,) * len(kernel)
    for pad, size, step in zip(padding, kernel, steps):
        if type(pad) is not int or type(size) is not int or pad > size // 2:
            run.require(
                le(pad, size // 2),
                f"pad should be at most half of effective kernel size, but got pad={pad}, kernel_size={size} and "
                f"dilation={step}",
            )


def transposed_windows(
    run: Run, sizes: Any, kernel: Any, stride: Any, padding: Any, output_padding: Any, dilation: Any
) -> Any:
    """`(size - 1) * stride - 2 * padding + dilation * (kernel - 1) + output_padding + 1` of each size."""
    sizes = sequence(run, sizes)
    if _unknown(kernel, stride, padding, output_padding, dilation):
        return _unknown_sizes(run, len(sizes))
    for what, values, least in (
        ("stride", stride, 1), ("dilation", dilation, 1), ("padding", padding, 0),
        ("output_padding", output_padding, 0),
    ):  # fmt: skip
        _as_many(run, what, values, sizes)
        _at_least(run, what, values, least)
    out: list[Any] = []
    for i, size in enumerate(sizes):
        extra = output_padding[i]
        run.require(
            or_(lt(extra, stride[i]), lt(extra, dilation[i])),
            f"output padding must be smaller than either stride or dilation, but got output_padding={extra}, "
            f"stride={stride[i]}, dilation={dilation[i]}",
        )
        made = (size - 1) * stride[i] - 2 * padding[i] + dilation[i] * (kernel[i] - 1) + extra + 1
        if type(made) is not int or made < 1:
            run.require(
                gt(made, 0), f"the output size {made} is too small (input {size}, kernel {kernel[i]})"
            )
        out.append(made)
    return tuple(out)


def unpooled(run: Run, sizes: Any, kernel: Any, stride: Any, padding: Any, output_size: Any) -> Any:
    """The sizes that a max pool came from: `(size - 1) * stride - 2 * padding + kernel`, or as wanted, less than a
    stride beside them."""
    sizes = sequence(run, sizes)
    number = len(sizes)
    wanted = None if output_size is None else to_tuple(run, output_size)
    if _unknown(kernel, stride, padding):
        return _unknown_sizes(run, number) if wanted is None else wanted[-number:]
    steps = kernel if stride is None or stride == () else stride
    least = tuple((sizes[i] - 1) * steps[i] - 2 * padding[i] + kernel[i] for i in range(number))
    if wanted is None:
        return least
    if not any(isinstance(size, Star) for size in wanted):
        few = f"output_size should be a sequence containing {number} or {number + 2} elements, but it has {len(wanted)}"
        run.require(len(wanted) in (number, number + 2), few)
        for own, step, size in zip(least, steps, wanted[-number:]):
            wrong = f"invalid output_size: {size} must be between {own - step} and {own + step}"
            run.require(lt(own - step, size), wrong)
            run.require(lt(size, own + step), wrong)
    return wanted[-number:]


def scaled(run: Run, size: Any, factor: Any) -> Any:
    """`floor(size * factor)`; a symbolic size times a fraction is a fresh size."""
    if isinstance(factor, (int, Expr)):
        return size * factor
    if isinstance(factor, float):
        if isinstance(size, int):
            return int(size * factor)
        if factor.is_integer():
            return size * int(factor)
        if math.isfinite(factor) and factor > 0:
            above, below = factor.as_integer_ratio()
            if above.bit_length() + below.bit_length() <= MAX_EXACT_BITS:
                # Sizes below 2**40 times such a factor are exact in floating point.
                return size * above // below
        return run.path.fresh("scaled", 0)
    if _unknown(factor):
        return run.path.fresh("?", 0)
    raise Unfit("a scale that is not known")


__all__ = ["lt"]
