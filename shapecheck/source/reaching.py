"""Which assignments a name may have its value from at a place, told from the code alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from shapecheck.source import ir
from shapecheck.source.walking import blocks_of, names_in, nodes_in, own_statements

Place = tuple[int, int]
"""A line and a column."""


class Reaching(NamedTuple):
    """What a name may have been assigned last, before a place is reached."""

    values: tuple[ir.Expression, ...] = ()
    """Of `name = value`."""
    is_from_start: bool = True
    """Whether no assignment need lie before: it may be a parameter."""
    is_otherwise: bool = False
    """Whether something else may have bound it: a loop, a block of `with`, one of several targets. Imports, functions
    and classes are left out: what they bind is never None."""

    def then(self, other: Reaching) -> Reaching:
        """This, or the other's instead."""
        values = (*self.values, *(one for one in other.values if not any(one is known for known in self.values)))
        return Reaching(values, self.is_from_start, self.is_otherwise or other.is_otherwise)


def reaching(body: Sequence[ir.Statement], at: ir.Span, name: str) -> Reaching:
    """The assignments in the body of a function whose value a name may have at a place in it."""
    return _reaching(body, (at.line, at.column), name, Reaching())


def _reaching(block: Sequence[ir.Statement], at: Place, name: str, before: Reaching) -> Reaching:
    for number, statement in enumerate(block):
        if number + 1 == len(block) or at < _start(block[number + 1]):
            return _inside(statement, at, name, before)
        own = _bindings(statement, name)
        if own is not None:
            is_sure = isinstance(statement, (ir.Assign, ir.AnnAssign))
            before = own._replace(is_from_start=False) if is_sure else before.then(own)
    return before


def _inside(statement: ir.Statement, at: Place, name: str, before: Reaching) -> Reaching:
    inner = [block for block in blocks_of(statement) if block and _start(block[0]) <= at]
    if not inner or isinstance(statement, (ir.FunctionDef, ir.ClassDef)):
        return before
    own = _bindings(statement, name)
    if own is not None and isinstance(statement, (ir.For, ir.While)):
        before = before.then(own)  # in a round before
    elif own is not None and not isinstance(statement, ir.If):
        before = before._replace(is_otherwise=True)
    return _reaching(max(inner, key=lambda block: _start(block[0])), at, name, before)


def _start(statement: ir.Statement) -> Place:
    return statement.span.line, statement.span.column


def _bindings(statement: ir.Statement, name: str) -> Reaching | None:
    """What binds the name in a statement and its blocks; None if nothing does."""
    values: list[ir.Expression] = []
    is_otherwise = any(isinstance(part, ir.NamedExpr) and part.target.id == name for part in nodes_in(statement))
    for one in own_statements((statement,)):
        value = _plainly(one, name)
        if value is not None:
            values.append(value)
        elif any(name in names_in(part) for part in _targets(one)):
            is_otherwise = True
    return Reaching(tuple(values), True, is_otherwise) if values or is_otherwise else None


def _plainly(statement: ir.Statement, name: str) -> ir.Expression | None:
    """`value` of `name = value`."""
    if isinstance(statement, ir.Assign):
        is_it = len(statement.targets) == 1 and _is_name(statement.targets[0], name)
        return statement.value if is_it else None
    if isinstance(statement, ir.AnnAssign) and _is_name(statement.target, name):
        return statement.value
    return None


def _is_name(node: ir.Expression, name: str) -> bool:
    return isinstance(node, ir.Name) and node.id == name


def _targets(statement: ir.Statement) -> Iterator[object]:
    """The parts of a statement that may bind names."""
    for field in ("targets", "target", "items", "handlers", "cases"):
        yield getattr(statement, field, ())
