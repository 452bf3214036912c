"""The truth of a value, as a condition over sizes where it is one."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from shapecheck.interpret.language.sizes import required
from shapecheck.symbolic import Cond, Expr, Formula, ne
from shapecheck.values import (
    CONCRETE,
    DictValue,
    Instance,
    ListValue,
    Opaque,
    RangeValue,
    Scalar,
    SetValue,
    SizesValue,
    Tensor,
    UnionValue,
    Unknown,
    Value,
    number_in,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def condition(machine: Machine, value: Value) -> Cond | None:
    """Python's truth of the value; None when it is not understood (data, unknowns)."""
    if value is None or isinstance(value, CONCRETE):
        return bool(value)
    if isinstance(value, Formula):
        return value
    if isinstance(value, Expr):
        return ne(value, 0)
    if isinstance(value, Tensor):
        _check_single(machine, value)
        number = number_in(value)
        return None if number is value else bool(number)
    if isinstance(value, (Unknown, Scalar)):
        return None
    if isinstance(value, Opaque):
        return None if value.bound is None else condition(machine, value.bound)
    if isinstance(value, (tuple, ListValue, DictValue, SetValue, RangeValue, SizesValue)):
        return _of_length(machine.length(value))
    if isinstance(value, Instance):
        return _of_instance(machine, value)
    if isinstance(value, UnionValue):
        return _of_any(machine, value)
    return True


def _of_any(machine: Machine, value: UnionValue) -> Cond | None:
    """Members that are neither true nor false drop out where another member is: it may be that one."""
    fitting = [member for member in value.members if _count_of_several(machine, member) is None]
    answers = {condition(machine, member) for member in fitting or value.members}
    return answers.pop() if len(answers) == 1 else None


def _check_single(machine: Machine, tensor: Tensor) -> None:
    """Only one element can be true or false; of sizes that are not known, nothing is asked."""
    count = _count_of_several(machine, tensor)
    if count is not None:
        values = "more than one value" if count else "no values"
        required(machine, False, f"Boolean value of Tensor with {values} is ambiguous")


def _count_of_several(machine: Machine, value: Value) -> int | None:
    """The number of a tensor's elements if it is known and not 1."""
    if not isinstance(value, Tensor):
        return None
    shape = machine.path.resolve(value.shape)
    known = [dim for dim in shape if type(dim) is int]
    count = math.prod(known) if len(known) == len(shape) else 1
    return None if count == 1 else count


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
