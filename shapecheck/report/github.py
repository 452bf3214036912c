"""Workflow commands that GitHub shows as annotations beside the changed lines.

Source: https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
"""

from __future__ import annotations

from shapecheck.check.diagnostics import Diagnostic, Report
from shapecheck.report import Options
from shapecheck.report.footer import footer

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}


def render(report: Report, options: Options) -> str:
    """One command a diagnostic, then the footer as ordinary log lines."""
    out = [_command(diagnostic) for diagnostic in report.diagnostics]
    return "".join(f"{line}\n" for line in [*out, *footer(report, options)])


def _command(diagnostic: Diagnostic) -> str:
    span = diagnostic.span
    place = {"file": diagnostic.path, "line": str(span.line), "endLine": str(span.end_line)}
    if span.line == span.end_line:  # columns of an annotation over several lines are refused
        place |= {"col": str(span.column), "endColumn": str(span.end_column)}
    place["title"] = f"shapecheck {diagnostic.rule}"
    properties = ",".join(f"{key}={_property(value)}" for key, value in place.items())
    text = f"{diagnostic.message} [{diagnostic.rule}]"
    for related in diagnostic.related:
        text += f"\n{related.path}:{related.span.line}: {related.message}"
    return f"::{_COMMANDS[diagnostic.severity]} {properties}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
