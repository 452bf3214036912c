"""workspace/configuration and workspace/didChangeConfiguration: settings, one for each workspace folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from shapecheck_lsp.settings import SECTION, read_settings
from shapecheck_lsp.texts import open_keys

if TYPE_CHECKING:
    from shapecheck_lsp.server import ShapecheckServer


def register(server: ShapecheckServer) -> None:
    """Follows the settings and the folders of the workspace."""

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def did_change(params: types.DidChangeConfigurationParams) -> None:
        if not can_pull(server):
            server.settings = read_settings(params.settings, server.settings)
            server.schedule_all()
        await pull(server)

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    async def folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        await pull(server)


def can_pull(server: ShapecheckServer) -> bool:
    """Whether the client can be asked for its settings."""
    workspace = server.client_capabilities.workspace
    return workspace is not None and bool(workspace.configuration)


async def pull(server: ShapecheckServer) -> None:
    """Asks for the settings of the workspace and of each of its folders, and checks again if they have changed."""
    if not can_pull(server):
        return
    folders = sorted(server.workspace.folders)
    scopes = [types.ConfigurationItem(section=SECTION)]
    scopes += [types.ConfigurationItem(scope_uri=folder, section=SECTION) for folder in folders]
    answers = await server.workspace_configuration_async(types.ConfigurationParams(scopes))
    own = read_settings(answers[0] if answers else None, server.settings)
    by_folder = {folder: read_settings(answer, own) for folder, answer in zip(folders, answers[1:])}
    before = {key: server.settings_of(key) for key in open_keys(server.workspace)}
    server.settings, server.folder_settings = own, by_folder
    for key, settings in before.items():
        if settings != server.settings_of(key):
            server.schedule(key, 0)
