"""Which function evaluates an expression or executes a statement, by the type of its node.

The modules of the interpreter import these two functions from here and not from each other: what an expression is
made of are calls, branches and comprehensions, and those evaluate expressions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.signals import Flow
from shapecheck.source import ir
from shapecheck.values import Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

EVALUATE: dict[type, Callable[[Any, Any], Value]] = {}
EXECUTE: dict[type, Callable[[Any, Any], Flow]] = {}
"""Filled by `expressions` and by `statements`."""


def evaluate(machine: Machine, node: ir.Expression) -> Value:
    """The abstract value of an expression in the present frame."""
    return EVALUATE[type(node)](machine, node)


def evaluate_optional(machine: Machine, node: ir.Expression | None) -> Value:
    """The value of a part that may be left out, None where it is: a bound of a slice, what is yielded."""
    if node is None:
        return None
    return EVALUATE[type(node)](machine, node)


def execute_block(machine: Machine, body: Sequence[ir.Statement]) -> Flow:
    """Runs statements until one leaves."""
    frame, step, execute = machine.frame, machine.step, EXECUTE
    for statement in body:
        step()
        frame.span = statement.span
        flow = execute[type(statement)](machine, statement)
        if flow is not None:
            return flow
    return None
