"""Methods of set and frozenset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.iteration import contents, one_of, summary
from shapecheck.interpret.builtins.mappings import key_of
from shapecheck.interpret.builtins.tables import Method, method
from shapecheck.values import FrozenSetValue, Scalar, SetValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

SET: dict[str, Method] = {}


def make_set(machine: Machine, iterable: Value) -> SetValue:
    """set(iterable)"""
    known = contents(machine, iterable)
    if known.items is None:
        return SetValue(None, known.element)
    items: dict[Any, Value] = {}
    for item in known.items:
        has_key, key = key_of(machine, item)
        if not has_key:
            return SetValue(None, summary(machine, known.items, "a member of a set of unknown members"))
        items.setdefault(key, item)
    return SetValue(items)


def make_frozenset(machine: Machine, iterable: Value) -> FrozenSetValue:
    """frozenset(iterable)"""
    made = make_set(machine, iterable)
    return FrozenSetValue(made.items, made.element)


def _change(machine: Machine, receiver: SetValue, items: dict[Any, Value] | None, element: Value) -> Value:
    machine.store.set_attr(receiver, "items", items)
    machine.store.set_attr(receiver, "element", element)
    return None


def _element(machine: Machine, value: SetValue) -> Value:
    if value.items is None:
        return value.element
    return one_of(machine, list(value.items.values()), "a member of a set")


@method(SET, "add")
def _add(machine: Machine, receiver: SetValue, item: Value, /) -> Value:
    known, key = key_of(machine, item)
    if receiver.items is None:
        return _change(machine, receiver, None, machine.join(receiver.element, item))
    if known:
        return _change(machine, receiver, {**receiver.items, key: receiver.items.get(key, item)}, None)
    return _change(
        machine, receiver, None, machine.join(_element(machine, receiver), item) if receiver.items else item
    )


@method(SET, "discard")
def _discard(machine: Machine, receiver: SetValue, item: Value, /) -> Value:
    return _take_away(machine, receiver, item, is_strict=False)


@method(SET, "remove")
def _remove(machine: Machine, receiver: SetValue, item: Value, /) -> Value:
    return _take_away(machine, receiver, item, is_strict=True)


def _take_away(machine: Machine, receiver: SetValue, item: Value, is_strict: bool) -> Value:
    known, key = key_of(machine, item)
    if receiver.items is None:
        return None
    if not known:
        return _change(machine, receiver, None, _element(machine, receiver)) if receiver.items else None
    if key not in receiver.items:
        if is_strict:
            raise machine.error("KeyError", str(key))
        return None
    return _change(machine, receiver, {k: v for k, v in receiver.items.items() if k != key}, None)


@method(SET, "pop")
def _pop(machine: Machine, receiver: SetValue, /) -> Value:
    items = receiver.items
    if items is None:
        return receiver.element
    if not items:
        raise machine.error("KeyError", "pop from an empty set")
    taken = one_of(machine, list(items.values()), "a member of a set")
    _change(machine, receiver, {} if len(items) == 1 else None, taken)
    return taken


@method(SET, "clear")
def _clear(machine: Machine, receiver: SetValue, /) -> Value:
    return _change(machine, receiver, {}, None)


@method(SET, "copy")
def _copy(machine: Machine, receiver: SetValue, /) -> Value:
    return type(receiver)(None if receiver.items is None else dict(receiver.items), receiver.element)


def combine(machine: Machine, op: str, a: SetValue, b: SetValue) -> SetValue:
    """`a op b` with op one of | & - ^; of the type of a."""
    made = type(a)
    if a.items is not None and b.items is not None:
        left, right = a.items, b.items
        if op == "|":
            return made({**left, **{k: v for k, v in right.items() if k not in left}})
        if op == "&":
            return made({k: v for k, v in left.items() if k in right})
        rest = {k: v for k, v in left.items() if k not in right}
        if op == "-":
            return made(rest)
        return made({**rest, **{k: v for k, v in right.items() if k not in left}})
    if op in ("&", "-"):
        return made(None, _element(machine, a))
    members = [_element(machine, value) for value in (a, b) if value.items != {}]
    return made(None, summary(machine, members, "a member of a set of unknown members"))


def combine_in_place(machine: Machine, op: str, a: SetValue, b: SetValue) -> SetValue:
    """`a op= b`: a set changes, the name of a frozenset stands for another one from there on."""
    result = combine(machine, op, a, b)
    if type(a) is FrozenSetValue:
        return result
    _change(machine, a, result.items, result.element)
    return a


def _operation(name: str, op: str, in_place: str) -> None:
    def call(machine: Machine, receiver: SetValue, /, *others: Value) -> Value:
        result = receiver
        for other in others:
            result = combine(machine, op, result, make_set(machine, other))
        return result if result is not receiver else _copy(machine, receiver)

    def change(machine: Machine, receiver: SetValue, /, *others: Value) -> Value:
        result = receiver
        for other in others:
            result = combine(machine, op, result, make_set(machine, other))
        return _change(machine, receiver, result.items, result.element)

    method(SET, name)(call)
    method(SET, in_place)(change)


_operation("union", "|", "update")
_operation("intersection", "&", "intersection_update")
_operation("difference", "-", "difference_update")
_operation("symmetric_difference", "^", "symmetric_difference_update")


def _test(name: str) -> None:
    def call(machine: Machine, receiver: SetValue, other: Value, /) -> Value:
        second = make_set(machine, other)
        if receiver.items is None or second.items is None:
            return Scalar("bool")
        answer: bool = getattr(set(receiver.items), name)(second.items)
        return answer

    method(SET, name)(call)


for _name in ("isdisjoint", "issubset", "issuperset"):
    _test(_name)

CHANGING = frozenset({"add", "clear", "discard", "pop", "remove", *(name for name in SET if name.endswith("update"))})
"""What a frozenset has not."""
FROZENSET: dict[str, Method] = {name: call for name, call in SET.items() if name not in CHANGING}
