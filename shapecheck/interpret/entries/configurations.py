"""Configurations that constructors take: `def __init__(self, config: Config)` of a class that is entered by itself."""

from __future__ import annotations

from shapecheck.interpret.builtins.stdlib.dataclasses import Field
from shapecheck.interpret.declarations.reading import class_of
from shapecheck.interpret.entering import Defaults, is_neutral
from shapecheck.interpret.machine import Machine
from shapecheck.interpret.nn.module import MODULE
from shapecheck.interpret.signals import DeadPath, PythonError, Unfollowed
from shapecheck.source import ir
from shapecheck.symbolic import Expr
from shapecheck.values import (
    MISSING,
    ClassValue,
    FunctionValue,
    Instance,
    Opaque,
    Scalar,
    Value,
)


def by_defaults(machine: Machine, function: FunctionValue, param: ir.Parameter) -> Instance | None:
    """What a parameter stands for whose annotation names a configuration: an object of that class as its own
    defaults make it, which count as the default of a parameter does. None for every other parameter."""
    manner = machine.entering.defaults
    if param.annotation is None or manner is Defaults.VARIED:
        return None
    cls = class_of(machine, function, param.annotation)
    if cls is None or not _has_numbers(cls) or (manner is Defaults.LEFT_OUT and not cls.dataclass_fields):
        return None
    mark, knowledge = machine.store.mark(), machine.path.snapshot()
    try:
        with machine.trial():
            given = _fields(machine, cls, manner is Defaults.LEFT_OUT)
            if manner is Defaults.NEUTRAL_LEFT_OUT:
                given |= _in_place_of_neutral(machine, cls)
            made = machine.call(cls, [], given)
    except (PythonError, DeadPath, Unfollowed):
        made = None
    if not isinstance(made, Instance):
        machine.store.undo(mark)
        machine.path.restore(knowledge)
        return None
    machine.used_defaults = True
    return made


def _fields(machine: Machine, cls: ClassValue, is_any: bool) -> dict[str, Value]:
    """What the fields of a dataclass get that have no default, or all of them if it is to be any object of the class:
    numbers, if nothing else is said."""
    return {
        field.name: _of_kind(machine, field.name, field.annotation)
        for field in (cls.dataclass_fields or {}).values()
        if field.in_init and (is_any or field.default is MISSING and field.factory is MISSING)
    }


def _of_kind(machine: Machine, name: str, annotation: Value) -> Value:
    kind = annotation.name if isinstance(annotation, ClassValue) else annotation
    if kind == "int":
        return machine.path.number(name)
    return Scalar(kind) if kind in ("float", "bool", "str") else unknown_number(machine, name)


def _in_place_of_neutral(machine: Machine, cls: ClassValue) -> dict[str, Value]:
    """What the constructor of a configuration gets for its neutral defaults."""
    if cls.dataclass_fields:
        fields = [field for field in cls.dataclass_fields.values() if field.in_init and field.default is not MISSING]
        defaults = {field.name: field.default for field in fields}
    else:
        found = cls.lookup("__init__")
        defaults = found[0].defaults if found is not None and isinstance(found[0], FunctionValue) else {}
    return {name: unknown_number(machine, name) for name, default in defaults.items() if is_neutral(default)}


def unknown_number(machine: Machine, name: str) -> Value:
    """What stands in the place of a neutral default: most of them are numbers."""
    return Opaque(name, machine.site, "int")


def _has_numbers(cls: ClassValue) -> bool:
    """Whether objects of the class are made of values that all have defaults, numbers among them."""
    if cls.construct is not None or MODULE in cls.mro or not cls.is_complete:
        return False
    if cls.dataclass_fields:
        return any(_may_be_number(field) for field in cls.dataclass_fields.values())
    found = cls.lookup("__init__")
    function = found[0] if found is not None else None
    if not isinstance(function, FunctionValue):
        return False
    params = [param for param in function.node.params[1:] if param.kind not in ("star", "double_star")]
    defaults = [param.default for param in params]
    return None not in defaults and any(isinstance(one, ir.Constant) and _is_number(one.value) for one in defaults)


def _may_be_number(field: Field) -> bool:
    kind = getattr(field.annotation, "name", field.annotation)
    return _is_number(field.default) or field.default is MISSING and kind == "int"


def _is_number(value: object) -> bool:
    return isinstance(value, (int, Expr)) and not isinstance(value, bool)
