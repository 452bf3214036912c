"""`super().name`: the attribute of the next class in the method resolution order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins import METHODS
from shapecheck.interpret.language import attributes, registered, tensors
from shapecheck.interpret.language.escapes import escape
from shapecheck.interpret.signals import PythonError
from shapecheck.values import (
    BoundMethod,
    ClassValue,
    FunctionValue,
    Instance,
    NativeFunction,
    PropertyValue,
    RuleFunction,
    SuperValue,
    Tensor,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def _of_super(machine: Machine, value: SuperValue, name: str) -> Value:
    receiver = value.receiver
    cls = receiver if isinstance(receiver, ClassValue) else machine.type_of(receiver)
    if not isinstance(cls, ClassValue):
        return machine.unknown("super() of an unknown class")
    if isinstance(receiver, ClassValue) and isinstance(cls.metaclass, ClassValue) and value.after in cls.metaclass.mro:
        found = _behind(cls.metaclass, value.after, name)
        if found is not None:
            return attributes.bind(machine, found, receiver, cls.metaclass)
    elif value.after in cls.mro:
        found = _behind(cls, value.after, name)
        if isinstance(receiver, Instance) and name in receiver.attrs and _is_described_behind(cls, value.after, found):
            return receiver.attrs[name]
        if found is not None:
            if isinstance(receiver, ClassValue) and isinstance(found, (FunctionValue, NativeFunction, RuleFunction)):
                return found
            bound = attributes.bind(machine, found, receiver, cls)
            return _perhaps_another(bound, name) if value.after.lacks_first_base else bound
    if not (cls.is_complete or _is_complete_behind(cls, value.after)):
        if name == "__new__":
            return attributes.of_object(name)  # an object of the class, whatever else that base does
        escape(machine, (receiver,))
        return machine.unknown(f"super().{name} of a class with a base that was not found")
    payload = receiver.payload if isinstance(receiver, Instance) else None
    kind = attributes.kind_of(payload) if payload is not None else None
    if kind is not None and name in METHODS.get(kind, {}):
        return attributes.builtin_method(kind, name, payload)
    if name in attributes.OBJECT_METHODS or name in ("__init__", "__init_subclass__", "__post_init__"):
        method = attributes.of_object(name)
        return method if name == "__new__" else BoundMethod(method, receiver)
    if isinstance(receiver, Tensor):
        return tensors.get_attribute(machine, receiver, name)
    if name == registered.GETTER and isinstance(receiver, Instance):
        return BoundMethod(attributes.PLAIN_GETTER, receiver)
    return attributes.missing(machine, cls, name)


def _perhaps_another(method: Value, name: str) -> Value:
    """The method of a known base, where one that was not found comes before it: it is that one's if what is passed does
    not fit."""
    if not isinstance(method, BoundMethod):
        return method

    def call(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        try:
            return machine.call(method, args, kwargs)
        except PythonError as error:
            if error.trace:  # raised inside
                raise
            escape(machine, (method.receiver, *args, *kwargs.values()))
            return machine.unknown(f"super().{name} of a class with a base that was not found")

    return NativeFunction(f"super().{name}", call, decorated=method)


def _is_complete_behind(cls: ClassValue, after: ClassValue) -> bool:
    """Whether all bases are known that follow a class in the method resolution order."""
    return after in cls.mro and all(base.is_complete for base in cls.mro[cls.mro.index(after) :])


def _is_described_behind(cls: ClassValue, after: ClassValue, found: Value | None) -> bool:
    """Whether one of the bases is of the stubs, and none has code for what was found: what such a class computes when
    it is asked, its objects hold as attributes."""
    has_code = isinstance(found, (FunctionValue, NativeFunction, RuleFunction, PropertyValue))
    return not has_code and any(base.construct is not None for base in cls.mro[cls.mro.index(after) + 1 :])


def _behind(cls: ClassValue, after: ClassValue, name: str) -> Value | None:
    """The attribute of the first class behind another in the method resolution order that has it."""
    rest = cls.mro[cls.mro.index(after) + 1 :]
    if name == registered.GETTER:
        rest = registered.before_torch(rest)
    return next((base.namespace[name] for base in rest if name in base.namespace), None)


attributes.GETTERS[SuperValue] = _of_super
