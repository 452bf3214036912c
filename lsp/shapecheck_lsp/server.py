"""The server: texts are checked one at a time on a thread of their own, and only the newest version of each."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from shapecheck import __version__
from shapecheck.check.diagnostics import Diagnostic
from shapecheck.project import ProjectError
from shapecheck.source.deep_stack import collect_rarely
from shapecheck.source.files import lines_of
from shapecheck_lsp.checked import Checked
from shapecheck_lsp.collecting import Collector
from shapecheck_lsp.diagnostics import diagnostics_of, single_diagnostic
from shapecheck_lsp.projects import Projects
from shapecheck_lsp.requests import register_all
from shapecheck_lsp.settings import Settings
from shapecheck_lsp.texts import Text, key_of, open_keys, text_of

log = logging.getLogger("shapecheck_lsp")
T = TypeVar("T")

SWITCH = 0.001
"""Seconds after which an analysis lets the thread go on that reads and answers the client."""
ROOM = 0.05
"""Seconds at most that an analysis waits until what it found first has been sent: both at once take longer."""
RENEW_AFTER = 0.6
"""Seconds without a keystroke before a session that is not exact is made anew."""
OTHERS_AFTER = 0.3
"""Seconds without a keystroke before other open texts, which may import the changed one, are checked."""


class Job:
    """A check that waits or runs; `over` tells the analysis that nobody wants its result."""

    def __init__(self, task: asyncio.Task[None], over: threading.Event) -> None:
        self.task = task
        self.over = over

    def give_up(self) -> None:
        self.over.set()
        self.task.cancel()


class ShapecheckServer(LanguageServer):
    """Holds the last result of each open text."""

    def __init__(self) -> None:
        super().__init__(
            "shapecheck",
            __version__,
            text_document_sync_kind=types.TextDocumentSyncKind.Incremental,
            notebook_document_sync=types.NotebookDocumentSyncOptions(
                [
                    types.NotebookDocumentFilterWithNotebook(
                        notebook="jupyter-notebook", cells=[types.NotebookCellLanguage(language="python")]
                    )
                ],
                save=True,
            ),
        )
        self.settings = Settings()
        self.folder_settings: dict[str, Settings] = {}
        """By the URI of the workspace folder, where the client configures them one by one."""
        self.projects = Projects()
        self.checked: dict[str, Checked] = {}
        self.has_ended = False
        """The client asked for the shutdown."""
        self._published: dict[str, tuple[str, ...]] = {}
        self._jobs: dict[str, Job] = {}
        self._renewal: Job | None = None
        self._news = asyncio.Event()
        """Set, and replaced, when something has become known of a text."""
        self._complaints: set[str] = set()
        self._collector = Collector()
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="shapecheck")

    # ---------------------------------------------------------------- checking

    def key_of(self, uri: str) -> str:
        """The URI of the text that a document belongs to."""
        return key_of(self.workspace, uri)

    def settings_of(self, key: str) -> Settings:
        """The settings of the innermost workspace folder around a text."""
        around = [folder for folder in self.folder_settings if key.startswith(folder.rstrip("/") + "/")]
        return self.folder_settings[max(around, key=len)] if around else self.settings

    def stub_folders(self, checked: Checked) -> list[Path]:
        """The folders of further shape rules that hold for a text."""
        settings = self.settings_of(checked.text.uri)
        return [*map(Path, settings.stubs), *self.projects.config_of(checked.file).stub_folders]

    def schedule(self, uri: str, delay: float | None = None) -> None:
        """Checks the text soon; a check of an older version is given up."""
        key = self.key_of(uri)
        self.forget_pending(key)
        over = threading.Event()
        wait = self.settings.debounce if delay is None else delay
        self._jobs[key] = Job(asyncio.ensure_future(self._check(key, wait, over)), over)

    def schedule_others(self, uri: str, delay: float = OTHERS_AFTER) -> None:
        """Checks the other open texts, which may import this one."""
        key = self.key_of(uri)
        for other in open_keys(self.workspace):
            if other != key:
                self.schedule(other, delay)

    def schedule_all(self) -> None:
        """Checks every open text."""
        for key in open_keys(self.workspace):
            self.schedule(key, 0)

    def forget_pending(self, key: str) -> None:
        """Gives up the check that waits or runs for the text; its result is never published."""
        job = self._jobs.pop(key, None)
        if job is not None:
            job.give_up()
        self._put_off_renewal()

    def _put_off_renewal(self) -> None:
        if self._renewal is not None:
            self._renewal.give_up()
            self._renewal = None

    def end_work(self) -> None:
        """Nothing is checked or published from here on."""
        self.has_ended = True
        for key in list(self._jobs):
            self.forget_pending(key)
        self._worker.shutdown(wait=False, cancel_futures=True)

    async def settled(self, uri: str) -> Checked | None:
        """The final result for the present text."""
        key = self.key_of(uri)
        while (job := self._jobs.get(key)) is not None and not job.task.done():
            await asyncio.wait([job.task])
        return self.checked.get(key)

    async def present(self, uri: str) -> Checked | None:
        """What is known of the present text first, if it is not final, too."""
        key = self.key_of(uri)
        while True:
            checked, text, job = self.checked.get(key), text_of(self.workspace, key), self._jobs.get(key)
            if checked is not None and text is not None and checked.text.versions == text.versions:
                return checked
            if job is None or job.task.done():
                return checked
            news = asyncio.ensure_future(self._news.wait())
            await asyncio.wait([job.task, news], return_when=asyncio.FIRST_COMPLETED)
            news.cancel()

    async def on_worker(self, function: Callable[[], T]) -> T:
        """Runs something where the analyses run, after those that wait; a session can be renewed later."""
        self._put_off_renewal()
        try:
            return await self._run(function)
        finally:
            self._renew_soon()

    async def _run(self, function: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, function)

    async def _check(self, key: str, delay: float, over: threading.Event) -> None:
        try:
            await asyncio.sleep(delay)
            text = text_of(self.workspace, key)
            if text is None:
                return
            loop, settings = asyncio.get_running_loop(), self.settings_of(key)

            def early(checked: Checked) -> None:
                taken = threading.Event()
                loop.call_soon_threadsafe(self._take, checked)
                loop.call_soon_threadsafe(taken.set)
                taken.wait(ROOM)
                self._collector.go_on()

            result = await self._run(
                lambda: None if over.is_set() else self._checked(text, settings, over, early)
            )
            if result is not None:
                self._take(result)
                self._renew_soon()
        except asyncio.CancelledError:
            raise
        except ProjectError as error:
            self.complain(str(error))
        except Exception as error:
            log.exception("checking %s failed", key)
            self.complain(f"checking {key} failed: {error!r}")

    def _checked(
        self, text: Text, settings: Settings, over: threading.Event, early: Callable[[Checked], None]
    ) -> Checked | None:
        from shapecheck.interpret.entries.editing import Superseded

        self._collector.put_off()
        try:
            return self.projects.check(text, settings, over.is_set, early)
        except Superseded:
            return None
        finally:
            self._collector.go_on()

    def _renew_soon(self) -> None:
        """As soon as nobody types: makes a new session where edits have left one that is not exact, and tidies up."""
        if self._renewal is None and not self.has_ended:
            over = threading.Event()
            self._renewal = Job(asyncio.ensure_future(self._renew(over)), over)

    async def _renew(self, over: threading.Event) -> None:
        from shapecheck.interpret.entries.editing import Superseded

        await asyncio.sleep(RENEW_AFTER)

        def work() -> bool:
            stale = self.projects.stale()
            try:
                for project in stale:
                    project.renew(over.is_set)
            except Superseded:
                return False
            self._collector.collect()
            return bool(stale)

        try:
            done = await self._run(work)
        except Exception as error:
            log.exception("a session could not be renewed")
            self.complain(f"a session could not be renewed: {error!r}")
            return
        self._renewal = None
        if done:
            self.schedule_all()

    # ---------------------------------------------------------------- answers

    def _take(self, checked: Checked) -> None:
        """Takes a result over and publishes it, if the text is still the one that it is of."""
        key = checked.text.uri
        text = text_of(self.workspace, key)
        if self.has_ended or text is None or text.versions != checked.text.versions:
            return
        self.checked[key] = checked
        self._news.set()
        self._news = asyncio.Event()
        if self.pushes:
            self.publish(checked)
        if checked.is_final:
            self.refresh()

    @property
    def pushes(self) -> bool:
        """Whether diagnostics are sent unasked: a client that asks for them would show them twice."""
        if self.settings.diagnostics:
            return self.settings.diagnostics == "push"
        document = self.client_capabilities.text_document
        return document is None or document.diagnostic is None

    def publish(self, checked: Checked) -> None:
        """Sends the diagnostics of a result, with the versions that they belong to."""
        found = diagnostics_of(checked, self.lines, self.workspace.position_codec)
        versions = {cell.uri: cell.version for cell in checked.text.cells}
        for uri in self._published.get(checked.text.uri, ()):
            found.setdefault(uri, [])
        for uri, diagnostics in found.items():
            params = types.PublishDiagnosticsParams(uri, diagnostics, versions.get(uri))
            self.text_document_publish_diagnostics(params)
        self._published[checked.text.uri] = tuple(uri for uri, shown in found.items() if shown)

    def diagnostic(self, checked: Checked, one: Diagnostic) -> types.Diagnostic:
        """One finding of a result, as it was published."""
        return single_diagnostic(checked, one, self.lines, self.workspace.position_codec)

    def retract(self, key: str, uris: Sequence[str]) -> None:
        """A text was closed: nothing is shown of it any more."""
        self.checked.pop(key, None)
        if self.pushes:
            for uri in dict.fromkeys([*uris, *self._published.pop(key, ())]):
                self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    @property
    def can_refresh_hints(self) -> bool:
        """Whether the client asks again for hints when it is told to."""
        workspace = self.client_capabilities.workspace
        return workspace is not None and workspace.inlay_hint is not None and bool(workspace.inlay_hint.refresh_support)

    @property
    def can_refresh_diagnostics(self) -> bool:
        """Whether the client asks again for diagnostics when it is told to."""
        workspace = self.client_capabilities.workspace
        return (
            workspace is not None and workspace.diagnostics is not None and bool(workspace.diagnostics.refresh_support)
        )

    def refresh(self) -> None:
        """Asks the client to ask again for what it shows beside the text."""
        workspace = self.client_capabilities.workspace
        if workspace is None:
            return
        if self.can_refresh_hints:
            self.workspace_inlay_hint_refresh(None)
        if workspace.code_lens is not None and workspace.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)
        if not self.pushes and self.can_refresh_diagnostics:
            self.workspace_diagnostic_refresh(None)

    def lines(self, file: Path) -> Sequence[str]:
        """The lines of a file as the editor has it, else as it is on disk."""
        text = text_of(self.workspace, file.as_uri())
        if text is not None:
            return lines_of(text.source.encode("utf-8", "surrogatepass"))
        try:
            return lines_of(file.read_bytes())
        except OSError:
            return ()

    def complain(self, message: str) -> None:
        """Logs the message, and shows it the first time."""
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, message))
        if message not in self._complaints:
            self._complaints.add(message)
            self.window_show_message(
                types.ShowMessageParams(types.MessageType.Error, f"shapecheck: {message}")
            )

    def say(self, message: str) -> None:
        """Writes to the client's log."""
        self.window_log_message(types.LogMessageParams(types.MessageType.Info, message))


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
    sys.setswitchinterval(SWITCH)
    collect_rarely()
    server = make_server()
    server.start_io()
    # A check that still runs is of no use to anyone, and Python would wait for its thread. The protocol wants
    # status 1 of a server that was not asked to shut down before it had to exit.
    sys.stderr.flush()
    os._exit(0 if server.has_ended else 1)
