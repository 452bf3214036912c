"""textDocument/diagnostic and workspace/diagnostic: findings for clients that ask."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.uris import to_fs_path

from shapecheck.project import ProjectError
from shapecheck_lsp.diagnostics import diagnostics_of, plain_diagnostic
from shapecheck_lsp.scanning import scan
from shapecheck_lsp.texts import open_keys

if TYPE_CHECKING:
    from shapecheck_lsp.server import ShapecheckServer


def register(server: ShapecheckServer) -> None:
    """A client that asks again when it is told to gets what is known first of a document; others, and those who ask for
    the workspace, get final results alone."""

    @server.feature(
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        types.DiagnosticOptions(
            inter_file_dependencies=True, workspace_diagnostics=True, identifier="shapecheck"
        ),
    )
    async def document(
        params: types.DocumentDiagnosticParams,
    ) -> types.RelatedFullDocumentDiagnosticReport | types.RelatedUnchangedDocumentDiagnosticReport:
        uri = params.text_document.uri
        items = await _of(server, uri)
        result_id = _name(items)
        if params.previous_result_id == result_id:
            return types.RelatedUnchangedDocumentDiagnosticReport(result_id)
        return types.RelatedFullDocumentDiagnosticReport(items, result_id=result_id)

    @server.feature(types.WORKSPACE_DIAGNOSTIC)
    async def workspace(params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
        previous = {one.uri: one.value for one in params.previous_result_ids}
        found: dict[str, tuple[int | None, list[types.Diagnostic]]] = {}
        for folder in sorted(server.workspace.folders):
            path = to_fs_path(folder)
            if path is not None:
                for uri, items in (await _scanned(server, Path(path), params.work_done_token)).items():
                    found[uri] = None, items
        for key in open_keys(server.workspace):
            checked = await server.settled(key)
            if checked is not None:
                own = diagnostics_of(checked, server.lines, server.workspace.position_codec)
                for cell in checked.text.cells:
                    found[cell.uri] = cell.version, own.get(cell.uri, [])
        return types.WorkspaceDiagnosticReport([
            _report(uri, version, items, previous.get(uri)) for uri, (version, items) in sorted(found.items())
        ])


async def _of(server: ShapecheckServer, uri: str) -> list[types.Diagnostic]:
    checked = await (server.present(uri) if server.can_refresh_diagnostics else server.settled(uri))
    if checked is None:
        return []
    return diagnostics_of(checked, server.lines, server.workspace.position_codec).get(uri, [])


async def _scanned(
    server: ShapecheckServer, folder: Path, token: types.ProgressToken | None
) -> dict[str, list[types.Diagnostic]]:
    """The findings in the files of a folder as they are on disk, by URI; empty lists for files without any."""
    try:
        report = await scan(server, folder, token)
    except (ProjectError, OSError) as error:  # the folder may be gone
        server.complain(str(error))
        return {}
    codec = server.workspace.position_codec
    found: dict[str, list[types.Diagnostic]] = {
        Path(file.path).absolute().as_uri(): [] for file in report.files
    }
    for one in report.diagnostics:
        item = plain_diagnostic(one, server.lines, codec)
        found.setdefault(Path(one.path).absolute().as_uri(), []).append(item)
    return found


def _report(
    uri: str, version: int | None, items: list[types.Diagnostic], previous: str | None
) -> types.WorkspaceFullDocumentDiagnosticReport | types.WorkspaceUnchangedDocumentDiagnosticReport:
    result_id = _name(items)
    if result_id == previous:
        return types.WorkspaceUnchangedDocumentDiagnosticReport(uri=uri, result_id=result_id, version=version)
    return types.WorkspaceFullDocumentDiagnosticReport(uri=uri, items=items, version=version, result_id=result_id)


def _name(items: list[types.Diagnostic]) -> str:
    return hashlib.sha256(repr(items).encode("utf-8", "surrogatepass")).hexdigest()[:16]
