"""The server as an editor meets it: a process that speaks the protocol on its standard streams."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from lsprotocol import types

from tests.lsp.editor import FAKE, ROOT, URI, Editor, session

ENCODINGS = [
    types.PositionEncodingKind.Utf8,
    types.PositionEncodingKind.Utf16,
    types.PositionEncodingKind.Utf32,
]
HEAD = "import torch\nlayer = torch.nn.Linear(16, 32)\n"
RIGHT, WRONG = "layer(torch.rand(2, 16))\n", "layer(torch.rand(2, 17))\n"


def test_diagnostics_follow_the_text() -> None:
    async def script(editor: Editor) -> None:
        editor.open(HEAD + WRONG)
        got = await editor.diagnostics()
        assert (got.uri, got.version) == (URI, 1)
        (one,) = got.diagnostics
        assert one.range == types.Range(types.Position(2, 0), types.Position(2, 24))
        assert (one.code, one.source) == ("impossible-shape", "shapecheck")
        assert one.severity == types.DiagnosticSeverity.Error
        assert one.code_description is not None and one.code_description.href.endswith("/impossible-shape.md")
        related = [(r.location.uri, r.location.range.start.line, r.message) for r in one.related_information or ()]
        assert (URI, 1, "layer was made here") in related
        editor.change(HEAD + RIGHT)
        got = await editor.diagnostics()
        assert (got.version, list(got.diagnostics)) == (2, [])
        editor.change("def f(:\n")
        assert [one.code for one in (await editor.diagnostics()).diagnostics] == ["syntax-error"]
        editor.close()
        assert not (await editor.diagnostics()).diagnostics

    session(script)


def test_only_the_newest_version_is_published() -> None:
    async def script(editor: Editor) -> None:
        editor.open("")
        await editor.diagnostics()
        for i in range(30):
            editor.change(HEAD + (WRONG if i % 2 else RIGHT))
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
        assert editor.result.capabilities.position_encoding == (encoding or types.PositionEncodingKind.Utf16)
        editor.open(f"{HEAD}{lead}{WRONG}{lead}x = torch.rand(2, 3)\n")
        (one,) = (await editor.diagnostics()).diagnostics
        assert one.range == types.Range(types.Position(2, units), types.Position(2, units + len(WRONG) - 1))
        assert await editor.hover(3, units) == "```python\nx: float32[2, 3]\n```"
        assert await editor.hover(3, units - 3) is None
        assert await editor.hints() == [(3, units + 1, ": [2, 3]")]

    session(script, encoding)


def test_a_failing_analysis_is_shown_once_and_the_server_lives() -> None:
    async def script(editor: Editor) -> None:
        editor.open("crash\n")
        for _ in range(3):
            editor.change("crash again\n")
            assert await editor.hover(0, 0) is None
        editor.change(HEAD + WRONG)
        assert len((await editor.diagnostics()).diagnostics) == 1
        assert len(editor.messages) == 1 and "inside" in editor.messages[0]

    session(script, server=FAKE)


def test_a_document_that_is_no_file() -> None:
    async def script(editor: Editor) -> None:
        uri = "untitled:Untitled-1"
        editor.open(HEAD + WRONG, uri)
        got = await editor.diagnostics()
        assert got.uri == uri and len(got.diagnostics) == 1
        assert got.diagnostics[0].related_information[0].location.uri == uri  # type: ignore[index]

    session(script)


def test_the_end_does_not_wait_for_a_check() -> None:
    async def script(editor: Editor) -> None:
        editor.open("slow\n")
        await asyncio.sleep(0.3)  # the check has begun

    started = time.monotonic()
    session(script, server=FAKE)
    assert time.monotonic() - started < 15


def test_a_process_that_is_only_told_to_exit_ends() -> None:
    async def run() -> int | None:
        editor = Editor()
        await editor.start(("shapecheck", "server"), types.ClientCapabilities(), [])
        process = editor.client._server
        editor.client.exit(None)
        return await asyncio.wait_for(process.wait(), 10)

    assert asyncio.run(run()) == 1


def test_diagnostics_on_request() -> None:
    """A client that asks is not sent the same unasked."""
    document = types.TextDocumentClientCapabilities(diagnostic=types.DiagnosticClientCapabilities())

    async def script(editor: Editor) -> None:
        provider = editor.result.capabilities.diagnostic_provider
        assert provider is not None and provider.workspace_diagnostics
        editor.open(HEAD + WRONG)
        params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(URI))
        report = await editor.client.text_document_diagnostic_async(params)
        assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
        assert [one.code for one in report.items] == ["impossible-shape"]
        params.previous_result_id = report.result_id
        again = await editor.client.text_document_diagnostic_async(params)
        assert isinstance(again, types.RelatedUnchangedDocumentDiagnosticReport)
        editor.change(HEAD + RIGHT)
        assert await editor.pulled() == []
        assert editor.published.empty()

    session(script, capabilities=types.ClientCapabilities(text_document=document))


def test_diagnostics_of_a_workspace(tmp_path: Path) -> None:
    """Files on disk, open ones as the editor has them; each folder under its own configuration; with a bar."""
    strict, lax = tmp_path / "strict", tmp_path / "lax"
    for folder in (strict, lax):
        folder.mkdir()
        (folder / "net.py").write_text(HEAD + WRONG)
    (lax / "shapecheck.toml").write_text('ignore = ["impossible-shape"]\n')
    opened = strict / "open.py"
    opened.write_text(HEAD + WRONG)
    window = types.WindowClientCapabilities(work_done_progress=True)

    async def script(editor: Editor) -> None:
        editor.open(HEAD + RIGHT, opened.as_uri())
        report = await editor.client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams([]))
        found = {
            one.uri: [item.code for item in one.items]
            for one in report.items
            if isinstance(one, types.WorkspaceFullDocumentDiagnosticReport)
        }
        assert found[(strict / "net.py").as_uri()] == ["impossible-shape"]
        assert found[(lax / "net.py").as_uri()] == []
        assert found[opened.as_uri()] == []
        kinds = [getattr(one, "kind", None) or one["kind"] for one in editor.progress]  # type: ignore[index]
        assert kinds[0] == "begin" and kinds[-1] == "end" and "report" in kinds

    session(script, capabilities=types.ClientCapabilities(window=window), folders=[strict, lax])


def test_settings_of_the_client() -> None:
    """They are asked for at the start, and again when they change."""
    workspace = types.WorkspaceClientCapabilities(
        configuration=True,
        did_change_configuration=types.DidChangeConfigurationClientCapabilities(dynamic_registration=True),
        did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True),
    )

    async def script(editor: Editor) -> None:
        editor.open(HEAD + WRONG)
        while True:
            (one,) = (await editor.diagnostics()).diagnostics
            if one.severity == types.DiagnosticSeverity.Warning:
                break
        assert sorted(editor.registered) == [
            "workspace/didChangeConfiguration", "workspace/didChangeWatchedFiles",
        ]  # fmt: skip
        editor.settings = {"levels": {"impossible-shape": "off"}}
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        while (await editor.diagnostics()).diagnostics:
            pass

    session(
        script,
        capabilities=types.ClientCapabilities(workspace=workspace),
        settings={"levels": {"impossible-shape": "warning"}},
    )


def test_each_folder_of_a_workspace_has_its_own_configuration(tmp_path: Path) -> None:
    """Two projects at once: a configuration file of the one, settings of the client for the other; each imports its own
    module of the same name, also while its text is not saved."""
    folders = [tmp_path / "one", tmp_path / "two"]
    texts = {folder: f"import torch\nlayer = torch.nn.Linear({width}, 4)\n" for folder, width in zip(folders, (17, 16))}
    for folder, text in texts.items():
        folder.mkdir()
        (folder / "layers.py").write_text(text)
    (folders[0] / "shapecheck.toml").write_text('levels = { impossible-shape = "warning" }\n')
    main = "import torch\nfrom layers import layer\ny = layer(torch.rand(2, 16))\n"
    capabilities = types.ClientCapabilities(workspace=types.WorkspaceClientCapabilities(configuration=True))

    async def script(editor: Editor) -> None:
        async def until(folder: Path, *severities: types.DiagnosticSeverity) -> None:
            while True:
                got = (await editor.diagnostics((folder / "main.py").as_uri())).diagnostics
                if [one.severity for one in got] == list(severities):
                    return

        one, two = folders
        for folder in folders:
            editor.open(main, (folder / "main.py").as_uri())
        await until(one, types.DiagnosticSeverity.Warning)
        editor.open(texts[two], (two / "layers.py").as_uri())
        editor.change(texts[one], (two / "layers.py").as_uri())
        await until(two, types.DiagnosticSeverity.Error)
        editor.folder_settings[two.as_uri()] = {"levels": {"impossible-shape": "info"}}
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        await until(two, types.DiagnosticSeverity.Information)
        assert [item.severity for item in await editor.pulled((one / "main.py").as_uri())] == [
            types.DiagnosticSeverity.Warning
        ]
        assert await editor.hints((one / "main.py").as_uri()) == []
        editor.change(texts[two], (two / "layers.py").as_uri())
        await until(two)
        assert await editor.hints((two / "main.py").as_uri()) == [(2, 1, ": [2, 4]")]

    session(script, capabilities=capabilities, folders=folders)


def test_unsaved_text_of_other_files_counts(tmp_path: Path) -> None:
    layers, main = tmp_path / "layers.py", tmp_path / "main.py"
    layers.write_text("import torch\nlayer = torch.nn.Linear(16, 4)\n")
    text = "import torch\nfrom layers import layer\ny = layer(torch.rand(2, 16))\n"
    main.write_text(text)

    async def script(editor: Editor) -> None:
        async def until(count: int) -> types.PublishDiagnosticsParams:
            while len((got := await editor.diagnostics(main.as_uri())).diagnostics) != count:
                pass
            return got

        editor.open(text, uri=main.as_uri())
        await until(0)
        editor.open("import torch\nlayer = torch.nn.Linear(16, 4)\n", uri=layers.as_uri())
        editor.change("import torch\nlayer = torch.nn.Linear(17, 4)\n", uri=layers.as_uri())
        (one,) = (await until(1)).diagnostics
        assert "17" in one.message and one.range.start.line == 2
        assert any(r.location.uri == layers.as_uri() for r in one.related_information or ())
        editor.close(layers.as_uri())
        await until(0)

    session(script)


def test_files_that_change_on_disk(tmp_path: Path) -> None:
    layers, main = tmp_path / "layers.py", tmp_path / "main.py"
    layers.write_text("import torch\nlayer = torch.nn.Linear(16, 4)\n")
    main.write_text("import torch\nfrom layers import layer\ny = layer(torch.rand(2, 16))\n")

    async def script(editor: Editor) -> None:
        editor.open(main.read_text(), uri=main.as_uri())
        assert not (await editor.diagnostics()).diagnostics
        layers.write_text("import torch\nlayer = torch.nn.Linear(17, 4)\n")
        change = types.FileEvent(layers.as_uri(), types.FileChangeType.Changed)
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))
        while not (await editor.diagnostics()).diagnostics:
            pass
        (tmp_path / "shapecheck.toml").write_text('ignore = ["impossible-shape"]\n')
        change = types.FileEvent((tmp_path / "shapecheck.toml").as_uri(), types.FileChangeType.Created)
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))
        while (await editor.diagnostics()).diagnostics:
            pass

    session(script)


def test_a_file_of_sizes_that_changes_on_disk(tmp_path: Path) -> None:
    """What the code reads counts, other files of its kind do not."""
    main, sizes, other = tmp_path / "main.py", tmp_path / "sizes.json", tmp_path / "other.json"
    sizes.write_text('{"width": 16}')
    text = (
        "import json\nfrom pathlib import Path\nimport torch\n"
        "sizes = json.loads((Path(__file__).parent / 'sizes.json').read_text())\n"
        "y = torch.nn.Linear(sizes['width'], 4)(torch.rand(2, 16))\n"
    )
    main.write_text(text)

    async def script(editor: Editor) -> None:
        def tell(file: Path) -> None:
            change = types.FileEvent(file.as_uri(), types.FileChangeType.Changed)
            editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))

        editor.open(text, main.as_uri())
        assert not (await editor.diagnostics(main.as_uri())).diagnostics
        other.write_text("{}")
        tell(other)
        sizes.write_text('{"width": 17}')
        tell(sizes)
        assert [one.code for one in (await editor.diagnostics(main.as_uri())).diagnostics] == ["impossible-shape"]

    session(script)


def test_a_notebook_is_one_module() -> None:
    """Names of one cell are known in the next; findings and hints lie in the cell that they are of."""
    notebook = types.NotebookDocumentClientCapabilities(types.NotebookDocumentSyncClientCapabilities())
    uri = (ROOT / "not_on_disk.ipynb").as_uri()
    cells = [f"{uri}#{i}" for i in range(3)]
    texts = [HEAD, "%matplotlib inline\nx = torch.rand(2, 16)\n", "y = layer(x)\nlayer(y)\n"]

    async def script(editor: Editor) -> None:
        kind = types.NotebookCellKind.Code
        editor.client.notebook_document_did_open(
            types.DidOpenNotebookDocumentParams(
                types.NotebookDocument(
                    uri, "jupyter-notebook", 1, [types.NotebookCell(kind, cell) for cell in cells]
                ),
                [types.TextDocumentItem(cell, "python", 1, text) for cell, text in zip(cells, texts)],
            )
        )
        (one,) = (await editor.diagnostics(cells[2])).diagnostics
        assert one.range.start == types.Position(1, 0)
        related = one.related_information or ()
        assert (cells[0], 1) in [(r.location.uri, r.location.range.start.line) for r in related]
        assert await editor.hints(cells[1]) == [(1, 1, ": [2, 16]")]
        assert await editor.hints(cells[2]) == [(0, 1, ": [2, 32]")]
        assert await editor.hover(0, 0, cells[2]) == "```python\ny: float32[2, 32]\n```"

    session(script, capabilities=types.ClientCapabilities(notebook_document=notebook))


