"""A report again from its JSON: what `merge` reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from shapecheck.check.diagnostics import (
    Diagnostic,
    FileResult,
    Related,
    Report,
    Reveal,
    Statistics,
    UnknownCause,
)
from shapecheck.check.findings import sort_key
from shapecheck.source.span import Span

Json = Any


def joined(documents: Sequence[Json]) -> Report:
    """One report of independent runs: everything once, in the usual order, the statistics added up.

    KeyError, TypeError or ValueError if a document is none of ours.
    """
    for document in documents:
        if document["version"] != 1:
            raise ValueError(f"version {document['version']}")
    diagnostics = {_diagnostic(row) for document in documents for row in document["diagnostics"]}
    reveals = {_key(row): _reveal(row) for document in documents for row in document["reveals"]}
    files = {row["path"]: row["status"] for document in documents for row in document["files"]}
    return Report(
        tuple(sorted(diagnostics, key=sort_key)),
        tuple(reveals[key] for key in sorted(reveals)),
        tuple(FileResult(path, files[path]) for path in sorted(files)),
        _statistics(documents),
    )


def _diagnostic(row: Json) -> Diagnostic:
    example = row["counterexample"]
    return Diagnostic(
        row["path"],
        _span(row["range"]),
        row["rule"],
        row["severity"],
        row["message"],
        tuple(Related(one["path"], _span(one["range"]), one["message"]) for one in row["related"]),
        None if example is None else _Example(example),
    )


class _Example(dict[str, Any]):
    """A counterexample that can be in a set: equal diagnostics of two documents are one."""

    def __hash__(self) -> int:  # type: ignore[override]  # nobody changes it
        return hash(repr(self))


def _reveal(row: Json) -> Reveal:
    return Reveal(row["path"], _span(row["range"]), row["expression"], row["value"])


def _key(row: Json) -> tuple[str, Span, str]:
    return row["path"], _span(row["range"]), row["expression"]


def _span(data: Json) -> Span:
    start, end = data["start"], data["end"]
    return Span(start["line"], start["column"], end["line"], end["column"])


def _statistics(documents: Sequence[Json]) -> Statistics:
    parts = [document["statistics"] for document in documents]
    causes: Counter[tuple[str | None, Span | None, str]] = Counter()
    for document in documents:
        for row in document.get("why_unknown", ()):
            place = None if row["range"] is None else _span(row["range"])
            causes[row["path"], place, row["reason"]] += row["results"]
    return Statistics(
        _sum(part["obligations"] for part in parts),
        _sum(part["tensors"] for part in parts),
        tuple(sorted({name for part in parts for name in part["unresolved_imports"]})),
        dict(sorted(_sum(part["unknown_operators"] for part in parts).items())),
        tuple(UnknownCause(*cause, count) for cause, count in causes.most_common()),
    )


def _sum(tables: Any) -> dict[str, int]:
    total: dict[str, int] = {}
    for table in tables:
        for name, count in table.items():
            total[name] = total.get(name, 0) + count
    return total
