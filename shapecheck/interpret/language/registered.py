"""What Python asks for the attributes that modules register.

They are not in the `__dict__` of a module, so Python asks its class first, and then `__getattr__`: torch's own gives
the tensor, one of the checked code may give something else (a complex view of two real columns).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import TYPE_CHECKING

from shapecheck.interpret.nn.parts import MODULE, counts, is_module
from shapecheck.values import (
    AttributesValue,
    ClassValue,
    FunctionValue,
    Instance,
    NativeFunction,
    RuleFunction,
    Tensor,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

GETTER = "__getattr__"
TABLES = frozenset({"_modules", "_parameters", "_buffers", "training"})
"""What the `__dict__` of a module holds that is no attribute of its own here."""


def getter_of(obj: Instance, name: str, value: Value) -> FunctionValue | None:
    """The function that Python asks for this attribute of a module."""
    if not (isinstance(value, Tensor) or is_module(value)) or not is_module(obj):
        return None
    found = next((cls.namespace[GETTER] for cls in before_torch(obj.cls.mro) if GETTER in cls.namespace), None)
    if not isinstance(found, FunctionValue) or isinstance(value, Tensor) and not counts(obj, name, value):
        return None
    return found


def is_hidden(obj: Instance, found: Value, owner: ClassValue, value: Value) -> bool:
    """Whether the attribute is a part of a module, under a name for which a class of the code has another value, or
    torch a method: that is found first. (Parameters and buffers are refused there.)"""
    is_method = isinstance(found, (FunctionValue, NativeFunction, RuleFunction))
    return (owner.site is not None or is_method) and is_module(value) and is_module(obj)


def all_attributes(obj: Instance) -> AttributesValue:
    """`obj.__dict__`"""
    if not is_module(obj):
        return AttributesValue(obj)
    parts = {name for name, value in obj.attrs.items() if is_module(value)}
    tensors = {name for name, value in obj.attrs.items() if isinstance(value, Tensor) and counts(obj, name, value)}
    attributes = AttributesValue(obj, TABLES, frozenset(parts | tensors))
    attributes.is_open = obj.payload is not None  # there are members that none of them stands for
    return attributes


def is_module_class(cls: ClassValue) -> bool:
    """Whether its objects are modules, which have a `__getattr__`."""
    return MODULE in cls.mro


def takes_no_type(cls: ClassValue) -> bool:
    """Whether it is one of torch's module classes, of which `Linear[int]` is an error."""
    return is_module_class(cls) and cls.site is None and cls.name != "DataParallel"


def before_torch(mro: list[ClassValue]) -> list[ClassValue]:
    """The classes that Python asks for a `__getattr__` before it comes to that of torch, which asks no further."""
    return list(takewhile(lambda cls: cls is not MODULE, mro))


def plain_getter(missing: Callable[[Machine, Instance, str], Value]) -> NativeFunction:
    """What `super().__getattr__` is in a class of modules: the registered value of a name, else what is `missing`."""

    def get(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        obj, name = args
        if not isinstance(obj, Instance) or not isinstance(name, str):
            return machine.unknown("an attribute of unknown name")
        return obj.attrs[name] if name in obj.attrs else missing(machine, obj, name)

    return NativeFunction("torch.nn.Module.__getattr__", get)
