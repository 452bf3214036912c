"""`shapecheck merge RESULT.json...`"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from shapecheck.check.diagnostics import Report
from shapecheck.check.run import exit_status
from shapecheck.cli.output import UsageProblem, reporting_problems
from shapecheck.cli.sinks import read_sinks, write_report
from shapecheck.project.shards import join
from shapecheck.report import FORMATS, Options
from shapecheck.report.read import joined


@click.command("merge")
@click.argument("results", nargs=-1, required=True, metavar="RESULT.json...", type=click.Path(dir_okay=False))
@click.option(
    "--output-format",
    multiple=True,
    metavar="FORMAT[:FILE]",
    help=f"How results are written, several times if wanted: {', '.join(FORMATS)}.",
)
@click.option("--error-on-warning", is_flag=True, help="Warnings count for the exit status.")
@click.option("--strict", is_flag=True, help="Warnings count for the exit status.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even if there are errors.")
@click.option("--statistics", is_flag=True, help="Show counts of diagnostics, obligations and tensors.")
@click.pass_context
@reporting_problems
def command(
    ctx: click.Context,
    /,
    results: tuple[str, ...],
    output_format: tuple[str, ...],
    error_on_warning: bool,
    strict: bool,
    exit_zero: bool,
    statistics: bool,
) -> None:
    """Join the results of `check --shard I/N --output-format json`, or of runs over different files."""
    report = _merged([_read(Path(name)) for name in results])
    write_report(report, read_sinks(output_format), Options(statistics=statistics))
    status = exit_status(report, strict or error_on_warning)
    ctx.exit(0 if exit_zero and status == 1 else status)


def _read(file: Path) -> Any:
    try:
        document = json.loads(file.read_bytes())
    except OSError as error:
        raise UsageProblem(f"{file}: {error.strerror}") from None
    except ValueError as error:
        raise UsageProblem(f"{file}: {error}") from None
    if not isinstance(document, dict) or not {"version", "diagnostics", "files"} <= set(document):
        raise UsageProblem(f"{file}: this is no result of `shapecheck check --output-format json`")
    return document


def _merged(documents: list[Any]) -> Report:
    shards = [document["shard"] for document in documents if "shard" in document]
    if len(shards) == len(documents):
        return join(shards)
    if shards:
        raise UsageProblem("shards and whole results cannot be joined")
    try:
        return joined(documents)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UsageProblem(f"these are no results of this version of shapecheck: {error!r}") from None
