"""Helpers for modules of which little matters: values of a known type, functions that do nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.numbers import typed
from shapecheck.interpret.builtins.tables import Namespace
from shapecheck.values import Cause, ClassValue, Instance, ListValue, NativeFunction, Unknown, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def returning(kind: str) -> Callable[[Machine, list[Value], dict[str, Value]], Value]:
    """A function whose result is some value of a type: int, float, bool, str, bytes, None, `list of str`."""

    def call(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        if kind.startswith("list of "):
            return ListValue(None, typed(machine, kind[8:]), machine.path.fresh("length", 0))
        return typed(machine, kind)

    return call


def declare(namespace: Namespace, kind: str, names: str) -> None:
    """Functions of a module by the type of their results."""
    for name in names.split():
        namespace[name] = NativeFunction(f"{namespace.name}.{name}", returning(kind))


def methods(cls: ClassValue, kind: str, names: str) -> None:
    """Methods of a class by the type of their results."""
    for name in names.split():
        cls.namespace[name] = NativeFunction(f"{cls.name}.{name}", returning(kind))


def unknown_name(namespace: Namespace, names: str) -> None:
    """Names that exist and of which nothing is known."""
    for name in names.split():
        namespace[name] = Unknown(Cause(None, f"{namespace.name}.{name} is not modelled"))


def manager_class(name: str, module: str, enter: Callable[[Machine, Instance], Value]) -> ClassValue:
    """A context manager that does nothing; `enter` gives what `as` binds."""
    cls = new_class(name, module, [CLASSES["object"]])

    def entered(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        receiver = args[0] if args else None
        return enter(machine, receiver) if isinstance(receiver, Instance) else machine.unknown(name)

    cls.namespace["__enter__"] = cls.namespace["__aenter__"] = NativeFunction(f"{name}.__enter__", entered)
    cls.namespace["__exit__"] = cls.namespace["__aexit__"] = NativeFunction(
        f"{name}.__exit__", returning("None")
    )
    return cls
