"""Classes of which objects are made for parameters, and the fields of those that are records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from shapecheck.interpret.builtins.stdlib.dataclasses import Field
from shapecheck.interpret.builtins.stdlib.functools import passes_on
from shapecheck.interpret.entering import Defaults, is_neutral
from shapecheck.interpret.entries.annotated import may_be_tensor, outer_name
from shapecheck.interpret.machine import Machine
from shapecheck.interpret.methods import is_left_open, methods_of
from shapecheck.interpret.nn.parts import MODULE
from shapecheck.values import (
    MISSING,
    ClassValue,
    DictValue,
    FunctionValue,
    ModuleValue,
    TypeExpression,
    Value,
)

MAX_DEPTH = 3
"""Objects are made so deep inside of others."""
TYPED_DICT = "typing.TypedDict"
NOT_MADE = ("enum.Enum", "typing.Protocol", "builtins.BaseException", "torch.Tensor")
EMPTY = ("list", "dict", "set", "tuple")
"""What makes an empty container."""
DATA = (bool, int, float, str, tuple, type(None))
"""What a class body holds of these is the default of an attribute."""


class Part(NamedTuple):
    """A field of a record: what its objects are made of. `default` is MISSING where it has none, or one that is made
    for each object."""

    name: str
    annotation: TypeExpression | None
    default: Any
    has_default: bool


def is_to_be_made(machine: Machine, cls: ClassValue) -> bool:
    """Whether objects of the class itself are what is passed: one that leaves methods to others stands for theirs."""
    within = machine.entering.within
    if cls.qualname in within or len(within) >= MAX_DEPTH or cls.site is None or cls.construct is not None:
        return False
    module = machine.world.find_module(cls.module)
    if module is None or not machine.world.is_of_project(module) or any(map(cls.is_subclass, NOT_MADE)):
        return False
    methods = dict(reversed(methods_of(machine.world, cls)))
    if cls.is_abstract or any(map(is_left_open, methods.values())):
        return False
    if not cls.is_complete and not _says_its_fields(cls):
        return False
    return _is_record(cls) or not _has_classes_below(module, cls)


def _says_its_fields(cls: ClassValue) -> bool:
    """Whether all that objects of a class with a base that was not found are made of can be told: it is a module, or
    leaves its construction to that base, for which it annotates the fields."""
    return MODULE in cls.mro or _is_record(cls) or bool(cls.annotated) and not _has_own_constructor(cls)


def _is_record(cls: ClassValue) -> bool:
    return cls.dataclass_fields is not None or "_fields" in cls.namespace or cls.is_subclass(TYPED_DICT)


def _has_classes_below(module: ModuleValue, cls: ClassValue) -> bool:
    """Whether the module that defines the class derives others from it."""
    return any(isinstance(one, ClassValue) and cls in one.mro[1:] for one in module.namespace.values())


# -------------------------------------------------------------------- fields


def parts_of(cls: ClassValue) -> list[Part] | None:
    """The fields of a record; None of a class that has a constructor of its own."""
    if cls.dataclass_fields is not None and not _has_own_constructor(cls):
        return [
            Part(
                field.name, _annotation(cls, field.name), _default(field),
                field.default is not MISSING or field.factory is not MISSING,
            )
            for field in cls.dataclass_fields.values()
            if field.in_init
        ]  # fmt: skip
    if _has_own_constructor(cls) or MODULE in cls.mro:
        return None
    found, defaults = cls.lookup("_fields"), cls.lookup("_field_defaults")
    if found is not None and defaults is not None and isinstance(defaults[0], DictValue):
        known: Mapping[Any, Value] = defaults[0].entries
        names = [str(name) for name in found[0]] if isinstance(found[0], tuple) else []
        return [Part(name, _annotation(cls, name), known.get(name, MISSING), name in known) for name in names]
    return list(_plain_parts(cls))


def takes_fields(cls: ClassValue) -> bool:
    """Whether an object is made with a value for each field."""
    return cls.dataclass_fields is not None or cls.lookup("_fields") is not None


def is_configuration(cls: ClassValue, parts: list[Part]) -> bool:
    """Whether the defaults of a record say how large things are."""
    return cls.is_complete and any(type(part.default) is int for part in parts)


def _default(field: Field) -> Any:
    """The default of a field; an empty container for one that is made so for each object."""
    if isinstance(field.factory, ClassValue) and field.factory.name in EMPTY:
        return ()
    return field.default


def _has_own_constructor(cls: ClassValue) -> bool:
    """Whether something else than the fields says what it takes: a wrapper that passes on what it is given does not."""
    found = cls.lookup("__init__")
    if found is None or not isinstance(found[0], FunctionValue):
        return False
    return cls.dataclass_fields is None or not passes_on(found[0])


def _plain_parts(cls: ClassValue) -> Iterator[Part]:
    """The attributes that the bodies of a class and its bases annotate, or give a plain value."""
    bases = [base for base in reversed(cls.mro) if base.site is not None]
    data = {name: value for base in bases for name, value in base.namespace.items() if isinstance(value, DATA)}
    for name in dict.fromkeys([*(name for base in bases for name in base.annotated), *data]):
        annotation = _annotation(cls, name)
        if not name.startswith("_") and (annotation is None or outer_name(annotation) != "ClassVar"):
            found = cls.lookup(name)
            yield Part(name, annotation, MISSING if found is None else found[0], found is not None)


def _annotation(cls: ClassValue, name: str) -> TypeExpression | None:
    return next((base.annotated[name] for base in cls.mro if name in base.annotated), None)


def is_left_out(manner: Defaults, part: Part) -> bool:
    """Whether the field gets another value than its default. Tensors are no matter of configuration: where None is the
    default of one, it is one or None, and what is empty is there to be filled."""
    if isinstance(part.default, tuple) and not part.default:
        return True
    if part.default is None and part.annotation is not None and may_be_tensor(part.annotation):
        return True
    if manner is Defaults.NEUTRAL_LEFT_OUT:
        return part.default is not MISSING and is_neutral(part.default)
    return manner is Defaults.LEFT_OUT
