"""What the globals and classes of a module hold when a function of it is called from somewhere: its functions may have
changed them since the module was run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from shapecheck.interpret.entries.changes import holds_nothing
from shapecheck.interpret.language.assigned_later import assigned_later
from shapecheck.interpret.machine import Machine
from shapecheck.interpret.nn.parts import is_module
from shapecheck.interpret.world import World
from shapecheck.source.global_changes import Change
from shapecheck.symbolic import Expr, Formula
from shapecheck.values import (
    ClassValue,
    DictValue,
    Instance,
    ListValue,
    ModuleValue,
    Scalar,
    SetValue,
    Tensor,
    UnionValue,
    Value,
)

PLAIN = (int, float, str, tuple, Expr, Formula, Scalar, Tensor, UnionValue, ListValue, DictValue, SetValue)
"""What another call may have replaced by something else of the kind. Objects stay: what a module makes of a network or
a tokenizer is what a reader takes it for."""


Changes: TypeAlias = "dict[str, tuple[Change, ...]]"
"""What the functions of modules change, by the name of the module."""


def changes_of(world: World, module: ModuleValue) -> Changes:
    """The changes that functions make to a module and to those of the project that it has imported."""
    found = {name: world.files.global_changes(file) for name, file in _of_project(world, module.name)}
    return {name: changes for name, changes in found.items() if changes}


def _of_project(world: World, *more: str) -> Iterator[tuple[str, str]]:
    """The modules of the project that are there, with their files."""
    for name in (*more, *world.effects.present):
        module = world.modules.get(name)
        if module is not None and module.file is not None and world.is_of_project(module):
            yield name, module.file


@contextmanager
def changed_by_functions(machine: Machine, changes: Changes) -> Iterator[None]:
    """Inside nobody knows what functions have changed: who calls one of them may have called the others before."""
    mark, memory = machine.store.mark(), machine.world.memory
    later = [(made, *use) for made in _made_at_top(machine.world) for use in assigned_later(machine.world, made)]
    if changes or later:
        memory.forget()
    for name, of_module in changes.items():
        namespace = machine.world.modules[name].namespace
        for change in of_module:
            _forget(machine, namespace, change, of_module)
    for made, attribute, method in later:
        if made.attrs.get(attribute, ...) is None:
            unknown = machine.unknown(f"the attribute {attribute}, which {method} assigns")
            machine.store.set_item(made.attrs, attribute, unknown, made.birth)
    try:
        yield
    finally:
        machine.store.undo(mark)
        if changes or later:
            memory.forget()


def _made_at_top(world: World) -> Iterator[Instance]:
    """The plain objects of its own classes that a module of the project holds, with something that is not there yet: a
    configuration that is loaded later."""
    for name, _ in _of_project(world):
        made = [one for one in world.modules[name].namespace.values() if isinstance(one, Instance)]
        for one in made:
            if one.cls.module == name and not is_module(one) and any(held is None for held in one.attrs.values()):
                yield one


def _forget(machine: Machine, namespace: dict[str, Any], change: Change, others: tuple[Change, ...]) -> None:
    if change.owner:
        owner = namespace.get(change.owner)
        namespace = owner.namespace if isinstance(owner, ClassValue) else {}
    value: Value = namespace.get(change.name, ...)
    unknown = machine.unknown(f"{change.name}, which {change.function} changes")
    if not change.is_item:
        if isinstance(value, PLAIN):
            machine.store.set_item(namespace, change.name, unknown)
    elif holds_nothing(value):
        if not _is_kept(change, others):
            machine.store.set_item(namespace, change.name, unknown)
    elif isinstance(value, DictValue) and isinstance(value.entries.get(change.key, ...), (*PLAIN, type(None))):
        machine.store.set_item(value.entries, change.key, unknown)
    elif isinstance(value, ListValue) and isinstance(change.key, int) and value.items is not None:
        at = change.key if change.key >= 0 else len(value.items) + change.key
        if 0 <= at < len(value.items) and isinstance(value.items[at], (*PLAIN, type(None))):
            machine.store.set_attr(value, "items", [*value.items[:at], unknown, *value.items[at + 1 :]])


def _is_kept(change: Change, others: tuple[Change, ...]) -> bool:
    """Whether it is made when it is first asked for, and never changed: whoever writes it looks whether it is there."""
    return all(other.looks for other in others if other[:2] == change[:2])
