"""Language servers at typing speed: from a change of the text to published diagnostics, hints and hovers.

    python -m bench.lsp [--edits 200] [--seconds 20] [--sources FOLDER] [--servers shapecheck,pyrefly,basedpyright]

Opens models of timm and transformers (about 300, 1,000 and 3,000 lines) inside their packages, as an editor does, and
makes edits in the bodies of functions: a line gets a comment or a further statement; the next edit takes it back. For
each server and file, with empty caches: seconds from the start of the process to the first diagnostics, and to the
answer when it is asked for all of them; then the number of edits (as many as fit into the given seconds), milliseconds
from `didChange` to the first diagnostics of the new version, after every tenth edit to the last ones (a server may send
what it knows first; those that come more than half a second after the ones before are not waited for), and from request
to answer of hints and hover, as median / 95th percentile. The others are what pip gives, with their defaults, in an
environment of their own. All of it takes about ten minutes and prints a table in Markdown.
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from bench.fetch import cache_folder, source

FILES = (
    "timm/models/sknet.py", "timm/models/hiera.py", "timm/models/levit.py", "timm/models/efficientnet.py",
    "transformers/models/dinov2/modeling_dinov2.py", "transformers/models/bert/modeling_bert.py",
)  # fmt: skip
COMMANDS = {
    "shapecheck": ("{python}", "-m", "shapecheck", "server"),
    "pyrefly": ("{tools}/pyrefly", "lsp"),
    "basedpyright": ("{tools}/basedpyright-langserver", "--stdio"),
}
ABLE = {
    "workspace": {"configuration": True, "inlayHint": {"refreshSupport": True}},
    "textDocument": {
        "publishDiagnostics": {"versionSupport": True},
        "inlayHint": {},
        "hover": {"contentFormat": ["markdown"]},
    },
}
"""What the client can do."""
PACKAGES = ("timm", "transformers", "torchvision")
TOOLS = ("pyrefly", "basedpyright")
QUIET = 0.5
"""Seconds without further diagnostics after which none are expected."""
EVERY = 10
"""After so many edits all diagnostics are waited for."""
FIRST = 120.0


class Times(NamedTuple):
    """Milliseconds of all edits."""

    first: list[float]
    last: list[float]
    hints: list[float]
    hover: list[float]


class Client:
    """One server with one file open. It speaks plain JSON: what others answer need not fit a library's types."""

    def __init__(self) -> None:
        self.received: asyncio.Queue[tuple[float, Any]] = asyncio.Queue()
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._reader: asyncio.Task[None] | None = None
        self.process: asyncio.subprocess.Process

    async def start(self, command: Sequence[str], root: Path, cache: str, able: Any = ABLE) -> Any:
        """Starts the server, which keeps what it likes in a folder; gives what it says of itself."""
        environ = {**os.environ, "SHAPECHECK_CACHE_DIR": cache, "XDG_CACHE_HOME": cache}
        environ.pop("PYTHONDONTWRITEBYTECODE", None)  # nobody's installed packages are compiled at every start
        pipe = asyncio.subprocess.PIPE
        self.process = await asyncio.create_subprocess_exec(
            *command,
            cwd=root,
            env=environ,
            stdin=pipe,
            stdout=pipe,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,  # a group of its own: what pip installs may start the server as a child
        )
        self._reader = asyncio.ensure_future(self._read())
        folders = [{"uri": root.as_uri(), "name": root.name}]
        params = {"processId": None, "rootUri": root.as_uri(), "capabilities": able, "workspaceFolders": folders}
        result = await self.request("initialize", params)
        self.notify("initialized", {})
        return result

    async def stop(self) -> None:
        """Ends the server with all that it has started: a child that lives on keeps the pipes open."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        await self.process.wait()

    def notify(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    async def request(self, method: str, params: Any) -> Any:
        number = len(self._waiting) + 1
        self._waiting[number] = answer = asyncio.get_running_loop().create_future()
        self._send({"id": number, "method": method, "params": params})
        return await asyncio.wait_for(answer, FIRST)

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    async def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while True:
            length = 0
            while line := (await stream.readline()).strip():
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
            if not length:
                return
            self._take(json.loads(await stream.readexactly(length)))

    def _take(self, message: Any) -> None:
        if "method" not in message:
            self._waiting[message["id"]].set_result(message.get("result"))
        elif message["method"] == "textDocument/publishDiagnostics":
            self.received.put_nowait((time.monotonic(), message["params"]))
        elif "id" in message:
            asked = message["params"].get("items", ()) if message["method"] == "workspace/configuration" else None
            self._send({"id": message["id"], "result": None if asked is None else [{} for _ in asked]})

    async def diagnostics(
        self, uri: str, version: int, patience: float, waits: bool
    ) -> tuple[float, float] | None:
        """When the first and the last diagnostics of a version came; None if none did. `waits` for the last."""
        first = last = None
        while first is None or waits:
            try:
                at, got = await asyncio.wait_for(self.received.get(), patience if first is None else QUIET)
            except asyncio.TimeoutError:
                return None if first is None or last is None else (first, last)
            if got["uri"] == uri and got.get("version") in (version, None):
                first, last = first or at, at
        return None if first is None or last is None else (first, last)


async def measure(
    name: str, command: Sequence[str], file: Path, root: Path, edits: int, seconds: float, cache: str
) -> str:
    """One row of the table."""
    client = Client()
    began = time.monotonic()
    version = ((await client.start(command, root, cache)).get("serverInfo") or {}).get("version") or ""
    text, uri = file.read_text(encoding="utf-8"), file.as_uri()
    item = {"uri": uri, "languageId": "python", "version": 1, "text": text}
    client.notify("textDocument/didOpen", {"textDocument": item})
    opened = await client.diagnostics(uri, 1, FIRST, waits=False)
    await client.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
    everything = time.monotonic() - began
    cold = "none" if opened is None else f"{opened[0] - began:.1f} s"
    times = Times([], [], [], [])
    if opened is not None:
        await client.diagnostics(uri, 0, QUIET, waits=True)
        await edit(client, text, uri, edits, seconds, times)
    await client.stop()
    cells = [f"{statistics.median(one):.0f} / {p95(one):.0f}" if one else "none" for one in times]
    head = f"| {file.relative_to(root)} | {text.count(chr(10))} | {name} {version} | {cold} | {everything:.1f} s"
    return f"{head} | {len(times.first)} | {' | '.join(cells)} |"


async def edit(client: Client, text: str, uri: str, edits: int, seconds: float, times: Times) -> None:
    """Makes the edits, one after the other has been answered."""
    end = time.monotonic() + seconds
    choose = random.Random(1)
    lines, places = text.split("\n"), bodies(text)
    before: tuple[int, str] | None = None
    for number in range(edits):
        if time.monotonic() > end:
            break
        version = number + 2
        if before is None:
            line = choose.choice(places)
            before = line, lines[line]
            new = changed(lines[line], number)
        else:
            (line, new), before = before, None
        old_length = len(lines[line].encode("utf-16-le")) // 2
        lines[line] = new
        at = {"start": {"line": line, "character": 0}, "end": {"line": line, "character": old_length}}
        began = time.monotonic()
        named = {"uri": uri, "version": version}
        client.notify("textDocument/didChange", {"textDocument": named, "contentChanges": [{"range": at, "text": new}]})
        waits = number % EVERY == EVERY - 1
        found = await client.diagnostics(uri, version, 10, waits)
        if found is not None:
            times.first.append(1000 * (found[0] - began))
            times.last.extend([1000 * (found[1] - began)] if waits else [])
        lines_shown = max(0, line - 30), min(len(lines) - 1, line + 30)
        shown = dict(zip(("start", "end"), ({"line": one, "character": 0} for one in lines_shown)))
        began = time.monotonic()
        await client.request("textDocument/inlayHint", {"textDocument": {"uri": uri}, "range": shown})
        times.hints.append(1000 * (time.monotonic() - began))
        position = {"line": line, "character": len(new) - len(new.lstrip())}
        began = time.monotonic()
        await client.request("textDocument/hover", {"textDocument": {"uri": uri}, "position": position})
        times.hover.append(1000 * (time.monotonic() - began))


def bodies(text: str) -> list[int]:
    """The lines, from 0, on which a plain statement of a function stands."""
    found = set()
    for function in ast.walk(ast.parse(text)):
        if isinstance(function, ast.FunctionDef):
            for node in function.body:
                is_plain = isinstance(node, (ast.Assign, ast.Return)) and node.lineno == node.end_lineno
                if is_plain:
                    found.add(node.lineno - 1)
    return sorted(found)


def changed(line: str, number: int) -> str:
    """The line after an edit that leaves it Python."""
    indent = line[: len(line) - len(line.lstrip())]
    return (line + "  # edited", f"{indent}edited = {number}; {line.lstrip()}", f"{line};")[number // 2 % 3]


def p95(values: Sequence[float]) -> float:
    return sorted(values)[int(0.95 * (len(values) - 1))]


def sources() -> Path:
    """The packages side by side, as they are installed."""
    folder = cache_folder() / "sources"
    for name in PACKAGES:
        if not (folder / name).is_dir():
            shutil.copytree(source(name) / name, folder / name)
    return folder


def tools() -> Path:
    """The programs of the other servers, installed if they are not there."""
    folder = cache_folder() / "servers"
    if not (folder / "done").exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        subprocess.run([str(folder / "bin" / "pip"), "install", "-q", *TOOLS], check=True)
        (folder / "done").touch()
    return folder / "bin"


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--sources", type=Path)
    parser.add_argument("--tools", type=Path)
    parser.add_argument("--servers", default=",".join(COMMANDS))
    parser.add_argument("--files", default=",".join(FILES))
    given = parser.parse_args()
    servers = given.servers.split(",")
    programs = "" if servers == ["shapecheck"] else given.tools or tools()
    root = (given.sources or sources()).absolute()
    print("| file | lines | server | first | all | edits | first ms | last ms | hints ms | hover ms |")
    print(f"| --- | ---: | --- |{' ---: |' * 7}", flush=True)
    for name in given.files.split(","):
        for server in servers:
            command = [part.format(python=sys.executable, tools=programs) for part in COMMANDS[server]]
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as cache:
                row = await measure(server, command, root / name, root, given.edits, given.seconds, cache)
            print(row, flush=True)


if __name__ == "__main__":
    asyncio.run(main())
