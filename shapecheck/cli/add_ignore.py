"""`shapecheck check --add-ignore`"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import click

from shapecheck.check.diagnostics import Diagnostic, Report
from shapecheck.fix.ignoring import by_path, ignoring

NEVER = frozenset({"syntax-error", "unused-suppression"})
"""Rules for which a comment is no answer."""


def add_ignore(report: Report) -> Report:
    """Writes the comments; the report of what they do not cover."""
    left: list[Diagnostic] = []
    written = 0
    for path, found in by_path(report.diagnostics).items():
        wanted = [one for one in found if one.rule not in NEVER and path not in report.cells]
        left += [one for one in found if one not in wanted]
        remaining = _edit(Path(path), wanted) if wanted else ()
        written += len(wanted) - len(remaining)
        left += remaining
    click.echo(f"shapecheck: {written} suppressed with comments, {len(left)} left", err=True)
    return report._replace(diagnostics=tuple(one for one in report.diagnostics if one in left))


def _edit(path: Path, wanted: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Writes one file, in one step; gives what could not be suppressed in it."""
    try:
        data = path.read_bytes()
        text = data.decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return tuple(wanted)
    done = ignoring(text, wanted)
    if done.text != text:
        _replace(path, done.text.encode("utf-8"))
    return done.left


def _replace(path: Path, data: bytes) -> None:
    """The file is the old one or the new one, whenever we are interrupted."""
    target = path.resolve()
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        temporary.chmod(target.stat().st_mode)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
