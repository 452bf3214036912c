"""What a report shows: plain, immutable, independent of how it was found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from shapecheck.source.span import Span

JsonValue = Any
"""A VALUE of the JSON contract: nested dicts, lists, strings, ints and None."""


@dataclass(frozen=True)
class Related:
    """A place that explains a diagnostic."""

    path: str
    span: Span
    message: str


@dataclass(frozen=True)
class Diagnostic:
    """One finding at its primary place. `severity` is error, warning or info."""

    path: str
    span: Span
    rule: str
    severity: str
    message: str
    related: tuple[Related, ...] = ()
    counterexample: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Reveal:
    """What `reveal_shape(expression)` shows."""

    path: str
    span: Span
    expression: str
    value: JsonValue


@dataclass(frozen=True)
class FileResult:
    """`status` is ok, syntax-error, internal-error or budget."""

    path: str
    status: str


@dataclass(frozen=True)
class UnknownCause:
    """A first cause of unknown results and how many results it spoils."""

    path: str | None
    span: Span | None
    reason: str
    count: int


@dataclass(frozen=True)
class Statistics:
    """Counts over all files of a run."""

    obligations: Mapping[str, int]
    tensors: Mapping[str, int]
    unresolved_imports: tuple[str, ...]
    unknown_operators: Mapping[str, int]
    causes: tuple[UnknownCause, ...] = ()


@dataclass(frozen=True)
class Report:
    """Everything that one run of `check` says."""

    diagnostics: tuple[Diagnostic, ...]
    reveals: tuple[Reveal, ...]
    files: tuple[FileResult, ...]
    statistics: Statistics
    crashes: tuple[str, ...] = field(default=())
    lines: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Source lines, by path, of the files that a diagnostic or reveal mentions."""
    cells: Mapping[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    """Of each notebook the number and first line of its code cells: its lines count over their code."""
    baselined: int = 0
    """How many more there are in a baseline of known diagnostics."""
    shard: Mapping[str, Any] | None = None
    """Of a part of a run: what `merge` needs to join it with the others."""

    def count(self, severity: str) -> int:
        """How many diagnostics have that severity."""
        return sum(diagnostic.severity == severity for diagnostic in self.diagnostics)
