"""The server: documents are checked one at a time on a thread of their own, and only the newest version."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path
from pygls.workspace import TextDocument

from shapecheck import __version__
from shapecheck.check.places import CheckedFile, shown_path
from shapecheck.project import ProjectError
from shapecheck_lsp.checking import Checked, check_document
from shapecheck_lsp.requests import register_all

log = logging.getLogger("shapecheck_lsp")

DEBOUNCE = 0.05
"""Seconds without a keystroke before a document is checked."""
DEBOUNCE_OTHERS = 0.5
"""The same for the other open documents, which may import the changed one."""


class ShapecheckServer(LanguageServer):
    """Holds the last result of each open document."""

    def __init__(self) -> None:
        super().__init__("shapecheck", __version__)
        self.python: str | None = None
        """The environment that the client named in its options."""
        self.checked: dict[str, Checked] = {}
        self.has_ended = False
        """The client asked for the shutdown."""
        self._pending: dict[str, asyncio.Task[None]] = {}
        self._complaints: set[str] = set()
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="shapecheck")

    # ---------------------------------------------------------------- checking

    def schedule(self, uri: str, delay: float = DEBOUNCE) -> None:
        """Checks the document soon; a check that waits for the same document is given up."""
        self.forget_pending(uri)
        self._pending[uri] = asyncio.ensure_future(self._check(uri, delay))

    def schedule_others(self, uri: str, delay: float = DEBOUNCE_OTHERS) -> None:
        """Checks the other open documents, which may import this one."""
        for other in list(self.workspace.text_documents):
            if other != uri:
                self.schedule(other, delay)

    def forget_pending(self, uri: str) -> None:
        """Gives up the check that waits or runs for the document; its result is never published."""
        pending = self._pending.pop(uri, None)
        if pending is not None:
            pending.cancel()

    def end_work(self) -> None:
        """Nothing is checked or published from here on."""
        self.has_ended = True
        for uri in list(self._pending):
            self.forget_pending(uri)
        self._worker.shutdown(wait=False, cancel_futures=True)

    async def settled(self, uri: str) -> Checked | None:
        """The result for the present text of the document."""
        pending = self._pending.get(uri)
        if pending is not None:
            await asyncio.wait([pending])
        return self.checked.get(uri)

    async def _check(self, uri: str, delay: float) -> None:
        try:
            await asyncio.sleep(delay)
            document = self.workspace.get_text_document(uri)
            version = document.version or 0
            file = self.file_of(uri, document.source)
            others = [self.file_of(other.uri, other.source) for other in self._beside(uri)]
            loop = asyncio.get_running_loop()
            result = await loop.run_in_executor(
                self._worker, check_document, file, version, self.python, others
            )
            if (self.workspace.get_text_document(uri).version or 0) == version:
                self.checked[uri] = result
                self.publish(uri)
        except asyncio.CancelledError:
            raise
        except ProjectError as error:
            self.complain(str(error))
        except Exception as error:
            log.exception("checking %s failed", uri)
            self.complain(f"checking {uri} failed: {error!r}")

    def _beside(self, uri: str) -> list[TextDocument]:
        """The other open documents that are files: what they hold counts, saved or not."""
        documents = self.workspace.text_documents
        return [documents[other] for other in sorted(documents) if other != uri and other.startswith("file:")]

    def file_of(self, uri: str, source: str) -> CheckedFile:
        """The document as a file to check, with its unsaved text."""
        path = to_fs_path(uri) if uri.startswith("file:") else None
        file = Path(path) if path else Path("untitled.py").absolute()
        return CheckedFile(file, shown_path(file), source.encode("utf-8", "surrogatepass"))

    # ---------------------------------------------------------------- answers

    def publish(self, uri: str) -> None:
        """Sends the diagnostics of the last result, with the version they belong to."""
        from shapecheck_lsp.diagnostics import diagnostics_of

        checked = self.checked[uri]
        own = shown_path(self.file_of(uri, "").path)
        shown = diagnostics_of(checked, uri, own, self.workspace.position_codec)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, shown, checked.version))

    def complain(self, message: str) -> None:
        """Logs the message, and shows it the first time."""
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, message))
        if message not in self._complaints:
            self._complaints.add(message)
            self.window_show_message(
                types.ShowMessageParams(types.MessageType.Error, f"shapecheck: {message}")
            )


def make_server() -> ShapecheckServer:
    """A server that answers all requests."""
    server = ShapecheckServer()
    register_all(server)
    return server


def main() -> None:
    """Runs on standard input and output until the client ends it; logs go to standard error."""
    logging.basicConfig(
        stream=sys.stderr, level=logging.WARNING, format="%(name)s: %(levelname)s: %(message)s"
    )
    server = make_server()
    server.start_io()
    # A check that still runs is of no use to anyone, and Python would wait for its thread. The protocol wants
    # status 1 of a server that was not asked to shut down before it had to exit.
    sys.stderr.flush()
    os._exit(0 if server.has_ended else 1)
