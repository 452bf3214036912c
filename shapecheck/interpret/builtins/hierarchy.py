"""Making classes: method resolution order, and native classes with what their subclasses inherit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.tables import Native
from shapecheck.values import ClassMethodValue, ClassValue, Instance, NativeFunction, StaticMethodValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def linearize(cls: ClassValue, bases: list[ClassValue]) -> list[ClassValue] | None:
    """The method resolution order (C3); None when the bases have no consistent one. `object` is the last of all, which
    not all of ours name as a base."""
    pending = [list(base.mro) for base in bases] + [list(bases)]
    order = [cls]
    while any(pending):
        pending = [queue for queue in pending if queue]
        head = next((q[0] for q in pending if not any(q[0] in other[1:] for other in pending)), None)
        if head is None:
            return None
        order.append(head)
        pending = [[c for c in queue if c is not head] for queue in pending]
    return sorted(order, key=lambda one: one.qualname == "builtins.object")


def new_class(
    name: str, module: str, bases: list[ClassValue], namespace: dict[str, Value] | None = None
) -> ClassValue:
    """A class made natively. Bases without a consistent order give a class that proves nothing."""
    cls = ClassValue(name, module, bases, {} if namespace is None else namespace)
    order = linearize(cls, bases)
    if order is None:
        cls.mro = [cls, *(base for base in bases)]
        cls.is_complete = False
    else:
        cls.mro = order
        cls.is_complete = all(base.is_complete for base in bases)
    for base in bases:
        cls.metaclass = cls.metaclass or base.metaclass
    return cls


def inert_class(name: str, module: str, *bases: ClassValue) -> ClassValue:
    """A class of which nothing is known but its name: calling it gives an object that proves nothing."""
    cls = new_class(name, module, list(bases))
    cls.is_complete = False

    def construct(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        return Instance(cls, machine.site)

    cls.construct = construct
    cls.namespace["__class_getitem__"] = ClassMethodValue(returns_first(name))
    return cls


def returns_first(name: str) -> NativeFunction:
    """A function that gives back its first argument: decorators and subscripts that change nothing."""

    def call(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        return args[0] if args else machine.unknown(f"these arguments of {name}()")

    return NativeFunction(name, call)


def inherit_immutable(cls: ClassValue, construct: Native) -> None:
    """`cls.__new__` for subclasses: the underlying value is made from the arguments."""

    def new(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        target = args[0] if args else None
        if not isinstance(target, ClassValue):
            return machine.unknown(f"{cls.name}.__new__ of an unknown class")
        made = construct(machine, args[1:], kwargs)
        if target is cls:
            return made
        instance = Instance(target, machine.site)
        instance.payload = made
        return instance

    cls.namespace["__new__"] = static_native(f"{cls.name}.__new__", new)


def inherit_mutable(cls: ClassValue, construct: Native) -> None:
    """`cls.__new__` makes an empty underlying value, `cls.__init__` fills it."""

    def new(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        target = args[0] if args else None
        if not isinstance(target, ClassValue):
            return machine.unknown(f"{cls.name}.__new__ of an unknown class")
        if target is cls:
            return construct(machine, [], {})
        instance = Instance(target, machine.site)
        instance.payload = construct(machine, [], {})
        return instance

    def init(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        receiver = args[0] if args else None
        if isinstance(receiver, Instance):
            machine.store.set_attr(receiver, "payload", construct(machine, args[1:], kwargs))
        return None

    cls.namespace["__new__"] = static_native(f"{cls.name}.__new__", new)
    cls.namespace["__init__"] = NativeFunction(f"{cls.name}.__init__", init)


def static_native(name: str, call: Callable[..., Value]) -> Value:
    """A native static method: `__new__` is called with the class as its first argument."""
    return StaticMethodValue(NativeFunction(name, call))
