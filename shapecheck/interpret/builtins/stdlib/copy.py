"""copy: shallow copies, and deep copies of graphs of values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.tables import Namespace
from shapecheck.interpret.language.tensor_kinds import own_member
from shapecheck.values import (
    BoundMethod,
    DictValue,
    Instance,
    IteratorValue,
    ListValue,
    PartialValue,
    SetValue,
    SliceValue,
    Tensor,
    UnionValue,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

COPY = Namespace("copy")

MAX_DEPTH = 150
"""Deeper graphs (a linked list of very many objects) are unknown from there on."""


@COPY.native("copy")
def shallow_copy(machine: Machine, value: Value, /) -> Value:
    if isinstance(value, Instance):
        if value.cls.lookup("__copy__") is not None and value.payload is None:
            return machine.call(machine.get_attribute(value, "__copy__"), [], {})
        return (
            value if _is_singleton(value) else _new_instance(value, dict(value.attrs), _shell(value.payload))
        )
    return _shell(value)


def _is_singleton(value: Instance) -> bool:
    return value.cls.is_subclass("enum.Enum")


def _shell(value: Value) -> Value:
    """A new container with the same items."""
    if isinstance(value, ListValue):
        items = None if value.items is None else list(value.items)
        made = ListValue(items, value.element, value.length)
        made.limit = value.limit
        return made
    if isinstance(value, DictValue):
        copied = DictValue(dict(value.entries), value.is_open)
        copied.element, copied.default_factory = value.element, value.default_factory
        return copied
    if isinstance(value, SetValue):
        return type(value)(None if value.items is None else dict(value.items), value.element)
    return _copied_tensor(value) if isinstance(value, Tensor) else value


def _copied_tensor(value: Tensor) -> Tensor:
    copied = Tensor(
        value.shape, value.dtype, value.site, value.parent, value.is_parameter, value.name, value.maker, value.cls
    )
    copied.is_sparse, copied.strides = value.is_sparse, value.strides
    copied.follows_failure = value.follows_failure
    copied.kind = value.kind
    if value.attrs is not None:
        copied.attrs = DictValue(dict(value.attrs.entries), value.attrs.is_open)
    return copied


def _new_instance(value: Instance, attrs: dict[str, Value], payload: Value) -> Instance:
    copied = Instance(value.cls, value.site)
    copied.attrs = attrs
    copied.payload = payload
    return copied


@COPY.native("deepcopy")
def _deepcopy(machine: Machine, value: Value, memo: Value = None, /) -> Value:
    return deep_copy(machine, value)


def deep_copy(machine: Machine, value: Value) -> Value:
    """copy.deepcopy(value): objects that are shared inside of the graph are shared in the copy."""
    return _Copier(machine).copy(value, 0)


class _Copier:
    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.done: dict[int, Any] = {}

    def copy(self, value: Value, depth: int) -> Value:
        if depth > MAX_DEPTH:
            return self.machine.unknown("a graph of objects too deep to copy")
        known = self.done.get(id(value))
        if known is not None:
            found: Value = known
            return found
        if isinstance(value, tuple):
            return tuple(self.copy(item, depth + 1) for item in value)
        if isinstance(value, UnionValue):
            return UnionValue(tuple(self.copy(item, depth + 1) for item in value.members))
        if isinstance(value, SliceValue):
            return SliceValue(value.lower, value.upper, value.step)
        if isinstance(value, BoundMethod):
            return BoundMethod(value.function, self.copy(value.receiver, depth + 1))
        if isinstance(value, PartialValue):
            args = [self.copy(arg, depth + 1) for arg in value.args]
            return PartialValue(value.function, args, self._mapping(value.kwargs, depth))
        return self._object(value, depth)

    def _object(self, value: Value, depth: int) -> Value:
        """What has an identity is remembered before its contents are copied: graphs may have circles."""
        self.machine.step()
        if isinstance(value, Instance):
            return self._instance(value, depth)
        if isinstance(value, (ListValue, DictValue, SetValue)):
            return self._container(value, depth)
        if isinstance(value, Tensor):
            return self._tensor(value, depth)
        if isinstance(value, IteratorValue):
            return self.machine.unknown("a copy of an iterator")
        return value

    def _container(self, value: ListValue | DictValue | SetValue, depth: int) -> Value:
        made = _shell(value)
        assert isinstance(made, (ListValue, DictValue, SetValue))
        self.done[id(value)] = made
        made.element = self.copy(value.element, depth + 1)
        if isinstance(made, ListValue) and made.items is not None:
            made.items = [self.copy(item, depth + 1) for item in made.items]
        elif isinstance(made, DictValue):
            made.entries = self._mapping(made.entries, depth)
        return made

    def _tensor(self, value: Tensor, depth: int) -> Value:
        if value.kind is not None and own_member(value.kind, "__deepcopy__") is not None:
            return self._by_itself(value)
        self.done[id(value)] = made = _copied_tensor(value)
        if made.attrs is not None:
            made.attrs.entries = self._mapping(made.attrs.entries, depth)
        return made

    def _by_itself(self, value: Instance | Tensor) -> Value:
        memo = DictValue({}, is_open=True)
        return self.machine.call(self.machine.get_attribute(value, "__deepcopy__"), [memo], {})

    def _instance(self, value: Instance, depth: int) -> Value:
        if _is_singleton(value):
            return value
        own = value.cls.lookup("__deepcopy__")
        if own is not None:
            return self._by_itself(value)
        self.done[id(value)] = made = _new_instance(value, {}, None)
        made.attrs = self._mapping(value.attrs, depth)
        made.payload = self.copy(value.payload, depth + 1)
        return made

    def _mapping(self, entries: dict[Any, Value], depth: int) -> dict[Any, Value]:
        return {key: self.copy(item, depth + 1) for key, item in entries.items()}


@COPY.native("replace")
def _replace(machine: Machine, value: Value, /, **changes: Value) -> Value:
    return machine.unknown("copy.replace() is not followed")
