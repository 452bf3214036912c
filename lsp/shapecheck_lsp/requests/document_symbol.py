"""textDocument/documentSymbol: classes and functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from shapecheck_lsp.outline import Definition, definitions
from shapecheck_lsp.view import View

if TYPE_CHECKING:
    from shapecheck_lsp.server import ShapecheckServer


def register(server: ShapecheckServer) -> None:
    """Answers with the definitions, nested."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def document_symbol(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        uri = params.text_document.uri
        checked = await server.present(uri)
        if checked is None:
            return []
        view = View(checked, uri, server.workspace.position_codec)
        lines = view.own_lines()
        return [_symbol(view, one, False) for one in definitions(checked) if one.span.line in lines]


def _symbol(view: View, one: Definition, is_inside: bool) -> types.DocumentSymbol:
    if one.is_class:
        kind = types.SymbolKind.Class
    else:
        kind = types.SymbolKind.Method if is_inside else types.SymbolKind.Function
    children = [_symbol(view, inner, one.is_class) for inner in one.inner]
    whole = one.span
    if one.name_span[:2] < whole[:2]:
        whole = one.name_span
    return types.DocumentSymbol(
        one.node.name, kind, view.range_of(whole), view.range_of(one.name_span), children=children
    )
