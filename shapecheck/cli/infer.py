"""`shapecheck infer FILE:QUALNAME`"""

from __future__ import annotations

import click

from shapecheck.cli.output import reporting_problems, write
from shapecheck.cli.target import read_request, run_request, target_options


@click.command("infer")
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
    """What inputs a function or module accepts (preconditions) and what it returns."""
    from shapecheck.check.targets import inferred
    from shapecheck.report.json import dumps
    from shapecheck.report.targets import infer_text

    request = read_request(target, inputs, with_, symbolic)
    document = inferred(target, run_request(request, python, stubs), request.given)
    write(dumps(document) if output_format == "json" else infer_text(document))
