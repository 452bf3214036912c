"""math: exact on known numbers; of sizes, ceil and floor of a quotient stay sizes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.exact import (
    Inexact,
    as_dim,
    convert,
    exact,
    kind_of,
    number_of_numpy,
    run,
    settled,
    unknown_from,
)
from shapecheck.interpret.builtins.functions import special
from shapecheck.interpret.builtins.iteration import contents
from shapecheck.interpret.builtins.numbers import ceil_of, floor_of, trunc_of
from shapecheck.interpret.builtins.tables import Namespace, words
from shapecheck.interpret.language.one_number import require_one_element
from shapecheck.symbolic import Dim, prod
from shapecheck.values import Scalar, Unknown, Value, numel_of, sizes_in

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MATH = Namespace("math", is_complete=True)
MATH.update({"e": math.e, "inf": math.inf, "nan": math.nan, "pi": math.pi, "tau": math.tau})

_FLOAT = """
acos acosh asin asinh atan atan2 atanh cbrt copysign cos cosh degrees dist erf erfc exp exp2 expm1
fabs fma fmod frexp fsum gamma hypot ldexp lgamma log log10 log1p log2 modf nextafter pow radians
remainder sin sinh sqrt sumprod tan tanh ulp
"""
_INT = "comb factorial gcd isqrt lcm perm"
_OF_SEQUENCES = frozenset({"dist", "fsum", "sumprod"})
_BOOL = "isclose isfinite isinf isnan"

_LARGEST = {"comb": 2_000, "factorial": 500, "perm": 2_000}
"""Larger arguments are not computed."""


def _real(name: str, otherwise: Callable[[Machine], Value]) -> None:
    """A function of known numbers. Nothing is computed when the Python that runs us lacks it."""
    function: Any = getattr(math, name, None)

    def call(machine: Machine, /, *args: Value, **kwargs: Value) -> Value:
        try:
            reals = [exact(number_of_numpy(arg)) for arg in args]
            named = {key: exact(value) for key, value in kwargs.items()}
        except Inexact:
            for arg in args if name not in _OF_SEQUENCES else ():
                require_one_element(machine, arg, "__float__")
            return otherwise(machine)
        largest = _LARGEST.get(name)
        if function is None or (largest is not None and any(_exceeds(real, largest) for real in reals)):
            return otherwise(machine)
        return convert(run(machine, function, *reals, **named))

    MATH.native(name)(call)


def _exceeds(real: object, largest: int) -> bool:
    return isinstance(real, int) and real > largest


def _some_float(machine: Machine) -> Value:
    return Scalar("float")


def _some_int(machine: Machine) -> Value:
    return machine.path.fresh("int", 0)


def _some_bool(machine: Machine) -> Value:
    return Scalar("bool")


def _some_parts(machine: Machine) -> Value:
    return machine.unknown("the parts of an unknown float")


for _names, _otherwise in (
    (_FLOAT, _some_float),
    (_INT, _some_int),
    (_BOOL, _some_bool),
    ("frexp modf", _some_parts),
):
    for _name in words(_names):
        _real(_name, _otherwise)


def _rounding(name: str, of_size: Callable[[Machine, Value], Value]) -> None:
    def call(machine: Machine, value: Value, /) -> Value:
        own = special(machine, value, f"__{name}__")
        if own is not None:
            return own[0]
        value = settled(machine, value)
        require_one_element(machine, value, "__float__")
        if kind_of(value) == "float" and not isinstance(value, Scalar):
            return int(run(machine, getattr(math, name), value))
        if value is None or isinstance(value, (str, bytes, tuple)):
            raise machine.error("TypeError", "must be real number")
        return of_size(machine, value)

    MATH.native(name)(call)


_rounding("floor", floor_of)
_rounding("ceil", ceil_of)
_rounding("trunc", trunc_of)


@MATH.native("prod")
def _prod(machine: Machine, iterable: Value, /, *, start: Value = 1) -> Value:
    held = sizes_in(iterable)
    if held is not None and start == 1:
        return numel_of(machine.path.resolve(held.shape))
    known = contents(machine, iterable)
    if known.items is None:
        if isinstance(known.element, Unknown) or kind_of(known.element) is None:
            return unknown_from(machine, "the product of an unknown number of values", known.element)
        return machine.path.fresh("prod", None) if kind_of(known.element) == "int" else Scalar("float")
    factors = [start, *(settled(machine, item) for item in known.items)]
    dims: list[Dim] = [dim for dim in map(as_dim, factors) if dim is not None]
    if len(dims) == len(factors):
        return prod(dims)
    result = start
    for item in factors[1:]:
        machine.step()
        result = machine.binary("*", result, item)
    return result
