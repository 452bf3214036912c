"""Conversions of modules: `to`, `half`, `cuda` and the others, all of which go through `_apply`.

Source: torch/nn/modules/module.py. A part whose class has an `_apply` of its own decides what becomes of its tensors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.tables import native_function
from shapecheck.interpret.nn.module import register
from shapecheck.interpret.nn.parts import MAX_PARTS, MODULE, counts, is_module, named_children
from shapecheck.symbolic import Expr
from shapecheck.values import DType, Instance, Scalar, Tensor, UnionValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

TYPES = {"half": "float16", "bfloat16": "bfloat16", "double": "float64", "float": "float32"}


@register("_apply")
def _apply(machine: Machine, self: Value, /, fn: Value, recurse: Value = True) -> Value:
    """Converts the tensors of a module and of all below it, each of which may do it in its own way."""
    if not isinstance(self, Instance):
        return self
    for part in _parts(self, recurse is not False):
        if part is not self and _converts_in_its_own_way(part):
            machine.call(machine.get_attribute(part, "_apply"), [fn], {})
            continue
        for tensor in _tensors(part):
            converted = machine.call(fn, [tensor], {})
            for name in ("dtype", "strides"):
                known = getattr(converted, name) if isinstance(converted, Tensor) else None
                machine.store.set_attr(tensor, name, known)
    return self


def _parts(module: Instance, recurse: bool = True) -> Iterator[Instance]:
    """The module and all below it, but for what is below a part that converts in its own way. Of parts that depend
    on the path, each is converted: whichever it is there."""
    pending = [module]
    seen: set[int] = set()
    while pending and len(seen) < MAX_PARTS:
        part = pending.pop()
        if id(part) in seen:
            continue
        seen.add(id(part))
        yield part
        if recurse and (part is module or not _converts_in_its_own_way(part)):
            held = [*part.attrs.values(), *(value for _, value in named_children(part))]
            members = [one for value in held for one in _members(value)]
            pending += [one for one in members if isinstance(one, Instance) and is_module(one)]


def _tensors(part: Instance) -> list[Tensor]:
    """Its own parameters and buffers."""
    found = ((name, one) for name, value in part.attrs.items() for one in _members(value))
    return [one for name, one in found if isinstance(one, Tensor) and counts(part, name, one)]


def _members(value: Value) -> tuple[Value, ...]:
    return value.members if isinstance(value, UnionValue) else (value,)


def _converts_in_its_own_way(module: Instance) -> bool:
    return module.cls.lookup("_apply") != MODULE.lookup("_apply")


def _converted(machine: Machine, module: Value, conversion: Callable[[Machine, Value], Value]) -> Value:
    """The module after a conversion of its tensors."""
    if isinstance(module, Instance):
        if any(_converts_in_its_own_way(part) for part in _parts(module)):
            function = native_function("torch.nn.Module._apply.fn", lambda of, tensor, /: conversion(of, tensor))
            machine.call(machine.get_attribute(module, "_apply"), [function], {})
        elif isinstance(conversion, _AsFloats):
            set_dtype(machine, module, conversion.dtype)
        elif conversion is _laid_anew:
            for part in _parts(module):
                for tensor in _tensors(part):
                    machine.store.set_attr(tensor, "strides", None)
    return module


def set_dtype(machine: Machine, module: Instance, dtype: DType | None) -> None:
    """What `_AsFloats` does to the parameters and buffers, and to what is computed of them, in place."""
    for part in _parts(module):
        for tensor in (*_tensors(part), *_computed(part)):
            if tensor.dtype is not None and tensor.dtype.is_floating_point:
                machine.store.set_attr(tensor, "dtype", dtype)


def _computed(part: Instance) -> list[Tensor]:
    """The weights that a parametrization, or a norm of the older kind, computes of others."""
    attrs = part.attrs
    tensors = {name: value for name, value in attrs.items() if isinstance(value, Tensor)}
    is_parametrized = "parametrizations" in attrs
    return [one for name, one in tensors.items() if is_parametrized or {f"{name}_orig", f"{name}_v"} & attrs.keys()]


def _as_it_is(machine: Machine, tensor: Value, /) -> Value:
    return tensor


def _laid_anew(machine: Machine, tensor: Value, /) -> Value:
    """In another memory format: how the elements lie is not known any more."""
    wanted = machine.unknown("the memory format of a module")
    return machine.call(machine.get_attribute(tensor, "to"), [], {"memory_format": wanted})


class _AsFloats:
    """Gives a floating tensor in another dtype; None: not known."""

    def __init__(self, dtype: DType | None) -> None:
        self.dtype = dtype

    def __call__(self, machine: Machine, tensor: Value, /) -> Value:
        if not isinstance(tensor, Tensor) or tensor.dtype is None or not tensor.dtype.is_floating_point:
            return tensor  # one of a dtype that is not known may be of whole numbers, which stay
        wanted = machine.unknown("the dtype of a module") if self.dtype is None else self.dtype
        return tensor if tensor.dtype == wanted else machine.call(machine.get_attribute(tensor, "to"), [wanted], {})


@register("cuda", "cpu", "xpu", "mps", "ipu", "share_memory", "to_empty")
def _moved(machine: Machine, self: Value, /, *args: Value, **kwargs: Value) -> Value:
    return _converted(machine, self, _as_it_is)


def _to_type(name: str, dtype: DType) -> None:
    @register(name)
    def retyped(machine: Machine, self: Value, /) -> Value:
        return _converted(machine, self, _AsFloats(dtype))


for _name, _dtype in TYPES.items():
    _to_type(_name, DType(_dtype))


@register("type")
def _type(machine: Machine, self: Value, /, *args: Value, **kwargs: Value) -> Value:
    return _converted(machine, self, _AsFloats(None))


@register("to")
def _to(machine: Machine, self: Value, /, *args: Value, **kwargs: Value) -> Value:
    if kwargs.get("memory_format") is not None:
        _converted(machine, self, _laid_anew)
    given = [*args, kwargs.get("dtype")]
    dtypes = [value for value in given if isinstance(value, DType)]
    if dtypes:
        return _converted(machine, self, _AsFloats(dtypes[0]))
    if any(value is not None and not _is_device(value) for value in given):
        return _converted(machine, self, _AsFloats(None))
    return _converted(machine, self, _as_it_is)


def _is_device(value: Value) -> bool:
    if isinstance(value, UnionValue):
        return all(member is None or _is_device(member) for member in value.members)
    if isinstance(value, Instance):
        return value.cls.qualname == "torch.device"
    return isinstance(value, (str, int, Expr, Scalar))
