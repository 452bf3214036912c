"""dataclasses: the decorator, fields, and the functions over instances."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.exact import unknown_from
from shapecheck.interpret.builtins.hierarchy import inert_class, new_class
from shapecheck.interpret.builtins.stdlib.copy import deep_copy
from shapecheck.interpret.builtins.tables import Namespace
from shapecheck.values import (
    MISSING,
    ClassValue,
    DictValue,
    Instance,
    ListValue,
    NativeFunction,
    Opaque,
    Scalar,
    TypeExpression,
    UnionValue,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

DATACLASSES = Namespace("dataclasses")

FIELD = new_class("Field", "dataclasses", [CLASSES["object"]])
INIT_VAR = inert_class("InitVar", "dataclasses")
KW_ONLY = new_class("KW_ONLY", "dataclasses", [CLASSES["object"]])
MISSING_TYPE = Instance(new_class("_MISSING_TYPE", "dataclasses", [CLASSES["object"]]))

DATACLASSES.update({"Field": FIELD, "InitVar": INIT_VAR, "KW_ONLY": KW_ONLY, "MISSING": MISSING_TYPE})


class Field(NamedTuple):
    """One field of a dataclass; `default` and `factory` are MISSING when it has none."""

    name: str
    default: Any
    factory: Any
    in_init: bool
    keyword_only: bool
    is_init_var: bool
    annotation: Any
    metadata: Any
    may_declare: bool
    """Whether the annotation is worth a look for a shape."""


@DATACLASSES.native("field")
def _field(machine: Machine, /, **options: Value) -> Value:
    instance = Instance(FIELD, machine.site)
    instance.attrs.update(options)
    return instance


@DATACLASSES.native("dataclass")
def _dataclass(machine: Machine, cls: Value = None, /, **options: Value) -> Value:
    if cls is None:
        return NativeFunction("dataclasses.dataclass()", lambda m, args, kwargs: _decorated(m, args, options))
    return _decorated(machine, [cls], options)


def _decorated(machine: Machine, args: list[Value], options: dict[str, Value]) -> Value:
    if not args or not isinstance(args[0], ClassValue):
        return unknown_from(machine, "a dataclass of something that is no class", *args)
    apply_dataclass(machine, args[0], options)
    return args[0]


@DATACLASSES.native("make_dataclass")
def _make_dataclass(
    machine: Machine, name: Value, fields: Value, /, *, bases: Value = (), namespace: Value = None, **options: Value
) -> Value:
    """A dataclass of fields that are names, (name, type) or (name, type, default)."""
    items = machine.iterate(fields)
    names = DictValue({}) if namespace is None else namespace
    if items is None or not isinstance(names, DictValue) or not all(map(_is_named, items)):
        return unknown_from(machine, "a dataclass of fields that are not known", name, fields)
    body = dict(names.entries)
    annotations: dict[Any, Value] = {}
    for item in items:
        parts = item if isinstance(item, tuple) else (item, "typing.Any")
        annotations[parts[0]] = parts[1]
        body.update(zip(parts[:1], parts[2:], strict=False))
    body["__annotations__"] = DictValue(annotations)
    cls = machine.call(CLASSES["type"], [name, bases, DictValue(body)], {})
    return _decorated(machine, [cls], options)


def _is_named(field: Value) -> bool:
    first = field[0] if isinstance(field, tuple) and len(field) in (2, 3) else field
    return isinstance(first, str)


def apply_dataclass(machine: Machine, cls: ClassValue, options: Mapping[str, Value]) -> None:
    """Fills `cls.dataclass_fields` (name -> Field, in order) and installs what the decorator adds."""
    fields: dict[str, Field] = {}
    for base in reversed(cls.mro[1:]):
        if base.dataclass_fields is not None:
            fields.update(base.dataclass_fields)
    own = _own_fields(machine, cls, machine.truth(options.get("kw_only", False)) is True)
    fields.update({field.name: field for field in own})
    machine.store.set_attr(cls, "dataclass_fields", fields)
    namespace = cls.namespace
    described: dict[Any, Value] = {name: _described(machine, field) for name, field in fields.items()}
    machine.store.set_item(namespace, "__dataclass_fields__", DictValue(described))
    if options.get("init", True) is not False and "__init__" not in namespace:
        init = NativeFunction(f"{cls.name}.__init__", lambda m, args, kwargs: _init(m, cls, args, kwargs))
        machine.store.set_item(namespace, "__init__", init)
    if options.get("eq", True) is not False and "__eq__" not in namespace:
        _install_comparison(machine, cls, "__eq__", "==")
    if options.get("order") is True:
        for name, op in (("__lt__", "<"), ("__le__", "<="), ("__gt__", ">"), ("__ge__", ">=")):
            _install_comparison(machine, cls, name, op)
    if options.get("slots") is True:
        machine.store.set_item(namespace, "__slots__", tuple(field.name for field in own))
    if "__match_args__" not in namespace:
        names = tuple(f.name for f in fields.values() if f.in_init and not f.keyword_only)
        machine.store.set_item(namespace, "__match_args__", names)


def _own_fields(machine: Machine, cls: ClassValue, keyword_only: bool) -> list[Field]:
    annotations = cls.namespace.get("__annotations__")
    fields: list[Field] = []
    if not isinstance(annotations, DictValue):
        return fields
    for name, annotation in annotations.entries.items():
        if _is_marker(annotation, "ClassVar"):
            continue
        if _is_marker(annotation, "KW_ONLY"):
            keyword_only = True
            continue
        fields.append(_make_field(machine, cls, name, annotation, keyword_only))
    return fields


def _is_marker(annotation: Value, name: str) -> bool:
    if isinstance(annotation, str):
        return annotation.partition("[")[0].rpartition(".")[2] == name
    return isinstance(annotation, ClassValue) and annotation.name == name


def _make_field(machine: Machine, cls: ClassValue, name: str, annotation: Value, keyword_only: bool) -> Field:
    from shapecheck.interpret.declarations.reading import may_declare

    default: Any = cls.namespace.get(name, MISSING)
    factory: Any = MISSING
    metadata: Any = None
    in_init = True
    if isinstance(default, Instance) and default.cls is FIELD:
        options = default.attrs
        in_init = options.get("init", True) is not False
        keyword_only = machine.truth(options.get("kw_only", keyword_only)) is True
        factory = options.get("default_factory", MISSING)
        metadata = options.get("metadata")
        default = options.get("default", MISSING)
        if default is MISSING:
            machine.store.del_item(cls.namespace, name)
        else:
            machine.store.set_item(cls.namespace, name, default)
    is_init_var = _is_marker(annotation, "InitVar")
    declares = isinstance(annotation, TypeExpression) and may_declare(annotation.node)
    return Field(name, default, factory, in_init, keyword_only, is_init_var, annotation, metadata, declares)


def _install_comparison(machine: Machine, cls: ClassValue, name: str, op: str) -> None:
    def compare(m: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        sides = [_values(m, arg, cls) for arg in args]
        if len(sides) != 2 or sides[0] is None or sides[1] is None:
            is_seen = op == "==" and not any(isinstance(one, Instance) and one.cls.is_unseen for one in args)
            return False if is_seen else m.unknown("a comparison of different dataclasses")
        return m.compare(op, tuple(sides[0]), tuple(sides[1]))

    machine.store.set_item(cls.namespace, name, NativeFunction(f"{cls.name}.{name}", compare))


def _values(machine: Machine, value: Value, cls: ClassValue) -> list[Value] | None:
    if not isinstance(value, Instance) or value.cls is not cls:
        return None
    return [machine.get_attribute(value, field.name) for field in shown_fields(cls)]


def shown_fields(cls: ClassValue) -> list[Field]:
    """The fields that instances have as attributes."""
    return [field for field in (cls.dataclass_fields or {}).values() if not field.is_init_var]


def _init(machine: Machine, cls: ClassValue, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """The generated `__init__`. With a base that was not found it may have further parameters."""
    from shapecheck.interpret.declarations.checking import constructing

    instance, values = args[0], list(args[1:])
    rest = dict(kwargs)
    fields: dict[str, Field] = cls.dataclass_fields
    for_post_init: list[Value] = []
    with constructing(machine, instance):
        for field in sorted(fields.values(), key=lambda field: field.keyword_only):
            value = _initial(machine, cls, field, values, rest)
            if field.is_init_var:
                for_post_init.append(value)
            elif value is not MISSING:
                machine.set_attribute(instance, field.name, value)
        if cls.is_complete and (values or rest):
            raise machine.error("TypeError", f"{cls.name}.__init__() got unexpected arguments")
        for name, value in rest.items():
            machine.set_attribute(instance, name, value)
        if cls.lookup("__post_init__") is not None:
            machine.call(machine.get_attribute(instance, "__post_init__"), for_post_init, {})
    return None


def _initial(
    machine: Machine, cls: ClassValue, field: Field, values: list[Value], rest: dict[str, Value]
) -> Any:
    """The value of one field, taken from the arguments or its default; MISSING when it is not set at all."""
    if field.in_init:
        if field.name in rest:
            return rest.pop(field.name)
        if values and not field.keyword_only:
            first = values.pop(0)
            return (
                first if cls.is_complete else unknown_from(machine, "an argument of an unknown base", first)
            )
    if field.factory is not MISSING:
        return machine.call(field.factory, [], {})
    if field.default is not MISSING:
        return field.default
    if not field.in_init:
        return MISSING
    if cls.is_complete:
        raise machine.error("TypeError", f"{cls.name}.__init__() missing required argument: '{field.name}'")
    return machine.unknown("a field of a dataclass with an unknown base")


# -------------------------------------------------------------------- functions over instances


def _class_of(value: Value) -> ClassValue | None:
    cls = value.cls if isinstance(value, Instance) else value
    return cls if isinstance(cls, ClassValue) else None


def _dataclass_of(value: Value) -> ClassValue | None:
    cls = _class_of(value)
    return cls if cls is not None and cls.dataclass_fields is not None else None


@DATACLASSES.native("is_dataclass")
def _is_dataclass(machine: Machine, value: Value, /) -> Value:
    if isinstance(value, UnionValue):
        return machine.one_of([_is_dataclass(machine, member) for member in value.members])
    cls = _class_of(value)
    is_seen = not isinstance(value, (Unknown, Opaque)) and (cls is None or cls.is_complete)
    return _dataclass_of(value) is not None or (False if is_seen else Scalar("bool"))


@DATACLASSES.native("fields")
def _fields(machine: Machine, value: Value, /) -> Value:
    cls = _dataclass_of(value)
    if cls is None:
        return unknown_from(machine, "the fields of an unknown dataclass", value)
    return tuple(_described(machine, field) for field in shown_fields(cls))


def _described(machine: Machine, field: Field) -> Instance:
    instance = Instance(FIELD, machine.site)
    metadata = DictValue({}) if field.metadata is None else field.metadata
    instance.attrs.update({"name": field.name, "init": field.in_init, "kw_only": field.keyword_only})
    instance.attrs.update({"type": field.annotation, "metadata": metadata})
    for name, content in (("default", field.default), ("default_factory", field.factory)):
        instance.attrs[name] = MISSING_TYPE if content is MISSING else content
    return instance


@DATACLASSES.native("asdict")
def _asdict(machine: Machine, value: Value, /, *, dict_factory: Value = None) -> Value:
    if not isinstance(value, Instance) or _dataclass_of(value) is None or dict_factory is not None:
        return unknown_from(machine, "asdict of an unknown dataclass", value)
    return _as_plain(machine, value, 0)


def _as_plain(machine: Machine, value: Value, depth: int) -> Value:
    if depth > 20:
        return machine.unknown("a dataclass nested too deeply")
    if isinstance(value, Instance) and _dataclass_of(value) is not None:
        entries = {
            field.name: _as_plain(machine, machine.get_attribute(value, field.name), depth + 1)
            for field in shown_fields(value.cls)
        }
        return DictValue(dict(entries))
    if isinstance(value, ListValue) and value.items is not None:
        return ListValue([_as_plain(machine, item, depth + 1) for item in value.items])
    if isinstance(value, tuple):
        return tuple(_as_plain(machine, item, depth + 1) for item in value)
    if isinstance(value, DictValue) and not value.is_open:
        return DictValue({k: _as_plain(machine, v, depth + 1) for k, v in value.entries.items()})
    return deep_copy(machine, value)


@DATACLASSES.native("astuple")
def _astuple(machine: Machine, value: Value, /, *, tuple_factory: Value = None) -> Value:
    plain = _asdict_of(machine, value)
    return tuple(plain.entries.values()) if plain is not None else unknown_from(machine, "astuple", value)


def _asdict_of(machine: Machine, value: Value) -> DictValue | None:
    if not isinstance(value, Instance) or _dataclass_of(value) is None:
        return None
    if any(isinstance(item, Instance) for item in value.attrs.values()):
        return None
    plain = _as_plain(machine, value, 0)
    return plain if isinstance(plain, DictValue) else None


@DATACLASSES.native("replace")
def _replace(machine: Machine, value: Value, /, **changes: Value) -> Value:
    cls = _dataclass_of(value)
    if cls is None or not isinstance(value, Instance):
        return unknown_from(machine, "replace of an unknown dataclass", value)
    for field in shown_fields(cls):
        if field.in_init:
            changes.setdefault(field.name, machine.get_attribute(value, field.name))
    return machine.call(cls, [], changes)
