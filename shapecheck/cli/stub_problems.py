"""Mistakes in the stubs of a user: each is named with its file and line, and disables only itself."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from shapecheck.check.places import shown_path
from shapecheck.cli.output import UsageProblem


def tell_stub_problems(folders: Iterable[str]) -> int:
    """Writes them to standard error; gives their number."""
    known = [Path(folder).absolute() for folder in dict.fromkeys(folders)]
    if not known:
        return 0
    from shapecheck.check.stubs import stub_problems

    problems = stub_problems(known)
    for problem in problems:
        click.echo(f"{shown_path(problem.file)}:{problem.line}: error: {problem.message} [stub]", err=True)
    return len(problems)


def require_sound_stubs(folders: Iterable[str | Path]) -> None:
    """UsageProblem if they have mistakes, which are written to standard error."""
    count = tell_stub_problems(map(str, folders))
    if count:
        raise UsageProblem(f"{count} mistake{'s' if count > 1 else ''} in stubs")
