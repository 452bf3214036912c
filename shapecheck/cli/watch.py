"""`shapecheck check --watch`: again whenever a file changes. Needs the extra `watch`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shapecheck.cli.output import UsageProblem, wants_color
from shapecheck.project import ProjectError

if TYPE_CHECKING:
    from shapecheck.cli.check_options import CheckOptions

_CLEAR = "\x1b[2J\x1b[H"
_WATCHED = (".py", ".ipynb", ".toml", ".pyi")


def watch(
    paths: tuple[str, ...], options: CheckOptions, run: Callable[[tuple[str, ...], CheckOptions], int]
) -> None:
    """Runs, and runs again after each change, until it is interrupted: that is how it ends, and nothing wrong."""
    try:
        import watchfiles
    except ImportError:
        raise UsageProblem(
            "--watch needs watchfiles: pip install 'torch-shapecheck[watch]'"
        ) from None
    folders = {path if path.is_dir() else path.parent for path in map(Path, paths)}
    run(paths, options)
    try:
        for _ in watchfiles.watch(*sorted(folders), watch_filter=lambda change, path: path.endswith(_WATCHED)):
            if wants_color():
                click.echo(_CLEAR, nl=False)
            _again(paths, options, run)
    except KeyboardInterrupt:
        return


def _again(
    paths: tuple[str, ...], options: CheckOptions, run: Callable[[tuple[str, ...], CheckOptions], int]
) -> None:
    """One run more. What is half written, or gone for a moment, does not end the watching."""
    try:
        run(paths, options)
    except ProjectError as error:
        UsageProblem(str(error)).show()
    except click.ClickException as error:
        error.show()
