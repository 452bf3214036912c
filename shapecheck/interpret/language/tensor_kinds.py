"""Classes of tensors that the code defines (`Tensor.kind`), and which of them the result of an operator is of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from shapecheck.rules import Rule
from shapecheck.values import (
    TORCH_TENSOR,
    ClassMethodValue,
    ClassValue,
    DictValue,
    ListValue,
    NativeFunction,
    RuleFunction,
    Tensor,
    UnionValue,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

OVERRIDE = "__torch_function__"
ATTRIBUTES = "__dict__"
DISABLED = NativeFunction(
    "torch._C._disabled_torch_function_impl", lambda machine, args, kwargs: machine.unknown("what no class overrides")
)
"""In the place of `__torch_function__`: operators are torch's, and what they give is plain."""

SHOWN = {
    **{f"__{name}__": name for name in ("add", "mul", "sub", "matmul", "pow", "neg", "abs")},
    **{f"__{name}__": name for name in ("lt", "le", "gt", "ge", "ne")},
    "__radd__": "add", "__rmul__": "mul", "__truediv__": "div", "__rtruediv__": "__rdiv__", "__mod__": "remainder",
}  # fmt: skip
"""The names of operators as `__torch_function__` sees them, where they are others."""


def own_member(cls: ClassValue, name: str) -> Value:
    """What a class of the code's own, or a base of it that is one, has under a name; None where none has."""
    found = (base.namespace[name] for base in cls.mro if base.site is not None and name in base.namespace)
    return next(found, None)


def overrides(tensor: Tensor, name: str) -> bool:
    """Whether the class of a tensor has something of its own under a name."""
    return tensor.kind is not None and own_member(tensor.kind, name) is not None


def has_of_kind(kind: ClassValue, attrs: DictValue | None, name: str) -> bool | None:
    """Whether a tensor of the class, with this `__dict__`, has an attribute that not all tensors have."""
    if own_member(kind, name) is not None or (attrs is not None and name in attrs.entries):
        return True
    is_decided = attrs is not None and not attrs.is_open and kind.is_complete
    return False if is_decided and own_member(kind, "__getattr__") is None else None


def of_kind(machine: Machine, tensor: Tensor, cls: Value) -> Tensor:
    """A tensor of a class that shares its numbers with another one."""
    made = Tensor(tensor.shape, tensor.dtype, machine.site, tensor, cls=tensor.cls)
    made.is_sparse, made.strides = tensor.is_sparse, tensor.strides
    if isinstance(cls, ClassValue):
        made.is_parameter = machine.world.parameter_class in cls.mro
        if cls.site is not None:
            give_kind(made, cls)
            machine.world.has_tensor_kinds = True
    return made


def give_kind(made: Tensor, kind: ClassValue) -> None:
    """A new tensor is of the class, and has no attributes."""
    made.kind, made.attrs = kind, DictValue({})


def give_kind_of(made: Tensor, tensor: Tensor) -> None:
    """A new tensor is of the class of the one that it comes from. It has no attributes, unless the class says so."""
    if tensor.kind is not None:
        give_kind(made, tensor.kind)
        if own_member(tensor.kind, OVERRIDE) is not None:
            made.attrs = None


def kind_among(values: Iterable[Value]) -> ClassValue | None:
    """The class of the first operand that is of one of the code's own, or item of one that is a list or tuple."""
    for value in values:
        items = value.items if isinstance(value, ListValue) else value if isinstance(value, tuple) else (value,)
        for one in items or ():
            kind = _kind_of(one)
            if kind is not None:
                return kind
    return None


def _kind_of(value: Value) -> ClassValue | None:
    """The class of a tensor, and of several the nearest that all are of."""
    if isinstance(value, UnionValue):
        kinds = [one.mro if one is not None else [] for one in map(_kind_of, value.members)]
        own = (cls for cls in kinds[0] if cls.site is not None)
        return next((cls for cls in own if all(cls in others for others in kinds)), None)
    return value.kind if isinstance(value, Tensor) else None


def override_of(machine: Machine, kind: ClassValue) -> Value:
    """What a class does in the place of operators; None where it leaves them as they are."""
    return None if machine.is_overriding else own_member(kind, OVERRIDE)


def overridden(
    machine: Machine, override: Value, kind: ClassValue, function: RuleFunction | NativeFunction, args: list[Value],
    kwargs: dict[str, Value],
) -> Value:  # fmt: skip
    """What a class of the code's own makes of an operator."""
    if override is DISABLED:
        with overriding(machine):
            return machine.call(function, args, kwargs)
    if not isinstance(override, ClassMethodValue):
        return machine.unknown("an operator on a tensor of a class that overrides it")
    if isinstance(function, RuleFunction):
        function = _shown(machine, function)
    with overriding(machine):
        given: list[Value] = [kind, function, (kind,), tuple(args), DictValue(dict(kwargs))]
        return machine.call(override.function, given, {})


def _shown(machine: Machine, function: RuleFunction) -> RuleFunction:
    """The operator as `__torch_function__` is given it."""
    own = function.name.rpartition(".")[2]
    if function.rule.is_property:
        return RuleFunction(f"{TORCH_TENSOR}.__get__", function.rule)
    shown = f"{TORCH_TENSOR}.{SHOWN[own]}" if own in SHOWN else function.name
    rule = machine.world.registry.find(shown)
    return machine.world.operator(shown, rule) if isinstance(rule, Rule) else RuleFunction(shown, function.rule)


@contextmanager
def overriding(machine: Machine) -> Iterator[None]:
    """No operator inside is overridden again: what a class calls there is torch's own."""
    outer, machine.is_overriding = machine.is_overriding, True
    try:
        yield
    finally:
        machine.is_overriding = outer


def note_kind(machine: Machine, result: Value, kind: ClassValue, since: int) -> None:
    """The tensors of a result that are new since a birth are of the class; those of parameters are plain."""
    if machine.world.parameter_class in kind.mro:
        return
    items = result.items or () if isinstance(result, ListValue) else result if isinstance(result, tuple) else (result,)
    for made in items:
        if isinstance(made, Tensor) and made.kind is None and made.birth > since:
            give_kind(made, kind)
