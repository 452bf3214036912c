"""`shapecheck ops`"""

from __future__ import annotations

from pathlib import Path

import click

from shapecheck.cli.output import reporting_problems, write
from shapecheck.cli.stub_problems import require_sound_stubs
from shapecheck.project.config import load_config


@click.command("ops")
@click.option("--stubs", multiple=True, metavar="FOLDER", help="Further shape rules.")
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text")
@reporting_problems
def command(stubs: tuple[str, ...], output_format: str) -> None:
    """The operators that have a shape rule."""
    from shapecheck.check.operators import operators
    from shapecheck.report.json import VERSION, dumps

    folders = [*map(Path, stubs), *load_config(Path.cwd()).stub_folders]
    require_sound_stubs(folders)
    known = operators(folders)
    if output_format == "json":
        table = [{"name": one.name, "status": one.status, "why": one.why, "stub": one.stub} for one in known]
        write(dumps({"version": VERSION, "operators": table}))
        return
    widest = max((len(one.name) for one in known), default=0)
    rows = [(one.name, one.status, "  ".join(filter(None, (one.stub, one.why)))) for one in known]
    write("".join(f"{name:<{widest}}  {status:<6}  {rest}".rstrip() + "\n" for name, status, rest in rows))
