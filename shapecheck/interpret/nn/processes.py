"""torch.distributed: objects of other processes, which it writes into a list.

https://docs.pytorch.org/docs/2.13/distributed.html#object-collectives
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.tables import native_function
from shapecheck.values import ListValue, UnionValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

FILLS_FIRST = ("all_gather_object", "broadcast_object_list", "scatter_object_list")


def object_functions() -> dict[str, Value]:
    """The functions, by their dotted names."""
    functions: dict[str, Callable[..., Value]] = {**dict.fromkeys(FILLS_FIRST, _fill), "gather_object": _gather}
    return {
        f"torch.distributed.{name}": native_function(f"torch.distributed.{name}", function)
        for name, function in functions.items()
    }


def _fill(machine: Machine, object_list: Value, *args: Value, **kwargs: Value) -> Value:
    other = machine.unknown("an object of another process")
    for filled in object_list.members if isinstance(object_list, UnionValue) else (object_list,):
        if not isinstance(filled, ListValue):
            continue
        if filled.items is None:
            machine.store.set_attr(filled, "element", other)
        else:
            machine.store.set_attr(filled, "items", [other for _ in filled.items])
    return None


def _gather(machine: Machine, obj: Value, object_gather_list: Value = None, **kwargs: Value) -> Value:
    return _fill(machine, object_gather_list)
