"""Execution of statements: one function a node, found in the table EXECUTE."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from shapecheck.interpret import branches, classes, handlers, imports, lazy_modules, loops, matching, names
from shapecheck.interpret.declarations import checking
from shapecheck.interpret.expressions import evaluate, expression_text, make_function
from shapecheck.interpret.record import ASSERTION, Finding
from shapecheck.interpret.signals import Break, Continue, Flow, PythonError, Return
from shapecheck.rules.context import Rejected
from shapecheck.source import ir
from shapecheck.symbolic import Formula
from shapecheck.values import Instance, TypeExpression, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def execute_block(machine: Machine, body: Sequence[ir.Statement]) -> Flow:
    """Runs statements until one leaves."""
    for statement in body:
        machine.step()
        machine.frame.span = statement.span
        flow = EXECUTE[type(statement)](machine, statement)
        if flow is not None:
            return flow
    return None


def _expr(machine: Machine, node: ir.Expr) -> Flow:
    evaluate(machine, node.value)
    return None


def _assign(machine: Machine, node: ir.Assign) -> Flow:
    value = evaluate(machine, node.value)
    for target in node.targets:
        names.assign(machine, target, value)
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
    else:
        names.assign(machine, target, _augmented(machine, node, evaluate(machine, target)))
    return None


def _augmented(machine: Machine, node: ir.AugAssign, old: Value) -> Value:
    value = evaluate(machine, node.value)
    machine.frame.span = node.span
    machine.operands = [(expression_text(node.target), old), (expression_text(node.value), value)]
    from shapecheck.interpret.operators import augmented

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
    return Return(checking.check_return(machine, value))


def _raise(machine: Machine, node: ir.Raise) -> Flow:
    if node.exc is None:
        raise PythonError(machine.unknown("re-raised"))
    value = evaluate(machine, node.exc)
    machine.frame.span = node.span
    value = classes.as_exception(machine, value)
    raise PythonError(value, _raise_finding(machine, value))


def _raise_finding(machine: Machine, value: Value) -> Finding | None:
    if not isinstance(value, Instance) or classes.exception_is(machine, value, "NotImplementedError"):
        return None
    args = value.attrs.get("args")
    message = machine.string(args[0]) if isinstance(args, tuple) and args else None
    shown = f"{value.cls.name}: {message}" if message else value.cls.name
    return _finding(machine, f"every path of this call raises {shown}")


def _finding(machine: Machine, message: str) -> Finding:
    return Finding("impossible-assert", message, machine.sites(), (), None, machine.uncertain > 0)


def _assert(machine: Machine, node: ir.Assert) -> Flow:
    if _assert_instance(machine, node.test):
        return None
    value = evaluate(machine, node.test)
    cond = machine.condition(value)
    decided = None if cond is None else machine.path.decide(cond)
    machine.frame.span = node.span
    if decided is True:
        machine.record.obligations["proved"] += 1
        return None
    if decided is False:
        finding = _finding(machine, _assert_message(machine, node, value))
        raise PythonError(classes.make_exception(machine, machine.builtin_class("AssertionError"), []), finding)
    if isinstance(cond, Formula):
        with machine.obliging(ASSERTION):
            machine.require(cond, lambda: _unproved_message(machine, node, cond))
    else:
        branches.assume_truth(machine, node.test)
    return None


def _assert_instance(machine: Machine, test: ir.Expression) -> bool:
    """`assert isinstance(x, Float[Tensor, "b c"])` declares the shape of x; False of any other assert."""
    if not (isinstance(test, ir.Call) and isinstance(test.func, ir.Name) and test.func.id == "isinstance"):
        return False
    if len(test.args) != 2 or not isinstance(test.args[1], (ir.Subscript, ir.Name)):
        return False
    cls = evaluate(machine, test.args[1])
    if not isinstance(cls, TypeExpression):
        return False
    value = evaluate(machine, test.args[0])
    machine.frame.span = test.span
    try:
        return checking.assert_instance(machine, value, cls, f"`{expression_text(test.args[0])}`")
    except Rejected:
        raise machine.error("AssertionError") from None


def _assert_message(machine: Machine, node: ir.Assert, value: Value) -> str:
    text = machine.string(evaluate(machine, node.msg)) if node.msg is not None else None
    detail = _compared(machine, node.test)
    shown = "this assert fails for every input that reaches it"
    if detail:
        shown += f": {detail}"
    return f"{shown} ({text})" if text else shown


def _unproved_message(machine: Machine, node: ir.Assert, cond: Formula) -> str:
    text = machine.string(evaluate(machine, node.msg)) if node.msg is not None else None
    return f"{cond} is asserted" + (f" ({text})" if text else "")


def _compared(machine: Machine, test: ir.Expression) -> str:
    """`64 % 3 == 0 is false`: both sides of the comparison with their values."""
    if not isinstance(test, ir.Compare) or len(test.ops) != 1:
        return ""
    left = machine.string(evaluate(machine, test.left))
    right = machine.string(evaluate(machine, test.comparators[0]))
    return f"{left} {test.ops[0]} {right} is false" if left is not None and right is not None else ""


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
    value: Value = make_function(machine, node, node.name)
    value = classes.decorate(machine, node.decorators, value)
    names.store(machine, node.name, value)
    return None


def _class_def(machine: Machine, node: ir.ClassDef) -> Flow:
    names.store(machine, node.name, classes.define_class(machine, node))
    return None


def _if(machine: Machine, node: ir.If) -> Flow:
    if lazy_modules.replaces_itself(node):
        lazy_modules.declare(machine, node.body)
        return None
    flow: Flow = branches.choose(
        machine,
        node.test,
        lambda: execute_block(machine, node.body),
        lambda: execute_block(machine, node.orelse),
    )
    return flow


def _type_alias(machine: Machine, node: ir.TypeAlias_) -> Flow:
    frame = machine.frame
    names.store(machine, node.name, TypeExpression(node.value, frame.scope, frame.module, frame.file))
    return None


EXECUTE: dict[type, Callable[[Any, Any], Flow]] = {
    ir.Expr: _expr,
    ir.Assign: _assign,
    ir.AugAssign: _aug_assign,
    ir.AnnAssign: _ann_assign,
    ir.Return: _return,
    ir.Raise: _raise,
    ir.Assert: _assert,
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
    ir.With: handlers.execute_with,
    ir.Match: matching.execute_match,
    ir.TypeAlias_: _type_alias,
}

