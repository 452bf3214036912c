"""torch.autograd.Function: `apply` runs the user's forward."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.tables import native_function
from shapecheck.values import ClassMethodValue, ClassValue, Instance, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

CONTEXT = new_class("FunctionCtx", "torch.autograd.function", [])
for _name in ("save_for_backward", "mark_dirty", "mark_non_differentiable", "set_materialize_grads"):
    CONTEXT.namespace[_name] = native_function(_name, lambda machine, *args, **kwargs: None)


def _apply(machine: Machine, cls: Value, /, *args: Value, **kwargs: Value) -> Value:
    forward = machine.get_attribute(cls, "forward")
    takes_context = True
    if isinstance(cls, ClassValue) and cls.lookup("setup_context") is not None:
        takes_context = False
    context = [Instance(CONTEXT, machine.site)] if takes_context else []
    return machine.call(forward, [*context, *args], kwargs)


def function_class() -> ClassValue:
    return new_class(
        "Function",
        "torch.autograd",
        [],
        {"apply": ClassMethodValue(native_function("torch.autograd.Function.apply", _apply))},
    )
