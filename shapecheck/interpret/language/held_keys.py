"""What a branch tells to be there or not: `if "mask" in batch: ...` of a dict of which not all keys are known, and
`if not hasattr(self, name): setattr(self, name, value)` with a name that is not known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.language.narrowing import peek
from shapecheck.source import ir
from shapecheck.source.walking import last_name
from shapecheck.values import DictValue, Instance, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def asked_for(test: ir.Expression, holds: bool) -> tuple[ir.Expression, str] | None:
    """The container and the key that is in it on a side of the test."""
    if not isinstance(test, ir.Compare) or test.ops != (("in",) if holds else ("not in",)):
        return None
    if isinstance(test.left, ir.Constant) and isinstance(test.left.value, str):
        return test.comparators[0], test.left.value
    return None


def take_for_present(machine: Machine, container: Value, key: str) -> None:
    """From here on the key is one of those that are known: what the other side puts there is not in doubt behind it."""
    held = container.payload if isinstance(container, Instance) else container
    if isinstance(held, DictValue) and held.is_open and held.default_factory is None and key not in held.entries:
        machine.store.set_item(held.entries, key, machine.index(held, key), held.birth)


def absent_attribute(machine: Machine, test: ir.Expression, holds: bool) -> tuple[Value, Value] | None:
    """The object, and the name of which a side of the test says that the object has no such attribute."""
    while isinstance(test, ir.UnaryOp) and test.op == "not":
        test, holds = test.operand, not holds
    if holds or not isinstance(test, ir.Call) or last_name(test.func) != "hasattr" or len(test.args) != 2:
        return None
    return peek(machine, test.args[0]), peek(machine, test.args[1])
