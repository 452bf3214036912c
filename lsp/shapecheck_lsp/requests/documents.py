"""textDocument/didOpen, didChange, didSave, didClose: when a document is checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from shapecheck_lsp.server import ShapecheckServer


def register(server: ShapecheckServer) -> None:
    """Follows the documents that are open in the editor."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        server.schedule(params.text_document.uri, delay=0)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        server.schedule(params.text_document.uri)
        server.schedule_others(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        # What is not open in the editor may be another on disk now, too.
        server.schedule(params.text_document.uri, delay=0)
        server.schedule_others(params.text_document.uri, delay=0)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.forget_pending(uri)
        server.checked.pop(uri, None)
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))
        server.schedule_others(uri)  # what was not saved is gone
