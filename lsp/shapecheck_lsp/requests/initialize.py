"""initialize: the client's options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from shapecheck_lsp.server import ShapecheckServer


def register(server: ShapecheckServer) -> None:
    """Reads `initializationOptions.python`: the interpreter or environment with the installed packages."""

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams | types.InitializedParams) -> None:
        # pygls 2 calls this for `initialized` too, whose parameters hold nothing.
        options = getattr(params, "initialization_options", None)
        chosen = options.get("python") if isinstance(options, dict) else None
        if isinstance(chosen, str):
            server.python = chosen
