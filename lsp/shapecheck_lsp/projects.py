"""The sessions behind the open texts: one for each setting in which texts are analysed. All of it runs on the
server's worker thread."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from shapecheck.check.diagnostics import Report, Statistics
from shapecheck.check.outcome import Outcome, Place, outcome_of
from shapecheck.check.places import CheckedFile, Places
from shapecheck.check.run import Collector
from shapecheck.project.config import Config, load_config
from shapecheck.project.plan import Given, PathPolicy, Setting, make_setting
from shapecheck.project.results import Results
from shapecheck.project.store import Store
from shapecheck.project.work import Kept
from shapecheck.source.files import lines_of
from shapecheck.source.span import Span
from shapecheck_lsp.checked import Brought, Checked, Sited
from shapecheck_lsp.glance import glance, needs_others, without_later

if TYPE_CHECKING:
    from shapecheck.interpret.entries.editing import Document, Editing
    from shapecheck.interpret.session import Analysis, Session, TargetResult
    from shapecheck.interpret.sightings import Met
    from shapecheck.values import Site
    from shapecheck_lsp.settings import Settings
    from shapecheck_lsp.texts import Text

MOST_SESSIONS = 4
"""More than so many settings are not kept in memory at once."""
PATIENCE = 0.02
"""Seconds of an analysis after which what is known so far is published, if much is still to be done; else after twice
as many: objects that have to be made again take longer than their steps say."""
MUCH = 5_000
"""Steps. About forty thousand take a second."""
SOURCES = (".py", ".pyi", ".ipynb")
"""Anyone may import them."""

EMPTY = Report((), (), (), Statistics({}, {}, (), {}))
Superseded = Callable[[], bool]


class LivePlaces(Places):
    """Places as they are now in texts that are being edited."""

    def __init__(self, file: CheckedFile, documents: dict[Path, Document]) -> None:
        super().__init__([file])
        self._sources = {document.shown: document.source for document in documents.values()}

    def normal(self, site: tuple[str, Span]) -> Place:
        path, span = site
        source = self._sources.get(path)
        return super().normal(site if source is None else (path, source.real(span)))


class Project:
    """Texts of one setting, and the session that they share."""

    def __init__(self, setting: Setting) -> None:
        from shapecheck.interpret.entries.editing import Editing, Memory
        from shapecheck.project.sources import CachedParser
        from shapecheck.source import parse

        self._setting = setting
        self._store = Store(Path(setting.cache)) if setting.cache else None
        self._read = Memory(parse if self._store is None else CachedParser(self._store))
        self.editing: Editing = Editing(self._session)
        self.is_stale = False
        """Whether a file that was read has changed on disk."""

    def _session(self) -> Session:
        from shapecheck.interpret.session import Session

        roots, packages, stubs = (
            [Path(path) for path in paths]
            for paths in (self._setting.roots, self._setting.packages, self._setting.stubs)
        )
        given = self._setting
        return Session(roots, packages, stubs, given.budget, self._read, given.min_dim, given.torch_version)

    @property
    def is_exact(self) -> bool:
        return self.editing.is_exact and not self.is_stale

    def may_depend_on(self, file: Path) -> bool:
        """Whether what is on disk may count: any source that is not open, and other files that the code looks at."""
        if file in self.editing.documents:
            return False
        return file.suffix in SOURCES or self.editing.has_looked_at(file)

    def kept(self, file: CheckedFile) -> Outcome | None:
        """What an earlier server found in the file, if that still holds."""
        return None if self._store is None else Results(self._store, self._setting).find(file)

    def needs_others(self, file: Path) -> bool:
        """Whether an open file imports code that this session has not run."""
        document, world = self.editing.documents[file], self.editing.session.world
        return needs_others(world, world.module_for_file(file, document.shown), document.source.file)

    def glance(self, file: CheckedFile, is_superseded: Superseded) -> tuple[Analysis, Outcome]:
        """What the file alone says. Raises Superseded."""
        return glance(self._setting, file, self.editing.documents[file.path].source.file, is_superseded)

    def keep(self, file: CheckedFile, analysis: Analysis) -> None:
        """Keeps what was found for the next server; its places are those of the text."""
        found = None if self._store is None else self.editing.session.dependencies(file.path, file.shown)
        if self._store is None or found is None or analysis.status == "internal-error":
            return
        kept = Kept(found.own, tuple(found.direct), json.dumps(found.shared, sort_keys=True))
        outcome = outcome_of(file, analysis, LivePlaces(file, self.editing.documents))
        Results(self._store, self._setting).keep(file, outcome, kept)

    def renew(self, is_superseded: Superseded) -> None:
        """Runs everything again, as it is now. Raises Superseded."""
        self.editing = self.editing.renewed(is_superseded)
        self.is_stale = False


class Projects:
    """Which text belongs to which session; configurations are read once until `forget_configurations`."""

    def __init__(self) -> None:
        self._projects: dict[Setting, Project] = {}
        self._configs: dict[Path, Config] = {}
        self._settings: dict[tuple[Path, Settings], Setting] = {}
        self._last: dict[str, Checked] = {}
        """The last result of each text that could be read."""

    def config_of(self, file: Path) -> Config:
        """The nearest configuration. Raises ProjectError."""
        folder = file.parent
        if folder not in self._configs:
            self._configs[folder] = load_config(folder)
        return self._configs[folder]

    def project_of(self, file: Path, settings: Settings) -> Project:
        """The session for a file. Raises ProjectError."""
        key = file.parent, settings
        setting = self._settings.get(key)
        if setting is None:
            setting = make_setting([file], self.config_of(file), settings.python, settings.stubs)
            self._settings[key] = setting
        project = self._projects.pop(setting, None) or Project(setting)
        self._projects[setting] = project  # the last one used is the last one to go
        for old in list(self._projects)[:-MOST_SESSIONS]:
            del self._projects[old]
        return project

    def forget_configurations(self) -> None:
        """They are read again, as are installed packages looked up."""
        self._configs.clear()
        self._settings.clear()

    def clear(self) -> None:
        """Everything is read and run again."""
        self.forget_configurations()
        self._projects.clear()

    def changed_on_disk(self, files: list[Path]) -> bool:
        """Whether any session may depend on these files; such a session is not up to date any more."""
        concerned = [project for project in self._projects.values() if any(map(project.may_depend_on, files))]
        for project in concerned:
            project.is_stale = True
        return bool(concerned)

    def stale(self) -> list[Project]:
        """Sessions that have to be renewed."""
        return [project for project in self._projects.values() if not project.is_exact]

    def close(self, text: Text, settings: Settings) -> None:
        """The text is not edited any more."""
        self._last.pop(text.uri, None)
        self.project_of(text.file, settings).editing.close(text.file)

    def run_target(self, text: Text, settings: Settings, qualname: str) -> TargetResult | None:
        """What a function or class of the text accepts and gives; None if it cannot be followed."""
        from shapecheck.interpret.session import TargetError

        editing = self.project_of(text.file, settings).editing
        if text.file not in editing.documents:
            return None
        try:
            return editing.session.run_target(text.file, str(text.file), qualname, {}, {}, ())
        except TargetError:
            return None

    # ---------------------------------------------------------------- checking

    def check(
        self,
        text: Text,
        settings: Settings,
        is_superseded: Superseded,
        early: Callable[[Checked], None],
    ) -> Checked:
        """Everything about a text. If it takes long, `early` is told what is known, with what is still to be found
        out as it was before. Raises ProjectError, Superseded."""
        project = self.project_of(text.file, settings)
        editing = project.editing
        file = _file_of(text)
        is_first = text.uri not in self._last
        outcome = project.kept(file) if is_first else None
        if outcome is not None:
            early(self._of_outcome(text, file, outcome, settings))
        began = time.monotonic()
        editing.set_text(text.file, text.source)
        if is_first and outcome is None and project.needs_others(text.file):
            early(self._of_glance(text, file, project, settings, is_superseded))
        is_due = not is_first
        patience = PATIENCE if editing.documents[text.file].pieces.pending > MUCH else 2 * PATIENCE

        def asked() -> bool:
            nonlocal is_due
            if is_superseded():
                return True
            if is_due and time.monotonic() - began > patience:
                is_due = False
                early(self._hasty(text, editing, settings))
            return False

        def found(analysis: Analysis) -> None:
            early(self._checked(text, editing, analysis, settings, is_final=False))

        analysis = editing.analyze(text.file, asked, found)
        checked = self._checked(text, editing, analysis, settings, is_final=True)
        if analysis.problem is None:
            self._last[text.uri] = checked
        if is_first and project.is_exact and editing.documents[text.file].source.is_untouched:
            project.keep(file, analysis)
        return checked

    def _hasty(self, text: Text, editing: Editing, settings: Settings) -> Checked:
        """What is known in the midst of an analysis: what still holds and what held before, or only the latter."""
        analysis = editing.hasty(text.file)
        if analysis is not None:
            return self._checked(text, editing, analysis, settings, is_final=False)
        lines = tuple(lines_of(text.source.encode("utf-8", "surrogatepass")))
        return _moved(text, lines, None, self._last.get(text.uri))

    def _of_outcome(self, text: Text, file: CheckedFile, outcome: Outcome, settings: Settings) -> Checked:
        """What is known without an analysis: the diagnostics."""
        report = self._report(file, outcome, settings)
        return Checked(text, tuple(lines_of(file.data or b"")), report, {}, None, {}, (), is_final=False)

    def _of_glance(
        self, text: Text, file: CheckedFile, project: Project, settings: Settings, is_superseded: Superseded
    ) -> Checked:
        """What is known of the text without any other file. Raises Superseded."""
        analysis, outcome = project.glance(file, is_superseded)
        report = without_later(self._report(file, outcome, settings))
        lines = tuple(lines_of(file.data or b""))
        sited = _sited(analysis.record.shapes, file.shown, lambda span: span, Places([file]).normal)
        place = {number: number for number in range(1, len(lines) + 1)}
        return Checked(text, lines, report, analysis.hints, analysis.source, place, sited, is_final=False)

    def _report(self, file: CheckedFile, outcome: Outcome, settings: Settings) -> Report:
        collector = Collector([file], self.policy_of(file.path, settings))
        collector.take(outcome)
        return collector.report()

    def policy_of(self, file: Path, settings: Settings) -> PathPolicy:
        """What is reported of a file."""
        return PathPolicy({str(file): self.config_of(file)}, Given(levels=dict(settings.levels)))

    def _checked(
        self, text: Text, editing: Editing, analysis: Analysis, settings: Settings, is_final: bool
    ) -> Checked:
        file = _file_of(text)
        document = editing.documents[text.file]
        places = LivePlaces(file, editing.documents)
        lines = tuple(lines_of(file.data or b""))
        outcome = outcome_of(file, _with_real_comments(analysis, document), places)
        report = self._report(file, outcome, settings)
        last = self._last.get(text.uri)
        if analysis.problem is not None:
            return _moved(text, lines, report, last)
        source = document.source

        def real(span: Span) -> Span | None:
            return source.real(span) if source.is_alive(span.line) else None

        sited = _sited(analysis.record.shapes, document.shown, real, places.normal)
        place = document.source.places()
        return Checked(text, lines, report, analysis.hints, analysis.source, place, sited, is_final)


def _file_of(text: Text) -> CheckedFile:
    return CheckedFile(text.file, str(text.file), text.source.encode("utf-8", "surrogatepass"))


def _sited(
    shapes: Mapping[Site, Met], shown: str, real: Callable[[Span], Span | None], normal: Callable[[Site], Place]
) -> tuple[Sited, ...]:
    """What was met in a file, where `real` and `normal` say that it stands now; None: it is gone."""
    found = []
    calls: dict[Site | None, Place | None] = {None: None}
    for site, met in shapes.items():
        span = real(site.span) if site.path == shown else None
        if span is not None:
            for _, call in met.calls:
                if call not in calls:
                    calls[call] = normal(call)  # type: ignore[arg-type]
            brought = (Brought(value, calls[call]) for value, call in met.calls)
            found.append(Sited(span, tuple(met.own), tuple(brought)))
    return tuple(sorted(found, key=lambda one: one.span))


def _with_real_comments(analysis: Analysis, document: Document) -> Analysis:
    """The suppression comments where they stand now."""
    source = analysis.source
    if source is None:
        return analysis
    comments = tuple(
        comment._replace(span=document.source.real(comment.span))
        for comment in source.comments
        if "shapecheck" in comment.text
    )
    return analysis._replace(source=source._replace(comments=comments))


def _moved(text: Text, lines: tuple[str, ...], report: Report | None, last: Checked | None) -> Checked:
    """What the last result says of the lines that are as they were; its findings, too, unless `report` has others."""
    if last is None:
        return Checked(text, lines, report or EMPTY, {}, None, {}, (), is_final=report is not None)
    moved = _same_lines(last.lines, lines)

    def place(span: Span) -> Span | None:
        line, end_line = moved.get(span.line), moved.get(span.end_line)
        return None if line is None or end_line is None else Span(line, span.column, end_line, span.end_column)

    def brought(one: Brought) -> Brought:
        if one.call is None or one.call.path != str(text.file):
            return one
        span = place(one.call.span)
        return one._replace(call=None if span is None else one.call._replace(span=span))

    sited = [
        Sited(span, one.own, tuple(map(brought, one.brought)))
        for one in last.sited
        if (span := place(one.span)) is not None
    ]
    numbers = {number: moved[line] for number, line in last.place.items() if line in moved}
    if report is None:
        kept = [
            one._replace(span=span)
            for one in last.report.diagnostics
            if (span := place(one.span)) is not None
        ]
        found = last.report._replace(diagnostics=tuple(kept))
        return Checked(text, lines, found, last.hints, last.tree, numbers, tuple(sited), is_final=False)
    return Checked(text, lines, report, last.hints, last.tree, numbers, tuple(sited), is_final=True)


def _same_lines(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """The lines before and behind a change, from 1: where they were -> where they are."""
    shortest = min(len(old), len(new))
    start = next((i for i in range(shortest) if old[i] != new[i]), shortest)
    room = shortest - start
    same = next((i for i in range(room) if old[-1 - i] != new[-1 - i]), room)
    moved = {line: line for line in range(1, start + 1)}
    moved.update((line, line + len(new) - len(old)) for line in range(len(old) - same + 1, len(old) + 1))
    return moved
