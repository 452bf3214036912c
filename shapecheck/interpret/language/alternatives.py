"""Questions which of some constants a value is: `if kind == "a"`, `if kind in ("a", "b")`, or one that a function
answers, `if is_rotated(kind)`.

Where nobody knows the value, both sides of each question are followed. An inner side may be none that the outer ones
leave: for another constant, or behind a function of which nobody knows what it says of this one. What fails there is no
mistake of the code.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from shapecheck.interpret.declarations.supposing import evaluated
from shapecheck.interpret.language.narrowing import peek
from shapecheck.source import ir
from shapecheck.source.walking import once_per_node
from shapecheck.values import FunctionValue, Instance, Opaque, Scalar, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

EQUALS = {"==": True, "!=": False, "in": True, "not in": False}


class Question(NamedTuple):
    """Whether what is at a place is one of some constants; without constants a function is asked for it."""

    place: ir.Expression
    constants: tuple[ir.Expression, ...]
    holds: bool
    function: ir.Expression | None = None


class Answer(NamedTuple):
    """What a side of an open test says of a value: one of these constants, or none of them if it does not hold."""

    value: Value
    constants: tuple[Value, ...]
    holds: bool

    def is_excluded_by(self, outer: Answer) -> bool:
        """Whether the outer answer leaves nothing of this one, or nobody knows."""
        if self.value is not outer.value or not self.constants:
            return False
        if not outer.constants:
            return True
        if self.holds and outer.holds:
            return not any(one in outer.constants for one in self.constants)
        if self.holds:
            return all(one in outer.constants for one in self.constants)
        return outer.holds and all(one in self.constants for one in outer.constants)


def answers(machine: Machine, test: ir.Expression, holds: bool) -> tuple[Answer, ...]:
    """What a side of an open test says of values of which nothing is known."""
    found = []
    for place, nodes, is_one, function in _questions(test)[holds]:
        value = peek(machine, place)
        if not isinstance(value, (Opaque, Scalar)):
            continue
        if function is not None and _asks_for_none(_value_of(machine, function)):
            continue
        constants = tuple(_constant(machine, node) for node in nodes)
        if None not in constants:
            found.append(Answer(value, constants, is_one))
    return tuple(found)


def _asks_for_none(function: Value) -> bool:
    """Whether a function does no more: `exists(x)`, which leaves all constants."""
    if not isinstance(function, FunctionValue):
        return False
    body: object = function.node.body
    if isinstance(body, tuple) and len(body) == 1 and isinstance(body[0], ir.Return):
        body = body[0].value
    return isinstance(body, ir.Compare) and body.ops in (("is",), ("is not",))


def about(answered: Sequence[Answer], values: Sequence[Value]) -> tuple[tuple[int, tuple[Value, ...], bool], ...]:
    """What is said of some values, which are told by their places."""
    places = {id(value): place for place, value in enumerate(values)}
    return tuple(
        (places[id(one.value)], one.constants, one.holds) for one in answered if id(one.value) in places
    )


@contextmanager
def answering(machine: Machine, test: ir.Expression, holds: bool) -> Iterator[None]:
    """A side of an open test, which need not exist if what is known around excludes it."""
    outer, found = machine.answered, answers(machine, test, holds)
    machine.supposed += any(one.is_excluded_by(known) for one in found for known in outer)
    machine.answered = (*outer, *found)
    try:
        yield
    finally:
        machine.answered = outer


def _constant(machine: Machine, node: ir.Expression) -> Value:
    """A text, a number, or an object such as the member of an enumeration; None of all else."""
    value = _value_of(machine, node)
    return value if isinstance(value, (str, int, Instance)) else None


def _value_of(machine: Machine, node: ir.Expression) -> Value:
    """The value of a constant or a dotted name; None where that fails."""
    return next(iter(evaluated(machine, node)), None)


@once_per_node
def _questions(test: ir.Expression) -> dict[bool, Sequence[Question]]:
    """The questions that either side of a test answers."""
    return {holds: tuple(_answered(test, holds)) for holds in (True, False)}


def _answered(test: ir.Expression, holds: bool) -> Iterator[Question]:
    if isinstance(test, ir.UnaryOp) and test.op == "not":
        yield from _answered(test.operand, not holds)
    elif isinstance(test, ir.BoolOp) and (test.op == "and") is holds:
        for part in test.values:
            yield from _answered(part, holds)
    elif isinstance(test, ir.BoolOp):
        yield from _any_of([list(_answered(part, holds)) for part in test.values])
    elif isinstance(test, ir.Compare) and len(test.ops) == 1 and test.ops[0] in EQUALS:
        constants = _constants(test.comparators[0], test.ops[0])
        if constants and _is_place(test.left):
            yield Question(test.left, constants, EQUALS[test.ops[0]] is holds)
    elif isinstance(test, ir.Call) and _is_dotted(test.func) and not _is_built_in(test.func):
        for argument in test.args:
            if _is_place(argument):
                yield Question(argument, (), holds, test.func)


def _any_of(parts: Sequence[Sequence[Question]]) -> Iterator[Question]:
    """One of the parts is so: of the same place, it is one of the constants of all of them."""
    if not all(len(part) == 1 and part[0].holds and part[0].constants for part in parts):
        return
    first = parts[0][0].place
    if all(_is_same_place(part[0].place, first) for part in parts):
        yield Question(first, tuple(node for part in parts for node in part[0].constants), True)


def _constants(node: ir.Expression, op: str) -> tuple[ir.Expression, ...]:
    """What a comparison compares with, if these are constants or dotted names."""
    nodes = (node,) if op in ("==", "!=") else node.elts if isinstance(node, (ir.Tuple, ir.List, ir.Set)) else ()
    return nodes if all(map(_is_constant, nodes)) else ()


def _is_constant(node: ir.Expression) -> bool:
    if isinstance(node, ir.Attribute):
        return _is_dotted(node)
    return isinstance(node, ir.Constant) and isinstance(node.value, (str, int))


def _is_dotted(node: ir.Expression) -> bool:
    return isinstance(node, ir.Name) or (isinstance(node, ir.Attribute) and _is_dotted(node.value))


def _is_built_in(node: ir.Expression) -> bool:
    return isinstance(node, ir.Name) and hasattr(builtins, node.id)


def _is_place(node: ir.Expression) -> bool:
    return isinstance(node, ir.Name) or (isinstance(node, ir.Attribute) and isinstance(node.value, ir.Name))


def _is_same_place(one: ir.Expression, other: ir.Expression) -> bool:
    if isinstance(one, ir.Attribute) and isinstance(other, ir.Attribute):
        return one.attr == other.attr and _is_same_place(one.value, other.value)
    return isinstance(one, ir.Name) and isinstance(other, ir.Name) and one.id == other.id
