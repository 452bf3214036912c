"""What the parameter of a constructor holds, if it is an object or a dict that nobody has seen: a configuration.

`config.width` and `config["width"]` are one number wherever they are read. That ends when the code changes the
configuration: it writes to it, or calls one of its methods for nothing but what that does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.source import ir
from shapecheck.values import Instance, Opaque, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def part_of(machine: Machine, value: Opaque, key: Value) -> Value:
    """What is read of a parameter that is not known to be a number or a tensor."""
    if not isinstance(key, (str, int)) or isinstance(key, bool):
        return machine.unknown(f"an item of the parameter {value.name}")
    if value.prefers != "int" or value.is_changed or str(key).startswith("__"):
        return machine.unknown(f"the attribute {key} of the parameter {value.name}")
    return value.part(key)


def note_change(machine: Machine, value: Opaque) -> None:
    """The code writes to the parameter."""
    machine.store.set_attr(value, "is_changed", True)


def note_call(machine: Machine, node: ir.Expression) -> None:
    """A statement that is nothing but a call, as `config.freeze()`, is there for what it does to the object."""
    if not isinstance(node, ir.Call) or not isinstance(node.func, ir.Attribute):
        return
    held = _held_by(machine, node.func.value)
    if isinstance(held, Opaque):
        note_change(machine, held)


def _held_by(machine: Machine, node: ir.Expression) -> Value:
    """What a chain of names stands for, without reading anything for the code; the last parameter on it."""
    if isinstance(node, ir.Name):
        return machine.frame.scope.variables.get(node.id)
    if not isinstance(node, ir.Attribute):
        return None
    owner = _held_by(machine, node.value)
    if isinstance(owner, Instance):
        return owner.attrs.get(node.attr)
    return owner.parts.get(node.attr, owner) if isinstance(owner, Opaque) else None
