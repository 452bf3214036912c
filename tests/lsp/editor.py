"""An editor as the tests need one: a client of the server's process that keeps what the server sends on its own."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from lsprotocol import types
from pygls.lsp.client import LanguageClient

ROOT = Path(__file__).parents[2]
URI = (ROOT / "not_on_disk.py").as_uri()
REAL = ("shapecheck", "server")
FAKE = ("tests.lsp.fake_server",)
PATIENCE = 60
MOST_QUESTIONS = 200
T = TypeVar("T")


class Editor:
    """Holds the text and version of what it has opened."""

    def __init__(self) -> None:
        self.client = LanguageClient("test", "1")
        self.published: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
        self.messages: list[str] = []
        self.progress: list[object] = []
        self.registered: list[str] = []
        self.settings: object = None
        self.folder_settings: dict[str | None, object] = {}
        """By the URI of the workspace folder."""
        self.version = 0
        self.result: types.InitializeResult
        self._answer()

    def _answer(self) -> None:
        feature = self.client.feature

        @feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: types.PublishDiagnosticsParams) -> None:
            self.published.put_nowait(params)

        @feature(types.WINDOW_SHOW_MESSAGE)
        def shown(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)

        @feature(types.WINDOW_LOG_MESSAGE)
        def logged(params: types.LogMessageParams) -> None:
            pass

        @feature(types.PROGRESS)
        def progressed(params: types.ProgressParams) -> None:
            self.progress.append(params.value)

        @feature(types.WINDOW_WORK_DONE_PROGRESS_CREATE)
        def created(params: types.WorkDoneProgressCreateParams) -> None:
            pass

        @feature(types.CLIENT_REGISTER_CAPABILITY)
        def registered(params: types.RegistrationParams) -> None:
            self.registered += [one.method for one in params.registrations]

        @feature(types.WORKSPACE_CONFIGURATION)
        def configuration(params: types.ConfigurationParams) -> list[object]:
            return [self.folder_settings.get(item.scope_uri, self.settings) for item in params.items]

        @feature(types.WORKSPACE_INLAY_HINT_REFRESH)
        @feature(types.WORKSPACE_CODE_LENS_REFRESH)
        @feature(types.WORKSPACE_DIAGNOSTIC_REFRESH)
        def refresh(params: None) -> None:
            pass

    async def start(
        self, server: tuple[str, ...], capabilities: types.ClientCapabilities, folders: list[Path]
    ) -> None:
        await self.client.start_io(sys.executable, "-m", *server, cwd=ROOT)
        self.result = await self.client.initialize_async(
            types.InitializeParams(
                capabilities=capabilities,
                workspace_folders=[types.WorkspaceFolder(folder.as_uri(), folder.name) for folder in folders],
            )
        )
        self.client.initialized(types.InitializedParams())

    async def stop(self) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await asyncio.wait_for(self.client.stop(), 10)

    def open(self, text: str, uri: str = URI) -> None:
        self.version = 1
        item = types.TextDocumentItem(uri, "python", self.version, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def close(self, uri: str = URI) -> None:
        document = types.TextDocumentIdentifier(uri)
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(document))

    def change(self, text: str, uri: str = URI) -> None:
        self.version += 1
        document = types.VersionedTextDocumentIdentifier(self.version, uri)
        whole = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [whole]))

    async def diagnostics(self, uri: str | None = None) -> types.PublishDiagnosticsParams:
        while True:
            got = await asyncio.wait_for(self.published.get(), PATIENCE)
            if uri is None or got.uri == uri:
                return got

    async def pulled(self, uri: str = URI) -> list[types.Diagnostic]:
        params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
        report = await self.client.text_document_diagnostic_async(params)
        assert not self.messages, self.messages
        assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
        return list(report.items)

    async def until(self, ask: Callable[[], Awaitable[T]], holds: Callable[[T], bool]) -> T:
        """Asks again while the answer is not what is waited for: a first one may come before all is known."""
        for _ in range(MOST_QUESTIONS):
            answer = await ask()
            if holds(answer):
                break
            await asyncio.sleep(0.1)
        return answer

    async def hover(self, line: int, character: int, uri: str = URI) -> str | None:
        document = types.TextDocumentIdentifier(uri)
        params = types.HoverParams(document, types.Position(line, character))
        answer = await self.client.text_document_hover_async(params)
        if answer is None:
            return None
        assert isinstance(answer.contents, types.MarkupContent)
        return answer.contents.value

    async def hints(self, uri: str = URI) -> list[tuple[int, int, str]]:
        whole = types.Range(types.Position(0, 0), types.Position(100_000, 0))
        params = types.InlayHintParams(types.TextDocumentIdentifier(uri), whole)
        found = await self.client.text_document_inlay_hint_async(params) or []
        return [(one.position.line, one.position.character, label(one)) for one in found]

    async def actions(
        self, start: types.Position, only: list[str] | None = None, uri: str = URI
    ) -> dict[str, types.CodeAction]:
        kinds: list[types.CodeActionKind | str] | None = None if only is None else list(only)
        params = types.CodeActionParams(
            types.TextDocumentIdentifier(uri), types.Range(start, start), types.CodeActionContext([], only=kinds)
        )
        found = await self.client.text_document_code_action_async(params) or []
        return {one.title: one for one in found if isinstance(one, types.CodeAction)}


def label(hint: types.InlayHint) -> str:
    return hint.label if isinstance(hint.label, str) else "".join(part.value for part in hint.label)


def applied(text: str, action: types.CodeAction, uri: str = URI) -> str:
    """The text after an action whose edits are whole lines."""
    assert action.edit is not None and action.edit.changes is not None
    lines = text.splitlines(keepends=True)
    for edit in sorted(action.edit.changes[uri], key=lambda one: one.range.start.line, reverse=True):
        assert edit.range.start.character == edit.range.end.character == 0
        lines[edit.range.start.line : edit.range.end.line] = [edit.new_text]
    return "".join(lines)


def session(
    script: Callable[[Editor], Awaitable[None]],
    encoding: types.PositionEncodingKind | None = None,
    server: tuple[str, ...] = REAL,
    capabilities: types.ClientCapabilities | None = None,
    folders: list[Path] | None = None,
    settings: object = None,
) -> None:
    """Runs a script with a server of its own."""

    async def run() -> None:
        editor = Editor()
        editor.settings = settings
        general = types.GeneralClientCapabilities(position_encodings=[encoding] if encoding else None)
        able = capabilities or types.ClientCapabilities(general=general)
        await editor.start(server, able, folders or [])
        try:
            await script(editor)
        finally:
            await editor.stop()

    asyncio.run(run())
