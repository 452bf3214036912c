"""Hooks on gradients: `backward()` calls them, those of what was computed last first.

What a gradient depends on is not followed: a hook is called if its tensor was made, or its module run, since the last
`backward()`. It meets gradients of the shapes of the outputs; those of the inputs may be None. The backward of a
function of one's own is called in the same way, and held against what torch asks of its gradients.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.lists import append, set_items
from shapecheck.interpret.builtins.tables import native_function
from shapecheck.rules import Rule
from shapecheck.source import ir
from shapecheck.source.walking import own_statements
from shapecheck.values import (
    ClassValue,
    FunctionValue,
    Instance,
    NativeFunction,
    PartialValue,
    RuleFunction,
    StaticMethodValue,
    Tensor,
    UnionValue,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


NOT_DIFFERENTIABLE = "non_differentiable"
"""The attribute of a context that holds the outputs without gradients."""


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
    if isinstance(value, UnionValue):
        return UnionValue(tuple(_gradient(one) for one in value.members))
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


def note_function(
    machine: Machine, cls: ClassValue, context: Instance, inputs: tuple[Value, ...], result: Value
) -> None:
    """An `autograd.Function` has been applied. Equal applications give equal gradients: one of them counts."""
    outputs = result if isinstance(result, tuple) else (_used(result),)
    waiting = machine.gradient_hooks.items
    if waiting is None or not machine.entering.is_definite or not _may_go_back(cls):
        return  # in an entry of our own making nobody knows what the gradients are of
    if any(one.cls is context.cls for one in _contexts(machine)):
        return
    tensors = [_used(one) for one in outputs]
    if not all(isinstance(one, Tensor) for one in tensors) or not any(_has_gradient(context, one) for one in tensors):
        return
    shapes = tuple(one.shape if isinstance(one, Tensor) else None for one in (*inputs, *outputs))
    again = [one for one in waiting if isinstance(one, PartialValue) and one.args[:2] == [cls, shapes]]
    if not again:
        function = native_function("torch.autograd.graph.differentiated", _differentiated)
        append(machine, machine.gradient_hooks, PartialValue(function, [cls, shapes, context, inputs, outputs], {}))


def _used(output: Value) -> Value:
    """What computes with an output that may be None, a forward without an `else`, goes on with the tensor."""
    if not isinstance(output, UnionValue):
        return output
    tensors = [one for one in output.members if one is not None]
    return tensors[0] if len(tensors) == 1 else output


def _may_go_back(cls: ClassValue) -> bool:
    """Whether it has a backward that ends in anything but an error: who writes one that says "not differentiable" does
    not mean it to be called."""
    found = cls.lookup("backward")
    function = found[0].function if found is not None and isinstance(found[0], StaticMethodValue) else None
    if not isinstance(function, FunctionValue) or not isinstance(function.node, ir.FunctionDef):
        return found is not None
    returns = any(isinstance(part, ir.Return) for part in own_statements(function.node.body))
    return returns or not isinstance(function.node.body[-1], ir.Raise)


def _has_gradient(context: Instance, output: Value) -> bool:
    """Whether an output of a function may have a gradient: no whole numbers, and none that its forward has marked."""
    marked = context.attrs.get(NOT_DIFFERENTIABLE, ())
    if isinstance(marked, tuple) and any(output is one for one in marked):
        return False
    dtype = output.dtype if isinstance(output, Tensor) else None
    return dtype is None or dtype.is_floating_point or dtype.is_complex


def _contexts(machine: Machine) -> Iterator[Instance]:
    """Of the functions whose forward is running: inside of one nothing is recorded for gradients."""
    for frame in machine.stack:
        if isinstance(frame.first_argument, Instance):
            yield frame.first_argument


def _differentiated(
    machine: Machine, cls: ClassValue, shapes: Value, context: Value, inputs: Any, outputs: Any, /
) -> Value:
    """Runs the backward of a function on gradients of its outputs."""
    result = machine.call(machine.get_attribute(cls, "backward"), [context, *map(_gradient, outputs)], {})
    made = result if isinstance(result, tuple) else (result,)
    if any(isinstance(one, Unknown) for one in made):
        return None
    if len(made) < len(inputs) or any(one is not None for one in made[len(inputs) :]):
        _refuse(machine, "torch.autograd.function_gradients", cls.name, len(inputs), len(made))
    for place, (gradient, value) in enumerate(zip(made, inputs)):
        if not _may_be_of(machine, gradient, value):
            _refuse(machine, "torch.autograd.function_gradient", cls.name, place, gradient, value)
    return None


def _refuse(machine: Machine, name: str, *args: Value) -> None:
    """By a rule of the stubs that takes nothing."""
    rule = machine.world.registry.find(name)
    if isinstance(rule, Rule):
        machine.call(RuleFunction(name, rule), list(args), {})


def _may_be_of(machine: Machine, gradient: Value, value: Value) -> bool:
    """Whether torch takes this gradient for that value: it sums over what was broadcast. Only of a parameter it is
    known that it wants one."""
    if not isinstance(gradient, Tensor) or not isinstance(value, Tensor) or not value.is_parameter:
        return True
    got, wanted = (machine.path.resolve(one.shape) for one in (gradient, value))
    if not all(type(dim) is int for dim in (*got, *wanted)):
        return True
    fits = (size in (1, other) for size, other in zip(wanted[::-1], got[::-1]))
    return len(got) >= len(wanted) and all(fits)


def gradient_functions() -> dict[str, NativeFunction]:
    """What the stubs of `register_hook` and `backward` call."""
    register = native_function("torch.autograd.graph.register", _register)
    run = native_function("torch.autograd.graph.run", _run)
    return {one.name: one for one in (register, run)}
