"""What NumPy's numbers have and Python's do not: functions of NumPy give Python's numbers here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.arrays import KINDS
from shapecheck.interpret.builtins.classes import CONSTRUCTORS
from shapecheck.interpret.builtins.tables import Getter
from shapecheck.values import NativeFunction, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def _itself(machine: Machine, receiver: Any) -> Value:
    return NativeFunction("numpy.generic.item", lambda machine, args, kwargs: receiver)


def _as_type(machine: Machine, receiver: Any) -> Value:
    def call(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        dtype = next(iter([*args, *kwargs.values()]), None)
        name = getattr(dtype, "name", dtype)
        kind = KINDS.get(name.rstrip("0123456789")) if isinstance(name, str) else None
        if kind is None:
            return machine.unknown("a number of a dtype that is not known")
        return CONSTRUCTORS[kind.__name__](machine, [receiver], {})

    return NativeFunction("numpy.generic.astype", call)


def _as_an_array(name: str) -> Getter:
    """What a number has in common with an array without dims, of which nothing more is known here."""
    return lambda machine, receiver: machine.unknown(f"the attribute {name} of a number of NumPy")


NUMPY_NUMBERS: dict[str, Getter] = {"item": _itself, "tolist": _itself, "copy": _itself, "astype": _as_type}
_OTHERS = "all any argmax argmin clip dtype flatten max mean min ravel repeat reshape round squeeze std sum T var view"
AS_AN_ARRAY: dict[str, Getter] = {name: _as_an_array(name) for name in _OTHERS.split()}
AS_AN_ARRAY |= {"shape": lambda machine, receiver: (), "ndim": lambda machine, receiver: 0}
"""Attributes of an array that a number of NumPy has as well. Where a value may be a tensor, too, a number beside it is
Python's, the 0 that a sum begins with."""

__all__ = ["AS_AN_ARRAY", "NUMPY_NUMBERS"]
