"""What can be said of a file before any other file has been read.

A model opened inside of its package imports the whole package, which takes many seconds the first time. Before that the
file is analysed by itself: what it imports from other files is unknown, and what is found in spite of that holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from shapecheck.check.outcome import Outcome, outcome_of
from shapecheck.check.places import CheckedFile, Places
from shapecheck.source import ir

if TYPE_CHECKING:
    from shapecheck.check.diagnostics import Report
    from shapecheck.interpret.session import Analysis
    from shapecheck.interpret.world import World
    from shapecheck.project.plan import Setting
    from shapecheck.values import ModuleValue

BUDGET = 64_000
"""Steps: a second or two in the worst case."""
LATER = frozenset({"unused-suppression", "unknown-operator", "revealed-shape"})
"""Rules whose findings depend on all that is known."""


def needs_others(world: World, module: ModuleValue, source: ir.SourceFile) -> bool:
    """Whether the top of the file imports code that has not been run yet."""
    return any(
        other is not None and other.file is not None and not world.has_run(other)
        for name in _imported(module, source)
        for other in (world.find_module(name),)
    )


def _imported(module: ModuleValue, source: ir.SourceFile) -> Iterator[str]:
    from shapecheck.interpret.importing.imports import absolute

    for statement in source.body:
        if isinstance(statement, ir.Import):
            yield from (alias.name for alias in statement.names)
        elif isinstance(statement, ir.ImportFrom):
            yield absolute(module, statement.level, statement.module)


def glance(
    setting: Setting, file: CheckedFile, source: ir.SourceFile, is_superseded: Callable[[], bool]
) -> tuple[Analysis, Outcome]:
    """An analysis of the file alone, and those of its findings that hold whatever it imports. Raises Superseded."""
    from shapecheck.interpret.session import Session

    stubs = [Path(stub) for stub in setting.stubs]
    session = Session([], [], stubs, BUDGET, lambda data, path: source, setting.min_dim, setting.torch_version)
    session.world.is_alone, session.world.is_superseded = True, is_superseded
    session.watch(file.shown)
    analysis = session.analyze(file.path, file.shown, file.data)
    outcome = outcome_of(file, analysis, Places([file]))
    certain = tuple(one for one in outcome.troubles if not one.uncertain and one.rule not in LATER)
    return analysis, outcome._replace(status="ok", troubles=certain, reveals=(), crashes=())


def without_later(report: Report) -> Report:
    """The report of such an outcome: it is too early to say what is superfluous."""
    kept = tuple(one for one in report.diagnostics if one.rule not in LATER)
    return report._replace(diagnostics=kept)
