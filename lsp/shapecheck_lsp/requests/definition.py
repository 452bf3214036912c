"""textDocument/definition: from the name of a size, in an annotation or on a value, to where it was born."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lsprotocol import types

from shapecheck.source import ir
from shapecheck.source.span import Span
from shapecheck.symbolic import Expr
from shapecheck.values.freeze import FrozenScalar, leaves
from shapecheck_lsp.outline import around, expressions
from shapecheck_lsp.view import View

if TYPE_CHECKING:
    from shapecheck_lsp.checked import Checked
    from shapecheck_lsp.server import ShapecheckServer

_WORD = re.compile(r"[^\W\d]\w*")


def register(server: ShapecheckServer) -> None:
    """Answers for sizes alone: where names of Python are defined is for other servers to say."""

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> list[types.Location]:
        uri = params.text_document.uri
        checked = await server.present(uri)
        if checked is None:
            return []
        view = View(checked, uri, server.workspace.position_codec)
        point = view.point(params.position)
        found = _declared(checked, point) or _born(checked, point)
        return [] if found is None else [view.location(found)]


def _born(checked: Checked, point: tuple[int, int]) -> Span | None:
    """Where the size that the name at the point holds was born."""
    sited = checked.at(*point)
    if sited is None:
        return None
    for leaf in leaves(sited.value):
        if isinstance(leaf, FrozenScalar) and isinstance(leaf.value, Expr):
            for symbol in sorted(leaf.value.symbols, key=lambda one: one.key):
                born = checked.births.get(symbol.name)
                if born is not None and born != sited.span:
                    return born
    return None


def _declared(checked: Checked, point: tuple[int, int]) -> Span | None:
    """The first place at which the function around names the dim that stands at the point in a string."""
    for function in expressions(around(checked, point[0])):
        if not isinstance(function, ir.FunctionDef):
            continue
        words = list(_dims_of(checked, function))
        at = next((name for name, span in words if span[:2] <= point <= span[2:]), None)
        if at is not None:
            return next(span for name, span in words if name == at)
    return None


def _dims_of(checked: Checked, function: ir.FunctionDef) -> list[tuple[str, Span]]:
    """The names in the shape strings of a signature and of annotated variables, in order."""
    annotations = [param.annotation for param in function.params] + [function.returns]
    annotations += [node.annotation for node in expressions(function.body) if isinstance(node, ir.AnnAssign)]
    found = []
    for node in expressions([one for one in annotations if one is not None]):
        if not isinstance(node, ir.Constant) or not isinstance(node.value, str):
            continue
        span = checked.real(node.span)
        if span is not None and span.line == span.end_line:
            source = checked.source_of(span)
            for match in _WORD.finditer(source):
                start = span.column + match.start()
                found.append((match[0], Span(span.line, start, span.line, start + len(match[0]))))
    return found
