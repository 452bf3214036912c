"""Between abstract values and the real Python objects they stand for, and bounds for computing with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.tables import unwrap
from shapecheck.symbolic import Dim, Expr, Formula, ite
from shapecheck.values import (
    CONCRETE,
    NUMPY_ARRAY,
    DictValue,
    DType,
    FrozenSetValue,
    ListValue,
    Opaque,
    RangeValue,
    Scalar,
    SetValue,
    SliceValue,
    Tensor,
    Unknown,
    Value,
    number_in,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_ITEMS = 65_536
"""The longest sequence that is made item by item."""
MAX_TEXT = 65_536
"""The longest string that is computed."""
MAX_BITS = 4_096
"""The largest integer that is computed."""
MAX_DEPTH = 50

REAL_ERRORS = (ArithmeticError, LookupError, TypeError, ValueError, AttributeError)
"""What a real computation on exact arguments may raise: the analysed program raises the same."""


class Inexact(Exception):
    """The value does not stand for one Python object."""


def exact(value: Value, depth: int = 0) -> Any:
    """The Python object that a value stands for; raises Inexact when it is not wholly known."""
    value = unwrap(value)
    if isinstance(value, CONCRETE):
        return value
    if depth > MAX_DEPTH:
        raise Inexact
    if isinstance(value, tuple):
        return tuple(exact(item, depth + 1) for item in value)
    if isinstance(value, ListValue) and value.items is not None:
        return [exact(item, depth + 1) for item in value.items]
    if isinstance(value, DictValue) and not value.is_open and value.default_factory is None:
        return {exact(k, depth + 1): exact(v, depth + 1) for k, v in value.entries.items()}
    if isinstance(value, SetValue) and value.items is not None:
        members = {exact(item, depth + 1) for item in value.items.values()}
        return frozenset(members) if isinstance(value, FrozenSetValue) else members
    if isinstance(value, RangeValue):
        return range(exact(value.start), exact(value.stop), exact(value.step))
    if isinstance(value, SliceValue):
        return slice(exact(value.lower), exact(value.upper), exact(value.step))
    raise Inexact


def is_exact(value: Value) -> bool:
    try:
        exact(value)
    except Inexact:
        return False
    return True


def convert(real: Any) -> Value:
    """The abstract value of a Python object."""
    if isinstance(real, bool) or not isinstance(real, (int, float, str)):
        return _convert_other(real)
    if isinstance(real, int):
        return int(real)
    return float(real) if isinstance(real, float) else str(real)


def _convert_other(real: Any) -> Value:
    if isinstance(real, CONCRETE):
        return real
    if isinstance(real, tuple):
        return tuple(convert(item) for item in real)
    if isinstance(real, list):
        return ListValue([convert(item) for item in real])
    if isinstance(real, dict):
        return DictValue({key: convert(item) for key, item in real.items()})
    if isinstance(real, (set, frozenset)):
        # A real set has no stable order across runs; members are put in one that depends on them alone.
        items = {key: convert(key) for key in sorted(real, key=lambda key: (type(key).__name__, repr(key)))}
        return FrozenSetValue(items) if isinstance(real, frozenset) else SetValue(items)
    if isinstance(real, range):
        return RangeValue(real.start, real.stop, real.step)
    if isinstance(real, slice):
        return SliceValue(convert(real.start), convert(real.stop), convert(real.step))
    raise TypeError(f"no abstract value for {type(real).__name__}")


def run(machine: Machine, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """A real computation; its Python error is one of the analysed program."""
    try:
        return function(*args, **kwargs)
    except REAL_ERRORS as error:
        raise machine.error(type(error).__name__, str(error)) from None


def as_dim(value: Value) -> Dim | None:
    """The value as an integer, when it is one that is known at least as an expression."""
    value = unwrap(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, Expr):
        return value
    if isinstance(value, Formula):
        return ite(value, 1, 0)
    return None


def settled(machine: Machine, value: Value, is_surely_int: bool = False) -> Value:
    """The value where a number is wanted: a parameter that prefers to be an int becomes one."""
    value = unwrap(value)
    if isinstance(value, Opaque) and (is_surely_int or value.prefers == "int"):
        is_number = value.prefers == "int"
        bound = machine.path.number(value.name) if is_number else machine.path.named(value.name, None)
        machine.store.set_attr(value, "bound", bound)
        return bound
    return number_of_numpy(value)


def number_of_numpy(value: Value) -> Value:
    """The number of Python's that one of NumPy's holds, where that is known; any other value is itself."""
    is_scalar = type(value) is Tensor and value.cls == NUMPY_ARRAY and not value.shape
    return number_in(value) if is_scalar else value


def unknown_from(machine: Machine, reason: str, *values: Value) -> Unknown:
    """An unknown with the cause of the first unknown among `values`, else a new one."""
    for value in values:
        value = unwrap(value)
        if isinstance(value, Unknown):
            return value
    return machine.unknown(reason)


def kind_of(value: Value) -> str | None:
    """The scalar type of a value (int, float, bool, str, bytes, complex), None when it has none."""
    value = unwrap(value)
    if isinstance(value, Scalar):
        return value.kind
    if isinstance(value, Expr):
        return "int"
    if isinstance(value, Formula):
        return "bool"
    name = type(value).__name__
    return name if name in ("int", "float", "bool", "str", "bytes", "complex") else None


def is_plain(value: Value) -> bool:
    """A value that cannot change: no need to copy it."""
    return isinstance(value, (*CONCRETE, Expr, Formula, Scalar, Unknown, DType))
