"""`--output-format FORMAT[:FILE]`, several times: where a report goes, and in which formats."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from shapecheck.check.diagnostics import Report
from shapecheck.cli.output import UsageProblem, wants_color, write
from shapecheck.project.kinds import nearest
from shapecheck.report import FORMATS, Options, render

FOR_PEOPLE = frozenset({"text", "concise", "github"})
"""Formats that may follow each other on one stream."""


class Sink(NamedTuple):
    """A format, and the file it goes to; None is standard output."""

    format_name: str
    file: Path | None


def read_sinks(texts: Iterable[str], environ: Mapping[str, str] = os.environ) -> tuple[Sink, ...]:
    """What the user chose; else text, on GitHub with annotations beside it."""
    sinks = tuple(map(_sink, texts))
    if not sinks:
        on_github = environ.get("GITHUB_ACTIONS", "") not in ("", "false")
        return (Sink("text", None), *([Sink("github", None)] if on_github else []))
    shown = [sink.format_name for sink in sinks if sink.file is None]
    if len(shown) > 1 and not FOR_PEOPLE.issuperset(shown):
        raise UsageProblem(f"{' and '.join(shown)} cannot both go to standard output; write FORMAT:FILE")
    return sinks


def _sink(text: str) -> Sink:
    name, colon, file = text.partition(":")
    if name not in FORMATS:
        raise UsageProblem(f"there is no output format `{name}`{nearest(name, FORMATS)}")
    if colon and not file:
        raise UsageProblem(f"`{text}` names no file")
    return Sink(name, Path(file) if file else None)


def write_report(report: Report, sinks: Sequence[Sink], options: Options) -> None:
    """The report in all formats. Only the first one on standard output has the lines below the diagnostics."""
    is_first = True
    for sink in sinks:
        if sink.file is None:
            chosen = options._replace(color=wants_color())
            write(render(report, sink.format_name, chosen if is_first else chosen._replace(quiet=True)))
            is_first = False
        else:
            text = render(report, sink.format_name, options)
            try:
                sink.file.parent.mkdir(parents=True, exist_ok=True)
                sink.file.write_bytes(text.encode("utf-8", "backslashreplace"))
            except OSError as error:
                raise UsageProblem(f"{sink.file}: {error.strerror}") from None


def says_crashes(sinks: Sequence[Sink]) -> bool:
    """Whether a report on standard output has a place for shapecheck's own errors."""
    return any(sink.file is None and sink.format_name in FOR_PEOPLE for sink in sinks)
