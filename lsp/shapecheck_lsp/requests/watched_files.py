"""workspace/didChangeWatchedFiles: files that change on disk."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.uris import to_fs_path

from shapecheck.project.config import FILES

if TYPE_CHECKING:
    from shapecheck_lsp.server import ShapecheckServer


def register(server: ShapecheckServer) -> None:
    """Makes sessions that have read the files anew; configurations are read again."""

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def did_change(params: types.DidChangeWatchedFilesParams) -> None:
        paths = [Path(path) for change in params.changes if (path := to_fs_path(change.uri))]
        has_configuration = any(path.name in FILES for path in paths)

        def note() -> bool:
            if has_configuration:
                server.projects.forget_configurations()
            return server.projects.changed_on_disk(paths)

        if await server.on_worker(note) or has_configuration:
            server.schedule_all()
