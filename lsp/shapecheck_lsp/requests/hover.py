"""textDocument/hover: what is known of the value at a name, where its sizes come from, what an operator demands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from shapecheck.check.diagnostics import Reveal
from shapecheck.check.value_text import value_text
from shapecheck.source import ir
from shapecheck.source.span import Span
from shapecheck.symbolic import Expr
from shapecheck.values.freeze import FrozenScalar, FrozenTensor, leaves
from shapecheck_lsp.calls import calls_of, place_of_call
from shapecheck_lsp.checked import Checked, Sited
from shapecheck_lsp.imports import dotted, operator_names
from shapecheck_lsp.layers import SELF, Layer, layer_at
from shapecheck_lsp.operators import operator_of, page
from shapecheck_lsp.outline import around, definition_at, expressions
from shapecheck_lsp.signatures import signature_of
from shapecheck_lsp.values import needs, signature_text
from shapecheck_lsp.view import View

if TYPE_CHECKING:
    from shapecheck_lsp.server import ShapecheckServer

LONGEST_LABEL = 60


def register(server: ShapecheckServer) -> None:
    """Answers with a page for what is under the cursor."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        uri = params.text_document.uri
        checked = await server.present(uri)
        if checked is None:
            return None
        found = await page_at(server, checked, uri, params.position)
        if found is None:
            return None
        page, span = found
        view = View(checked, uri, server.workspace.position_codec)
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, page), view.range_of(span))


async def page_at(
    server: ShapecheckServer, checked: Checked, uri: str, position: types.Position
) -> tuple[str, Span] | None:
    """What there is to say at a position of a document, as Markdown, and the place that it is about."""
    view = View(checked, uri, server.workspace.position_codec)
    point = view.point(position)
    parts = []
    definition = definition_at(checked, point)
    document = None if definition is None else await signature_of(server, checked, definition)
    if definition is not None and document is not None:
        parts.append(("\n".join([_signature(document), *calls_of(view, definition)]), definition.name_span))
    elif (sited := _sited_at(checked, point)) is not None:
        parts.append((_value(view, sited), sited.span))
    written = written_at(checked, point)
    if written is not None:
        name, at = written
        layer = layer_at(checked, name, point)
        if layer is not None:
            parts.append((_layer(view, layer), at))
        operator = await operator_of(_names(checked, name, layer), server.stub_folders(checked))
        if operator is not None:
            parts.append((page(operator), at))
    if not parts:
        return None
    return "\n\n---\n\n".join(text for text, _ in parts), parts[0][1]


def _names(checked: Checked, written: str, layer: Layer | None) -> list[str]:
    """The names that an operator may have; what an object of our own is asked for is no method of tensors."""
    if layer is not None:
        return operator_names(checked, layer.made_by)
    return [] if written.startswith(f"{SELF}.") else operator_names(checked, written)


def _layer(view: View, layer: Layer) -> str:
    """How it was made, and where."""
    location = view.location(layer.span)
    line = location.range.start.line + 1
    source = view.checked.source_of(layer.span) or f"{layer.made_by}(...)"
    return f"```python\n{layer.name} = {source}\n```\n\nmade on [line {line}]({location.uri}#L{line})"


def _sited_at(checked: Checked, point: tuple[int, int]) -> Sited | _Revealed | None:
    """The smallest place around the point of which something is known."""
    revealed = [
        _Revealed(one) for one in checked.report.reveals if one.span[:2] <= point <= one.span[2:]
    ]
    return checked.at(*point) or next(iter(revealed), None)


class _Revealed:
    """What `reveal_shape` shows, at its place."""

    def __init__(self, reveal: Reveal) -> None:
        self.span = reveal.span
        self.text = f"{reveal.expression}: {value_text(reveal.value)}"


def _value(view: View, sited: Sited | _Revealed) -> str:
    if isinstance(sited, _Revealed):
        return f"```python\n{sited.text}\n```"
    checked = view.checked
    source = checked.source_of(sited.span)
    shown = value_text(checked.shown_value(sited.value))
    if shown == source:
        shown = "int"  # a size that bears the name of the variable
    out = [f"```python\n{source}: {shown}\n```" if 0 < len(source) <= LONGEST_LABEL else f"```python\n{shown}\n```"]
    if sited.brought:
        out += ["", "In the calls that reach it:", ""]
        out += [
            f"- `{value_text(checked.shown_value(one.value))}`{place_of_call(view, one.call)}" for one in sited.brought
        ]
    out += _origins(view, sited)
    return "\n".join(out)


def _origins(view: View, sited: Sited) -> list[str]:
    """A line for each size that has a name: where it was born."""
    found: dict[str, str] = {}
    for leaf in leaves(sited.value):
        sizes = (leaf.shape or ()) if isinstance(leaf, FrozenTensor) else (leaf.value,)
        for size in sizes:
            for symbol in size.symbols if isinstance(size, Expr) else ():
                born = view.checked.births.get(symbol.name)
                if born is not None and born != sited.span:
                    found.setdefault(symbol.name, _origin(view, symbol, born))
    return ["", *found.values()] if found else []


def _origin(view: View, symbol: Expr, born: Span) -> str:
    name = view.checked.shown_value(_scalar(symbol))["value"]
    location = view.location(born)
    place = f"{location.uri}#L{location.range.start.line + 1}"
    source = view.checked.source_of(born)
    return f"- `{name}` comes from `{source}`, [line {location.range.start.line + 1}]({place})"


def _scalar(symbol: Expr) -> FrozenScalar:
    return FrozenScalar("int", symbol)


def _signature(document: dict[str, object]) -> str:
    return "\n".join([f"```python\n{signature_text(document)}\n```", *needs(document)])


def written_at(checked: Checked, point: tuple[int, int]) -> tuple[str, Span] | None:
    """The name or chain of names at the point, as far as the point, and its place."""
    best: tuple[str, Span] | None = None
    for node in expressions(around(checked, point[0])):
        if isinstance(node, (ir.Attribute, ir.Name)):
            at = node.name_span if isinstance(node, ir.Attribute) else node.span
            span = checked.real(at)
            if span is not None and span[:2] <= point <= span[2:]:
                name = dotted(node) or (f"x.{node.attr}" if isinstance(node, ir.Attribute) else None)
                best = best if name is None else (name, span)
    return best
