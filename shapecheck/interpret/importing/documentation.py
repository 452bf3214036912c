"""Decorators that write documentation and give back what they decorate.

Big packages build their docstrings from signatures, tables and templates, in thousands of steps a function. Nothing
of it can change a shape, so such a decorator is seen for what it is and not run: it assigns a `__doc__`, and each of
its `return`s gives its first parameter, directly or through functions of the same kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from shapecheck.source import ir
from shapecheck.source.walking import own_statements
from shapecheck.values import FunctionValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_DEPTH = 6


def only_documents(machine: Machine, decorator: Value) -> bool:
    """Whether calling the decorator on something gives that thing back with another `__doc__`, and no more."""
    if not isinstance(decorator, FunctionValue) or isinstance(decorator.node, ir.Lambda):
        return False
    known = machine.world.documenting
    node = decorator.node
    if id(node) not in known:
        module = machine.world.module_of(decorator.module)
        machine.world.reads.entered[id(node)] = (module.file or "", node)
        scope = module.namespace
        known[id(node)] = _gives_back(node, scope, {}, MAX_DEPTH) and _writes_doc(node, scope, {}, MAX_DEPTH)
    return known[id(node)]


def _gives_back(
    node: ir.FunctionDef, scope: dict[str, Any], nested: dict[str, ir.FunctionDef], depth: int
) -> bool:
    """Whether each `return` gives the first parameter, or a function that does so to what it is given."""
    if depth == 0 or not node.params or node.is_generator or node.is_async:
        return False
    first = node.params[0].name
    nested = nested | _definitions(node.body)
    if any(_binds(statement, first) for statement in own_statements(node.body)):
        return False
    returns = [statement.value for statement in own_statements(node.body) if isinstance(statement, ir.Return)]
    return bool(returns) and all(_is_given(value, first, scope, nested, depth) for value in returns)


def _is_given(
    value: ir.Expression | None,
    first: str,
    scope: dict[str, Any],
    nested: dict[str, ir.FunctionDef],
    depth: int,
) -> bool:
    if (
        isinstance(value, ir.Call)
        and value.args
        and isinstance(value.args[0], ir.Name)
        and value.args[0].id == first
    ):
        called = _function(value.func, scope, nested)
        return called is not None and _gives_back(called, scope, nested, depth - 1)
    if not isinstance(value, ir.Name):
        return False
    if value.id == first:
        return True
    # `def decorate(fn=None): ...; return decorator`: only so when it was called without anything to decorate.
    inner = nested.get(value.id)
    return inner is not None and _gives_back(inner, scope, nested, depth - 1)


def _writes_doc(
    node: ir.FunctionDef, scope: dict[str, Any], nested: dict[str, ir.FunctionDef], depth: int
) -> bool:
    nested = nested | _definitions(node.body)
    for statement in own_statements(node.body):
        if isinstance(statement, ir.Assign):
            if any(
                isinstance(target, ir.Attribute) and target.attr == "__doc__" for target in statement.targets
            ):
                return True
        elif isinstance(statement, ir.Return) and depth:
            value = statement.value
            if isinstance(value, ir.Call):
                value = value.func
            called = _function(value, scope, nested)
            if called is not None and called is not node and _writes_doc(called, scope, nested, depth - 1):
                return True
    return False


def _function(
    value: ir.Expression | None, scope: dict[str, Any], nested: dict[str, ir.FunctionDef]
) -> ir.FunctionDef | None:
    if not isinstance(value, ir.Name):
        return None
    if value.id in nested:
        return nested[value.id]
    found = scope.get(value.id)
    return found.node if isinstance(found, FunctionValue) and isinstance(found.node, ir.FunctionDef) else None


def _definitions(body: Sequence[ir.Statement]) -> dict[str, ir.FunctionDef]:
    return {node.name: node for node in own_statements(body) if isinstance(node, ir.FunctionDef)}


def _binds(node: ir.Statement, name: str) -> bool:
    targets: tuple[Any, ...] = ()
    if isinstance(node, ir.Assign):
        targets = node.targets
    elif isinstance(node, (ir.AugAssign, ir.AnnAssign, ir.For)):
        targets = (node.target,)
    elif isinstance(node, (ir.FunctionDef, ir.ClassDef)):
        return node.name == name
    return any(_names(target, name) for target in targets)


def _names(target: Any, name: str) -> bool:
    if isinstance(target, ir.Name):
        return target.id == name
    return isinstance(target, (ir.Tuple, ir.List)) and any(_names(part, name) for part in target.elts)
