"""`shapecheck clean`"""

from __future__ import annotations

import click

from shapecheck.cli.output import write
from shapecheck.project.cache import cache_folder, clean


@click.command("clean")
def command() -> None:
    """Remove the cache."""
    folder = cache_folder()
    write(f"removed {folder}\n" if clean(folder) else f"no cache at {folder}\n")
