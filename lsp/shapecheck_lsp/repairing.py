"""Repairs that are proved: tried in the session of the text, and kept if the finding is gone and no other came."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from shapecheck.fix.repairs import Repair, applied, repairs
from shapecheck.source import ir, parse

if TYPE_CHECKING:
    from shapecheck.check.diagnostics import Diagnostic, Report
    from shapecheck_lsp.checked import Checked
    from shapecheck_lsp.projects import Projects
    from shapecheck_lsp.settings import Settings

MOST_FIXED = 10
REPAIRED_RULES = frozenset({"impossible-shape"})


class Proved(NamedTuple):
    """A repair, and the text after it."""

    repair: Repair
    source: str


def proved_repairs(
    projects: Projects, checked: Checked, settings: Settings, diagnostic: Diagnostic
) -> list[Proved]:
    """The repairs of one finding that make the text consistent. Runs on the worker."""
    text = checked.text
    if diagnostic.rule not in REPAIRED_RULES:
        return []
    tree = parse(text.source, checked.shown)
    if not isinstance(tree, ir.SourceFile):
        return []
    found = []
    try:
        for repair in repairs(tree, checked.lines, diagnostic):
            source = applied(text.source, repair)
            after = _report(projects, checked, settings, source)
            if _is_better(checked.report, after, diagnostic):
                found.append(Proved(repair, source))
    finally:
        _report(projects, checked, settings, text.source)
    return found


def _report(projects: Projects, checked: Checked, settings: Settings, source: str) -> Report:
    text = checked.text._replace(source=source)
    return projects.check(text, settings, lambda: False, lambda _: None).report


def _is_better(before: Report, after: Report, gone: Diagnostic) -> bool:
    """Whether one finding is gone, none has come, and no more is unknown than before."""
    old = [(one.rule, one.message) for one in before.diagnostics]
    old.remove((gone.rule, gone.message))
    left = [(one.rule, one.message) for one in after.diagnostics]
    for one in left:
        if one not in old:
            return False
        old.remove(one)
    unknown = [report.statistics.tensors["unknown"] for report in (before, after)]
    return unknown[1] <= unknown[0] and all(file.status == "ok" for file in after.files)
