"""What an error in an installed package is about: sizes, which are the caller's, or what the package finds around it.

`if dim % heads != 0: raise ValueError(...)` is about what was passed. `if name not in known: raise ValueError(...)`
depends on plugins, files, devices and versions, of which we have none: that is no mistake of the caller.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.language.dispatch import evaluate
from shapecheck.interpret.signals import DeadPath, PythonError
from shapecheck.source import ir
from shapecheck.source.walking import names_in, nodes_in, once_per_node
from shapecheck.symbolic import Expr
from shapecheck.values import ClassValue, ListValue, SizesValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MISSING_IMPORTS = frozenset({"ImportError", "ModuleNotFoundError"})
ORDERS = frozenset({"==", "!=", "<", "<=", ">", ">="})


def is_callers(machine: Machine, test: ir.Expression | None) -> bool:
    """Whether an error under this condition is about what the caller passes: it is the project's own, or compares
    numbers."""
    if machine.world.is_of_project(machine.frame.module):
        return True
    return test is not None and _compares_numbers(machine, test)


def is_told(machine: Machine, node: ir.Raise, cls: ClassValue) -> bool:
    """The same of an error that a statement raises; one of a package's own class never is the caller's, nor that of
    what stands in for a package that is not there."""
    if machine.world.is_of_project(machine.frame.module):
        return not _is_stand_in(machine, node)
    return cls.module == "builtins" and is_callers(machine, _test_above(machine, node))


def is_of_sizes(machine: Machine, node: ir.Raise) -> bool:
    """Whether the condition under which a statement raises compares numbers."""
    test = _test_above(machine, node)
    return test is not None and _compares_numbers(machine, test)


def _is_stand_in(machine: Machine, node: ir.Raise) -> bool:
    """Whether the error is there for those who lack a package: the function is, as in `except ImportError: class Model:
    ...`, or what the condition asks for, as in `except ImportError: has_package = False`."""
    if not machine.frame.module.stand_ins.isdisjoint(names_in(_test_above(machine, node))):
        return True
    function = machine.frame.function
    source = None if function is None else machine.world.files.source(machine.frame.file)
    if function is None or not isinstance(source, ir.SourceFile):
        return False
    lacking = [
        handler.body
        for statement in source.body
        if isinstance(statement, ir.Try)
        for handler in statement.handlers
        if handler.type is None or not MISSING_IMPORTS.isdisjoint(names_in(handler.type))
    ]
    return any(part is function.node for body in lacking for part in nodes_in(body))


def _test_above(machine: Machine, node: ir.Raise) -> ir.Expression | None:
    """The condition of the `if` of whose body, or `else`, the statement is one."""
    function = machine.frame.function
    return None if function is None else _tests_above(function.node).get(id(node))


@once_per_node
def _tests_above(function: ir.FunctionDef | ir.Lambda) -> dict[int, ir.Expression]:
    """The same of all statements of a function, by their identity."""
    tests = [part for part in nodes_in(function.body) if isinstance(part, ir.If)]
    return {id(inner): part.test for part in reversed(tests) for inner in (*part.body, *part.orelse)}


def _compares_numbers(machine: Machine, test: ir.Expression) -> bool:
    span = machine.frame.span
    try:
        with machine.trial():
            return any(_are_numbers(machine, part) for part in nodes_in(test))
    except (PythonError, DeadPath):
        return False  # a part that is evaluated only after others, or with names of a comprehension
    finally:
        machine.frame.span = span


def _are_numbers(machine: Machine, part: object) -> bool:
    """`a < b` of numbers, or the remainder of a division."""
    if isinstance(part, ir.BinOp) and part.op == "%":
        return _is_number(evaluate(machine, part))
    if not isinstance(part, ir.Compare) or not ORDERS.issuperset(part.ops):
        return False
    return all(_is_number(evaluate(machine, side)) for side in (part.left, *part.comparators))


def _is_number(value: Value) -> bool:
    """A number, or a tuple or list of some."""
    if isinstance(value, ListValue):
        return value.items is not None and all(map(_is_number, value.items))
    if isinstance(value, tuple):
        return all(map(_is_number, value))
    return isinstance(value, (int, float, Expr, SizesValue)) and not isinstance(value, bool)
