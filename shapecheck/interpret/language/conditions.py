"""The truth of a value, as a condition over sizes where it is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.language.sizes import required
from shapecheck.symbolic import Cond, Expr, Formula, ne, prod
from shapecheck.values import (
    CONCRETE,
    DictValue,
    Instance,
    ListValue,
    Opaque,
    RangeValue,
    Scalar,
    SetValue,
    Tensor,
    UnionValue,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def condition(machine: Machine, value: Value) -> Cond | None:
    """Python's truth of the value; None when it is not understood (data, unknowns)."""
    if value is None or isinstance(value, (CONCRETE, tuple)):
        return bool(value)
    if isinstance(value, Formula):
        return value
    if isinstance(value, Expr):
        return ne(value, 0)
    if isinstance(value, Tensor):
        _check_single(machine, value)
        return None
    if isinstance(value, (Unknown, Scalar)):
        return None
    if isinstance(value, Opaque):
        return None if value.bound is None else condition(machine, value.bound)
    if isinstance(value, (ListValue, DictValue, SetValue, RangeValue)):
        return _of_length(machine.length(value))
    if isinstance(value, Instance):
        return _of_instance(machine, value)
    if isinstance(value, UnionValue):
        answers = {condition(machine, member) for member in value.members}
        return answers.pop() if len(answers) == 1 else None
    return True


def _check_single(machine: Machine, tensor: Tensor) -> None:
    """Only one element can be true or false; of sizes that are not known, nothing is asked."""
    shape = machine.path.resolve(tensor.shape)
    known = [dim for dim in shape if type(dim) is int]
    if len(known) == len(shape) and (count := prod(known)) != 1:
        values = "more than one value" if count else "no values"
        required(machine, False, f"Boolean value of Tensor with {values} is ambiguous")


def _of_length(length: Value) -> Cond | None:
    if isinstance(length, (int, Expr)):
        return ne(length, 0)
    return None


def _of_instance(machine: Machine, value: Instance) -> Cond | None:
    for name in ("__bool__", "__len__"):
        if value.cls.lookup(name) is not None:
            result = machine.call(machine.get_attribute(value, name), [], {})
            return condition(machine, result)
    if value.payload is not None:
        return condition(machine, value.payload)
    return True if value.cls.is_complete else None
