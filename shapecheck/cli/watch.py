"""`shapecheck check --watch`: again whenever a file changes. Needs the extra `watch`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shapecheck.cli.output import UsageProblem, wants_color

if TYPE_CHECKING:
    from shapecheck.cli.check_options import CheckOptions

_CLEAR = "\x1b[2J\x1b[H"
_WATCHED = (".py", ".ipynb", ".toml", ".pyi")


def watch(
    paths: tuple[str, ...], options: CheckOptions, run: Callable[[tuple[str, ...], CheckOptions], int]
) -> None:
    """Runs, and runs again after each change, until it is interrupted."""
    try:
        import watchfiles
    except ImportError:
        raise UsageProblem(
            "--watch needs watchfiles: pip install 'torch-shapecheck[watch]'"
        ) from None
    folders = {path if path.is_dir() else path.parent for path in map(Path, paths)}
    run(paths, options)
    changes = watchfiles.watch(
        *sorted(folders),
        watch_filter=lambda change, path: path.endswith(_WATCHED),
        raise_interrupt=False,
    )
    for _ in changes:
        if wants_color():
            click.echo(_CLEAR, nl=False)
        run(paths, options)
