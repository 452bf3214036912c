"""`shapecheck check --show-shapes FILE`: the file with the shape of every tensor beside its line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shapecheck.check.naming import Naming
from shapecheck.check.places import CheckedFile
from shapecheck.check.value_text import value_text
from shapecheck.cli.output import UsageProblem, write
from shapecheck.project.plan import make_plan
from shapecheck.project.work import Worker
from shapecheck.report.frame import printable, width
from shapecheck.source.span import Span

if TYPE_CHECKING:
    from shapecheck.cli.check_options import CheckOptions
    from shapecheck.interpret.session import Analysis

WIDEST = 100
"""Comments of longer lines stand directly behind them."""


def show_shapes(path: str, options: CheckOptions) -> None:
    """Prints the file; what a line assigns or returns stands behind it."""
    plan = make_plan((path,), options.given(None))
    ((file,),) = (group.files for group in plan.groups)
    worker = Worker(plan.groups[0].setting)
    worker.session.watch(file.shown)
    analysis = worker.session.analyze(file.path, file.shown, file.data)
    if analysis.problem is not None:
        raise UsageProblem(f"{file.shown}:{analysis.problem.span.line}: {analysis.problem.message}")
    beside = _beside(file, analysis, worker)
    lines = analysis.lines[:-1] if analysis.lines and not analysis.lines[-1] else analysis.lines
    column = min(WIDEST, max((width(printable(line)) for line in lines), default=0))
    write("".join(_line(line, beside.get(number, ()), column) for number, line in enumerate(lines, 1)))


def _line(line: str, shapes: Sequence[str], column: int) -> str:
    code = printable(line.rstrip())
    if not shapes:
        return f"{code}\n"
    return f"{code}{' ' * max(0, column - width(code))}  # {', '.join(shapes)}\n"


def _beside(file: CheckedFile, analysis: Analysis, worker: Worker) -> dict[int, list[str]]:
    """Line -> what is known of the values there, in the order of their places."""
    from shapecheck.values.freeze import has_sizes, unite
    from shapecheck.values.present import present

    out: dict[int, list[str]] = {}
    for site, met in sorted(analysis.record.shapes.items(), key=lambda one: one[0]):
        if worker.places.shown(site.path) != file.shown:
            continue
        value = unite(met.values)
        if not has_sizes(value):
            continue
        naming = Naming(analysis.hints)
        naming.add_values([value])
        label = _source(analysis.lines, site.span)
        shown = value_text(present(value, naming.names))
        rows = out.setdefault(site.span.line, [])
        if label and not any(row.startswith(f"{label}: ") for row in rows):  # what is assigned comes first
            rows.append(f"{label}: {shown}")
        elif not label and not any(row.endswith(shown) for row in rows):
            rows.append(shown)
    return out


def _source(lines: Sequence[str], span: Span) -> str:
    """The marked name or expression, if it is short."""
    if span.line != span.end_line or span.line > len(lines):
        return ""
    source = lines[span.line - 1][span.column - 1 : span.end_column - 1]
    return source if source.replace(".", "").isidentifier() else ""
