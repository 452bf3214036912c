"""What a report shows: plain, immutable, independent of how it was found.

Named tuples, which are made faster than data classes: a run that has nothing to analyse is mostly imports.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from shapecheck.source.span import Span

JsonValue = Any
"""A VALUE of the JSON contract: nested dicts, lists, strings, ints and None."""
_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Related(NamedTuple):
    """A place that explains a diagnostic."""

    path: str
    span: Span
    message: str


class Diagnostic(NamedTuple):
    """One finding at its primary place. `severity` is error, warning or info."""

    path: str
    span: Span
    rule: str
    severity: str
    message: str
    related: tuple[Related, ...] = ()
    counterexample: Mapping[str, Any] | None = None


class Reveal(NamedTuple):
    """What `reveal_shape(expression)` shows."""

    path: str
    span: Span
    expression: str
    value: JsonValue
    is_silenced: bool = False
    """Whether its rule is off there, or suppressed: reports for people leave it out."""


class FileResult(NamedTuple):
    """`status` is ok, syntax-error, internal-error or budget."""

    path: str
    status: str


class UnknownCause(NamedTuple):
    """A first cause of unknown results and how many results it spoils."""

    path: str | None
    span: Span | None
    reason: str
    results: int


class Statistics(NamedTuple):
    """Counts over all files of a run."""

    obligations: Mapping[str, int]
    tensors: Mapping[str, int]
    unresolved_imports: tuple[str, ...]
    unknown_operators: Mapping[str, int]
    causes: tuple[UnknownCause, ...] = ()


class Report(NamedTuple):
    """Everything that one run of `check` says."""

    diagnostics: tuple[Diagnostic, ...]
    reveals: tuple[Reveal, ...]
    files: tuple[FileResult, ...]
    statistics: Statistics
    crashes: tuple[str, ...] = ()
    lines: Mapping[str, tuple[str, ...]] = _NOTHING
    """Source lines, by path, of the files that a diagnostic or reveal mentions."""
    cells: Mapping[str, tuple[tuple[int, int], ...]] = _NOTHING
    """Of each notebook the number and first line of its code cells: its lines count over their code."""
    baselined: int = 0
    """How many more there are in a baseline of known diagnostics."""
    shard: Mapping[str, Any] | None = None
    """Of a part of a run: what `merge` needs to join it with the others."""

    def number_of(self, severity: str) -> int:
        """How many diagnostics have that severity."""
        return sum(diagnostic.severity == severity for diagnostic in self.diagnostics)
