"""The methods of NumPy's functions of each element. https://numpy.org/doc/stable/reference/ufuncs.html#methods"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from shapecheck.interpret.builtins.exact import unknown_from
from shapecheck.interpret.builtins.tables import Method, method
from shapecheck.interpret.language.numpy_arrays import UFUNCS, by_shape
from shapecheck.rules import Rule
from shapecheck.values import (
    NUMPY_ARRAY,
    NativeFunction,
    RuleFunction,
    Tensor,
    Value,
    forget_numbers,
    is_plain,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

FOLDED = {
    "numpy.logical_and": "numpy.all", "numpy.logical_or": "numpy.any", "numpy.add": "numpy.sum",
    "numpy.multiply": "numpy.prod",
}  # fmt: skip
"""Reductions by other names; all others keep the dtype, as `max` does."""


UFUNC: dict[str, Method] = {}
"""Their methods; the receiver is the function."""
Ufunc: TypeAlias = "RuleFunction | NativeFunction"


def ufunc_method(function: Ufunc, name: str) -> NativeFunction | None:
    """`function.outer` and the like; None of other functions, and of other names."""
    if function.name not in UFUNCS or name not in UFUNC:
        return None
    call, full = UFUNC[name], f"{function.name}.{name}"
    return NativeFunction(full, lambda machine, args, kwargs: call(machine, function, args, kwargs))


@method(UFUNC, "outer")
def _outer(machine: Machine, function: Ufunc, a: Value, b: Value, /, **options: Value) -> Value:
    """The function of each pair, one of both: the dims of the first stand before those of the second."""
    first, second = by_shape(machine, a), by_shape(machine, b)
    if not isinstance(first, Tensor) or not isinstance(second, Tensor):
        return unknown_from(machine, "the outer function of values that are no arrays", a, b)
    own, other = (machine.path.resolve(one.shape) for one in (first, second))
    if not is_plain(other):
        return unknown_from(machine, "the outer function of an array of unknown rank", a, b)
    spread = Tensor((*own, *(1,) * len(other)), first.dtype, machine.site, first, cls=NUMPY_ARRAY)
    return machine.call(function, [spread, second], options)


@method(UFUNC, "reduce")
def _reduce(machine: Machine, function: Ufunc, array: Value, axis: Value = 0, **options: Value) -> Value:
    """The function of all along one dim, or several."""
    reduction = FOLDED.get(function.name, "numpy.max")
    rule = machine.world.registry.find(reduction)
    assert isinstance(rule, Rule)
    return machine.call(RuleFunction(reduction, rule), [by_shape(machine, array), axis], options)


@method(UFUNC, "accumulate")
def _accumulate(machine: Machine, function: Ufunc, array: Value, axis: Value = 0, **options: Value) -> Value:
    """What the function of all up to each is."""
    return machine.call(function, [by_shape(machine, array)] * 2, {})


@method(UFUNC, "at")
def _at(machine: Machine, function: Ufunc, array: Value, /, *rest: Value) -> Value:
    """The function is applied in place."""
    held = by_shape(machine, array)
    if isinstance(held, Tensor):
        forget_numbers(machine.store, held)
    return None
