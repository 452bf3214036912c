"""`shapecheck summary FILE:QUALNAME`"""

from __future__ import annotations

import click

from shapecheck.cli.output import reporting_problems, write
from shapecheck.cli.target import read_request, run_request, target_options


@click.command("summary")
@target_options
@reporting_problems
def command(
    target: str,
    inputs: tuple[str, ...],
    with_: tuple[str, ...],
    symbolic: tuple[str, ...],
    python: str | None,
    stubs: tuple[str, ...],
    output_format: str,
) -> None:
    """Layers, output shapes and parameter counts of a module."""
    from shapecheck.check.targets import summarized
    from shapecheck.report.json import dumps
    from shapecheck.report.targets import summary_text

    request = read_request(target, inputs, with_, symbolic)
    document = summarized(target, run_request(request, python, stubs), request.given)
    write(dumps(document) if output_format == "json" else summary_text(document))
