"""What a convolution does with its weight, which subclasses may say anew: `_conv_forward(input, weight, bias)`.

Source: https://github.com/pytorch/pytorch/blob/v2.13.0/torch/nn/modules/conv.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.tables import native_function
from shapecheck.values import (
    FunctionValue,
    Instance,
    ListValue,
    NativeFunction,
    PropertyValue,
    RuleFunction,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

HOOK = "_conv_forward"
PADDING = "_reversed_padding_repeated_twice"
OPTIONS = ("stride", "padding", "dilation", "groups")


def _plainly(function: str) -> NativeFunction:
    """The method as torch has it."""

    def call(machine: Machine, self: Value, input: Value, weight: Value, bias: Value, /) -> Value:
        options = {name: machine.get_attribute(self, name) for name in OPTIONS}
        return machine.call(machine.named(function), [input, weight, bias], options)

    return native_function(HOOK, call)


def _padding_at_ends(machine: Machine, self: Value, /) -> Value:
    """The padding before and after each dim, the last dim first, as `F.pad` takes it."""
    padding, kernel, dilation = (machine.get_attribute(self, name) for name in ("padding", "kernel_size", "dilation"))
    if padding == "valid" and isinstance(kernel, tuple):
        padding = (0,) * len(kernel)
    if isinstance(padding, tuple):
        return tuple(size for size in reversed(padding) for _ in range(2))
    if padding != "same" or not isinstance(kernel, tuple) or not isinstance(dilation, tuple):
        return machine.unknown("a padding that is not known")
    ends: list[Value] = []
    for size, step in zip(reversed(kernel), reversed(dilation)):
        both = machine.binary("*", step, machine.binary("-", size, 1))
        before = machine.binary("//", both, 2)
        ends += [before, machine.binary("-", both, before)]
    return ListValue(ends)


METHODS: dict[str, dict[str, Value]] = {
    "_ConvNd": {PADDING: PropertyValue(native_function(PADDING, _padding_at_ends))},
    **{f"Conv{n}d": {HOOK: _plainly(f"torch.nn.functional.conv{n}d")} for n in (1, 2, 3)},
}
"""Methods of stub classes that the interpreter itself gives, by class."""


def own_convolution(machine: Machine, module: Value, args: list[Value]) -> Value | None:
    """What a module's own `_conv_forward` gives for an input, if torch's `forward` would call it; else None."""
    if not isinstance(module, Instance) or len(args) != 1:
        return None
    hook, forward = module.cls.lookup(HOOK), module.cls.lookup("forward")
    if hook is None or forward is None or not isinstance(hook[0], FunctionValue):
        return None
    if not isinstance(forward[0], RuleFunction):
        return None
    weight, bias = machine.get_attribute(module, "weight"), machine.get_attribute(module, "bias")
    return machine.call(machine.get_attribute(module, HOOK), [args[0], weight, bias], {})
