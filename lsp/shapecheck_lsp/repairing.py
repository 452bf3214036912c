"""Repairs that are proved: tried in the session of the text, and kept if the finding is gone, no other came, and what
failed gives a value of known shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from shapecheck.fix.repairs import Repair, applied, repairs, span_after, takes_operands
from shapecheck.source import ir, parse
from shapecheck.values.freeze import Frozen, FrozenTensor, leaves
from shapecheck_lsp.checked import says_something

if TYPE_CHECKING:
    from shapecheck.check.diagnostics import Diagnostic, Report
    from shapecheck.source.span import Span
    from shapecheck_lsp.checked import Checked
    from shapecheck_lsp.projects import Projects
    from shapecheck_lsp.settings import Settings

MOST_FIXED = 10
ANY_DIMS = 1_000
REPAIRED_RULES = frozenset({"impossible-shape"})


class Proved(NamedTuple):
    """A repair, and the text after it."""

    repair: Repair
    source: str


def proved_repairs(
    projects: Projects, checked: Checked, settings: Settings, diagnostic: Diagnostic
) -> list[Proved]:
    """The repairs of one finding that make the text consistent; of those that give the same, the first. Runs on the
    worker."""
    text = checked.text
    if diagnostic.rule not in REPAIRED_RULES:
        return []
    tree = parse(text.source, checked.shown)
    if not isinstance(tree, ir.SourceFile):
        return []
    most = _dims_within(checked, diagnostic.span) if takes_operands(tree, diagnostic.span) else ANY_DIMS
    found: dict[tuple[Frozen, Span], Proved] = {}
    try:
        for repair in repairs(tree, checked.lines, diagnostic):
            source = applied(text.source, repair)
            after = _after(projects, checked, settings, source)
            given = after.by_span.get(span_after(diagnostic.span, repair))
            if given is None or not says_something(given.value) or _dims(given.value) > most:
                continue
            if _is_better(checked.report, after.report, diagnostic):
                found.setdefault((given.value, repair.span), Proved(repair, source))
    finally:
        _after(projects, checked, settings, text.source)
    return list(found.values())


def _dims_within(checked: Checked, span: Span) -> int:
    """The most dims of what stands within the span."""
    inside = [one for one in checked.sited if span[:2] <= one.span[:2] and one.span[2:] <= span[2:]]
    return max((_dims(one.value) for one in inside), default=ANY_DIMS)


def _dims(value: Frozen) -> int:
    return max((len(leaf.shape or ()) for leaf in leaves(value) if isinstance(leaf, FrozenTensor)), default=0)


def _after(projects: Projects, checked: Checked, settings: Settings, source: str) -> Checked:
    text = checked.text._replace(source=source)
    return projects.check(text, settings, lambda: False, lambda _: None)


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
