"""Checks files: drives the interpreter over them and makes one report of what came out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from shapecheck.check.diagnostics import Diagnostic, FileResult, Report, Reveal, Statistics, UnknownCause
from shapecheck.check.findings import Found, diagnose, locate, sort_key
from shapecheck.check.outcome import Outcome, Place, Revealed, crashed, outcome_of
from shapecheck.check.places import CheckedFile, Places
from shapecheck.check.policy import EVERYTHING_ON, Policy, Selection
from shapecheck.check.suppress import Suppressor
from shapecheck.source import Suppressions
from shapecheck.source.span import Span

if TYPE_CHECKING:
    from shapecheck.interpret.session import Analysis

OBLIGATIONS = ("proved", "inferred", "impossible", "unproved", "unknown")
TENSORS = ("known", "partial", "unknown")


class Analyzer(Protocol):
    """What this module needs of `interpret.Session`."""

    def analyze(self, file: Path, shown: str, data: bytes | None = None) -> Analysis:
        """Everything that is noted while the entry points of the file are run."""


class Progress(Protocol):
    """Told before each file: how many are done, how many there are, and which comes next."""

    def __call__(self, done: int, total: int, path: str) -> None: ...


def check_files(
    session: Analyzer,
    files: Iterable[CheckedFile],
    policy: Policy = EVERYTHING_ON,
    progress: Progress | None = None,
) -> Report:
    """The report of all files; their order on the command line makes no difference."""
    ordered = sorted({file.shown: file for file in files}.values(), key=lambda file: file.shown)
    collector = Collector(ordered, policy)
    for done, file in enumerate(ordered):
        if progress is not None:
            progress(done, len(ordered), file.shown)
        collector.take(analyzed(session, file, collector.places))
    return collector.report()


def analyzed(session: Analyzer, file: CheckedFile, places: Places) -> Outcome:
    """The outcome of one file; a crash of ours is one too."""
    try:
        return outcome_of(file, session.analyze(file.path, file.shown, file.data), places)
    except Exception:
        import traceback

        return crashed(file.shown, traceback.format_exc())


class Collector:
    """Makes one report of the outcomes of the files of a run. They are taken in the order of their paths."""

    def __init__(self, files: Iterable[CheckedFile], policy: Policy) -> None:
        known = list(files)
        self.places = Places(known)
        self._policy = policy
        self._texts = {file.shown: file.data for file in known if file.data is not None}
        self._found: list[Found] = []
        self._problems: list[Diagnostic] = []
        self._reveals: dict[tuple[Place, str], list[Any]] = {}
        self._files: list[FileResult] = []
        self._suppressions: dict[str, Suppressions] = {}
        self._crashes: list[str] = []
        self._obligations: Counter[str] = Counter()
        self._tensors: Counter[str] = Counter()
        self._operators: Counter[str] = Counter()
        self._imports: set[str] = set()
        self._causes: Counter[tuple[Place | None, str]] = Counter()

    def add(self, file: CheckedFile, analysis: Analysis) -> None:
        """Takes over what an analysis in this process noted."""
        self.take(outcome_of(file, analysis, self.places))

    def take(self, outcome: Outcome) -> None:
        """Takes over what was noted of one file."""
        self._files.append(FileResult(outcome.path, outcome.status))
        self._crashes.extend(f"{outcome.path}: {crash}" for crash in outcome.crashes)
        if outcome.problem is not None:
            span, message = outcome.problem
            level = self._policy.for_path(outcome.path).severity("syntax-error")
            self._problems.append(Diagnostic(outcome.path, span, "syntax-error", level, message))
        self._suppressions[outcome.path] = outcome.suppressions
        for trouble in outcome.troubles:
            found = locate(trouble, self.places)
            if found is not None and (not trouble.is_bound or self._policy.for_path(found.primary.path).strict):
                self._found.append(found)
        for reveal in outcome.reveals:
            self._reveal(reveal)
        self._count(outcome)

    def report(self) -> Report:
        """Everything gathered so far, in a fixed order."""
        suppressor = Suppressor(self._suppressions)
        candidates = [*self._problems, *diagnose(self._found, self._policy)]
        kept = [one for one in candidates if self._is_told(one.path, one.span, one.rule, suppressor)]
        reveals = self._shown_reveals(suppressor)
        whole = [file.path for file in self._files if file.status == "ok"]
        kept += suppressor.unused(self._policy, whole)
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

    def _count(self, outcome: Outcome) -> None:
        counts = outcome.counts
        self._obligations.update(counts.obligations)
        self._tensors.update(counts.tensors)
        self._operators.update(counts.operators)
        self._imports.update(counts.imports)
        for place, reason, count in counts.causes:
            self._causes[place, reason] += count

    def _reveal(self, reveal: Revealed) -> None:
        if self.places.is_checked(reveal.place.path):
            self._reveals.setdefault((reveal.place, reveal.expression), []).append(reveal.value)

    def _is_told(self, path: str, span: Span, rule: str, suppressor: Suppressor) -> bool:
        return self._policy.for_path(path).is_enabled(rule) and not suppressor.suppresses(path, span, rule)

    def _shown_reveals(self, suppressor: Suppressor) -> list[Reveal]:
        out: list[Reveal] = []
        for (place, expression), values in self._reveals.items():
            skipped = self._suppressions.get(place.path)
            if skipped is None or not skipped.skip_file:
                is_silenced = not self._is_told(place.path, place.span, "revealed-shape", suppressor)
                out.append(Reveal(place.path, place.span, expression, _united(values), is_silenced))
        return sorted(out, key=lambda reveal: (reveal.path, reveal.span, reveal.expression))

    def _statistics(self) -> Statistics:
        causes = [
            UnknownCause(place.path if place else None, place.span if place else None, reason, count)
            for (place, reason), count in self._causes.items()
        ]
        return Statistics(
            {kind: self._obligations[kind] for kind in OBLIGATIONS},
            {kind: self._tensors[kind] for kind in TENSORS},
            tuple(sorted(self._imports)),
            dict(sorted(self._operators.items())),
            tuple(sorted(causes, key=_cause_order)),
        )

    def _source_lines(self, shown: list[Diagnostic], reveals: list[Reveal]) -> Mapping[str, tuple[str, ...]]:
        paths = {reveal.path for reveal in reveals}
        for diagnostic in shown:
            paths.add(diagnostic.path)
            paths.update(related.path for related in diagnostic.related)
        return {path: _lines(path, self._texts.get(path)) for path in sorted(paths)}


def _united(values: list[Any]) -> Any:
    """One VALUE for all calls that reach a place, from whichever files they come."""
    if all(value == values[0] for value in values):
        return values[0]
    from shapecheck.values.freeze import unite
    from shapecheck.values.present import present
    from shapecheck.values.thaw import frozen

    return present(unite(map(frozen, values)), {})


def _cause_order(cause: UnknownCause) -> tuple[object, ...]:
    return (-cause.results, cause.path or "", cause.span or (), cause.reason)


def _lines(path: str, data: bytes | None) -> tuple[str, ...]:
    """The lines of a file; none if it cannot be read any more."""
    try:
        text = (Path(path).read_bytes() if data is None else data).decode("utf-8", "replace")
    except OSError:
        return ()
    return tuple(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def exit_status(report: Report, warnings_count: bool) -> int:
    """3 if shapecheck failed on a file, 1 if there is an error (or a warning that counts), else 0."""
    if any(file.status == "internal-error" for file in report.files):
        return 3
    return int(report.number_of("error") > 0 or (warnings_count and report.number_of("warning") > 0))


__all__ = ["EVERYTHING_ON", "Analyzer", "Collector", "Selection", "Span", "check_files", "exit_status"]
