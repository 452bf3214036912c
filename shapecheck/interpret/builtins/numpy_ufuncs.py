"""The methods of NumPy's functions of each element. https://numpy.org/doc/stable/reference/ufuncs.html#methods"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.arrays import NDARRAY, shaped
from shapecheck.interpret.builtins.exact import unknown_from
from shapecheck.interpret.builtins.tables import native_function
from shapecheck.rules import Rule
from shapecheck.values import (
    NUMPY_ARRAY,
    Instance,
    NativeFunction,
    RuleFunction,
    Tensor,
    Value,
    forget_numbers,
    is_plain,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

ELEMENTWISE = frozenset({
    "add", "subtract", "multiply", "divide", "true_divide", "floor_divide", "power", "mod", "remainder", "maximum",
    "minimum", "fmax", "fmin", "hypot", "arctan2", "equal", "not_equal", "less", "less_equal", "greater",
    "greater_equal", "logical_and", "logical_or", "logical_xor", "bitwise_and", "bitwise_or", "bitwise_xor",
})  # fmt: skip
"""Functions of two operands that have these methods."""
FOLDED = {"logical_and": "all", "logical_or": "any", "add": "sum", "multiply": "prod"}
"""Reductions by other names; all others keep the dtype, as `max` does."""


def ufunc_method(function: RuleFunction | NativeFunction, name: str) -> NativeFunction | None:
    """`function.outer` and the like; None of other functions, and of other names."""
    module, _, short = function.name.rpartition(".")
    if module != "numpy" or short not in ELEMENTWISE:
        return None

    def outer(machine: Machine, a: Value, b: Value, /, **options: Value) -> Value:
        """The function of each pair, one of both: the dims of the first stand before those of the second."""
        first, second = _by_shape(a), _by_shape(b)
        if not isinstance(first, Tensor) or not isinstance(second, Tensor):
            return unknown_from(machine, "the outer function of values that are no arrays", a, b)
        own, other = (machine.path.resolve(one.shape) for one in (first, second))
        if not is_plain(other):
            return unknown_from(machine, "the outer function of an array of unknown rank", a, b)
        spread = Tensor((*own, *(1,) * len(other)), first.dtype, machine.site, first, cls=NUMPY_ARRAY)
        return machine.call(function, [spread, second], options)

    def reduce(machine: Machine, array: Value, axis: Value = 0, /, **options: Value) -> Value:
        """The function of all along one dim, or several."""
        axis = options.pop("axis", axis)
        reduction = f"numpy.{FOLDED.get(short, 'max')}"
        rule = machine.world.registry.find(reduction)
        assert isinstance(rule, Rule)
        return machine.call(RuleFunction(reduction, rule), [_by_shape(array), axis], options)

    def accumulate(machine: Machine, array: Value, axis: Value = 0, /, **options: Value) -> Value:
        """What the function of all up to each is."""
        return machine.call(function, [_by_shape(array), _by_shape(array)], {})

    def at(machine: Machine, array: Value, *rest: Value) -> Value:
        """The function is applied in place."""
        held = _by_shape(array)
        if isinstance(held, Tensor):
            forget_numbers(machine.store, held)
        return None

    methods: dict[str, Callable[..., Value]] = {"outer": outer, "reduce": reduce, "accumulate": accumulate, "at": at}
    return native_function(f"{function.name}.{name}", methods[name]) if name in methods else None


def _by_shape(value: Value) -> Value:
    return shaped(value) if isinstance(value, Instance) and value.cls is NDARRAY else value
