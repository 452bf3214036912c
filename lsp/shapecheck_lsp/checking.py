"""Checks one document: what the interpreter finds in it, ready for diagnostics and hovers."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from shapecheck.check.diagnostics import Report
from shapecheck.check.naming import Naming
from shapecheck.check.places import CheckedFile, Places
from shapecheck.check.run import Analyzer, Collector, Selection
from shapecheck.check.value_text import value_text
from shapecheck.project.config import Config, load_config
from shapecheck.project.environment import search_path
from shapecheck.project.roots import import_roots
from shapecheck.source.ir import Span
from shapecheck.values.freeze import Frozen, unite
from shapecheck.values.present import present

LONGEST_LABEL = 60


class Shown(NamedTuple):
    """What is known at a place, as a hover shows it."""

    span: Span
    text: str


class Checked(NamedTuple):
    """The result for one version of a document; `lines` are those of that version."""

    version: int
    lines: tuple[str, ...]
    report: Report
    shapes: tuple[Shown, ...]


class EditorSession(Analyzer, Protocol):
    """What the server needs of the interpreter beside the analysis itself."""

    def watch(self, shown: str) -> None: ...

    def provide(self, file: Path, shown: str, data: bytes) -> None: ...


MakeSession = Callable[[CheckedFile, Config, "str | None"], EditorSession]


def make_session(file: CheckedFile, config: Config, python: str | None) -> EditorSession:
    """A session for one document, with the packages of the chosen environment."""
    from shapecheck.interpret.session import Session

    packages = search_path(python or config.python_path, os.environ)
    return Session(import_roots([file.path]), packages, config.stub_folders)


def check_document(
    file: CheckedFile,
    version: int,
    python: str | None,
    others: Sequence[CheckedFile] = (),
    make: MakeSession = make_session,
) -> Checked:
    """Everything that the server says of the document until it changes; `others` are open beside it."""
    config = load_config(file.path.parent)
    selection = Selection(frozenset(config.select), frozenset(config.ignore))
    session = make(file, config, python)
    for other in others:
        if other.data is not None:
            session.provide(other.path, other.shown, other.data)
    session.watch(file.shown)
    analysis = session.analyze(file.path, file.shown, file.data)
    collector = Collector([file], selection)
    collector.add(file, analysis)
    report = collector.report()
    places = Places([file])
    shapes = [
        Shown(site.span, _labelled(analysis.lines, site.span, _text(values, analysis.hints)))
        for site, values in analysis.record.shapes.items()
        if places.is_checked(site.path)
    ]
    shapes.sort()
    return Checked(version, analysis.lines, report, tuple(shapes))


def _labelled(lines: Sequence[str], span: Span, value: str) -> str:
    """`name: value`, the name or expression as it stands in the source if that is short."""
    if span.line != span.end_line or span.line > len(lines):
        return value
    source = lines[span.line - 1][span.column - 1 : span.end_column - 1]
    return f"{source}: {value}" if len(source) <= LONGEST_LABEL else value


def _text(values: list[object], hints: Mapping[str, str]) -> str:
    value = unite(cast("list[Frozen]", values))
    naming = Naming(hints)
    naming.add_values([value])
    return value_text(present(value, naming.names))
