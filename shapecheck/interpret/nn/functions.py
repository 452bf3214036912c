"""torch.autograd.Function: `apply` runs the user's forward; its backward waits for `backward()` (`gradients.py`).

https://docs.pytorch.org/docs/2.13/notes/extending.html
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.tables import native_function
from shapecheck.interpret.nn.gradients import NOT_DIFFERENTIABLE, note_function
from shapecheck.values import ClassMethodValue, ClassValue, Instance, Scalar, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

CONTEXT = new_class("FunctionCtx", "torch.autograd.function", [])
for _name in ("mark_dirty", "set_materialize_grads", "save_for_forward"):
    CONTEXT.namespace[_name] = native_function(_name, lambda machine, *args, **kwargs: None)


def _save(machine: Machine, self: Instance, /, *tensors: Value) -> Value:
    machine.store.set_item(self.attrs, "saved_tensors", tensors, self.birth)
    return None


def _mark(machine: Machine, self: Instance, /, *outputs: Value) -> Value:
    machine.store.set_item(self.attrs, NOT_DIFFERENTIABLE, outputs, self.birth)
    return None


CONTEXT.namespace["mark_non_differentiable"] = native_function("mark_non_differentiable", _mark)
CONTEXT.namespace["save_for_backward"] = native_function("save_for_backward", _save)


def _apply(machine: Machine, cls: Value, /, *args: Value, **kwargs: Value) -> Value:
    forward = machine.get_attribute(cls, "forward")
    context = Instance(CONTEXT, machine.site)
    context.attrs["needs_input_grad"] = tuple(Scalar("bool") for _ in args)
    context.attrs["saved_tensors"] = ()
    is_apart = isinstance(cls, ClassValue) and cls.lookup("setup_context") is not None
    result = machine.call(forward, [*([] if is_apart else [context]), *args], kwargs)
    if is_apart:
        machine.call(machine.get_attribute(cls, "setup_context"), [context, args, result], {})
    if isinstance(cls, ClassValue):
        note_function(machine, cls, context, args, result)
    return result


def function_class() -> ClassValue:
    return new_class(
        "Function",
        "torch.autograd",
        [],
        {"apply": ClassMethodValue(native_function("torch.autograd.Function.apply", _apply))},
    )
