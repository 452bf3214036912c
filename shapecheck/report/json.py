"""The JSON of the contract (its schema is `schema.json`): the same input gives the same bytes."""

from __future__ import annotations

import json
from typing import Any

from shapecheck.check.diagnostics import Diagnostic, Report, Statistics
from shapecheck.report import Options
from shapecheck.source.span import Span

VERSION = 1


def render(report: Report, options: Options) -> str:
    """The document, indented."""
    return dumps(document_of(report, options))


def document_of(report: Report, options: Options) -> dict[str, Any]:
    """The document of the contract, with what the options add."""
    document: dict[str, Any] = {
        "version": VERSION,
        "diagnostics": [_diagnostic(one) for one in report.diagnostics],
        "reveals": [
            {"path": one.path, "range": range_of(one.span), "expression": one.expression, "value": one.value}
            for one in report.reveals
        ],
        "files": [{"path": file.path, "status": file.status} for file in report.files],
        "statistics": _statistics(report.statistics),
    }
    if options.why_unknown:
        document["why_unknown"] = [
            {
                "path": cause.path,
                "range": None if cause.span is None else range_of(cause.span),
                "reason": cause.reason,
                "results": cause.results,
            }
            for cause in report.statistics.causes
        ]
    if options.seconds is not None:
        document["timing"] = {"seconds": round(options.seconds, 3)}
    if report.shard is not None:
        document["shard"] = report.shard
    return document


def dumps(document: Any) -> str:
    """JSON in the one form that all commands print: keys in the order of the contract, ASCII only."""
    return json.dumps(document, indent=2, allow_nan=False) + "\n"


def range_of(span: Span) -> dict[str, Any]:
    """A range of the contract."""
    return {
        "start": {"line": span.line, "column": span.column},
        "end": {"line": span.end_line, "column": span.end_column},
    }


def _diagnostic(one: Diagnostic) -> dict[str, Any]:
    return {
        "path": one.path,
        "range": range_of(one.span),
        "rule": one.rule,
        "severity": one.severity,
        "message": one.message,
        "related": [
            {"path": related.path, "range": range_of(related.span), "message": related.message}
            for related in one.related
        ],
        "counterexample": None if one.counterexample is None else dict(one.counterexample),
    }


def _statistics(counts: Statistics) -> dict[str, Any]:
    return {
        "obligations": dict(counts.obligations),
        "tensors": dict(counts.tensors),
        "unresolved_imports": list(counts.unresolved_imports),
        "unknown_operators": dict(counts.unknown_operators),
    }
