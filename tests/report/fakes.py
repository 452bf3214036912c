"""A session that notes what it is told to, so that reports can be tested without an interpreter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from shapecheck.check.places import CheckedFile
from shapecheck.interpret.record import Finding, Note, Record, Reveal
from shapecheck.source import parse
from shapecheck.source.ir import SourceFile, Span
from shapecheck.values import Site

Analyze = Callable[[str, Record], None]


class FakeSession:
    """`notes` writes into the record of each file; `texts` are the files' contents."""

    def __init__(self, texts: Mapping[str, str], notes: Analyze = lambda shown, record: None) -> None:
        self.texts = texts
        self.notes = notes
        self.hints: dict[str, str] = {}
        self.seen: list[str] = []

    def analyze(self, file: Path, shown: str, data: bytes | None = None) -> Any:
        self.seen.append(shown)
        text = data.decode() if data is not None else self.texts[shown]
        record = Record()
        parsed = parse(text, shown)
        is_source = isinstance(parsed, SourceFile)
        if is_source:
            self.notes(shown, record)
        return SimpleNamespace(
            status="ok" if is_source else "syntax-error",
            record=record,
            hints=self.hints,
            source=parsed if is_source else None,
            problem=None if is_source else parsed,
            lines=tuple(text.split("\n")),
        )


def files(*names: str) -> list[CheckedFile]:
    return [CheckedFile(Path(name), name) for name in names]


def site(path: str, line: int, column: int = 1) -> Site:
    return Site(path, Span(line, column, line, column + 3))


def finding(*frames: Site, rule: str = "impossible-shape", message: str = "no", **rest: Any) -> Finding:
    notes = tuple(Note(*note) for note in rest.get("notes", ()))
    return Finding(rule, message, frames, notes, rest.get("counterexample"), rest.get("uncertain", False))


def reveal(place: Site, value: object) -> Reveal:
    return Reveal(place, "x", value)
