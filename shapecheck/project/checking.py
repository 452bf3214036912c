"""Runs a plan: the outcomes of its files, wherever they come from, as one report."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from shapecheck.check.diagnostics import Report
from shapecheck.check.outcome import Outcome, unreadable
from shapecheck.check.run import Collector, Progress
from shapecheck.project.plan import Plan
from shapecheck.project.results import Results
from shapecheck.project.shards import chosen, shard_of
from shapecheck.project.store import Store
from shapecheck.project.work import Answer, Done, Task


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
    return report._replace(diagnostics=own, shard=shard_of(plan, execution.part, outcomes))


def _report(plan: Plan, outcomes: Mapping[str, Outcome]) -> Report:
    collector = Collector(plan.files, plan.policy)
    for file in plan.files:
        if file.shown in outcomes:
            collector.take(outcomes[file.shown])
    return collector.report()._replace(cells=plan.cells)


def analyze(plan: Plan, execution: Execution, progress: Progress | None = None) -> dict[str, Outcome]:
    """The outcome of each file of the plan (or of its part), by its shown path."""
    tasks = _tasks(plan, execution.part)
    memory = _Memory(tasks) if execution.keeps else None
    outcomes = {
        task.file.shown: unreadable(task.file.shown, plan.broken[task.file.shown])
        for task in tasks
        if task.file.shown in plan.broken
    }
    if memory is not None:
        outcomes |= memory.find([task for task in tasks if task.file.shown not in outcomes])
    left = [task for task in tasks if task.file.shown not in outcomes]

    def done(task: Task, answer: Answer) -> None:
        outcomes[task.file.shown] = answer.outcome
        if memory is not None:
            memory.keep(task, answer)
        if progress is not None:
            progress(len(outcomes) - 1, len(tasks), task.file.shown)

    if left:
        _run(left, execution, done)
    if memory is not None:
        memory.close()
    return outcomes


def _run(tasks: list[Task], execution: Execution, done: Done) -> None:
    if execution.executor is not None:
        from shapecheck.project.cluster import run_on

        run_on(execution.executor, tasks, done)
        return
    from shapecheck.project.pool import run_tasks, useful_workers

    run_tasks(tasks, execution.jobs or useful_workers(tasks), done)


class _Memory:
    """The results of earlier runs, for each setting of this one."""

    def __init__(self, tasks: list[Task]) -> None:
        settings = dict.fromkeys(task.setting for task in tasks)
        folders = {setting.cache for setting in settings} - {""}
        self._stores = {folder: Store(Path(folder)) for folder in sorted(folders)}
        self._results = {
            setting: Results(self._stores[setting.cache], setting) for setting in settings if setting.cache
        }

    def find(self, tasks: list[Task]) -> dict[str, Outcome]:
        """The outcomes that are known."""
        found = {}
        for task in tasks:
            outcome = self._results[task.setting].find(task.file) if task.setting in self._results else None
            if outcome is not None:
                found[task.file.shown] = outcome
        return found

    def keep(self, task: Task, answer: Answer) -> None:
        """Keeps what the answer says for the next run."""
        if answer.kept is not None and task.setting in self._results:
            self._results[task.setting].keep(task.file, answer.outcome, answer.kept)

    def close(self) -> None:
        """Lets go of the files, and says what was wrong with them."""
        for store in self._stores.values():
            if store.note is not None:
                sys.stderr.write(f"shapecheck: {store.note}\n")
            store.close()


def _tasks(plan: Plan, part: tuple[int, int] | None) -> list[Task]:
    wanted = plan.files if part is None else chosen(plan.files, part)
    shown = {file.shown for file in wanted}
    return [Task(group.setting, file) for group in plan.groups for file in group.files if file.shown in shown]
