"""Shape annotations that cannot be read: found in the source, whether the code around them runs or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, get_args

from shapecheck.interpret.declarations.reading import expression_of, is_dtype_class
from shapecheck.interpret.language.dispatch import evaluate
from shapecheck.interpret.record import Finding
from shapecheck.interpret.signals import DeadPath, PythonError, Unfollowed
from shapecheck.source import ir
from shapecheck.source.shape_notation import BadShape, parse_shape
from shapecheck.values import Site, Undecided

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

RULE = "bad-annotation"


def bad_annotations(machine: Machine, source: ir.SourceFile, file: str) -> list[Finding]:
    """A finding for each annotation of jaxtyping's in the file whose text is no shape.

    The machine stands in the top-level scope of the file's module.
    """
    found = []
    for node, at in _subscripts(source.body):
        message = _problem(machine, node)
        if message is not None:
            items = ir.alternatives(node.index)
            found.append(Finding(RULE, message, (Site(file, at or items[-1].span),), (), None, False))
    return found


def _problem(machine: Machine, node: ir.Subscript) -> str | None:
    if not isinstance(node.value, (ir.Name, ir.Attribute)):
        return None
    try:
        with machine.trial():
            if not is_dtype_class(evaluate(machine, node.value)):
                return None
    except (PythonError, DeadPath, Unfollowed, Undecided):
        return None
    items = ir.alternatives(node.index)
    if len(items) != 2:
        return 'a type and a shape are expected: `Float[Tensor, "batch width"]`'
    if not isinstance(items[1], ir.Constant):
        return None  # an f-string, a name: it is read where it is used
    if not isinstance(items[1].value, str):
        return "the shape has to be a string, its dims separated by blanks"
    try:
        parse_shape(items[1].value)
    except BadShape as error:
        return str(error)
    return None


Place = tuple[ir.Subscript, "ir.Span | None"]
"""A subscript, and the string that it stands in if it is quoted."""


def _subscripts(body: tuple[ir.Statement, ...]) -> Iterator[Place]:
    """The subscripts in annotations and in values that may be aliases of them."""
    for statement in body:
        if isinstance(statement, ir.FunctionDef):
            for param in statement.params:
                yield from _inside(param.annotation)
            yield from _inside(statement.returns)
        elif isinstance(statement, ir.AnnAssign):
            yield from _inside(statement.annotation)
        elif isinstance(statement, (ir.Assign, ir.TypeAlias_)):
            yield from _inside(statement.value)
        for part in statement:
            if isinstance(part, tuple) and not isinstance(part, ir.Span):
                yield from _in_blocks(part)


def _in_blocks(part: tuple[object, ...]) -> Iterator[Place]:
    """The blocks of a compound statement: its own, and those of its handlers and cases."""
    for inner in part:
        if type(inner) in STATEMENTS:
            yield from _subscripts((inner,))  # type: ignore[arg-type]
        elif isinstance(inner, (ir.Handler, ir.Case)):
            yield from _subscripts(inner.body)


def _inside(node: ir.Expression | None, at: ir.Span | None = None) -> Iterator[Place]:
    if isinstance(node, ir.Subscript):
        yield node, at
        items = ir.alternatives(node.index)
        for item in items:
            if not isinstance(item, ir.Constant):
                yield from _inside(item, at)
    elif isinstance(node, ir.BinOp):
        yield from _inside(node.left, at)
        yield from _inside(node.right, at)
    elif isinstance(node, ir.List):
        for item in node.elts:
            yield from _inside(item, at)
    elif isinstance(node, ir.Constant) and isinstance(node.value, str) and "[" in node.value and at is None:
        yield from _inside(expression_of(node.value), node.span)


STATEMENTS = frozenset(get_args(ir.Statement))
