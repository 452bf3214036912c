"""textDocument/codeLens: a module's signature above its class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from shapecheck.source import ir
from shapecheck_lsp.outline import Definition, definitions
from shapecheck_lsp.signatures import signature_of
from shapecheck_lsp.values import clipped, signature_text
from shapecheck_lsp.view import View

if TYPE_CHECKING:
    from shapecheck_lsp.server import ShapecheckServer

LONGEST = 100
SUMMARY = "shapecheck.showSummary"


def register(server: ShapecheckServer) -> None:
    """Lenses are made at once, their signatures when they come into view."""

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=True))
    async def code_lens(params: types.CodeLensParams) -> list[types.CodeLens]:
        uri = params.text_document.uri
        checked = await server.present(uri)
        if checked is None or not server.settings_of(checked.text.uri).code_lens:
            return []
        view = View(checked, uri, server.workspace.position_codec)
        lines = view.own_lines()
        return [
            types.CodeLens(view.range_of(one.name_span), data={"uri": uri, "name": one.qualname})
            for one in definitions(checked)
            if _has_forward(one) and one.name_span.line in lines
        ]

    @server.feature(types.CODE_LENS_RESOLVE)
    async def resolve(lens: types.CodeLens) -> types.CodeLens:
        data: Any = lens.data
        uri, name = data["uri"], data["name"]
        checked = await server.present(uri)
        title = name
        if checked is not None:
            one = next((one for one in definitions(checked) if one.qualname == name), None)
            document = None if one is None else await signature_of(server, checked, one)
            if document is not None:
                title = clipped(signature_text(document), LONGEST)
        lens.command = types.Command(title, SUMMARY, arguments=[uri, name])
        return lens


def _has_forward(one: Definition) -> bool:
    return one.is_class and any(
        isinstance(inner.node, ir.FunctionDef) and inner.node.name == "forward" for inner in one.inner
    )
