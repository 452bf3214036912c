"""Hooks on gradients: `backward()` calls them, those of what was computed last first.

What a gradient depends on is not followed: a hook is called if its tensor was made, or its module run, since the last
`backward()`. It meets gradients of the shapes of the outputs; those of the inputs may be None.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.lists import append, set_items
from shapecheck.interpret.builtins.tables import native_function
from shapecheck.values import NativeFunction, PartialValue, Tensor, UnionValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def note_run(machine: Machine, module: Value, hook: Value, inputs: list[Value], result: Value) -> None:
    """The module has been run; of its runs the last one counts."""
    waiting = machine.gradient_hooks.items
    if waiting is not None:
        set_items(machine, machine.gradient_hooks, [one for one in waiting if not _is_of(one, hook, module)])
    received = tuple(_received(one) for one in inputs)
    outputs = result if isinstance(result, tuple) else (result,)
    given = tuple(_gradient(one) for one in outputs)
    append(machine, machine.gradient_hooks, PartialValue(hook, [module, received, given], {}))


def _is_of(waiting: Value, hook: Value, module: Value) -> bool:
    return isinstance(waiting, PartialValue) and waiting.function is hook and waiting.args[0] is module


def _received(value: Value) -> Value:
    gradient = _gradient(value)
    return None if gradient is None else UnionValue((None, gradient))


def _gradient(value: Value) -> Value:
    return Tensor(value.shape, value.dtype, value.site, value) if isinstance(value, Tensor) else None


def _register(machine: Machine, tensor: Value, hook: Value, /) -> Value:
    append(machine, machine.gradient_hooks, PartialValue(hook, [_gradient(tensor)], {}))
    return machine.unknown("the handle of a hook")


def _run(machine: Machine, keeps_graph: Value = None, /) -> Value:
    waiting = machine.gradient_hooks.items
    if waiting:
        if keeps_graph in (None, False):
            set_items(machine, machine.gradient_hooks, [])
        for hook in reversed(waiting):
            machine.call(hook, [], {})
    return None


def gradient_functions() -> dict[str, NativeFunction]:
    """What the stubs of `register_hook` and `backward` call."""
    register = native_function("torch.autograd.graph.register", _register)
    run = native_function("torch.autograd.graph.run", _run)
    return {one.name: one for one in (register, run)}
