"""Standard output, terminals and errors: what all commands share."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

import click

from shapecheck.project import ProjectError

F = TypeVar("F", bound=Callable[..., Any])
INTERRUPTED = 130
"""What a shell says of a program that SIGINT has ended: 1 would say that there are errors."""


class UsageProblem(click.ClickException):
    """Usage or configuration is wrong: exit status 2."""

    exit_code = 2


def reporting_problems(command: F) -> F:
    """A command whose ProjectErrors are the mistakes of its user, not ours, and that its user may break off."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except ProjectError as error:
            raise UsageProblem(str(error)) from None
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            sys.exit(INTERRUPTED)

    return cast(F, run)


def write(text: str) -> None:
    """Text to standard output: UTF-8 in a pipe whatever the locale, so that bytes are the same everywhere."""
    if sys.stdout.isatty():
        click.echo(text, nl=False)
    else:
        click.echo(text.encode("utf-8", "backslashreplace"), nl=False)


def wants_color() -> bool:
    """Colours only on a terminal, and never with NO_COLOR (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class ProgressLine:
    """One line on the terminal that says which file is being read; nothing in a pipe."""

    def __init__(self, enabled: bool) -> None:
        self._enabled = enabled and sys.stderr.isatty()

    def __call__(self, done: int, total: int, path: str) -> None:
        if self._enabled:
            columns = shutil.get_terminal_size().columns - 1
            sys.stderr.write(f"\r\x1b[K{f'[{done + 1}/{total}] {path}'[:columns]}")
            sys.stderr.flush()

    def clear(self) -> None:
        if self._enabled:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
