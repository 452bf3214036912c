"""What the metaclass of a class statement does: `__new__` and `__init__`, by which code keeps registers of classes.

The body of the class has been run by then. `type.__new__` hands over that class, with the names that it is given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.language import foreign
from shapecheck.interpret.signals import PythonError
from shapecheck.values import ClassValue, DictValue, FunctionValue, StaticMethodValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def makes_classes(machine: Machine, cls: ClassValue) -> bool:
    """Whether the metaclass has a `__new__` of its own, which decides what `__init_subclass__` is passed."""
    return _method(machine, cls, "__new__") is not None


def run(machine: Machine, cls: ClassValue, keywords: dict[str, Value]) -> Value:
    """The class that the metaclass gives. One that fails, for whatever reason, leaves the class as it is; so does one
    that gives what is not known, but that may have other names then."""
    maker, initializer = (_method(machine, cls, name) for name in ("__new__", "__init__"))
    if maker is None and initializer is None:
        return cls
    body = DictValue(dict(cls.namespace))
    args: list[Value] = [cls.name, tuple(cls.bases), body]
    made: Value = cls
    outer = machine.classes_in_making
    machine.classes_in_making = [*outer, cls]
    try:
        if maker is not None:
            made = machine.call(maker, [cls.metaclass, *args], keywords)
        if made is cls and initializer is not None:
            machine.call(initializer, [cls, *args], keywords)
    except PythonError:
        return cls
    finally:
        machine.classes_in_making = outer
    if isinstance(made, ClassValue):
        return made
    cls.is_complete = False
    return cls


def _method(machine: Machine, cls: ClassValue, name: str) -> FunctionValue | None:
    """A method of the metaclass that is the project's own, or of the package that defines the class."""
    found = cls.metaclass.lookup(name) if isinstance(cls.metaclass, ClassValue) else None
    method = found[0] if found is not None else None
    if isinstance(method, StaticMethodValue):
        method = method.function
    is_own = isinstance(method, FunctionValue) and not foreign.is_foreign(machine, method)
    return method if is_own and isinstance(method, FunctionValue) else None
