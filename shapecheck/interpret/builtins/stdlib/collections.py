"""collections: deque, defaultdict, OrderedDict, Counter and named tuples (typing.NamedTuple too)."""

from __future__ import annotations

import keyword
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.classes import CLASSES, CONSTRUCTORS
from shapecheck.interpret.builtins.exact import unknown_from
from shapecheck.interpret.builtins.hierarchy import inert_class, inherit_mutable, new_class, static_native
from shapecheck.interpret.builtins.lists import extend
from shapecheck.interpret.builtins.mappings import COUNTER, counts_of
from shapecheck.interpret.builtins.tables import Lazy, Namespace, native_function, unwrap
from shapecheck.values import (
    ClassMethodValue,
    ClassValue,
    DictValue,
    Instance,
    ListValue,
    NativeFunction,
    PropertyValue,
    Value,
    each,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

COLLECTIONS = Namespace("collections")


def _class(name: str, base: str) -> ClassValue:
    cls = new_class(name, "collections", [CLASSES[base]])
    COLLECTIONS[name] = cls
    return cls


def _ordered_dict(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return CONSTRUCTORS["dict"](machine, args, kwargs)


def _defaultdict(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    made = CONSTRUCTORS["dict"](machine, args[1:], kwargs)
    if isinstance(made, DictValue) and args:
        made.default_factory = args[0]
    return made


def _make_missing(machine: Machine, receiver: Value, key: Value, /) -> Value:
    """defaultdict.__missing__, for those that classes below it have of their own."""
    held, factory = unwrap(receiver), _factory(machine, receiver)
    if factory is None:
        raise machine.error("KeyError", "the key is not there")
    value = machine.call(factory, [], {})
    machine.set_index(held, key, value)
    return value


def _factory(machine: Machine, receiver: Value, /) -> Value:
    held = unwrap(receiver)
    return held.default_factory if isinstance(held, DictValue) else machine.unknown("an unknown defaultdict")


def _set_factory(machine: Machine, receiver: Value, factory: Value, /) -> Value:
    held = unwrap(receiver)
    if isinstance(held, DictValue):
        machine.store.set_attr(held, "default_factory", factory)
    return None


_OF_DEFAULTDICTS: dict[str, Value] = {
    "__missing__": native_function("defaultdict.__missing__", _make_missing),
    "default_factory": PropertyValue(
        native_function("defaultdict.default_factory", _factory),
        native_function("defaultdict.default_factory", _set_factory),
    ),
}


def _counter(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """A Counter counts what an iterable gives, each item some number of times where it is not known; keys that it lacks
    are 0."""
    result = DictValue(dict(kwargs))
    result.default_factory = NativeFunction(COUNTER, lambda m, a, k: 0)
    if not args:
        return result
    if isinstance(args[0], DictValue):
        result.entries.update(args[0].entries)
        result.is_open = args[0].is_open
        return result
    counts = counts_of(machine, args[0])
    if counts is None:
        result.is_open, result.element = True, each.own(machine.path, "count", low=0)
    else:
        result.entries.update(counts.entries)
    return result


def _deque(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    limit = args[1] if len(args) > 1 else kwargs.get("maxlen")
    if limit is not None and not (isinstance(limit, int) and limit >= 0):
        return machine.unknown("a deque of an unknown maximal length")
    made = ListValue([])
    made.limit = limit
    if args or "iterable" in kwargs:
        extend(machine, made, args[0] if args else kwargs["iterable"])
    return made


for _name, _base, _construct in (
    ("OrderedDict", "dict", _ordered_dict),
    ("defaultdict", "dict", _defaultdict),
    ("Counter", "dict", _counter),
    ("deque", "list", _deque),
):
    _cls = _class(_name, _base)
    _cls.construct = _construct
    inherit_mutable(_cls, _construct)
    if _name == "defaultdict":
        _cls.namespace.update(_OF_DEFAULTDICTS)


def _described(name: str) -> Lazy:
    """A class that is a few lines of Python: they are read where it is first named."""

    def make(machine: Machine) -> Value:
        module = machine.world.find_module("shapecheck.mappings")
        assert module is not None  # it comes with the stubs
        return machine.get_attribute(module, name)

    return Lazy(make)


COLLECTIONS["ChainMap"] = _described("ChainMap")
COLLECTIONS["UserDict"] = _described("UserDict")
COLLECTIONS["UserList"] = _described("UserList")
COLLECTIONS["UserString"] = inert_class("UserString", "collections")


# -------------------------------------------------------------------- named tuples


def parse_fields(machine: Machine, value: Value) -> list[str] | None:
    """The fields of namedtuple("P", fields): a text of names or a sequence of them."""
    if isinstance(value, str):
        return value.replace(",", " ").split()
    items = machine.iterate(value)
    if items is None or not all(isinstance(item, str) for item in items):
        return None
    return [str(item) for item in items]


@COLLECTIONS.native("namedtuple")
def _namedtuple(
    machine: Machine,
    typename: Value,
    field_names: Value,
    *,
    rename: Value = False,
    defaults: Value = None,
    module: Value = None,
) -> Value:
    names = parse_fields(machine, field_names)
    given = None if defaults is None else machine.iterate(defaults)
    if not isinstance(typename, str) or names is None or (defaults is not None and given is None):
        return unknown_from(machine, "a named tuple of unknown fields", typename, field_names)
    if rename:
        names = [n if n.isidentifier() and not keyword.iskeyword(n) else f"_{i}" for i, n in enumerate(names)]
    values = given or []
    return make_namedtuple(
        machine, typename, names, dict(zip(names[len(names) - len(values) :], values, strict=False))
    )


def make_namedtuple(machine: Machine, name: str, names: list[str], defaults: dict[str, Value]) -> ClassValue:
    """A class of named tuples made by a call."""
    module = machine.frame.module.name if machine.stack else "__main__"
    cls = new_class(name, module, [CLASSES["tuple"]])
    cls.site = machine.site
    for key, value in named_tuple_names(cls, names, defaults).items():
        cls.namespace[key] = value
    return cls


def finish_namedtuple(machine: Machine, cls: ClassValue) -> None:
    """Makes a class statement below typing.NamedTuple a class of named tuples."""
    annotations = cls.namespace.get("__annotations__")
    if not isinstance(annotations, DictValue) or "_fields" in cls.namespace:
        return
    names = [str(name) for name in annotations.entries]
    defaults = {name: cls.namespace[name] for name in names if name in cls.namespace}
    for key, value in named_tuple_names(cls, names, defaults).items():
        if key in names or key not in cls.namespace:
            machine.store.set_item(cls.namespace, key, value)


def named_tuple_names(cls: ClassValue, names: list[str], defaults: dict[str, Value]) -> dict[str, Value]:
    """What a class of named tuples has: its fields, its constructor and its methods."""

    def new(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        target = args[0] if args and isinstance(args[0], ClassValue) else cls
        return _make(machine, target, names, defaults, args[1:], kwargs)

    def make(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        items = machine.iterate(args[1]) if len(args) > 1 else None
        if items is None:
            return unknown_from(machine, f"the items of a {cls.name}", *args)
        return _make(machine, cls, names, defaults, items, {})

    def replace(machine: Machine, receiver: Value, /, **changes: Value) -> Value:
        if not isinstance(receiver, Instance) or not isinstance(receiver.payload, tuple):
            return unknown_from(machine, f"an unknown {cls.name}", receiver)
        values = dict(zip(names, receiver.payload, strict=False))
        return _make(machine, receiver.cls, names, defaults, [], {**values, **changes})

    def as_dict(machine: Machine, receiver: Value, /) -> Value:
        if not isinstance(receiver, Instance) or not isinstance(receiver.payload, tuple):
            return unknown_from(machine, f"an unknown {cls.name}", receiver)
        return DictValue(dict(zip(names, receiver.payload, strict=False)))

    return {
        **{name: PropertyValue(_item_getter(name, at)) for at, name in enumerate(names)},
        "__new__": static_native(f"{cls.name}.__new__", new),
        "_make": ClassMethodValue(NativeFunction(f"{cls.name}._make", make)),
        "_replace": native_function(f"{cls.name}._replace", replace),
        "_asdict": native_function(f"{cls.name}._asdict", as_dict),
        "_fields": tuple(names),
        "_field_defaults": DictValue(dict(defaults)),
        "__match_args__": tuple(names),
    }


def _item_getter(name: str, at: int) -> NativeFunction:
    def get(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        receiver = args[0] if args else None
        payload = receiver.payload if isinstance(receiver, Instance) else receiver
        if isinstance(payload, tuple) and at < len(payload):
            item: Value = payload[at]
            return item
        return unknown_from(machine, f"the field {name} of an unknown tuple", *args)

    return NativeFunction(name, get)


def _make(
    machine: Machine,
    cls: ClassValue,
    names: list[str],
    defaults: dict[str, Value],
    args: list[Value],
    kwargs: dict[str, Value],
) -> Value:
    from shapecheck.interpret.declarations.checking import check_attribute, constructing

    values: list[Value] = list(args)
    rest = dict(kwargs)
    for name in names[len(args) :]:
        if name in rest:
            values.append(rest.pop(name))
        elif name in defaults:
            values.append(defaults[name])
        else:
            raise machine.error("TypeError", f"{cls.name}.__new__() missing required argument: '{name}'")
    if rest or len(values) > len(names):
        raise machine.error("TypeError", f"{cls.name}.__new__() got unexpected arguments")
    instance = Instance(cls, machine.site)
    instance.payload = tuple(values)
    with constructing(machine, instance):
        for name, value in zip(names, values):
            check_attribute(machine, instance, name, value)
    return instance
