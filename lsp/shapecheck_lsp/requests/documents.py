"""textDocument/didOpen, didChange, didSave, didClose, and the same of notebooks: when a text is checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from shapecheck_lsp.texts import file_of

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
        server.schedule(params.text_document.uri, delay=0)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def did_close(params: types.DidCloseTextDocumentParams) -> None:
        await close(params.text_document.uri, [params.text_document.uri])

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def notebook_did_open(params: types.DidOpenNotebookDocumentParams) -> None:
        server.schedule(params.notebook_document.uri, delay=0)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def notebook_did_change(params: types.DidChangeNotebookDocumentParams) -> None:
        server.schedule(params.notebook_document.uri)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_SAVE)
    def notebook_did_save(params: types.DidSaveNotebookDocumentParams) -> None:
        server.schedule(params.notebook_document.uri, delay=0)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    async def notebook_did_close(params: types.DidCloseNotebookDocumentParams) -> None:
        await close(params.notebook_document.uri, [cell.uri for cell in params.cell_text_documents])

    async def close(key: str, uris: list[str]) -> None:
        server.forget_pending(key)
        checked, settings = server.checked.get(key), server.settings_of(key)
        server.retract(key, uris)
        if checked is not None:
            await server.on_worker(lambda: server.projects.close(checked.text, settings))
        server.schedule_others(file_of(key).as_uri(), delay=0)  # what was not saved is gone
