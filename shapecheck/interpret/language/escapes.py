"""What code that is not followed may change: the containers that it gets hold of.

Only empty ones are given up, and attributes that are None until a method sets them. They are made to be filled, so
nothing may be concluded from their being empty; of one that holds something it is assumed that what it holds stays.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from shapecheck.interpret.language.assigned_later import assigned_later
from shapecheck.source import ir
from shapecheck.source.outer_changes import Place, outer_changes
from shapecheck.source.walking import names_in
from shapecheck.symbolic import Expr
from shapecheck.values import (
    BoundMethod,
    ClassValue,
    DictValue,
    FunctionValue,
    Instance,
    ListValue,
    NativeFunction,
    PartialValue,
    Scalar,
    Scope,
    SetValue,
    Tensor,
    UnionValue,
    Value,
    forget_numbers,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_DEPTH = 3
"""How far into containers and objects one looks."""
MAX_HELD = 32
"""So many functions that others hold are kept in mind."""
UNFILLED = (type(None), bool, int, float, str, Expr, Scalar)
"""With tensors without elements: what stands at a place that is still to be filled."""

PLAIN = frozenset({type(None), bool, int, float, str})
"""Types of what holds nothing. Most attributes of a configuration are such, and there may be thousands of objects."""
VALUES_A_STEP = 8
"""So many values that escape are as much work as a step."""


def escape(machine: Machine, values: Iterable[Value], depth: int = MAX_DEPTH) -> None:
    """Code that is not followed has got these values: what is empty within reach is of unknown content."""
    _Escape(machine).walk(values, depth)


class _Escape:
    """One walk over what can be reached. A value that many others hold is entered once, unless it is met nearer."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._reached: dict[int, int] = {}
        """By the identity of a value how far from it the walk has gone."""
        self._setters: dict[ClassValue, set[str]] = {}
        """What the methods of a class assign: thousands of objects of one class may be reached at once."""
        self._met = 0

    def walk(self, values: Iterable[Value], depth: int) -> None:
        reached = self._reached
        for value in values:
            if type(value) in PLAIN or reached.get(id(value), -1) >= depth:
                continue
            if type(value) is UnionValue:
                self.walk(value.members, depth)
                continue
            is_new = id(value) not in reached
            reached[id(value)] = depth
            if is_new:
                self._give_up(value)
            if depth:
                self.walk(_within(value), depth - 1)

    def _give_up(self, value: Value) -> None:
        self._met += 1
        if not self._met % VALUES_A_STEP:
            self._machine.step()
        if isinstance(value, (ListValue, SetValue, DictValue)):
            _give_up(self._machine, value)
        elif isinstance(value, Instance):
            self._give_up_absent(value)
            _give_up_members(self._machine, value)
        elif isinstance(value, Tensor):
            forget_numbers(self._machine.store, value)
            if value.attrs is not None:
                self._machine.store.set_attr(value, "attrs", None)
        elif isinstance(value, (FunctionValue, BoundMethod)):
            hand_over(self._machine, value)

    def _give_up_absent(self, value: Instance) -> None:
        """An attribute that is None until a method sets it: whoever has got the object may call that."""
        if value.cls.site is None or None not in value.attrs.values():
            return
        if value.cls not in self._setters:
            self._setters[value.cls] = {name for name, _ in assigned_later(self._machine.world, value)}
        absent = {name for name, held in value.attrs.items() if held is None}
        for name in sorted(absent & self._setters[value.cls]):
            why = self._machine.unknown(f"the attribute {name}, which code not followed may have set")
            self._machine.store.set_item(value.attrs, name, why, value.birth)


def hold(machine: Machine, value: Value) -> None:
    """Code that is not followed keeps the value: what an object in it is given later, that code may change as well."""
    escape(machine, (value,))
    for held in (value, *_within(value)):
        if isinstance(held, Instance) and held.is_held is False:
            machine.store.set_attr(held, "is_held", True)


def keep_parts(machine: Machine, value: Value) -> None:
    """An object of a class with a base that is not known keeps the value: its `eval` is that of the base."""
    from shapecheck.interpret.nn.module import give_up_mode
    from shapecheck.interpret.nn.parts import is_module

    if isinstance(value, Instance) and is_module(value):
        give_up_mode(machine, value, of_all=True)


def hand_over(machine: Machine, function: FunctionValue | BoundMethod) -> None:
    """Code that is not followed has got the function: a hook of a layer of an unknown model, the target of a thread. It
    may call it now, and whenever it runs."""
    body = function.function if isinstance(function, BoundMethod) else function
    if not isinstance(body, FunctionValue) or not any(outer_changes(body.node)):
        return
    may_have_run(machine, function)
    held = machine.callbacks
    if held.items is not None and len(held.items) < MAX_HELD and not any(_is_same(one, function) for one in held.items):
        machine.store.set_attr(held, "items", [*held.items, function])
        machine.world.memory.forget()  # calls that were remembered did not call it


def may_run(machine: Machine) -> None:
    """Code that is not followed runs: it may call what it has got, and `backward()`, which calls the hooks."""
    for held in (machine.callbacks, machine.gradient_hooks):
        for one in (held.element,) if held.items is None else held.items:
            function = one.function if isinstance(one, PartialValue) else one
            if isinstance(function, (FunctionValue, BoundMethod)):
                may_have_run(machine, function)


def _is_same(one: Value, other: Value) -> bool:
    if isinstance(one, BoundMethod) and isinstance(other, BoundMethod):
        return one.function is other.function and one.receiver is other.receiver
    return one is other


def may_have_run(machine: Machine, function: FunctionValue | BoundMethod) -> None:
    """Somebody may have called the function. What it changes is not known any more, where it looks like a place that is
    still to be filled."""
    body = function.function if isinstance(function, BoundMethod) else function
    if not isinstance(body, FunctionValue):
        return
    changes = outer_changes(body.node)
    set_by_others = machine.unknown("what code not followed may have set")
    for name in changes.names:
        scope = _scope_of(body.scope, name)
        if scope is not None and _is_unfilled(machine, scope.variables[name]):
            machine.store.set_item(scope.variables, name, set_by_others, scope.birth)
    for *path, name in changes.assigned:
        owner = _at(function, body, tuple(path))
        if isinstance(owner, Instance) and name in owner.attrs and _is_unfilled(machine, owner.attrs[name]):
            machine.store.set_item(owner.attrs, name, set_by_others, owner.birth)
    for place in changes.filled:
        container = _at(function, body, place)
        escape(machine, (container,), 0)
        _give_up_unfilled(machine, container)


def _give_up_unfilled(machine: Machine, container: Value) -> None:
    """`results = [None] * n`: others fill the places."""
    items = container.items if isinstance(container, ListValue) else None
    if items is not None and any(item is None for item in items):
        unknown = machine.unknown("an item that code not followed may have set")
        filled = [unknown if item is None else item for item in items]
        machine.store.set_attr(container, "items", filled)
    elif isinstance(container, DictValue):
        for key, value in list(container.entries.items()):
            if isinstance(value, UNFILLED):
                unknown = machine.unknown("an item that code not followed may have set")
                machine.store.set_item(container.entries, key, unknown, container.birth)


def _is_unfilled(machine: Machine, value: Value) -> bool:
    if isinstance(value, Tensor):
        return 0 in machine.path.resolve(value.shape)
    return isinstance(value, UNFILLED)


def _at(function: FunctionValue | BoundMethod, body: FunctionValue, place: Place) -> Value:
    """What stands at a place, as the function sees it; None if nothing is known to."""
    first, *rest = place
    params = body.node.params
    found: Value = None
    if params and params[0].name == first:
        found = function.receiver if isinstance(function, BoundMethod) else None
    elif not isinstance(body.node, ir.FunctionDef) or first not in body.node.locals:
        scope = _scope_of(body.scope, first)
        found = None if scope is None else scope.variables[first]
    for name in rest:
        found = found.attrs.get(name) if isinstance(found, Instance) else None
    return found


def _scope_of(scope: Scope | None, name: str) -> Scope | None:
    """The scope around a function that has the name."""
    while scope is not None and (scope.is_class or name not in scope.variables):
        scope = scope.parent
    return scope


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
            machine.store.set_attr(value, "sizes", None)


def _give_up_members(machine: Machine, value: Instance) -> None:
    """`super().__init__(*layers)` of a Sequential, with layers that are not known."""
    from shapecheck.interpret.nn.members import is_container, may_have_members
    from shapecheck.interpret.nn.module import give_up_mode
    from shapecheck.interpret.nn.parts import is_module

    if not is_module(value):
        return
    if is_container(value):
        may_have_members(machine, value)
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
        from shapecheck.interpret.nn.members import is_container

        held = [one for one in value.attrs.values() if type(one) not in PLAIN and type(one) is not tuple]
        parts = (ListValue, SetValue, DictValue, Tensor, *((Instance,) if is_container(value) else ()))
        return [one for one in held if isinstance(one, parts)]
    if isinstance(value, BoundMethod):
        return (value.receiver, value.function)
    if isinstance(value, NativeFunction):
        return (value.receiver,)
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
