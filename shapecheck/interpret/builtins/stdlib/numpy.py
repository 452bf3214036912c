"""numpy: exact on numbers that are known; all else of it is unknown, and its source is never followed.

https://numpy.org/doc/stable/reference/routines.html
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.arrays import (
    NDARRAY,
    REDUCTIONS,
    computed,
    elementwise,
    flat,
    make,
    numbers_in,
    reduction,
)
from shapecheck.interpret.builtins.exact import Inexact, as_dim, unknown_from
from shapecheck.interpret.builtins.iteration import contents
from shapecheck.interpret.builtins.tables import Namespace
from shapecheck.symbolic import prod
from shapecheck.values import ListValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

NUMPY = Namespace("numpy")
NUMPY.update({"pi": math.pi, "e": math.e, "inf": math.inf, "nan": math.nan, "newaxis": None, "ndarray": NDARRAY})


def _rounded(number: float, decimals: int = 0) -> Any:
    return number if isinstance(number, int) and decimals >= 0 else float(round(number, decimals))


_ELEMENTWISE: dict[str, Callable[..., Any]] = {
    "sqrt": math.sqrt, "exp": math.exp, "log": math.log, "log2": math.log2, "log10": math.log10,
    "sin": math.sin, "cos": math.cos, "tanh": math.tanh, "abs": abs, "absolute": abs,
    "floor": lambda x: float(math.floor(x)), "ceil": lambda x: float(math.ceil(x)), "rint": _rounded,
    "round": _rounded, "around": _rounded, "power": operator.pow, "add": operator.add, "subtract": operator.sub,
    "multiply": operator.mul, "divide": operator.truediv, "true_divide": operator.truediv,
    "floor_divide": operator.floordiv, "mod": operator.mod, "maximum": max, "minimum": min,
    "lcm": math.lcm, "gcd": math.gcd, "clip": lambda x, low, high: min(max(x, low), high),
}  # fmt: skip


def _declare_elementwise(name: str, function: Callable[..., Any]) -> None:
    def call(machine: Machine, *operands: Value) -> Value:
        return computed(machine, f"numpy.{name}", lambda *known: elementwise(function, *known), *operands)

    NUMPY.native(name)(call)


for _name, _function in _ELEMENTWISE.items():
    _declare_elementwise(_name, _function)
for _name, _function in REDUCTIONS.items():
    NUMPY.native(_name)(reduction(f"numpy.{_name}", _function))


@NUMPY.native("prod")
def _prod(machine: Machine, a: Value, axis: Value = None, **kwargs: Value) -> Value:
    """Of sizes it is a size, as that of math.prod."""
    if axis is None and not kwargs:
        dims = [as_dim(item) for item in contents(machine, a).items or [None]]
        if None not in dims:
            return prod(dim for dim in dims if dim is not None)
    return reduction("numpy.prod", math.prod)(machine, a, axis, **kwargs)


@NUMPY.native("array", "asarray")
def _array(machine: Machine, object: Value, dtype: Value = None, **kwargs: Value) -> Value:
    array = computed(machine, "numpy.array", lambda numbers: numbers, object)
    return array if dtype is None else machine.call(machine.get_attribute(array, "astype"), [dtype], {})


@NUMPY.native("arange")
def _arange(machine: Machine, *ends: Value, dtype: Value = None) -> Value:
    if dtype is not None:
        return machine.unknown("numpy.arange of a dtype")

    def numbers(*known: Any) -> tuple[Any, ...]:
        start, stop, step = (0, *known, 1) if len(known) == 1 else (*known, 1)[:3]
        count = math.ceil((stop - start) / step)
        return tuple(start + i * step for i in range(count))

    return computed(machine, "numpy.arange", numbers, *ends)


@NUMPY.native("linspace")
def _linspace(machine: Machine, start: Value, stop: Value, num: Value = 50) -> Value:
    def numbers(low: float, high: float, count: int) -> tuple[float, ...]:
        step = (high - low) / (count - 1) if count > 1 else 0.0
        return tuple(float(high) if 0 < i == count - 1 else low + i * step for i in range(count))

    return computed(machine, "numpy.linspace", numbers, start, stop, num)


@NUMPY.native("cumsum")
def _cumsum(machine: Machine, a: Value) -> Value:
    return computed(machine, "numpy.cumsum", lambda x: tuple(itertools.accumulate(flat(x))), a)


@NUMPY.native("concatenate", "hstack")
def _concatenate(machine: Machine, arrays: Value) -> Value:
    return computed(machine, "numpy.concatenate", lambda parts: tuple(one for part in parts for one in part), arrays)


@NUMPY.native("unique")
def _unique(machine: Machine, ar: Value, return_counts: Value = False) -> Value:
    values = computed(machine, "numpy.unique", lambda x: tuple(sorted(set(flat(x)))), ar)
    if return_counts is False:
        return values
    return values, computed(
        machine, "numpy.unique", lambda x: tuple(flat(x).count(one) for one in sorted(set(flat(x)))), ar
    )


@NUMPY.native("split", "array_split")
def _split(machine: Machine, ary: Value, indices_or_sections: Value) -> Value:
    """Parts of the first axis: at the given places, or so many equal ones."""
    try:
        numbers, places = numbers_in(ary), numbers_in(indices_or_sections)
    except Inexact:
        return unknown_from(machine, "numpy.split of numbers that are not known", ary, indices_or_sections)
    if isinstance(places, int):
        if places < 1 or len(numbers) % places:
            return machine.unknown("numpy.split into unequal parts")
        places = tuple(len(numbers) // places * part for part in range(1, places))
    ends = [0, *places, len(numbers)]
    return ListValue([make(machine, numbers[low:high]) for low, high in itertools.pairwise(ends)])
