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


NUMPY_NUMBERS: dict[str, Getter] = {"item": _itself, "tolist": _itself, "copy": _itself, "astype": _as_type}

__all__ = ["NUMPY_NUMBERS"]
