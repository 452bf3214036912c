"""functools.singledispatch and singledispatchmethod: the implementation that is registered for the class of the first
argument."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.tables import native_function
from shapecheck.interpret.language import types
from shapecheck.values import (
    ClassValue,
    FunctionValue,
    Instance,
    ListValue,
    NativeFunction,
    PartialValue,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

_ANY = CLASSES["object"]
_UNKNOWN = "which implementation a single-dispatch function runs"


def single_dispatch(machine: Machine, function: Value) -> Instance:
    """The generic function. Its payload is a list of (class, implementation)."""
    made = Instance(_GENERIC, machine.site)
    machine.store.set_attr(made, "payload", ListValue([(_ANY, function)]))
    return made


def single_dispatch_method(machine: Machine, function: Value) -> Instance:
    """The same for methods: the argument behind the receiver decides."""
    made = single_dispatch(machine, function)
    made.cls = _METHOD
    return made


def _register(machine: Machine, receiver: Value, cls: Value, function: Value = None, /) -> Value:
    if function is not None:
        return _registered(machine, receiver, cls, function)
    if isinstance(cls, FunctionValue):
        is_method = isinstance(receiver, Instance) and receiver.cls is _METHOD
        return _registered(machine, receiver, _annotated(machine, cls, 1 if is_method else 0), cls)

    def decorate(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        return _registered(machine, receiver, cls, args[0]) if args else None

    return NativeFunction("singledispatch.register", decorate)


def _annotated(machine: Machine, function: FunctionValue, at: int) -> Value:
    """The class by which the parameter at this place is annotated."""
    annotation = function.node.params[at].annotation if len(function.node.params) > at else None
    if annotation is None:
        return machine.unknown("an implementation without an annotation")
    return types.annotation_value(machine, annotation)


def _registered(machine: Machine, receiver: Value, cls: Value, function: Value) -> Value:
    if isinstance(receiver, Instance) and isinstance(receiver.payload, ListValue):
        known = receiver.payload.items or []
        machine.store.set_attr(receiver, "payload", ListValue([*known, (cls, function)]))
    return function


def _call(machine: Machine, receiver: Value, /, *args: Value, **kwargs: Value) -> Value:
    found = _chosen(machine, receiver, args[0]) if args else None
    return machine.unknown(_UNKNOWN) if found is None else machine.call(found, list(args), kwargs)


def _bound(machine: Machine, receiver: Value, obj: Value, cls: Value = None, /) -> Value:
    """The method of an object, or that of the class, to which the object is passed."""
    return PartialValue(_CALL_METHOD, [receiver] if obj is None else [receiver, obj], {})


def _call_method(machine: Machine, receiver: Value, obj: Value, /, *args: Value, **kwargs: Value) -> Value:
    found = _chosen(machine, receiver, args[0]) if args else None
    return machine.unknown(_UNKNOWN) if found is None else machine.call(found, [obj, *args], kwargs)


def _dispatch(machine: Machine, receiver: Value, cls: Value, /) -> Value:
    return machine.unknown(_UNKNOWN)


def _chosen(machine: Machine, receiver: Value, argument: Value) -> Value:
    """Of the classes that the argument is of, the one that comes first in the order of all others."""
    known = receiver.payload.items if isinstance(receiver, Instance) and isinstance(receiver.payload, ListValue) else ()
    best: tuple[ClassValue, Value] | None = None
    for pair in known or ():
        cls, function = pair if isinstance(pair, tuple) else (None, None)
        answer = cls is _ANY or (machine.is_instance(argument, cls) if isinstance(cls, ClassValue) else None)
        if answer is None or not isinstance(cls, ClassValue):
            return None
        if answer and (best is None or best[0] is _ANY or best[0] in cls.mro):
            best = cls, function
    return None if best is None else best[1]


_GENERIC = new_class("_SingleDispatch", "functools", [CLASSES["object"]])
for _name, _method in (("register", _register), ("dispatch", _dispatch), ("__call__", _call)):
    _GENERIC.namespace[_name] = native_function(f"singledispatch.{_name}", _method)
_METHOD = new_class("singledispatchmethod", "functools", [CLASSES["object"]])
for _name, _method in (("register", _register), ("__get__", _bound)):
    _METHOD.namespace[_name] = native_function(f"singledispatchmethod.{_name}", _method)
_CALL_METHOD = native_function("singledispatchmethod", _call_method)
