"""The methods and attributes of built-in types, by the name of the type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.exact import kind_of, unknown_from
from shapecheck.interpret.builtins.functions import FUNCTIONS
from shapecheck.interpret.builtins.iteration import known_range
from shapecheck.interpret.builtins.lists import LIST, TUPLE
from shapecheck.interpret.builtins.mappings import DICT, is_counter
from shapecheck.interpret.builtins.numbers import COMPLEX, FLOAT, INT, INT_ATTRIBUTES, NUMBER_ATTRIBUTES
from shapecheck.interpret.builtins.sets import FROZENSET, SET
from shapecheck.interpret.builtins.strings import BYTES, STR
from shapecheck.interpret.builtins.tables import Getter, Method, method, unwrap
from shapecheck.values import (
    ClassMethodValue,
    DictValue,
    FrozenSetValue,
    IteratorValue,
    ListValue,
    NativeFunction,
    PropertyValue,
    RangeValue,
    SetValue,
    Size,
    SizesValue,
    SliceValue,
    StaticMethodValue,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

ITERATOR: dict[str, Method] = {}
RANGE: dict[str, Method] = {}
SLICE: dict[str, Method] = {}
PROPERTY: dict[str, Method] = {}


@method(ITERATOR, "__next__")
def _next(machine: Machine, receiver: IteratorValue, /) -> Value:
    return FUNCTIONS["next"](machine, [receiver], {})


@method(ITERATOR, "__iter__")
def _itself(machine: Machine, receiver: IteratorValue, /) -> Value:
    return receiver


@method(ITERATOR, "send")
def _send(machine: Machine, receiver: IteratorValue, value: Value, /) -> Value:
    return machine.unknown("a value sent into a generator")


@method(ITERATOR, "close", "throw")
def _close(machine: Machine, receiver: IteratorValue, /, *args: Value) -> Value:
    return None


# -------------------------------------------------------------------- operators by the names of their methods


def _get_item(machine: Machine, receiver: Value, key: Value, /) -> Value:
    return machine.index(receiver, key)


def _set_item(machine: Machine, receiver: Value, key: Value, value: Value, /) -> Value:
    machine.set_index(receiver, key, value)
    return None


def _del_item(machine: Machine, receiver: Value, key: Value, /) -> Value:
    machine.del_index(receiver, key)
    return None


def _length(machine: Machine, receiver: Value, /) -> Value:
    return machine.length(receiver)


for _table in (LIST, TUPLE):
    method(_table, "__getitem__")(_get_item)
for _table in (DICT, LIST):
    method(_table, "__setitem__")(_set_item)
    method(_table, "__delitem__")(_del_item)
for _table in (DICT, LIST, TUPLE, SET):
    method(_table, "__len__")(_length)


@method(RANGE, "index")
def _range_index(machine: Machine, receiver: RangeValue, value: Value, /) -> Value:
    known = known_range(receiver)
    if known is None or not isinstance(value, int):
        return machine.path.fresh("position", 0)
    if value not in known:
        raise machine.error("ValueError", f"{value} is not in range")
    return known.index(value)


@method(RANGE, "count")
def _range_count(machine: Machine, receiver: RangeValue, value: Value, /) -> Value:
    known = known_range(receiver)
    if known is None or not isinstance(value, int):
        return machine.path.fresh("count", 0, 1)
    return known.count(value)


@method(SLICE, "indices")
def _indices(machine: Machine, receiver: SliceValue, length: Value, /) -> Value:
    parts = (receiver.lower, receiver.upper, receiver.step, length)
    if not all(part is None or isinstance(part, int) for part in parts) or not isinstance(length, int):
        return machine.unknown("the indices of a slice of unknown bounds")
    lower, upper, step = (part if isinstance(part, int) else None for part in parts[:3])
    return slice(lower, upper, step).indices(length)


@method(PROPERTY, "setter")
def _setter(machine: Machine, receiver: PropertyValue, function: Value, /) -> Value:
    return PropertyValue(receiver.getter, function, receiver.is_cached)


@method(PROPERTY, "getter")
def _getter(machine: Machine, receiver: PropertyValue, function: Value, /) -> Value:
    return PropertyValue(function, receiver.setter, receiver.is_cached)


@method(PROPERTY, "deleter")
def _deleter(machine: Machine, receiver: PropertyValue, function: Value, /) -> Value:
    return receiver


@method(PROPERTY, "__get__")
def _read_property(machine: Machine, receiver: PropertyValue, obj: Value, cls: Value = None, /) -> Value:
    return receiver if obj is None else machine.call(receiver.getter, [obj], {})


@method(PROPERTY, "__set__")
def _write_property(machine: Machine, receiver: PropertyValue, obj: Value, value: Value, /) -> Value:
    return None if receiver.setter is None else machine.call(receiver.setter, [obj, value], {})


method(PROPERTY, "fget")(_read_property)
method(PROPERTY, "fset")(_write_property)

METHODS: dict[str, dict[str, Method]] = {
    "bool": INT,
    "bytes": BYTES,
    "complex": COMPLEX,
    "dict": DICT,
    "float": FLOAT,
    "frozenset": FROZENSET,
    "int": INT,
    "iterator": ITERATOR,
    "list": LIST,
    "property": PROPERTY,
    "range": RANGE,
    "set": SET,
    "slice": SLICE,
    "str": STR,
    "tuple": TUPLE,
}
"""Type name -> method name -> function(machine, receiver, args, kwargs)."""


def _field(name: str) -> Getter:
    def get(machine: Machine, receiver: Any) -> Value:
        value: Value = getattr(receiver, name)
        return value

    return get


ATTRIBUTES: dict[str, dict[str, Getter]] = {
    "bool": INT_ATTRIBUTES,
    "complex": NUMBER_ATTRIBUTES,
    "dict": {"default_factory": _field("default_factory")},
    "float": NUMBER_ATTRIBUTES,
    "int": INT_ATTRIBUTES,
    "list": {"maxlen": _field("limit")},
    "property": {"fget": _field("getter"), "fset": _field("setter")},
    "range": {"start": _field("start"), "stop": _field("stop"), "step": _field("step")},
    "slice": {"start": _field("lower"), "stop": _field("upper"), "step": _field("step")},
}
"""Type name -> attribute name -> function(machine, receiver)."""


_OF_COUNTERS = frozenset({"elements", "most_common", "subtract", "total"})
_OF_SOME: dict[str, frozenset[str]] = {
    "dict": _OF_COUNTERS | {"default_factory", "move_to_end"},
    "iterator": frozenset({"close", "send", "throw"}),
    "list": frozenset({"appendleft", "extendleft", "maxlen", "popleft", "rotate", "sort"}),
    "tuple": frozenset({"numel"}),
}
"""Type name -> what not all types have that share a value of ours: a list may be a deque."""


def offers(value: Value, kind: str, name: str) -> bool | None:
    """Whether a value of a built-in type has this method or attribute; None where its very type is not known."""
    if name not in _OF_SOME.get(kind, ()):
        return name in METHODS.get(kind, {}) or name in ATTRIBUTES.get(kind, {})
    if isinstance(value, ListValue) and value.limit is not None:
        return name != "sort"
    if isinstance(value, DictValue) and value.default_factory is not None:
        return name in _OF_COUNTERS if is_counter(value) else name == "default_factory"
    return True if isinstance(value, (Size, SizesValue)) else None


_RECEIVERS: dict[str, type | tuple[type, ...]] = {
    "dict": DictValue,
    "frozenset": FrozenSetValue,
    "list": ListValue,
    "property": PropertyValue,
    "range": RangeValue,
    "set": SetValue,
    "slice": SliceValue,
    "tuple": (tuple, SizesValue),
}


def _fits(type_name: str, receiver: Value) -> bool:
    kinds = _RECEIVERS.get(type_name)
    if kinds is not None:
        return isinstance(receiver, kinds)
    kind = kind_of(receiver)
    return kind == type_name or (type_name == "int" and kind == "bool")


def _unbound(name: str, call: Method) -> NativeFunction:
    """`str.lower` as a function of its receiver."""

    def function(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        if not args or not _fits(name.partition(".")[0], unwrap(args[0])):
            return unknown_from(machine, f"{name}() of another kind of value", *args)
        return call(machine, args[0], args[1:], kwargs)

    return NativeFunction(name, function)


def _fill_classes() -> None:
    """Makes the methods attributes of their classes, for `str.lower`, `super().append` and subclasses."""
    for type_name, methods in METHODS.items():
        cls = CLASSES.get(type_name)
        if cls is None:
            continue
        for name, call in methods.items():
            cls.namespace.setdefault(name, _unbound(f"{type_name}.{name}", call))
    CLASSES["dict"].namespace["fromkeys"] = ClassMethodValue(
        NativeFunction(
            "dict.fromkeys", lambda machine, args, kwargs: DICT["fromkeys"](machine, None, args[1:], kwargs)
        )
    )
    CLASSES["str"].namespace["maketrans"] = StaticMethodValue(
        NativeFunction(
            "str.maketrans", lambda machine, args, kwargs: STR["maketrans"](machine, "", args, kwargs)
        )
    )


_fill_classes()
