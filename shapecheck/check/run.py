"""Checks files: drives the interpreter over them and makes one report of what it noted."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

from shapecheck.check.diagnostics import Diagnostic, FileResult, Report, Reveal, Statistics, UnknownCause
from shapecheck.check.findings import Found, diagnose, locate, severity_of, sort_key
from shapecheck.check.naming import Naming
from shapecheck.check.places import CheckedFile, Places
from shapecheck.check.rulebook import rules
from shapecheck.check.suppress import Suppressor
from shapecheck.interpret.record import Reveal as NotedReveal
from shapecheck.source import Suppressions, suppressions
from shapecheck.source.ir import Span
from shapecheck.values import Cause, Site
from shapecheck.values.freeze import Frozen, unite
from shapecheck.values.present import present

if TYPE_CHECKING:
    from shapecheck.interpret.record import Record
    from shapecheck.interpret.session import Analysis

OBLIGATIONS = ("proved", "inferred", "impossible", "unproved", "unknown")
TENSORS = ("known", "partial", "unknown")


class Analyzer(Protocol):
    """What this module needs of `interpret.Session`."""

    def analyze(self, file: Path, shown: str, data: bytes | None = None) -> Analysis:
        """Everything that is noted while the entry points of the file are run."""


class Selection(NamedTuple):
    """Which rules are reported: all that are on, or exactly the selected ones, without the ignored ones."""

    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()

    def is_enabled(self, rule: str) -> bool:
        if rule in self.ignore:
            return False
        known = rules().get(rule)
        return rule in self.select if self.select else known is None or known.level != "off"


EVERYTHING_ON = Selection()
"""What is reported unless the user chooses."""


class Progress(Protocol):
    """Told before each file: how many are done, how many there are, and which comes next."""

    def __call__(self, done: int, total: int, path: str) -> None: ...


def check_files(
    session: Analyzer,
    files: Iterable[CheckedFile],
    selection: Selection = EVERYTHING_ON,
    progress: Progress | None = None,
) -> Report:
    """The report of all files; their order on the command line makes no difference."""
    ordered = sorted({file.shown: file for file in files}.values(), key=lambda file: file.shown)
    collector = Collector(ordered, selection)
    for done, file in enumerate(ordered):
        if progress is not None:
            progress(done, len(ordered), file.shown)
        try:
            collector.add(file, session.analyze(file.path, file.shown, file.data))
        except Exception:
            collector.add_crash(file, traceback.format_exc())
    return collector.report()


class Collector:
    """Gathers the analyses of the files of one run."""

    def __init__(self, files: Iterable[CheckedFile], selection: Selection) -> None:
        self._selection = selection
        self._places = Places(files)
        self._found: list[Found] = []
        self._problems: list[Diagnostic] = []
        self._reveals: dict[tuple[Site, str], list[Frozen]] = {}
        self._hints: dict[tuple[Site, str], dict[str, str]] = {}
        self._files: list[FileResult] = []
        self._suppressions: dict[str, Suppressions] = {}
        self._lines: dict[str, tuple[str, ...]] = {}
        self._crashes: list[str] = []
        self._obligations: Counter[str] = Counter()
        self._tensors: Counter[str] = Counter()
        self._operators: Counter[str] = Counter()
        self._imports: set[str] = set()
        self._causes: Counter[Cause] = Counter()

    def add(self, file: CheckedFile, analysis: Analysis) -> None:
        """Takes over everything that the analysis of the file noted."""
        self._files.append(FileResult(file.shown, analysis.status))
        self._lines[file.shown] = analysis.lines
        self._crashes.extend(f"{file.shown}: {crash}" for crash in analysis.record.crashes)
        if analysis.problem is not None:
            span, message = analysis.problem.span, analysis.problem.message
            level = severity_of("syntax-error", False)
            self._problems.append(Diagnostic(file.shown, span, "syntax-error", level, message))
        if analysis.source is not None:
            self._suppressions[file.shown] = suppressions(analysis.source)
        self._count(analysis.record)
        for finding in analysis.record.findings:
            found = locate(finding, analysis.hints, self._places)
            if found is not None:
                self._found.append(found)
        for reveal in analysis.record.reveals:
            self._reveal(reveal, analysis)

    def add_crash(self, file: CheckedFile, error: str) -> None:
        """The analysis of the file failed: that is shapecheck's own fault, and is said."""
        self._files.append(FileResult(file.shown, "internal-error"))
        self._crashes.append(f"{file.shown}: {error}")

    def report(self) -> Report:
        """Everything gathered so far, in a fixed order."""
        is_enabled = self._selection.is_enabled
        suppressor = Suppressor(self._suppressions)
        candidates = [*self._problems, *diagnose(self._found, self._places)]
        kept = [one for one in candidates if is_enabled(one.rule) and not suppressor.suppresses(one)]
        if is_enabled("unused-suppression"):
            whole = {file.path for file in self._files if file.status == "ok"}
            kept.extend(one for one in suppressor.unused(is_enabled) if one.path in whole)
        reveals = self._shown_reveals()
        kept.sort(key=sort_key)
        return Report(
            tuple(kept),
            tuple(reveals),
            tuple(self._files),
            self._statistics(),
            tuple(self._crashes),
            self._source_lines(kept, reveals),
        )

    # ---------------------------------------------------------------- parts

    def _count(self, record: Record) -> None:
        self._obligations.update(record.obligations)
        self._tensors.update(record.tensors)
        self._operators.update(record.unknown_operators)
        self._imports.update(record.unresolved_imports)
        self._causes.update(record.causes)

    def _reveal(self, reveal: NotedReveal, analysis: Analysis) -> None:
        site = self._places.normal(reveal.site)
        if self._places.is_checked(site.path):
            key = (site, reveal.expression)
            self._reveals.setdefault(key, []).append(cast(Frozen, reveal.value))
            self._hints.setdefault(key, {}).update(analysis.hints)

    def _shown_reveals(self) -> list[Reveal]:
        out: list[Reveal] = []
        for key, values in self._reveals.items():
            site, expression = key
            skipped = self._suppressions.get(site.path)
            if skipped is not None and skipped.skip_file:
                continue
            value = unite(values)
            naming = Naming(self._hints[key])
            naming.add_values([value])
            out.append(Reveal(site.path, site.span, expression, present(value, naming.names)))
        return sorted(out, key=lambda reveal: (reveal.path, reveal.span, reveal.expression))

    def _statistics(self) -> Statistics:
        causes: Counter[tuple[str | None, Span | None, str]] = Counter()
        for cause, count in self._causes.items():
            site = None if cause.site is None else self._places.normal(cause.site)
            causes[site.path if site else None, site.span if site else None, cause.reason] += count
        return Statistics(
            {kind: self._obligations[kind] for kind in OBLIGATIONS},
            {kind: self._tensors[kind] for kind in TENSORS},
            tuple(sorted(self._imports)),
            dict(sorted(self._operators.items())),
            tuple(sorted((UnknownCause(*cause, count) for cause, count in causes.items()), key=_cause_order)),
        )

    def _source_lines(self, shown: list[Diagnostic], reveals: list[Reveal]) -> dict[str, tuple[str, ...]]:
        paths = {reveal.path for reveal in reveals}
        for diagnostic in shown:
            paths.add(diagnostic.path)
            paths.update(related.path for related in diagnostic.related)
        known = self._lines
        return {path: known[path] if path in known else _read_lines(path) for path in sorted(paths)}


def _cause_order(cause: UnknownCause) -> tuple[object, ...]:
    return (-cause.count, cause.path or "", cause.span or (), cause.reason)


def _read_lines(path: str) -> tuple[str, ...]:
    """The lines of a file that is not checked itself; none if it cannot be read any more."""
    try:
        text = Path(path).read_bytes().decode("utf-8", "replace")
    except OSError:
        return ()
    return tuple(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def exit_status(report: Report, warnings_count: bool) -> int:
    """3 if shapecheck failed on a file, 1 if there is an error (or a warning that counts), else 0."""
    if any(file.status == "internal-error" for file in report.files):
        return 3
    return int(report.count("error") > 0 or (warnings_count and report.count("warning") > 0))

