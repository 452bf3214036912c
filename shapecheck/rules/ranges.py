"""Numbers that are given for sizes and for the ends of ranges, and how many lie between two of them."""

from __future__ import annotations

import math
from typing import Any

from shapecheck.rules.held import INT64, number
from shapecheck.rules.kinds import settled
from shapecheck.rules.run import Run
from shapecheck.symbolic import Expr, ceildiv, ge
from shapecheck.values import DType, Scalar, Tensor, number_in


def told(run: Run, value: Any) -> Any:
    """What is given for a size, or for an end of a range: of a tensor without dims the number in it."""
    value = settled(value)
    if type(value) is not Tensor or run.path.resolve(value.shape):
        return value
    known = number_in(value)
    if type(known) is Tensor:
        is_float = known.dtype is None or known.dtype.is_floating_point
        known = Scalar("float") if is_float else number(run, value)
    return run.symbol_of(value, "?size", None) if known is None else known


def arange_length(run: Run, start: Any, end: Any, step: Any, dtype: Any = None) -> Any:
    """How many numbers there are from `start` to `end`, which is left out. torch makes all three whole before it counts
    numbers of int64, and of no other dtype (aten/src/ATen/native/RangeFactories.cpp)."""
    start, end, step = (told(run, value) for value in (start, end, step))
    numbers = start, end, step = tuple(int(v) if isinstance(v, bool) else v for v in (start, end, step))
    if any(not isinstance(value, (int, float, Expr)) for value in numbers):
        return run.path.fresh("?", 0)
    if any(isinstance(value, float) and not value.is_integer() for value in numbers):
        if dtype is INT64 and all(isinstance(value, Expr) or math.isfinite(value) for value in numbers):
            numbers = start, end, step = tuple(v if isinstance(v, Expr) else int(v) for v in numbers)
        elif dtype is not None and not isinstance(dtype, DType):
            return run.path.fresh("arange", 0)
    if any(isinstance(value, float) for value in numbers):
        if any(isinstance(value, Expr) for value in numbers):
            if all(
                isinstance(v, Expr) or (isinstance(v, (int, float)) and float(v).is_integer())
                for v in numbers
            ):
                start, end, step = (v if isinstance(v, Expr) else int(v) for v in numbers)
            else:
                return run.path.fresh("arange", 0)
        elif step == 0:
            raise run.reject("step must be nonzero")
        else:
            count = (end - start) / step
            if not math.isfinite(count):
                raise run.reject(f"unsupported range: {start} -> {end}")
            if count < 0:
                raise run.reject("upper bound and lower bound inconsistent with step sign")
            return math.ceil(count)
    if type(step) is int and step == 0:
        raise run.reject("step must be nonzero")
    least, most = run.path.facts.bounds(step)
    if most is not None and most < 0:
        start, end, step = end, start, -step
    elif least is None or least <= 0:
        return run.path.fresh("arange", 0)  # nobody knows which way it goes
    length = end - start
    if type(length) is not int or length < 0:
        run.require(
            ge(length, 0), f"upper bound and lower bound inconsistent with step sign ({start} to {end})"
        )
    return ceildiv(length, step)
