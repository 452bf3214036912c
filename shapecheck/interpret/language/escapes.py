"""What code that is not followed may change: the containers that it gets hold of.

Only empty ones are given up. They are made to be filled, so nothing may be concluded from their being empty;
of one that holds something it is assumed that what it holds stays.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from shapecheck.source.walking import names_in
from shapecheck.values import (
    BoundMethod,
    DictValue,
    FunctionValue,
    Instance,
    ListValue,
    PartialValue,
    SetValue,
    Tensor,
    Value,
    forget_numbers,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_DEPTH = 3
"""How far into containers and objects one looks."""


def escape(machine: Machine, values: Iterable[Value], depth: int = MAX_DEPTH) -> None:
    """Code that is not followed has got these values: what is empty within reach is of unknown content."""
    for value in values:
        if isinstance(value, (ListValue, SetValue, DictValue)):
            _give_up(machine, value)
        elif isinstance(value, Instance):
            _give_up_members(machine, value)
        elif isinstance(value, Tensor):
            forget_numbers(machine.store, value)
        if depth:
            escape(machine, _within(value), depth - 1)


def hold(machine: Machine, value: Value) -> None:
    """Code that is not followed keeps the value: what an object in it is given later, that code may change as well."""
    escape(machine, (value,))
    for held in (value, *_within(value)):
        if isinstance(held, Instance) and held.is_held is False:
            machine.store.set_attr(held, "is_held", True)


def keep_parts(machine: Machine, value: Value) -> None:
    """An object of a class with a base that is not known keeps the value: its `eval` is that of the base."""
    from shapecheck.interpret.nn.module import give_up_mode, is_module

    if isinstance(value, Instance) and is_module(value):
        give_up_mode(machine, value, of_all=True)


def _give_up(machine: Machine, value: ListValue | SetValue | DictValue) -> None:
    if isinstance(value, DictValue):
        if not value.entries and not value.is_open:
            machine.store.set_attr(value, "is_open", True)
            machine.store.set_attr(value, "element", machine.unknown("an item that code not followed may have added"))
    elif value.items is not None and not value.items:
        machine.store.set_attr(value, "items", None)
        machine.store.set_attr(value, "element", machine.unknown("an item that code not followed may have added"))
        if isinstance(value, ListValue):
            machine.store.set_attr(value, "length", machine.path.fresh("length", 0))


def _give_up_members(machine: Machine, value: Instance) -> None:
    """`super().__init__(*layers)` of a Sequential, with layers that are not known."""
    from shapecheck.interpret.nn.containers import is_container, may_have_members
    from shapecheck.interpret.nn.module import give_up_mode, is_module

    if is_container(value):
        may_have_members(machine, value)
    if is_module(value):
        give_up_mode(machine, value)


def _within(value: Value) -> Iterable[Value]:
    """What can be reached from a value in one step."""
    if isinstance(value, tuple):
        return value
    if isinstance(value, ListValue):
        return (value.element,) if value.items is None else value.items
    if isinstance(value, DictValue):
        return value.entries.values()
    if isinstance(value, Instance):
        return [held for held in value.attrs.values() if isinstance(held, (ListValue, SetValue, DictValue, Tensor))]
    if isinstance(value, BoundMethod):
        return (value.receiver, value.function)
    if isinstance(value, PartialValue):
        return (value.function, *value.args, *value.kwargs.values())
    return _closed_over(value) if isinstance(value, FunctionValue) else ()


def _closed_over(function: FunctionValue) -> list[Value]:
    """The variables of enclosing functions that a function names."""
    found: list[Value] = []
    scope = function.scope
    names = names_in(function.node) if scope.parent is not None else set()
    while scope.parent is not None:
        found.extend(scope.variables[name] for name in sorted(names & scope.variables.keys()))
        scope = scope.parent
    return found
