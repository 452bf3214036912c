"""Reports: one file a format, each with `render(report, options) -> str`. They read diagnostics only."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

from shapecheck.check.diagnostics import Report


class Options(NamedTuple):
    """How a report is written; `seconds` is there with --timing only."""

    color: bool = False
    statistics: bool = False
    why_unknown: bool = False
    quiet: bool = False
    seconds: float | None = None


FORMATS = {
    "text": "shapecheck.report.text",
    "concise": "shapecheck.report.concise",
    "json": "shapecheck.report.json",
    "jsonl": "shapecheck.report.jsonl",
    "github": "shapecheck.report.github",
    "gitlab": "shapecheck.report.gitlab",
    "sarif": "shapecheck.report.sarif",
    "junit": "shapecheck.report.junit",
}
"""Format -> the module that writes it. A new format is one module and one line here."""


def render(report: Report, format_name: str, options: Options) -> str:
    """The report in that format, ending with a line break unless it is empty."""
    text = import_module(FORMATS[format_name]).render(report, options)
    assert isinstance(text, str)
    return text
