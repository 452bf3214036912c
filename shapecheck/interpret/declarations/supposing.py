"""What a branch on `isinstance(x, Float[Tensor, "b c"])` tells of `x` where the test holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.declarations import bindings as bound
from shapecheck.interpret.declarations.bindings import Bindings
from shapecheck.interpret.declarations.checking import flatten
from shapecheck.interpret.declarations.forms import ShapeForm
from shapecheck.interpret.declarations.free import make
from shapecheck.interpret.declarations.reading import read_value
from shapecheck.interpret.record import DECLARED
from shapecheck.interpret.signals import DeadPath
from shapecheck.rules.context import Rejected
from shapecheck.source import ir
from shapecheck.values import TypeExpression, Unknown

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def suppose(machine: Machine, test: ir.Expression, holds: bool) -> None:
    """On the side of a branch where the test holds (or fails): DeadPath if no tensor can be there."""
    if isinstance(test, ir.UnaryOp) and test.op == "not":
        suppose(machine, test.operand, not holds)
    elif isinstance(test, ir.BoolOp) and (test.op == "and") is holds:
        for value in test.values:
            suppose(machine, value, holds)
    elif holds and is_instance_test(test):
        _suppose_instance(machine, test)


def is_instance_test(test: ir.Expression) -> bool:
    """Whether it is `isinstance(x, ...)` with a class that may be a declared shape."""
    if not (isinstance(test, ir.Call) and isinstance(test.func, ir.Name) and test.func.id == "isinstance"):
        return False
    return len(test.args) == 2 and isinstance(test.args[1], (ir.Subscript, ir.Name))


def _suppose_instance(machine: Machine, test: ir.Expression) -> None:
    from shapecheck.interpret.dispatch import evaluate

    assert isinstance(test, ir.Call)
    place, span = test.args[0], machine.frame.span
    cls = evaluate(machine, test.args[1])
    form = read_value(machine, cls) if isinstance(cls, TypeExpression) else None
    if not isinstance(form, ShapeForm):
        return
    value, frame = evaluate(machine, place), machine.frame
    frame.span = span
    if frame.bindings is None:
        frame.bindings = Bindings(frame)
    if isinstance(value, Unknown):
        if isinstance(place, ir.Name):
            machine.store.set_item(frame.scope.variables, place.id, make(machine, form, place.id, frame.bindings))
        return
    try:
        with machine.trial():
            bound.hold(machine, list(flatten(machine, "it", form, value)), frame.bindings, DECLARED)
    except Rejected:
        raise DeadPath from None
