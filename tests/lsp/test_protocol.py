"""Every method that the server declares, in all encodings; every message that it sends fits the protocol's schema."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import converters, types

from bench.lsp import Client
from tests.lsp.editor import PATIENCE

ENCODINGS = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
UNIT = {"utf-8": 1, "utf-16": 2, "utf-32": 4}
TEXT = """import torch
import torch.nn as nn
from jaxtyping import Float
from torch import Tensor


class 𠀀Net(nn.Module):
    def __init__(self, 𠀀w=8):
        super().__init__()
        self.𠀀fc = nn.Linear(𠀀w, 4)

    def forward(self, 𠀀x: Float[Tensor, "𠀀b 8"]):
        s = "😀"; y = self.𠀀fc(𠀀x)
        return y


s = "😀"; out = 𠀀Net()(torch.rand(2, 8)); bad = out @ out
s = "😀"; torch.flatten(out, 1)
"""
CELL = 's = "😀"; import torch; cell = torch.rand(2, 3)'
ABLE = {
    "general": {"positionEncodings": []},
    "window": {"workDoneProgress": True},
    "workspace": {
        "configuration": True, "didChangeConfiguration": {"dynamicRegistration": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True}, "inlayHint": {"refreshSupport": True},
        "codeLens": {"refreshSupport": True}, "workspaceEdit": {"documentChanges": True}, "workspaceFolders": True,
    },
    "textDocument": {"publishDiagnostics": {"versionSupport": True, "relatedInformation": True}},
    "notebookDocument": {"synchronization": {}},
}  # fmt: skip


class Recorder(Client):
    """Keeps every message of the server with its method."""

    def __init__(self) -> None:
        super().__init__()
        self.log: list[tuple[str, dict[str, Any]]] = []
        self._asked: list[str] = []

    async def request(self, method: str, params: Any) -> Any:
        self._asked.append(method)
        return await super().request(method, params)

    def _take(self, message: Any) -> None:
        self.log.append((message.get("method") or self._asked[message["id"] - 1], message))
        super()._take(message)


class Document:
    """A text whose places are found by what stands there."""

    def __init__(self, uri: str, text: str, encoding: str) -> None:
        self.uri, self.lines = uri, text.split("\n")
        self._encoding = encoding

    def at(self, words: str, inside: str = "") -> dict[str, int]:
        """The position of `inside` within the first words like these."""
        line = next(i for i, one in enumerate(self.lines) if words in one)
        column = self.lines[line].index(words) + (words.index(inside) if inside else 0)
        return {"line": line, "character": self._units(self.lines[line][:column])}

    def cut(self, found: Any) -> str:
        """The text of a range."""
        start, end = found["start"], found["end"]
        assert start["line"] == end["line"]
        line = self.lines[start["line"]].encode(ENCODINGS[self._encoding])
        unit = UNIT[self._encoding]
        return line[start["character"] * unit : end["character"] * unit].decode(ENCODINGS[self._encoding])

    def before(self, position: Any) -> str:
        """The line before a position."""
        return self.cut({"start": {**position, "character": 0}, "end": position})

    def _units(self, text: str) -> int:
        return len(text.encode(ENCODINGS[self._encoding])) // UNIT[self._encoding]


def fits(method: str, message: dict[str, Any]) -> None:
    """A message is one of its method, and nothing of it is unknown to the protocol."""
    converter = converters.get_converter()
    if "method" in message or "error" not in message:
        request, response = types.METHOD_TO_TYPES[method][:2]
        kind = request if "method" in message else response
        structured = converter.structure(message, kind)
        known = converter.unstructure(structured, unstructure_as=kind)
        assert without_nothing(known) == without_nothing(message), method


def without_nothing(value: Any) -> Any:
    """The same without members that are null or not there."""
    if isinstance(value, dict):
        return {key: without_nothing(one) for key, one in value.items() if one is not None}
    return [without_nothing(one) for one in value] if isinstance(value, (list, tuple)) else value


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_method_in_every_encoding(encoding: str, tmp_path: Path) -> None:
    client = Recorder()

    async def script() -> None:
        able = {**ABLE, "general": {"positionEncodings": [encoding]}}
        command = (sys.executable, "-m", "shapecheck", "server")
        said = await client.start(command, tmp_path, str(tmp_path / "cache"), able)
        assert said["capabilities"]["positionEncoding"] == encoding
        try:
            await session(client, tmp_path, encoding)
            await client.request("shutdown", None)
            client.notify("exit", None)
            assert await asyncio.wait_for(client.process.wait(), 10) == 0
        finally:
            if client.process.returncode is None:
                client.process.kill()

    asyncio.run(script())
    for method, message in client.log:
        assert "error" not in message, (method, message)
        fits(method, message)
    sent = {method for method, message in client.log if "method" in message}
    assert {"textDocument/publishDiagnostics", "client/registerCapability", "$/progress"} <= sent


async def session(client: Recorder, folder: Path, encoding: str) -> None:
    """Asks for everything."""
    file = folder / "net.py"
    file.write_text(TEXT, encoding="utf-8")
    uri = file.as_uri()
    document = Document(uri, TEXT, encoding)
    named = {"uri": uri}
    opened = {"uri": uri, "languageId": "python", "version": 1, "text": TEXT}
    client.notify("textDocument/didOpen", {"textDocument": opened})
    published = await newest(client, uri, 1)
    assert [document.cut(one["range"]) for one in published] == ["out @ out"]

    async def ask(method: str, **params: Any) -> Any:
        return await client.request(method, {"textDocument": named, **params})

    pulled = await ask("textDocument/diagnostic")
    assert pulled["items"] == published
    await ask_about_values(ask, document)
    await ask_about_code(ask, client, document)
    place = document.at("bad = out @", " @")
    change = {"range": {"start": place, "end": place}, "text": ".T"}
    changed = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]}
    client.notify("textDocument/didChange", changed)
    assert not await newest(client, uri, 2)
    client.notify("textDocument/didSave", {"textDocument": named})
    events = [{"uri": uri, "type": kind} for kind in (1, 2, 3)]
    client.notify("workspace/didChangeWatchedFiles", {"changes": events})
    client.notify("workspace/didChangeConfiguration", {"settings": None})
    token = "bar"
    scanned = await client.request("workspace/diagnostic", {"previousResultIds": [], "workDoneToken": token})
    assert any(one["uri"] == uri for one in scanned["items"])
    folders = {"added": [], "removed": []}
    client.notify("workspace/didChangeWorkspaceFolders", {"event": folders})
    await notebook(client, folder, encoding)
    client.notify("textDocument/didClose", {"textDocument": named})


async def ask_about_values(ask: Any, document: Document) -> None:
    """Hover, hints, definition, signature help."""
    hover = await ask("textDocument/hover", position=document.at("y = self"))
    assert document.cut(hover["range"]) == "y" and "[𠀀b, 4]" in hover["contents"]["value"]
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": len(document.lines), "character": 0}}
    hints = await ask("textDocument/inlayHint", range=everything)
    behind = [document.before(one["position"]) for one in hints]
    assert [one[-5:] for one in behind] == ['😀"; y', "urn y", "; out"], behind
    (part,) = [
        part
        for one in hints
        if document.before(one["position"]).endswith("; y")
        for part in one["label"]
        if part["value"] == "𠀀b"
    ]
    assert part["location"]["uri"] == document.uri
    (found,) = await ask("textDocument/definition", position=document.at('"𠀀b 8"', "𠀀b"))
    assert document.cut(found["range"]) == "𠀀b"
    help_ = await ask("textDocument/signatureHelp", position=document.at("flatten(out, 1)", "1)"))
    assert help_["activeParameter"] == 1 and "[2, 4]" in str(help_)


async def ask_about_code(ask: Any, client: Recorder, document: Document) -> None:
    """Symbols, lenses, actions, commands."""
    symbols = await ask("textDocument/documentSymbol")
    assert [document.cut(one["selectionRange"]) for one in symbols] == ["𠀀Net"]
    (lens,) = await ask("textDocument/codeLens")
    assert document.cut(lens["range"]) == "𠀀Net"
    assert "[𠀀b, 4]" in (await client.request("codeLens/resolve", lens))["command"]["title"]
    for words, kinds in (("out @ out", ["quickfix"]), ("out = ", ["refactor"]), ("s = ", ["source.fixAll"])):
        position = document.at(words)
        context = {"diagnostics": [], "only": kinds}
        actions = await ask("textDocument/codeAction", range={"start": position, "end": position}, context=context)
        assert actions or kinds == ["source.fixAll"], words
    position = document.at("y = self")
    for name, wanted in (("showSignature", "𠀀b"), ("showSummary", "Linear"), ("explainShape", "[𠀀b, 4]")):
        params = {"command": f"shapecheck.{name}", "arguments": [document.uri, position]}
        assert wanted in await client.request("workspace/executeCommand", params), name
    await client.request("workspace/executeCommand", {"command": "shapecheck.restart"})


async def notebook(client: Recorder, folder: Path, encoding: str) -> None:
    """A notebook of one cell."""
    uri = (folder / "book.ipynb").as_uri()
    cell = f"{uri}#1"
    book = {"uri": uri, "notebookType": "jupyter-notebook", "version": 1, "cells": [{"kind": 2, "document": cell}]}
    text = {"uri": cell, "languageId": "python", "version": 1, "text": CELL}
    client.notify("notebookDocument/didOpen", {"notebookDocument": book, "cellTextDocuments": [text]})
    document = Document(cell, CELL, encoding)
    asked = {"textDocument": {"uri": cell}, "position": document.at("cell = ")}
    hover = await client.request("textDocument/hover", asked)
    assert document.cut(hover["range"]) == "cell"
    client.notify("notebookDocument/didSave", {"notebookDocument": {"uri": uri}})
    client.notify(
        "notebookDocument/didClose", {"notebookDocument": {"uri": uri}, "cellTextDocuments": [{"uri": cell}]}
    )


async def newest(client: Recorder, uri: str, version: int) -> Any:
    """The next diagnostics of a version of a document."""
    while True:
        _, got = await asyncio.wait_for(client.received.get(), PATIENCE)
        if (got["uri"], got["version"]) == (uri, version):
            return got["diagnostics"]
