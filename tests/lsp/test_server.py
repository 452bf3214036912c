"""The server as an editor meets it: a process that speaks the protocol on its standard streams."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.lsp.client import LanguageClient

URI = "file:///project/net.py"
ENCODINGS = [
    types.PositionEncodingKind.Utf8,
    types.PositionEncodingKind.Utf16,
    types.PositionEncodingKind.Utf32,
]
ROOT = Path(__file__).parents[2]


class Editor:
    """A client that keeps what the server sends on its own."""

    def __init__(self, encoding: types.PositionEncodingKind | None = None) -> None:
        self.client = LanguageClient("test", "1")
        self.encoding = encoding
        self.published: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
        self.messages: list[str] = []
        self.version = 0

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: types.PublishDiagnosticsParams) -> None:
            self.published.put_nowait(params)

        @self.client.feature(types.WINDOW_SHOW_MESSAGE)
        def shown(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)

        @self.client.feature(types.WINDOW_LOG_MESSAGE)
        def logged(params: types.LogMessageParams) -> None:
            pass

    async def start(self, *command: str) -> types.InitializeResult:
        await self.client.start_io(*command, cwd=ROOT)
        general = types.GeneralClientCapabilities(
            position_encodings=[self.encoding] if self.encoding else None
        )
        result = await self.client.initialize_async(
            types.InitializeParams(capabilities=types.ClientCapabilities(general=general))
        )
        self.client.initialized(types.InitializedParams())
        return result

    async def stop(self) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await asyncio.wait_for(self.client.stop(), 10)

    def open(self, text: str, uri: str = URI) -> None:
        self.version = 1
        item = types.TextDocumentItem(uri, "python", self.version, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def change(self, text: str, uri: str = URI) -> None:
        self.version += 1
        document = types.VersionedTextDocumentIdentifier(self.version, uri)
        whole = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [whole]))

    async def diagnostics(self) -> types.PublishDiagnosticsParams:
        return await asyncio.wait_for(self.published.get(), 20)

    async def hover(self, line: int, character: int, uri: str = URI) -> str | None:
        document = types.TextDocumentIdentifier(uri)
        params = types.HoverParams(document, types.Position(line, character))
        answer = await self.client.text_document_hover_async(params)
        if answer is None:
            return None
        assert isinstance(answer.contents, types.MarkupContent)
        return answer.contents.value


def session(
    script: Callable[[Editor], Awaitable[None]],
    encoding: types.PositionEncodingKind | None = None,
    server: tuple[str, ...] = ("tests.lsp.fake_server",),
) -> None:
    async def run() -> None:
        editor = Editor(encoding)
        result = await editor.start(sys.executable, "-m", *server)
        assert result.capabilities.hover_provider
        try:
            await script(editor)
        finally:
            await editor.stop()

    asyncio.run(run())


def test_diagnostics_follow_the_text() -> None:
    async def script(editor: Editor) -> None:
        editor.open("x = 1\ny = wrong\n")
        got = await editor.diagnostics()
        assert (got.uri, got.version) == (URI, 1)
        (one,) = got.diagnostics
        assert one.range == types.Range(types.Position(1, 4), types.Position(1, 9))
        assert (one.code, one.source, one.severity) == (
            "impossible-shape",
            "shapecheck",
            types.DiagnosticSeverity.Error,
        )
        assert one.related_information is not None
        assert [(r.location.uri, r.message) for r in one.related_information] == [
            (URI, "made here"),
            (URI, "called from here"),
        ]
        editor.change("x = 1\n")
        got = await editor.diagnostics()
        assert (got.version, list(got.diagnostics)) == (2, [])
        editor.change("def f(:\n")
        assert [one.code for one in (await editor.diagnostics()).diagnostics] == ["syntax-error"]
        document = types.TextDocumentIdentifier(URI)
        editor.client.text_document_did_close(types.DidCloseTextDocumentParams(document))
        assert not (await editor.diagnostics()).diagnostics

    session(script)


def test_only_the_newest_version_is_published() -> None:
    async def script(editor: Editor) -> None:
        editor.open("")
        await editor.diagnostics()
        for i in range(30):
            editor.change(f"y = {'wrong' if i % 2 else 'right'}\n")
        got = await editor.diagnostics()
        assert got.version == editor.version and len(got.diagnostics) == 1
        assert editor.published.empty()

    session(script)


@pytest.mark.parametrize("encoding", [None, *ENCODINGS])
def test_positions_in_every_encoding(encoding: types.PositionEncodingKind | None) -> None:
    lead = "s = '😀é'; "
    units = {
        types.PositionEncodingKind.Utf8: len(lead.encode()),
        types.PositionEncodingKind.Utf32: len(lead),
    }.get(encoding or types.PositionEncodingKind.Utf16, len(lead.encode("utf-16-le")) // 2)

    async def script(editor: Editor) -> None:
        editor.open(f"{lead}wrong\n{lead}x = 1\n")
        (one,) = (await editor.diagnostics()).diagnostics
        assert one.range == types.Range(types.Position(0, units), types.Position(0, units + 5))
        assert await editor.hover(1, units) == "```python\nx: Tensor[2, 3]\n```"
        assert await editor.hover(1, units - 3) is None

    session(script, encoding)


def test_a_failing_analysis_is_shown_once_and_the_server_lives() -> None:
    async def script(editor: Editor) -> None:
        editor.open("crash\n")
        for _ in range(3):
            editor.change("crash again\n")
            assert await editor.hover(0, 0) is None
        editor.change("y = wrong\n")
        assert len((await editor.diagnostics()).diagnostics) == 1
        assert len(editor.messages) == 1 and "inside" in editor.messages[0]

    session(script)


def test_a_document_that_is_no_file() -> None:
    async def script(editor: Editor) -> None:
        editor.open("y = wrong\n", uri="untitled:Untitled-1")
        got = await editor.diagnostics()
        assert got.uri == "untitled:Untitled-1" and len(got.diagnostics) == 1
        assert got.diagnostics[0].related_information[0].location.uri == "untitled:Untitled-1"  # type: ignore[index]

    session(script)


def test_the_end_does_not_wait_for_a_check() -> None:
    async def script(editor: Editor) -> None:
        editor.open("slow\n")
        await asyncio.sleep(0.3)  # the check has begun

    started = time.monotonic()
    session(script)
    assert time.monotonic() - started < 10


def test_a_process_that_is_only_told_to_exit_ends() -> None:
    async def run() -> int | None:
        editor = Editor()
        await editor.start(sys.executable, "-m", "tests.lsp.fake_server")
        process = editor.client._server
        editor.client.exit(None)
        return await asyncio.wait_for(process.wait(), 10)

    assert asyncio.run(run()) == 1


REAL = """import torch

layer = torch.nn.Linear(16, 32)
y = layer(torch.rand(2, 16))
reveal_shape(y)
layer(y)
"""


def test_the_real_server() -> None:
    async def script(editor: Editor) -> None:
        uri = (ROOT / "not_on_disk.py").as_uri()
        editor.open(REAL, uri=uri)
        (one,) = (await editor.diagnostics()).diagnostics
        assert one.range.start == types.Position(5, 0) and "2x32 and 16x32" in one.message
        assert await editor.hover(3, 0, uri) == "```python\ny: float32[2, 32]\n```"
        assert await editor.hover(4, 14, uri) == "```python\ny: float32[2, 32]\n```"

    session(script, server=("shapecheck", "server"))


SHOWN = """import torch
import torch.nn as nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 32)

    def forward(self, x):
        h, b = self.fc(x), self.fc.bias
        return torch.cat([h, h]) + b

y = Net()(torch.rand(2, 16))
"""


@pytest.mark.parametrize(
    ("line", "character", "shown"),
    [
        (9, 8, "h: float32[2, 32]"),
        (9, 19, "self.fc(x): float32[2, 32]"),
        (9, 23, "x: float32[2, 16]"),
        (9, 36, "self.fc.bias: float32[32]"),
        (10, 26, "h: float32[2, 32]"),
        (10, 17, "torch.cat([h, h]): float32[4, 32]"),
        (8, 10, "forward: float32[4, 32]"),
        (12, 7, "Net()(torch.rand(2, 16)): float32[4, 32]"),
        (6, 4, None),
    ],
)
def test_hover_over(
    line: int, character: int, shown: str | None, hovered: dict[tuple[int, int], str | None]
) -> None:
    found = hovered[line, character]
    assert found == (None if shown is None else f"```python\n{shown}\n```")


@pytest.fixture(scope="module")
def hovered() -> dict[tuple[int, int], str | None]:
    """The hover at each place of SHOWN, from one run of the real server."""
    answers: dict[tuple[int, int], str | None] = {}

    async def script(editor: Editor) -> None:
        uri = (ROOT / "not_on_disk.py").as_uri()
        editor.open(SHOWN, uri=uri)
        await editor.diagnostics()
        for line, text in enumerate(SHOWN.splitlines()):
            for character in range(len(text)):
                answers[line, character] = await editor.hover(line, character, uri)

    session(script, server=("shapecheck", "server"))
    return answers


def test_unsaved_text_of_other_files_counts(tmp_path: Path) -> None:
    layers, main = tmp_path / "layers.py", tmp_path / "main.py"
    layers.write_text("import torch\nlayer = torch.nn.Linear(16, 4)\n")
    text = "import torch\nfrom layers import layer\ny = layer(torch.rand(2, 16))\n"
    main.write_text(text)

    async def script(editor: Editor) -> None:
        async def of(uri: str) -> types.PublishDiagnosticsParams:
            while (got := await editor.diagnostics()).uri != uri:
                pass
            return got

        editor.open(text, uri=main.as_uri())
        assert not (await of(main.as_uri())).diagnostics
        editor.open("import torch\nlayer = torch.nn.Linear(16, 4)\n", uri=layers.as_uri())
        await of(layers.as_uri())
        editor.change("import torch\nlayer = torch.nn.Linear(17, 4)\n", uri=layers.as_uri())
        (one,) = (await of(main.as_uri())).diagnostics
        assert "17" in one.message and one.range.start.line == 2
        assert any(r.location.uri == layers.as_uri() for r in one.related_information or ())
        document = types.TextDocumentIdentifier(layers.as_uri())
        editor.client.text_document_did_close(types.DidCloseTextDocumentParams(document))
        assert not (await of(main.as_uri())).diagnostics

    session(script, server=("shapecheck", "server"))
