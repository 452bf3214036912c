"""What the server answers. One file a request, each with `register(server)`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shapecheck_lsp.server import ShapecheckServer

REQUESTS = (
    "initialize", "configuration", "documents", "watched_files", "diagnostic", "hover", "inlay_hint", "code_action",
    "code_lens", "definition", "document_symbol", "signature_help", "execute_command", "shutdown",
)  # fmt: skip


def register_all(server: ShapecheckServer) -> None:
    """Makes the server answer every request that has a file here."""
    for name in REQUESTS:
        import_module(f"{__name__}.{name}").register(server)
