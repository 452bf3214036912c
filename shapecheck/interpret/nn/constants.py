"""Tensors that are constants: whole numbers and masks that no checkpoint holds and no method of the object changes.

`self.stride = nn.Buffer(torch.tensor(4), persistent=False)` stays 4. What is loaded, trained or counted is known no
more once an object keeps it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.methods import methods_of
from shapecheck.interpret.nn.parts import BUFFER_CLASS, registered
from shapecheck.source.walking import changed_in_place
from shapecheck.values import ClassValue, Instance, Tensor, Value
from shapecheck.values.tensor_numbers import numbers_of

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

PERSISTENT = "persistent"
"""Among the attributes of a tensor that the code has given it: a buffer that is no part of the state."""
WHOLE = frozenset({"int64", "int32", "int16", "int8", "uint8", "bool"})


def constant_numbers(machine: Machine, module: Instance, name: str, value: Value) -> object:
    """The numbers of an attribute that is no part of the state, if they stay as they are; None else."""
    if not isinstance(value, Tensor) or value.dtype is None or value.dtype.name not in WHOLE:
        return None
    if value.numbers is None or _is_state(module, name, value) or _is_changed(machine, module.cls, name):
        return None
    return numbers_of(value)


def _is_state(module: Instance, name: str, value: Tensor) -> bool:
    is_registered = registered(module).get(name, False) is not False
    return value.is_parameter or is_registered or (value.maker == BUFFER_CLASS and PERSISTENT not in value.own)


def _is_changed(machine: Machine, cls: ClassValue, name: str) -> bool:
    """Whether a method other than the constructor changes the attribute."""
    for method, node in methods_of(machine.world, cls):
        use = machine.world.use_of_self(node)
        if method != "__init__" and name in (*use.assigned, *use.counted, *use.filled, *changed_in_place(node)):
            return True
    return False
