"""Methods of dict (which OrderedDict, defaultdict and Counter share)."""

from __future__ import annotations

from types import NoneType
from typing import TYPE_CHECKING, Any, TypeGuard

from shapecheck.interpret.builtins.exact import unknown_from
from shapecheck.interpret.builtins.iteration import contents, one_of, summary
from shapecheck.interpret.builtins.lists import set_summary
from shapecheck.interpret.builtins.tables import Method, method, says, unwrap
from shapecheck.interpret.language import open_calls
from shapecheck.interpret.language.given_dicts import copied_attributes, forget_named, take_tables
from shapecheck.interpret.language.parts import followed, table_in
from shapecheck.symbolic import Expr, le
from shapecheck.values import (
    AttributesValue,
    DictValue,
    Instance,
    ListValue,
    NamespaceValue,
    NativeFunction,
    SetValue,
    Value,
    each,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

DICT: dict[str, Method] = {}
COUNTER = "Counter.__missing__"
"""The name of what a Counter has for the keys that it lacks."""


def key_of(machine: Machine, value: Value) -> tuple[bool, Any]:
    """Is the key known, and the key. (None is a key too.)"""
    value = unwrap(value)
    if value is None:
        return True, None
    key = machine.key(value)
    return key is not None, key


def weaken(machine: Machine, target: DictValue, unknown: Value) -> None:
    """Any key may have been written: every entry is unknown, and there may be more."""
    for key in list(target.entries):
        machine.store.set_item(target.entries, key, unknown, target.birth)
    machine.store.set_attr(target, "is_open", True)
    machine.store.set_attr(target, "element", unknown)


def _maybe_missing(machine: Machine, target: DictValue, default: Value) -> Value:
    """The value of a key that an open dict may have."""
    if target.element is None:
        return machine.unknown("a key of a dict with unknown keys")
    return machine.join(each.taken(machine.path, target.element), default)


def _any_value(machine: Machine, target: DictValue) -> Value:
    values = list(target.entries.values())
    if target.is_open:
        values.append(
            target.element if target.element is not None else machine.unknown("a dict with unknown keys")
        )
    is_new = each.born_since(machine.path)
    found = one_of(machine, values, "a value of a dict under an unknown key")
    each.vary(machine.path, found, is_new)
    return found


def _taken(machine: Machine, target: DictValue) -> Value:
    """What one reading at an unknown key gives: sizes of its own, where values differ."""
    found: Value = each.taken(machine.path, _any_value(machine, target))
    return found


@method(DICT, "get")
def get(machine: Machine, receiver: DictValue, key: Value, default: Value = None, /) -> Value:
    if isinstance(receiver, NamespaceValue) and isinstance(key, str):
        has = machine.has_attribute(receiver.owner, key)
        return default if has is False else machine.get_attribute(receiver.owner, key)
    known, real = key_of(machine, key)
    if not known:
        if not receiver.entries and not receiver.is_open:
            return default
        return machine.join(_taken(machine, receiver), default)
    if real in receiver.entries:
        return _or_default(machine, receiver, real, default)
    table = table_in(machine, receiver, real)
    if table is not None:
        return table
    return _maybe_missing(machine, receiver, default) if receiver.is_open else default


def _or_default(machine: Machine, receiver: DictValue, key: Any, default: Value) -> Value:
    """The value of a key, which may be there on some paths only."""
    doubt = machine.store.doubt(receiver.entries, key)
    value = receiver.entries[key]
    return value if doubt is None else machine.join(value, default, doubt.guard)


def item(machine: Machine, receiver: Value, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """dict.__getitem__: a class below dict may say in `__missing__` what there is for a key that is not there."""
    held = unwrap(receiver)
    if len(args) != 1 or kwargs:
        return machine.unknown("these arguments of __getitem__()")
    if isinstance(receiver, Instance) and isinstance(held, DictValue) and says(receiver, "__missing__"):
        return _found_or_made(machine, receiver, held, args[0])
    return machine.index(held, args[0])


DICT["__getitem__"] = item


def _found_or_made(machine: Machine, receiver: Instance, held: DictValue, key: Value) -> Value:
    from shapecheck.interpret.language.branches import run_sides

    known, real = key_of(machine, key)
    if known and real in held.entries:
        return held.entries[real]

    def make() -> Value:
        return machine.call(machine.get_attribute(receiver, "__missing__"), [key], {})

    def find() -> Value:
        if not known:
            return _taken(machine, held)
        return _maybe_missing(machine, held, held.element)

    if not held.is_open and (known or not held.entries):
        return make()
    if _is_making(machine, receiver):  # it reads what it has put there at a key that is not known
        return find()
    value: Value = run_sides(machine, [find, make], None)
    return value


def _is_making(machine: Machine, receiver: Instance) -> bool:
    """Whether the `__missing__` of this object is running."""
    found = receiver.cls.lookup("__missing__")
    making = [frame for frame in machine.stack if frame.first_argument is receiver]
    return found is not None and any(frame.function is found[0] for frame in making)


@method(DICT, "keys", "__iter__")
def _keys(machine: Machine, receiver: DictValue, /) -> Value:
    if receiver.is_open:
        return ListValue(
            None, machine.unknown("a key of a dict with unknown keys"), _open_length(machine, receiver)
        )
    return SetValue({key: key for key in receiver.entries})


@method(DICT, "values")
def _values(machine: Machine, receiver: DictValue, /) -> Value:
    if receiver.is_open:
        return ListValue(None, _any_value(machine, receiver), _open_length(machine, receiver))
    doubted = sum(machine.store.doubt(receiver.entries, key) is not None for key in receiver.entries)
    if doubted:
        count = len(receiver.entries)
        return ListValue(None, _any_value(machine, receiver), machine.path.fresh("length", count - doubted, count))
    return ListValue(list(receiver.entries.values()))


@method(DICT, "items")
def _items(machine: Machine, receiver: DictValue, /) -> Value:
    if receiver.is_open:
        key = machine.unknown("a key of a dict with unknown keys")
        return ListValue(None, (key, _any_value(machine, receiver)), _open_length(machine, receiver))
    return ListValue([(key, value) for key, value in receiver.entries.items()])


def _open_length(machine: Machine, receiver: DictValue) -> Any:
    doubted = sum(machine.store.doubt(receiver.entries, key) is not None for key in receiver.entries)
    return machine.path.fresh("length", len(receiver.entries) - doubted)


_ABSENT: Any = object()


@method(DICT, "pop")
def _pop(machine: Machine, receiver: DictValue, key: Value, default: Value = _ABSENT, /) -> Value:
    known, real = key_of(machine, key)
    if known and real in receiver.entries:
        value = receiver.entries[real] if default is _ABSENT else _or_default(machine, receiver, real, default)
        machine.store.del_item(receiver.entries, real, receiver.birth)
        return value
    if known and not receiver.is_open:
        if default is not _ABSENT:
            return default
        if open_calls.needed(machine, receiver, real) is None:
            raise machine.error("KeyError", str(real))
        return _pop(machine, receiver, key)
    value = (
        _taken(machine, receiver) if not known else _maybe_missing(machine, receiver, receiver.element)
    )
    if not known:
        _lose_one(machine, receiver)
    return value if default is _ABSENT else machine.join(value, default)


def _lose_one(machine: Machine, receiver: DictValue) -> None:
    """An unknown key was removed: each entry may be missing now."""
    if not receiver.entries:
        return
    element = _any_value(machine, receiver)
    for key in list(receiver.entries):
        machine.store.del_item(receiver.entries, key, receiver.birth)
    machine.store.set_attr(receiver, "is_open", True)
    machine.store.set_attr(receiver, "element", element)


@method(DICT, "popitem")
def _popitem(machine: Machine, receiver: DictValue, /, last: Value = True) -> Value:
    from_end = machine.truth(last)
    if receiver.is_open or from_end is None:
        value = _taken(machine, receiver)
        _lose_one(machine, receiver)
        return (machine.unknown("a key of a dict with unknown keys"), value)
    if not receiver.entries:
        raise machine.error("KeyError", "popitem(): dictionary is empty")
    key = list(receiver.entries)[-1 if from_end else 0]
    value = receiver.entries[key]
    machine.store.del_item(receiver.entries, key, receiver.birth)
    return (key, value)


def kept_at_any_key(machine: Machine, receiver: DictValue, default: Value) -> Value:
    """What is at a key that is not known, where the default is put if there is nothing: from then on it stands for all
    that is at such keys, with what is put into it."""
    value = default
    if not receiver.entries and receiver.is_open and _is_filled(receiver.element) and _is_empty(default):
        value = _of_any_length(machine, receiver.element)
    elif receiver.entries or receiver.is_open:
        value = machine.join(_any_value(machine, receiver), default)
    machine.store.set_attr(receiver, "element", value)
    machine.store.set_attr(receiver, "is_open", True)
    return value


def _is_filled(value: Value) -> TypeGuard[ListValue]:
    return type(value) is ListValue and value.items != []


def _is_empty(value: Value) -> bool:
    return type(value) is ListValue and value.items == []


def _of_any_length(machine: Machine, kept: ListValue) -> ListValue:
    """The lists at several keys have what was put into one of them, or nothing yet; none is known to be empty."""
    if kept.items is not None or machine.path.decide(le(1, kept.length)):
        is_new = each.born_since(machine.path)
        element = kept.element if kept.items is None else summary(machine, kept.items, "an item of a list in a dict")
        set_summary(machine, kept, element, machine.path.fresh("length", 0))
        each.vary(machine.path, kept, is_new)
    return kept


@method(DICT, "setdefault")
def _setdefault(machine: Machine, receiver: DictValue, key: Value, default: Value = None, /) -> Value:
    known, real = key_of(machine, key)
    if not known:
        return kept_at_any_key(machine, receiver, default)
    if real in receiver.entries:
        value = _or_default(machine, receiver, real, default)
        if value is not receiver.entries[real]:
            machine.store.set_item(receiver.entries, real, value, receiver.birth)
        return value
    value = _maybe_missing(machine, receiver, default) if receiver.is_open else default
    machine.store.set_item(receiver.entries, real, value, receiver.birth)
    return value


@method(DICT, "update", "__ior__")
def update(machine: Machine, receiver: DictValue, other: Value = _ABSENT, /, **kwargs: Value) -> Value:
    if other is not _ABSENT:
        added = _counted(machine, receiver, other, "+") if is_counter(receiver) else as_mapping(machine, other)
        if added.is_open and not (is_of_module(receiver) and is_of_module(added)):
            unknown = added.element
            if unknown is None:
                unknown = unknown_from(machine, "a dict was updated with unknown keys", other)
            if isinstance(receiver, AttributesValue):
                forget_named(machine, receiver.owner, unknown)
            for key in list(receiver.entries):
                value = machine.join(receiver.entries[key], unknown)
                machine.store.set_item(receiver.entries, key, value, receiver.birth)
            older = receiver.element if receiver.is_open else unknown
            machine.store.set_attr(receiver, "element", machine.join(older, unknown))
            machine.store.set_attr(receiver, "is_open", True)
    entries = receiver.owner.namespace if isinstance(receiver, NamespaceValue) else receiver.entries
    if other is not _ABSENT:
        take_over(machine, receiver, entries, added.entries)
        if is_of_module(receiver) and is_of_module(added):
            take_tables(machine, receiver.owner, added.owner)
    for key, value in kwargs.items():
        machine.store.set_item(entries, key, value, receiver.birth)
    return None


def take_over(machine: Machine, receiver: DictValue, entries: dict[Any, Value], added: dict[Any, Value]) -> None:
    """Puts the entries of one dict into another: those that are there on some paths only, as that."""
    store = machine.store
    for key, value in added.items():
        doubt = store.doubt(added, key)
        was_there = key in entries and store.doubt(entries, key) is None
        if doubt is not None and key in entries:
            value = machine.join(value, entries[key], doubt.guard)
        store.set_item(entries, key, value, receiver.birth)
        if doubt is not None and not was_there:
            store.note_doubt(entries, key, doubt.guard)


def is_of_module(value: DictValue) -> TypeGuard[AttributesValue]:
    """Whether it is the `__dict__` of a module."""
    return isinstance(value, AttributesValue) and bool(value.tables)


def is_counter(value: DictValue) -> bool:
    return isinstance(value.default_factory, NativeFunction) and value.default_factory.name == COUNTER


def _counted(machine: Machine, counter: DictValue, other: Value, op: str) -> DictValue:
    """What a Counter holds of these keys when it has counted them, too, or taken them off."""
    counts = unwrap(other)
    if not isinstance(counts, DictValue):
        counts = counts_of(machine, other)
    if counts is None or counts.is_open:
        unknown = DictValue({}, True)
        unknown.element = each.own(machine.path, "count", low=0)
        if op == "-":
            unknown.element = machine.unknown("a count of which nobody knows what was taken off")
        return unknown
    older = counter.entries
    before = {
        key: older[key] if key in older else machine.path.fresh("count", 0) if counter.is_open else 0
        for key in counts.entries
    }
    return DictValue({key: machine.binary(op, before[key], n) for key, n in counts.entries.items()})


def counts_of(machine: Machine, iterable: Value) -> DictValue | None:
    """How often each item is there; None if they are not known."""
    known = contents(machine, iterable)
    keys = [key_of(machine, item) for item in known.items or ()]
    if known.items is None or not all(has_key for has_key, _ in keys):
        return None
    counts: dict[Any, Value] = {}
    for _, key in keys:
        counts[key] = machine.binary("+", counts.get(key, 0), 1)
    return DictValue(counts)


def as_mapping(machine: Machine, value: Value) -> DictValue:
    """What dict(value) is made from: a mapping, or an iterable of pairs."""
    value = unwrap(value)
    if isinstance(value, DictValue):
        return value
    if machine.has_attribute(value, "keys"):
        return _from_keys_method(machine, value)
    pairs = contents(machine, value)
    result = DictValue({})
    if pairs.items is None:
        result.is_open = True
        result.element = unknown_from(machine, "a dict with unknown keys", value)
        return result
    for pair in pairs.items:
        parts = machine.iterate(pair)
        if parts is None:
            add_unknown_key(machine, result, unknown_from(machine, "a dict with unknown keys", pair))
            continue
        if len(parts) != 2:
            raise machine.error("ValueError", f"dictionary update sequence element has length {len(parts)}")
        put(machine, result, parts[0], parts[1])
    return result


def _from_keys_method(machine: Machine, value: Value) -> DictValue:
    result = DictValue({})
    keys = machine.iterate(machine.call(machine.get_attribute(value, "keys"), [], {}))
    if keys is None:
        result.is_open = True
        result.element = unknown_from(machine, "a dict with unknown keys", value)
        return result
    for key in keys:
        put(machine, result, key, machine.index(value, key))
    return result


def put(machine: Machine, result: DictValue, key: Value, value: Value) -> None:
    """Adds an item to a dict that is being made."""
    known, real = key_of(machine, key)
    if known:
        result.entries[real] = value
    else:
        add_unknown_key(machine, result, value)


def add_unknown_key(machine: Machine, result: DictValue, value: Value) -> None:
    """An item under an unknown key, which may be one of those already there."""
    for key, old in result.entries.items():
        result.entries[key] = machine.join(old, value)
    result.element = machine.join(result.element, value) if result.is_open else value
    result.is_open = True


@method(DICT, "copy", "__copy__")
def _copy(machine: Machine, receiver: DictValue, /) -> Value:
    if is_of_module(receiver):
        return copied_attributes(machine, receiver)
    result = DictValue({}, receiver.is_open)
    take_over(machine, result, result.entries, receiver.entries)
    result.element, result.default_factory = receiver.element, receiver.default_factory
    return result


@method(DICT, "clear")
def _clear(machine: Machine, receiver: DictValue, /) -> Value:
    for key in list(receiver.entries):
        machine.store.del_item(receiver.entries, key, receiver.birth)
    machine.store.set_attr(receiver, "is_open", False)
    return None


@method(DICT, "fromkeys")
def _fromkeys(machine: Machine, receiver: Value, keys: Value, value: Value = None, /) -> Value:
    known = contents(machine, keys)
    result = DictValue({})
    if known.items is None:
        result.is_open, result.element = True, value
    for key in known.items or ():
        put(machine, result, key, value)
    return result


@method(DICT, "move_to_end")
def _move_to_end(machine: Machine, receiver: DictValue, key: Value, /, last: Value = True) -> Value:
    known, real = key_of(machine, key)
    to_end = machine.truth(last)
    if not known or to_end is None or real not in receiver.entries:
        return None
    entries = dict(receiver.entries)
    value = entries.pop(real)
    order = {**entries, real: value} if to_end else {real: value, **entries}
    for name in list(receiver.entries):
        machine.store.del_item(receiver.entries, name, receiver.birth)
    for name, item in order.items():
        machine.store.set_item(receiver.entries, name, item, receiver.birth)
    return None


@method(DICT, "elements")
def _elements(machine: Machine, receiver: DictValue, /) -> Value:
    """Counter.elements"""
    return machine.unknown("the elements of a Counter")


@method(DICT, "subtract")
def _subtract(machine: Machine, receiver: DictValue, other: Value = _ABSENT, /, **kwargs: Value) -> Value:
    """Counter.subtract"""
    for counts in (*(() if other is _ABSENT else (other,)), *((DictValue(kwargs),) if kwargs else ())):
        left = _counted(machine, receiver, counts, "-")
        changed = dict.fromkeys(receiver.entries, left.element) if left.is_open else left.entries
        for key, count in changed.items():
            machine.store.set_item(receiver.entries, key, count, receiver.birth)
        if left.is_open:
            machine.store.set_attr(receiver, "element", left.element)
            machine.store.set_attr(receiver, "is_open", True)
    return None


@method(DICT, "most_common")
def _most_common(machine: Machine, receiver: DictValue, n: Value = None, /) -> Value:
    """Counter.most_common"""
    items = [(key, count) for key, count in receiver.entries.items() if isinstance(count, int)]
    if receiver.is_open or len(items) < len(receiver.entries) or not isinstance(n, (int, NoneType)):
        row = (machine.unknown("a key of a Counter"), machine.path.fresh("count", None))
        length = machine.path.fresh("length", 0)
        if isinstance(n, (int, Expr)):
            machine.path.assume(le(length, n))
        return ListValue(None, row, length)
    ordered = sorted(items, key=lambda item: item[1], reverse=True)
    return ListValue([(key, count) for key, count in (ordered if n is None else ordered[: max(0, n)])])


for _name in ("pop", "popitem", "setdefault", "update", "__ior__", "clear"):
    DICT[_name] = followed(DICT[_name])
