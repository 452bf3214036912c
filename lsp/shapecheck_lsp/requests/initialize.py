"""initialize, initialized: the client's options, and what the server asks of the client."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from shapecheck_lsp.requests.configuration import pull
from shapecheck_lsp.settings import SECTION, read_settings

if TYPE_CHECKING:
    from shapecheck_lsp.server import ShapecheckServer

WATCHED = ("**/*.py", "**/*.ipynb", "**/*.toml", "**/*.yaml", "**/*.yml", "**/*.json")


def register(server: ShapecheckServer) -> None:
    """Reads `initializationOptions` (see `settings`), and registers what can only be registered later."""

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams | types.InitializedParams) -> None:
        # pygls 2 calls this for `initialized` too, whose parameters hold nothing.
        options = getattr(params, "initialization_options", None)
        server.settings = read_settings(options, server.settings)

    @server.feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        workspace = server.client_capabilities.workspace
        if workspace is None:
            return
        wanted: list[types.Registration] = []
        files, configuration = workspace.did_change_watched_files, workspace.did_change_configuration
        if files is not None and files.dynamic_registration:
            watchers = [types.FileSystemWatcher(pattern) for pattern in WATCHED]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
            wanted.append(
                types.Registration("watched-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            )
        if configuration is not None and configuration.dynamic_registration:
            section = types.DidChangeConfigurationRegistrationOptions(SECTION)
            wanted.append(
                types.Registration("configuration", types.WORKSPACE_DID_CHANGE_CONFIGURATION, section)
            )
        if wanted:
            await server.client_register_capability_async(types.RegistrationParams(wanted))
        await pull(server)
