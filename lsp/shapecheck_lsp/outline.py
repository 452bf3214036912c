"""What a tree defines and assigns, as hints, symbols and lenses need it; places are those of the text as it is now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from shapecheck.source import ir
from shapecheck.source.span import Span
from shapecheck.source.walking import last_name
from shapecheck_lsp.statements import PerStatement

if TYPE_CHECKING:
    from shapecheck_lsp.checked import Checked


class Definition(NamedTuple):
    """A class or function by its dotted name in the module."""

    qualname: str
    node: ir.ClassDef | ir.FunctionDef
    span: Span
    name_span: Span
    inner: tuple[Definition, ...]

    @property
    def is_class(self) -> bool:
        return isinstance(self.node, ir.ClassDef)


class Hinted(NamedTuple):
    """A place behind which a hint may stand; `kind` is variable, parameter or return."""

    kind: str
    span: Span


def definitions(checked: Checked) -> tuple[Definition, ...]:
    """The classes and functions of the text, nested as they are."""
    return () if checked.tree is None else tuple(_definitions(checked, checked.tree.body, ""))


def flattened(found: Sequence[Definition]) -> Iterator[Definition]:
    """All of them, outer ones first."""
    for one in found:
        yield one
        yield from flattened(one.inner)


def definition_at(checked: Checked, point: tuple[int, int]) -> Definition | None:
    """The definition whose name stands at the point."""
    for one in flattened(definitions(checked)):
        if one.name_span[:2] <= point <= one.name_span[2:]:
            return one
    return None


def hinted(checked: Checked) -> Iterator[Hinted]:
    """Names that are assigned, parameters, and values that are returned, in the order of the text."""
    for kind, span in _HINTED.of(checked.tree):
        real = checked.real(span)
        if real is not None:
            yield Hinted(kind, real)


def expressions(nodes: Sequence[Any]) -> Iterator[Any]:
    """All nodes below these, outer ones first."""
    return (node for node in _parts(nodes, lambda _: True) if hasattr(node, "_fields"))


def _parts(nodes: Sequence[Any], goes_into: Callable[[Any], bool]) -> Iterator[Any]:
    """These nodes and what is below them, where it may be looked into; a chain of `elif` is nested as deeply as it is
    long, so nothing here calls itself."""
    left = list(reversed(nodes))
    while left:
        node = left.pop()
        if isinstance(node, tuple) and not isinstance(node, Span):
            yield node
            if goes_into(node):
                left += reversed(node)


def around(checked: Checked, line: int) -> tuple[ir.Statement, ...]:
    """The statement at the top of the file that a line of the text lies in."""
    for statement in () if checked.tree is None else checked.tree.body:
        if checked.place.get(statement.span.end_line, 0) >= line:
            return (statement,)
    return ()


def _definitions(checked: Checked, body: Sequence[Any], prefix: str) -> Iterator[Definition]:
    for node in _parts(body, lambda node: not isinstance(node, (ir.ClassDef, ir.FunctionDef))):
        if isinstance(node, (ir.ClassDef, ir.FunctionDef)):
            span, name = checked.real(node.span), checked.real(node.name_span)
            if span is not None and name is not None:
                qualname = prefix + node.name
                inner = tuple(_definitions(checked, node.body, f"{qualname}."))
                yield Definition(qualname, node, span, name, inner)


def _hinted(body: Sequence[Any]) -> Iterator[tuple[str, Span]]:
    for node in expressions(body):
        if isinstance(node, ir.Assign):
            for target in node.targets:
                yield from _targets(target)
        elif isinstance(node, (ir.AugAssign, ir.For, ir.For_, ir.WithItem)):
            yield from _targets(node.target)
        elif isinstance(node, ir.NamedExpr):
            yield "variable", node.target.span
        elif isinstance(node, ir.Return) and node.value is not None:
            yield "return", node.value.span
        elif isinstance(node, ir.FunctionDef):
            for param in node.params:
                if param.annotation is None or _is_plain_tensor(param.annotation):
                    yield "parameter", param.name_span


_HINTED = PerStatement(lambda statement: _hinted((statement,)))


def _targets(target: ir.Expression | None) -> Iterator[tuple[str, Span]]:
    if isinstance(target, (ir.Name, ir.Attribute)):
        yield "variable", target.span
    elif isinstance(target, (ir.Tuple, ir.List)):
        for element in target.elts:
            yield from _targets(element)


def _is_plain_tensor(annotation: ir.Expression) -> bool:
    """Whether an annotation says nothing of the shape."""
    return last_name(annotation) == "Tensor"
