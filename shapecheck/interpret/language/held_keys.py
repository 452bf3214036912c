"""Keys that a branch tells to be there: `if "mask" in batch: ...` of a dict of which not all keys are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.source import ir
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
