"""Runs a plan: the outcomes of its files, wherever they come from, as one report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from shapecheck.check.diagnostics import Report
from shapecheck.check.outcome import Outcome
from shapecheck.check.run import Collector, Progress
from shapecheck.project.plan import Plan
from shapecheck.project.pool import Task, run_tasks, useful_workers
from shapecheck.project.shards import chosen, shard_of


class Execution(NamedTuple):
    """How the work is done, which makes no difference to what comes out: `jobs` processes (0: as many as are
    useful), or the cluster that `executor` names; `keeps`: results are kept for the next run, and used.
    `part` is (number, count) of a shard: only its files are analysed."""

    jobs: int = 0
    executor: str | None = None
    keeps: bool = False
    part: tuple[int, int] | None = None


def check(plan: Plan, execution: Execution, progress: Progress | None = None) -> Report:
    """The report of all files of the plan, or of those of a shard."""
    outcomes = analyze(plan, execution, progress)
    report = _report(plan, outcomes)
    if execution.part is None:
        return report
    # Whether a comment in another shard's file applies, and whether one here is used, only all together know.
    own = tuple(
        one for one in report.diagnostics if one.path in outcomes and one.rule != "unused-suppression"
    )
    return replace(report, diagnostics=own, shard=shard_of(plan, execution.part, outcomes))


def _report(plan: Plan, outcomes: Mapping[str, Outcome]) -> Report:
    collector = Collector(plan.files, plan.policy)
    for file in plan.files:
        if file.shown in outcomes:
            collector.take(outcomes[file.shown])
    return replace(collector.report(), cells=plan.cells)


def analyze(plan: Plan, execution: Execution, progress: Progress | None = None) -> dict[str, Outcome]:
    """The outcome of each file of the plan (or of its part), by its shown path."""
    tasks = _tasks(plan, execution.part)
    outcomes: dict[str, Outcome] = {}

    def done(task: Task, outcome: Outcome) -> None:
        outcomes[task.file.shown] = outcome
        if progress is not None:
            progress(len(outcomes) - 1, len(tasks), task.file.shown)

    run_tasks(tasks, execution.jobs or useful_workers(tasks), done)
    return outcomes


def _tasks(plan: Plan, part: tuple[int, int] | None) -> list[Task]:
    wanted = plan.files if part is None else chosen(plan.files, part)
    shown = {file.shown for file in wanted}
    return [Task(group.setting, file) for group in plan.groups for file in group.files if file.shown in shown]
