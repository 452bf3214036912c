"""`shapecheck check PATH...`"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from pathlib import Path

import click

from shapecheck.check.places import CheckedFile
from shapecheck.cli.analysis import open_session
from shapecheck.cli.output import ProgressLine, UsageProblem, reporting_problems, wants_color, write
from shapecheck.project.config import load_config, require_rule
from shapecheck.project.discovery import discover
from shapecheck.report import FORMATS, Options

STDIN = "-"
STDIN_NAME = "<stdin>"


@click.command("check")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--output-format", type=click.Choice(list(FORMATS)), default="text", help="How results are written."
)
@click.option("--select", "selected", multiple=True, metavar="RULES", help="Report only these rules.")
@click.option("--ignore", "ignored", multiple=True, metavar="RULES", help="Do not report these rules.")
@click.option("--strict", is_flag=True, help="Warnings count for the exit status.")
@click.option("--error-on-warning", is_flag=True, help="Warnings count for the exit status.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even if there are errors.")
@click.option("--python", metavar="PATH", help="The interpreter or environment with the installed packages.")
@click.option("--stubs", multiple=True, metavar="FOLDER", help="Further shape rules.")
@click.option("--stdin-filename", metavar="PATH", help="The name of what `-` reads.")
@click.option("--statistics", is_flag=True, help="Show counts of diagnostics, obligations and tensors.")
@click.option("--why-unknown", is_flag=True, help="Show the first causes of unknown values.")
@click.option("--timing", is_flag=True, help="Show how long it took.")
@click.option("--quiet", "-q", is_flag=True, help="Show diagnostics only.")
@click.pass_context
@reporting_problems
def command(
    ctx: click.Context,
    paths: tuple[str, ...],
    output_format: str,
    selected: tuple[str, ...],
    ignored: tuple[str, ...],
    strict: bool,
    error_on_warning: bool,
    exit_zero: bool,
    python: str | None,
    stubs: tuple[str, ...],
    stdin_filename: str | None,
    statistics: bool,
    why_unknown: bool,
    timing: bool,
    quiet: bool,
) -> None:
    """Check files and folders; `-` reads standard input."""
    from shapecheck.check.run import Selection, check_files, exit_status
    from shapecheck.report import render

    started = time.perf_counter()
    config = load_config(Path.cwd())
    select = _rules(selected, "--select") or frozenset(config.select)
    ignore = _rules(ignored, "--ignore") | frozenset(config.ignore)
    files = _files(paths, config.exclude, stdin_filename)
    session = open_session([file.path for file in files], config, python, stubs)
    progress = ProgressLine(enabled=not quiet)
    report = check_files(session, files, Selection(select, ignore), progress)
    progress.clear()
    seconds = time.perf_counter() - started if timing else None
    write(render(report, output_format, Options(wants_color(), statistics, why_unknown, quiet, seconds)))
    _say_crashes(report.crashes, output_format)
    status = exit_status(report, warnings_count=strict or error_on_warning)
    ctx.exit(0 if exit_zero and status == 1 else status)


def _rules(texts: Iterable[str], option: str) -> frozenset[str]:
    names = [name.strip() for text in texts for name in text.split(",") if name.strip()]
    for name in names:
        require_rule(name, option)
    return frozenset(names)


def _files(paths: tuple[str, ...], exclude: tuple[str, ...], stdin_filename: str | None) -> list[CheckedFile]:
    if STDIN not in paths:
        return discover(paths, exclude)
    if len(paths) > 1:
        raise UsageProblem("`-` cannot be given together with other paths")
    name = stdin_filename or STDIN_NAME
    shown = name if stdin_filename is None else Path(name).as_posix()
    return [CheckedFile(Path(name).absolute(), shown, sys.stdin.buffer.read())]


def _say_crashes(crashes: tuple[str, ...], output_format: str) -> None:
    """On standard error where the report itself has no place for them."""
    if output_format == "json":
        for crash in crashes:
            click.echo(f"shapecheck failed: {crash}", err=True)
