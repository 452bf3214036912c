"""shutdown: nothing is checked or published from here on; `exit` then ends the process at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from shapecheck_lsp.server import ShapecheckServer


def register(server: ShapecheckServer) -> None:
    """Gives up what waits to be checked."""

    @server.feature(types.SHUTDOWN)
    def shutdown(params: None) -> None:
        server.end_work()
