"""`shapecheck check PATH...`"""

from __future__ import annotations

import sys
import time
from typing import Any

import click

from shapecheck.check.diagnostics import Report
from shapecheck.check.run import exit_status
from shapecheck.cli.check_options import CheckOptions, check_options
from shapecheck.cli.output import ProgressLine, UsageProblem, reporting_problems
from shapecheck.cli.sinks import Sink, read_sinks, says_crashes, write_report
from shapecheck.cli.stub_problems import tell_stub_problems
from shapecheck.project.checking import Execution, check
from shapecheck.project.config import Config
from shapecheck.project.plan import STDIN_NAME, Plan, make_plan

STDIN = "-"
WRONG_CONFIGURATION = 2


@click.command("check")
@click.argument("paths", nargs=-1, metavar="PATH...", type=click.Path())
@check_options
@click.pass_context
@reporting_problems
def command(ctx: click.Context, /, paths: tuple[str, ...], **given: Any) -> None:
    """Check files and folders; `-` reads standard input."""
    options = CheckOptions(**given)
    if options.show_shapes is not None:
        from shapecheck.cli.show_shapes import show_shapes

        show_shapes(options.show_shapes, options)
        return
    if not paths:
        raise click.MissingParameter(param_hint="PATH...", param_type="argument", ctx=ctx)
    if options.watch:
        from shapecheck.cli.watch import watch

        if STDIN in paths:
            raise UsageProblem("--watch needs files or folders: standard input does not change")
        watch(paths, options, run_once)
        return
    ctx.exit(run_once(paths, options))


def run_once(paths: tuple[str, ...], options: CheckOptions) -> int:
    """One run over the paths; gives the exit status."""
    started = time.perf_counter()
    paths, text = _standard_input(paths, options.stdin_filename)
    plan = make_plan(paths, options.given(text))
    stub_problems = tell_stub_problems(folder for group in plan.groups for folder in group.setting.stubs)
    sinks = _sinks(options, plan)
    progress = ProgressLine(enabled=not options.quiet)
    report = _checked(plan, options, sinks, progress)
    progress.clear()
    report = _with_edits(report, plan, options)
    seconds = time.perf_counter() - started if options.timing else None
    write_report(report, sinks, options.shown(seconds))
    if not says_crashes(sinks):
        for crash in report.crashes:
            click.echo(f"shapecheck failed: {crash}", err=True)
    status = _status(report, plan.config, options)
    return max(status, WRONG_CONFIGURATION) if stub_problems else status


def _standard_input(paths: tuple[str, ...], name: str | None) -> tuple[tuple[str, ...], bytes | None]:
    """The paths with the name of standard input in the place of `-`, and what it says."""
    if STDIN not in paths:
        return paths, None
    if len(paths) > 1:
        raise UsageProblem("`-` cannot be given together with other paths")
    return (name or STDIN_NAME,), sys.stdin.buffer.read()


def _sinks(options: CheckOptions, plan: Plan) -> tuple[Sink, ...]:
    if options.output_format:
        return read_sinks(options.output_format)
    try:
        return read_sinks(plan.config.output_format)
    except UsageProblem as problem:
        raise UsageProblem(f"{plan.config.place('output-format')}: {problem}") from None


def _checked(plan: Plan, options: CheckOptions, sinks: tuple[Sink, ...], progress: ProgressLine) -> Report:
    jobs = plan.config.jobs if options.jobs is None else options.jobs
    keeps = plan.config.cache and not options.no_cache
    return check(plan, Execution(jobs, options.executor, keeps, options.part()), progress)


def _with_edits(report: Report, plan: Plan, options: CheckOptions) -> Report:
    """The report without what a baseline or new suppressions cover."""
    name = options.baseline or (
        None if plan.config.baseline is None else str(plan.config.folder / plan.config.baseline)
    )
    if name is not None:
        from shapecheck.cli.baseline import apply_baseline

        report = apply_baseline(report, name, options.write_baseline, options.shrink_baseline)
    elif options.write_baseline or options.shrink_baseline:
        raise UsageProblem("which baseline? Name it with --baseline FILE")
    if options.add_ignore:
        from shapecheck.cli.add_ignore import add_ignore

        report = add_ignore(report)
    return report


def _status(report: Report, config: Config, options: CheckOptions) -> int:
    status = exit_status(report, options.warnings_count(config))
    most = config.max_unknown if options.max_unknown is None else options.max_unknown
    if most is not None and status == 0 and _share_unknown(report) > most:
        share = f"{_share_unknown(report):.1f} % of tensors have an unknown shape"
        click.echo(f"shapecheck: {share}, more than the {most:g} % that --max-unknown allows", err=True)
        status = 1
    return 0 if options.exit_zero and status == 1 else status


def _share_unknown(report: Report) -> float:
    tensors = report.statistics.tensors
    total = sum(tensors.values())
    return 100 * tensors["unknown"] / total if total else 0.0
