"""Names: looking them up along the scopes, and assigning to targets of every form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapecheck.interpret.importing import imports
from shapecheck.interpret.language import lists_of_sizes, sizes
from shapecheck.interpret.language.dispatch import evaluate
from shapecheck.interpret.obligations import reject
from shapecheck.source import ir
from shapecheck.symbolic import Expr, not_
from shapecheck.values import (
    MISSING,
    DictValue,
    ListValue,
    Opaque,
    Scope,
    Size,
    Tensor,
    UnionValue,
    Value,
    each,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def load(machine: Machine, name: str, span: ir.Span) -> Value:
    """The value of a name; unknown if it is not defined."""
    local: Any = machine.frame.scope.variables.get(name, MISSING)
    if local is not MISSING and type(local) not in imports.LAZY:
        known: Value = local
        return known
    one = found(machine, name)
    if one is not None:
        return one[0]
    machine.frame.span = span
    return machine.unknown(f"the name {name} is not defined")


def found(machine: Machine, name: str) -> tuple[Value] | None:
    """The value of a name, if there is one: local, enclosing, global, built-in."""
    scope: Scope | None = machine.frame.scope
    start = scope
    while scope is not None:
        if name in scope.variables and (scope is start or not scope.is_class):
            return (imports.resolved(machine, scope.variables, name),)
        scope = scope.parent
    star = imports.from_star_imports(machine, machine.frame.module, name)
    if star is not None:
        return star
    builtin = machine.world.builtin(name)
    return None if builtin is None else (builtin,)


def store(machine: Machine, name: str, value: Value) -> None:
    """Assigns a plain name in the scope that it belongs to."""
    frame = machine.frame
    scope = frame.scope
    declared = frame.globals_declared.get(name)
    if declared == "global":
        machine.store.set_item(frame.module.namespace, name, value)
        return
    if declared == "nonlocal":
        outer = scope.parent
        while outer is not None:
            if name in outer.variables and not outer.is_class:
                machine.store.set_item(outer.variables, name, value, outer.birth)
                return
            outer = outer.parent
    machine.store.set_item(scope.variables, name, value, scope.birth)


def store_beyond_comprehensions(machine: Machine, name: str, value: Value) -> None:
    """A walrus inside of a comprehension binds in the scope around it."""
    frame = machine.frame
    inner = frame.scope
    while frame.scope.is_comprehension and frame.scope.parent is not None:
        frame.scope = frame.scope.parent
    try:
        store(machine, name, value)
    finally:
        frame.scope = inner


def assign(machine: Machine, target: ir.Expression, value: Value) -> None:
    """`target = value` for names, attributes, subscripts and nested sequences with a star."""
    if isinstance(target, ir.Name):
        if machine.notes_shapes:
            machine.world.note_shape(machine, target.span, value)
        store(machine, target.id, value)
    elif isinstance(target, ir.Attribute):
        obj = evaluate(machine, target.value)
        machine.frame.span = target.span
        if machine.notes_shapes:
            machine.world.note_shape(machine, target.span, value)
        machine.set_attribute(obj, target.attr, value)
    elif isinstance(target, ir.Subscript):
        obj = evaluate(machine, target.value)
        index = evaluate(machine, target.index)
        machine.frame.span = target.span
        machine.set_index(obj, index, value)
    elif isinstance(target, (ir.Tuple, ir.List)):
        unpack(machine, target.elts, value, target.span)
    elif isinstance(target, ir.Starred):
        assign(machine, target.value, value)


def unpack(machine: Machine, targets: tuple[ir.Expression, ...], value: Value, span: ir.Span) -> None:
    """`a, *b, c = value`; a wrong number of tensor sizes is a shape error, of other items a ValueError."""
    machine.frame.span = span
    star = next((i for i, t in enumerate(targets) if isinstance(t, ir.Starred)), None)
    if isinstance(value, Opaque) and value.bound is not None:
        value = value.bound
    if isinstance(value, UnionValue):
        value = _that_fit(machine, value, len(targets) if star is None else None)
    before, after = (len(targets), None) if star is None else (star, len(targets) - star - 1)
    items = sizes.unpacked(machine, value, before, after)
    if items is None:
        items = machine.iterate(value)
    if items is None:
        _assign_unknown(machine, targets, value)
        return
    if star is None and len(items) != len(targets) or star is not None and len(items) < len(targets) - 1:
        wanted = len(targets) - (star is not None)
        few = "not enough" if len(items) < wanted else "too many"
        message = f"{few} values to unpack (expected {wanted}, got {len(items)})"
        if isinstance(value, (Size, Tensor)) or sizes.is_list_of_sizes(machine, items) or _is_dict_of_tensors(value):
            reject(machine, message)
        raise machine.error("ValueError", message)
    if star is not None and after is not None:
        rest = lists_of_sizes.listed(machine, items[star : len(items) - after])
        items = [*items[:star], rest, *items[len(items) - after :]]
    for target, item in zip(targets, items):
        if isinstance(target, ir.Name) and target.id.strip("_") and isinstance(item, Expr) and item.is_symbol:
            machine.path.hints.setdefault(item.name, target.id)
        assign(machine, target, item)


def _is_dict_of_tensors(value: Value) -> bool:
    """Whether it is what a model gives by names, of which the names would be unpacked."""
    return isinstance(value, DictValue) and any(isinstance(item, Tensor) for item in value.entries.values())


def _that_fit(machine: Machine, value: UnionValue, wanted: int | None) -> Value:
    """Of tuples of several lengths those that can be unpacked, as one: the others end the path."""
    fitting = [member for member in value.members if isinstance(member, tuple) and len(member) == wanted]
    if not fitting or not all(isinstance(member, tuple) for member in value.members):
        return value
    if value.guard is not None and len(fitting) == 1:
        first, second = value.members
        cond, other = (value.guard, second) if fitting[0] is first else (not_(value.guard), first)
        few = "not enough" if isinstance(other, tuple) and len(other) < len(fitting[0]) else "too many"
        if not sizes.required(machine, cond, f"{few} values to unpack (expected {wanted})"):
            return machine.unknown("parts that cannot be unpacked")
    return machine.one_of(fitting)


def _assign_unknown(machine: Machine, targets: tuple[ir.Expression, ...], value: Value) -> None:
    for target in targets:
        element = machine.element_of(value)
        if isinstance(target, ir.Starred):
            assign(machine, target.value, ListValue(None, element, machine.path.fresh("length", 0)))
        else:
            assign(machine, target, each.taken(machine.path, element))


def delete(machine: Machine, target: ir.Expression) -> None:
    """`del target`"""
    if isinstance(target, ir.Name):
        machine.store.del_item(machine.frame.scope.variables, target.id, machine.frame.scope.birth)
    elif isinstance(target, ir.Attribute):
        machine.del_attribute(evaluate(machine, target.value), target.attr)
    elif isinstance(target, ir.Subscript):
        machine.del_index(evaluate(machine, target.value), evaluate(machine, target.index))
    elif isinstance(target, (ir.Tuple, ir.List)):
        for item in target.elts:
            delete(machine, item)
