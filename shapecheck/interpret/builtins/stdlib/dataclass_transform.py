"""typing.dataclass_transform: functions that say they decorate classes as `dataclasses.dataclass` does (PEP 681).

Such a decorator is taken at its word and not run: what it does beside that (validators, schemas) is long and says
nothing of shapes. One that marks a base class or a metaclass stays what it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.stdlib.dataclasses import FIELD, apply_dataclass
from shapecheck.interpret.builtins.tables import native_function
from shapecheck.values import ClassValue, DictValue, FunctionValue, Instance, NativeFunction, Scalar, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

OPTIONS = ("init", "eq", "order", "kw_only")


def _dataclass_transform(machine: Machine, **options: Value) -> Value:
    """`kw_only_default=True` and the like say what the decorator does if nobody says otherwise."""
    defaults = {name: options[f"{name}_default"] for name in OPTIONS if f"{name}_default" in options}

    def mark(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        marked = args[0] if args else None
        return _decorator(marked, defaults) if isinstance(marked, FunctionValue) else marked

    return NativeFunction("typing.dataclass_transform()", mark)


DATACLASS_TRANSFORM = native_function("typing.dataclass_transform", _dataclass_transform)


def _decorator(function: FunctionValue, defaults: dict[str, Value]) -> NativeFunction:
    """What the function is as a decorator: `@function` and `@function(kw_only=True)`."""

    def call(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        options = {**defaults, **{name: kwargs[name] for name in OPTIONS if name in kwargs}}
        if not args:
            return NativeFunction(f"{function.name}()", lambda m, cls, _: _decorated(m, function, cls, options))
        return _decorated(machine, function, args, options)

    return NativeFunction(function.name, call)


def _decorated(machine: Machine, function: FunctionValue, args: list[Value], options: dict[str, Value]) -> Value:
    cls = args[0] if args else None
    if not isinstance(cls, ClassValue):
        return machine.call(function, args, options)
    annotations = cls.namespace.get("__annotations__")
    for name in annotations.entries if isinstance(annotations, DictValue) else ():
        value = cls.namespace.get(str(name))
        if isinstance(value, Instance) and value.cls is not FIELD and _package(value.cls) == _package(function):
            machine.store.set_item(cls.namespace, str(name), _as_field(machine, value))
    apply_dataclass(machine, cls, options)
    return cls


def _package(value: ClassValue | FunctionValue) -> str:
    return value.module.partition(".")[0]


def _as_field(machine: Machine, given: Instance) -> Instance:
    """What a function of the decorator's package says of a field: its default, where that is a plain value."""
    default, factory = given.attrs.get("default"), given.attrs.get("default_factory")
    field = Instance(FIELD, given.site)
    if factory is not None:
        field.attrs["default_factory"] = factory
    elif isinstance(default, (bool, int, float, str, tuple, Scalar)):
        field.attrs["default"] = default
    else:
        field.attrs["default"] = machine.unknown("the default of a field")
    return field
