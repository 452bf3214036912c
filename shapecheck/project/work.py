"""The analysis of one file of a setting: what a worker does, in this process or in another."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from shapecheck.check.outcome import Outcome, crashed, outcome_of
from shapecheck.check.places import CheckedFile, Places
from shapecheck.project import ProjectError
from shapecheck.project.plan import Entry, Setting
from shapecheck.project.store import Store
from shapecheck.source import parse

if TYPE_CHECKING:
    from shapecheck.interpret.reads import Need
    from shapecheck.interpret.session import Analysis, Session


def open_session(setting: Setting) -> Session:
    """A session in which the files of the setting can be analysed."""
    from shapecheck.interpret.session import Session
    from shapecheck.project.sources import CachedParser

    session = Session(
        [Path(root) for root in setting.roots],
        [Path(folder) for folder in setting.packages],
        [Path(folder) for folder in setting.stubs],
        setting.budget,
        CachedParser(Store(Path(setting.cache))) if setting.cache else parse,
        setting.min_dim,
        setting.torch_version,
    )
    for path, shown in setting.files:
        session.know(Path(path), shown)
    return session


class Kept(NamedTuple):
    """What a result depends on, as plain data (see `interpret.reads`): `own` names the file's content, `direct` is what
    its analysis read itself, `shared` the JSON of what the modules around it need."""

    own: str
    direct: Any
    shared: str


class Answer(NamedTuple):
    """What a worker says of a file; without `kept` it is good for this run only."""

    outcome: Outcome
    kept: Kept | None = None


class Task(NamedTuple):
    """One file, and the setting to analyse it in."""

    setting: Setting
    file: CheckedFile


Done = Callable[[Task, Answer], None]
"""Told each answer as soon as it is there, in whatever order."""


def _places_of(setting: Setting) -> Places:
    return Places(CheckedFile(Path(path), shown) for path, shown in setting.files)


MAX_LINES = 150_000
"""A session that has read so many lines more than one file has needed so far goes, with the trees and modules that it
keeps, and the next file begins a new one."""


class Worker:
    """Analyses files of one setting, one after the other. What one file gives does not depend on the others."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.places = _places_of(setting)
        self.session = open_session(setting)
        self._texts: dict[int, str] = {}
        self._most_read = 0
        """The most lines that were read for one file."""
        self._has_answered = False

    def answer(self, file: CheckedFile) -> Answer:
        """The outcome of one file, a crash of ours, too, and what it depends on if it is to be kept. For a process
        that does nothing else."""
        if self.session.lines_read > self._most_read + MAX_LINES:
            self._begin_anew()
        elif self._has_answered:
            self.session.tidy()
        self._has_answered = True
        before = self.session.lines_read
        answer = self._guarded(file, lambda: self._with_what_is_kept(file, self._analyzed(file)))
        self._most_read = max(self._most_read, self.session.lines_read - before)
        return answer

    def turn_to(self, setting: Setting) -> None:
        """The next files are those of a setting, perhaps another one."""
        if setting != self.setting:
            self.setting = setting
            self.places = _places_of(setting)
            self._most_read = 0
            self._begin_anew()

    def _begin_anew(self) -> None:
        self.session.close()
        self._texts.clear()
        self.session = open_session(self.setting)
        gc.collect()

    def analyze(self, file: CheckedFile) -> Outcome:
        """The outcome of one file; a crash of ours is one too."""
        return self._guarded(file, lambda: Answer(self._analyzed(file))).outcome

    def _guarded(self, file: CheckedFile, work: Callable[[], Answer]) -> Answer:
        try:
            return work()
        except ProjectError:
            raise
        except Exception:
            import traceback

            return Answer(crashed(file.shown, traceback.format_exc()))

    def _with_what_is_kept(self, file: CheckedFile, outcome: Outcome) -> Answer:
        if not self.setting.cache or outcome.status == "internal-error":
            return Answer(outcome)
        found = self.session.dependencies(file.path, file.shown)
        if found is None:
            return Answer(outcome)
        return Answer(outcome, Kept(found.own, tuple(found.direct), self._shared(found.shared)))

    def _shared(self, need: Need) -> str:
        """As JSON; made once, as many files share one."""
        known = self._texts.get(id(need))
        if known is None:
            known = self._texts[id(need)] = json.dumps(need, sort_keys=True)
        return known

    def _analyzed(self, file: CheckedFile) -> Outcome:
        analysis = self.session.analyze(file.path, file.shown, file.data)
        for entry in self.setting.entries:
            if entry.shown == file.shown:
                self._enter(file, entry, analysis)
        return outcome_of(file, analysis, self.places)

    def _enter(self, file: CheckedFile, entry: Entry, analysis: Analysis) -> None:
        """Adds what an entry of the configuration gives."""
        from shapecheck.check.inputs import parse_arguments, parse_assignments
        from shapecheck.interpret.record import merge
        from shapecheck.interpret.session import TargetError

        try:
            inputs, with_ = parse_assignments(entry.inputs), parse_arguments(entry.with_)
            result = self.session.run_target(file.path, file.shown, entry.qualname, inputs, with_, ())
        except (TargetError, ValueError) as error:
            raise ProjectError(f"{entry.place}: {file.shown}:{entry.qualname}: {error}") from None
        merge(analysis.record, result.record)
