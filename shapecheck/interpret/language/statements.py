"""Execution of statements: one function a node, found in the table EXECUTE."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.checkpoints import STAND_INS
from shapecheck.interpret.declarations import checking
from shapecheck.interpret.declarations.comments import compare_comment
from shapecheck.interpret.importing import imports, lazy_modules
from shapecheck.interpret.language import (
    asserts,
    branches,
    classes,
    comprehensions,
    handlers,
    loops,
    managers,
    matching,
    names,
)
from shapecheck.interpret.language.dispatch import EXECUTE, evaluate, execute_block
from shapecheck.interpret.language.expressions import make_function
from shapecheck.interpret.language.givens import note_call
from shapecheck.interpret.operands import expression_text
from shapecheck.interpret.signals import Break, Continue, Flow, Return
from shapecheck.source import ir
from shapecheck.values import ListValue, TypeExpression, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def _expr(machine: Machine, node: ir.Expr) -> Flow:
    evaluate(machine, node.value)
    note_call(machine, node.value)
    return None


def _assign(machine: Machine, node: ir.Assign) -> Flow:
    value = evaluate(machine, node.value)
    for target in node.targets:
        names.assign(machine, target, value)
    compare_comment(machine, node, value)
    return None


def _aug_assign(machine: Machine, node: ir.AugAssign) -> Flow:
    target = node.target
    if isinstance(target, ir.Attribute):
        obj = evaluate(machine, target.value)
        value = _augmented(machine, node, machine.get_attribute(obj, target.attr))
        machine.set_attribute(obj, target.attr, value)
    elif isinstance(target, ir.Subscript):
        obj, index = evaluate(machine, target.value), evaluate(machine, target.index)
        value = _augmented(machine, node, machine.index(obj, index))
        machine.set_index(obj, index, value)
    elif isinstance(target, ir.Name):  # what it was before is not noted at the place where it becomes another value
        names.assign(machine, target, _augmented(machine, node, names.load(machine, target.id, target.span)))
    else:
        names.assign(machine, target, _augmented(machine, node, evaluate(machine, target)))
    return None


def _augmented(machine: Machine, node: ir.AugAssign, old: Value) -> Value:
    if node.op == "+" and isinstance(old, ListValue) and comprehensions.grow(machine, old, node.value):
        return old
    value = evaluate(machine, node.value)
    machine.frame.span = node.span
    machine.operands = ((node.target, old), (node.value, value))
    from shapecheck.interpret.language.operators import augmented

    return augmented(machine, node.op, old, value)


def _ann_assign(machine: Machine, node: ir.AnnAssign) -> Flow:
    frame = machine.frame
    if frame.scope.is_class and isinstance(node.target, ir.Name):
        classes.note_annotation(machine, node.target.id, node.annotation)
    if node.value is not None:
        value = evaluate(machine, node.value)
        if not frame.scope.is_class:
            machine.frame.span = node.span
            value = checking.check_variable(machine, expression_text(node.target), node.annotation, value)
        names.assign(machine, node.target, value)
    return None


def _return(machine: Machine, node: ir.Return) -> Flow:
    if node.value is None:
        return Return(None)
    value = evaluate(machine, node.value)
    machine.frame.span = node.span
    if machine.notes_shapes:
        machine.world.note_shape(machine, node.value.span, value)
    compare_comment(machine, node, value)
    return Return(checking.check_return(machine, value))


def _delete(machine: Machine, node: ir.Delete) -> Flow:
    for target in node.targets:
        names.delete(machine, target)
    return None


def _nothing(machine: Machine, node: ir.Pass) -> Flow:
    return None


def _break(machine: Machine, node: ir.Break) -> Flow:
    return Break()


def _continue(machine: Machine, node: ir.Continue) -> Flow:
    return Continue()


def _global(machine: Machine, node: ir.Global) -> Flow:
    for name in node.names:
        machine.frame.globals_declared[name] = "global"
    return None


def _nonlocal(machine: Machine, node: ir.Nonlocal) -> Flow:
    for name in node.names:
        machine.frame.globals_declared[name] = "nonlocal"
    return None


def _function_def(machine: Machine, node: ir.FunctionDef) -> Flow:
    function = make_function(machine, node, node.name)
    value: Value = function
    if not machine.world.is_of_project(machine.frame.module):
        value = STAND_INS.get(f"{function.module}.{function.qualname}", function)
    value = classes.decorate(machine, node.decorators, value)
    names.store(machine, node.name, value)
    machine.note_inner(node, value)
    if node.decorators:
        machine.note_decorated(node, function)
    return None


def _class_def(machine: Machine, node: ir.ClassDef) -> Flow:
    value = classes.define_class(machine, node)
    names.store(machine, node.name, value)
    machine.note_inner(node, value)
    return None


def _if(machine: Machine, node: ir.If) -> Flow:
    if lazy_modules.replaces_itself(node):
        lazy_modules.declare(machine, node.body)
        return None
    then = _with_alternative if node.orelse and machine.frame.function is None else execute_block
    flow: Flow = branches.choose(
        machine,
        node.test,
        lambda: then(machine, node.body),
        lambda: execute_block(machine, node.orelse),
    )
    return flow


def _with_alternative(machine: Machine, body: tuple[ir.Statement, ...]) -> Flow:
    """What a module does where its `else` does something else in its place."""
    frame = machine.frame
    frame.alternatives += 1
    try:
        return execute_block(machine, body)
    finally:
        frame.alternatives -= 1


def _type_alias(machine: Machine, node: ir.TypeAlias_) -> Flow:
    frame = machine.frame
    names.store(machine, node.name, TypeExpression(node.value, frame.scope, frame.module, frame.file))
    return None


EXECUTE.update({
    ir.Expr: _expr,
    ir.Assign: _assign,
    ir.AugAssign: _aug_assign,
    ir.AnnAssign: _ann_assign,
    ir.Return: _return,
    ir.Raise: asserts.execute_raise,
    ir.Assert: asserts.execute_assert,
    ir.Delete: _delete,
    ir.Pass: _nothing,
    ir.Break: _break,
    ir.Continue: _continue,
    ir.Global: _global,
    ir.Nonlocal: _nonlocal,
    ir.FunctionDef: _function_def,
    ir.ClassDef: _class_def,
    ir.If: _if,
    ir.Import: imports.execute_import,
    ir.ImportFrom: imports.execute_import_from,
    ir.For: loops.execute_for,
    ir.While: loops.execute_while,
    ir.Try: handlers.execute_try,
    ir.With: managers.execute_with,
    ir.Match: matching.execute_match,
    ir.TypeAlias_: _type_alias,
})

