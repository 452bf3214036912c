"""The analysis of one file of a setting: what a worker does, in this process or in another."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from shapecheck.check.outcome import Outcome, crashed, outcome_of
from shapecheck.check.places import CheckedFile, Places
from shapecheck.project import ProjectError
from shapecheck.project.cache import cache_folder
from shapecheck.project.plan import Entry, Setting
from shapecheck.project.sources import CachedParser
from shapecheck.project.store import Store
from shapecheck.source import parse

if TYPE_CHECKING:
    from shapecheck.interpret.session import Analysis, Session


def open_session(setting: Setting) -> Session:
    """A session in which the files of the setting can be analysed."""
    from shapecheck.interpret.session import Session

    session = Session(
        [Path(root) for root in setting.roots],
        [Path(folder) for folder in setting.packages],
        [Path(folder) for folder in setting.stubs],
        setting.budget,
        CachedParser(Store(cache_folder())) if setting.cache else parse,
    )
    for path, shown in setting.files:
        session.know(Path(path), shown)
    return session


class Worker:
    """Analyses files of one setting, one after the other. What one file gives does not depend on the others."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.places = Places(CheckedFile(Path(path), shown) for path, shown in setting.files)
        self.session = open_session(setting)

    def analyze(self, file: CheckedFile) -> Outcome:
        """The outcome of one file; a crash of ours is one too."""
        try:
            analysis = self.session.analyze(file.path, file.shown, file.data)
            for entry in self.setting.entries:
                if entry.shown == file.shown:
                    self._enter(file, entry, analysis)
            return outcome_of(file, analysis, self.places)
        except ProjectError:
            raise
        except Exception:
            return crashed(file.shown, traceback.format_exc())

    def _enter(self, file: CheckedFile, entry: Entry, analysis: Analysis) -> None:
        """Adds what an entry of the configuration gives."""
        from shapecheck.check.inputs import parse_assignments
        from shapecheck.interpret.entries import merge
        from shapecheck.interpret.session import TargetError

        try:
            inputs, with_ = parse_assignments(entry.inputs), parse_assignments(entry.with_)
            result = self.session.run_target(file.path, file.shown, entry.qualname, inputs, with_, ())
        except (TargetError, ValueError) as error:
            raise ProjectError(f"`entry` {file.shown}:{entry.qualname}: {error}") from None
        merge(analysis.record, result.record)
