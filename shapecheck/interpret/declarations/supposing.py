"""What a branch on `isinstance(x, Float[Tensor, "b c"])` tells of `x` where the test holds, and what a comparison of
sizes tells that stands beside a condition of which nothing is known: `if flag and x.dim() == 2`."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.exact import as_dim, settled
from shapecheck.interpret.declarations import bindings as bound
from shapecheck.interpret.declarations.bindings import Bindings
from shapecheck.interpret.declarations.flattening import flatten
from shapecheck.interpret.declarations.forms import ShapeForm
from shapecheck.interpret.declarations.free import make
from shapecheck.interpret.declarations.reading import read_value
from shapecheck.interpret.record import BRANCH, DECLARED
from shapecheck.interpret.signals import DeadPath, PythonError
from shapecheck.rules.context import Rejected
from shapecheck.source import ir
from shapecheck.source.walking import last_name
from shapecheck.symbolic import not_
from shapecheck.values import (
    TORCH_TENSOR,
    ClassValue,
    ListValue,
    Opaque,
    Shape,
    SizesValue,
    TypeExpression,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

SEQUENCES = frozenset({"tuple", "list", "Size"})


def suppose(machine: Machine, test: ir.Expression, holds: bool) -> None:
    """On the side of a branch where the test holds (or fails): DeadPath if no tensor can be there."""
    if isinstance(test, ir.UnaryOp) and test.op == "not":
        suppose(machine, test.operand, not holds)
    elif isinstance(test, ir.BoolOp) and (test.op == "and") is holds:
        for value in test.values:
            suppose(machine, value, holds)
            if isinstance(value, ir.Compare) and _speaks_of_sizes(value):
                _suppose_sizes(machine, value, holds)
    elif isinstance(test, ir.Compare) and test.ops == ("is not" if holds else "is",):
        if isinstance(test.comparators[0], ir.Constant) and test.comparators[0].value is None:
            _take_for_tensor(machine, test.left, declared=True)
    elif holds and is_instance_test(test):
        _suppose_instance(machine, test)
    elif isinstance(test, ir.Compare) and (set(test.ops) == {"=="} if holds else test.ops == ("!=",)):
        _suppose_same_shape(machine, [_as_it_is(node) for node in (test.left, *test.comparators)])


def _as_it_is(node: ir.Expression) -> ir.Expression:
    """`x.shape` of `tuple(x.shape)` and of `torch.Size(x.shape)`."""
    while isinstance(node, ir.Call) and last_name(node.func) in SEQUENCES and len(node.args) == 1 and not node.keywords:
        node = node.args[0]
    return node


def _suppose_same_shape(machine: Machine, nodes: list[ir.Expression]) -> None:
    """`x.shape == y.shape`, or `== (n, 3)`, where the rank of one is open: the other tells it."""
    if not all(map(_speaks_of_sizes, nodes)):
        return
    values = evaluated(machine, *nodes)
    if not any(isinstance(value, SizesValue) for value in values):
        return
    shapes = [_as_shape(machine, value) for value in values]
    for one, other in pairwise(shapes):
        if one is not None and other is not None:
            machine.path.equate(one, other, BRANCH)
    if machine.path.facts.contradictory:
        raise DeadPath


def _as_shape(machine: Machine, value: Value) -> Shape | None:
    """The dims that a value compares with those of a shape; None of what is no sequence that is known."""
    if isinstance(value, SizesValue):
        return value.shape
    items = value.items if isinstance(value, ListValue) else value if isinstance(value, tuple) else None
    if items is None:
        return None
    dims = [as_dim(settled(machine, item, is_surely_int=True)) for item in items]
    return tuple(machine.path.fresh("dim", 0) if dim is None else dim for dim in dims)


def _speaks_of_sizes(node: object) -> bool:
    """Whether an expression may be evaluated twice: it only asks for ranks, sizes, numbers and attributes."""
    if isinstance(node, ir.Compare):
        return all(_speaks_of_sizes(part) for part in (node.left, *node.comparators))
    if isinstance(node, ir.Call):
        asks = isinstance(node.func, ir.Attribute) and node.func.attr in (
            "dim",
            "size",
            "numel",
            "ndimension",
        )
        return asks and not node.keywords and all(_speaks_of_sizes(part) for part in (node.func, *node.args))
    if isinstance(node, ir.Attribute):
        return _speaks_of_sizes(node.value)
    if isinstance(node, ir.Subscript):
        return _speaks_of_sizes(node.value) and _speaks_of_sizes(node.index)
    if isinstance(node, ir.UnaryOp):
        return _speaks_of_sizes(node.operand)
    if isinstance(node, ir.BinOp):
        return _speaks_of_sizes(node.left) and _speaks_of_sizes(node.right)
    if isinstance(node, (ir.Tuple, ir.List)):
        return all(_speaks_of_sizes(part) for part in node.elts)
    if isinstance(node, ir.Slice):
        return all(part is None or _speaks_of_sizes(part) for part in (node.lower, node.upper, node.step))
    return isinstance(node, (ir.Name, ir.Constant))


def evaluated(machine: Machine, *nodes: ir.Expression) -> list[Value]:
    """The values of expressions that may be evaluated twice, none where that fails."""
    from shapecheck.interpret.language.dispatch import evaluate

    span = machine.frame.span
    try:
        with machine.trial():
            return [evaluate(machine, node) for node in nodes]
    except PythonError:
        return []
    finally:
        machine.frame.span = span


def _suppose_sizes(machine: Machine, test: ir.Compare, holds: bool) -> None:
    values = evaluated(machine, test)
    cond = machine.condition(values[0]) if values else None
    if cond is None:
        return
    decided = machine.path.decide(cond)
    if decided is not None and decided is not holds:
        raise DeadPath
    if decided is None:
        machine.path.assume(cond if holds else not_(cond), BRANCH)


def _take_for_tensor(machine: Machine, place: ir.Expression, declared: bool) -> None:
    """A parameter that is a tensor on this side: told to be one, or `declared` as one or None and not None."""
    from shapecheck.interpret.language.unknown_kinds import bind_as_tensor

    for value in evaluated(machine, place) if isinstance(place, ir.Name) else ():
        if isinstance(value, Opaque) and value.bound is None and (value.is_declared or not declared):
            bind_as_tensor(machine, value)


def is_instance_test(test: ir.Expression) -> bool:
    """Whether it is `isinstance(x, ...)` with a class that may be a declared shape."""
    if not (isinstance(test, ir.Call) and isinstance(test.func, ir.Name) and test.func.id == "isinstance"):
        return False
    return len(test.args) == 2 and isinstance(test.args[1], (ir.Subscript, ir.Name, ir.Attribute))


def _suppose_instance(machine: Machine, test: ir.Expression) -> None:
    from shapecheck.interpret.language.dispatch import evaluate

    assert isinstance(test, ir.Call)
    place, span = test.args[0], machine.frame.span
    cls = evaluate(machine, test.args[1])
    if isinstance(cls, ClassValue) and cls.qualname == TORCH_TENSOR:
        _take_for_tensor(machine, place, declared=False)
        return
    form = read_value(machine, cls) if isinstance(cls, TypeExpression) else None
    if not isinstance(form, ShapeForm):
        return
    value, frame = evaluate(machine, place), machine.frame
    frame.span = span
    if frame.bindings is None:
        frame.bindings = Bindings(frame)
    if isinstance(value, Unknown):
        if isinstance(place, ir.Name):
            machine.store.set_item(
                frame.scope.variables, place.id, make(machine, form, place.id, frame.bindings)
            )
        return
    try:
        with machine.trial():
            bound.hold(machine, list(flatten(machine, "it", form, value)), frame.bindings, DECLARED)
    except Rejected:
        raise DeadPath from None
