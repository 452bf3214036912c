"""What stands below the diagnostics of a report for people: counts, statistics, causes of unknowns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from shapecheck.check.diagnostics import Report, Statistics
from shapecheck.report import Options

MAX_CAUSES = 40


def footer(report: Report, options: Options) -> list[str]:
    """All lines below the diagnostics; the last one says how much was understood."""
    out = [f"shapecheck failed: {crash.rstrip()}" for crash in report.crashes]
    if options.why_unknown:
        out += why_unknown(report)
    if options.statistics:
        out += statistics(report)
    if options.seconds is not None:
        out.append(f"took {options.seconds:.2f} s")
    if options.quiet:
        return out
    counts = [_counted(report.number_of(level), level) for level in ("error", "warning") if report.number_of(level)]
    if report.baselined:
        known = f"{report.baselined} more known" if counts else f"nothing new, {report.baselined} known"
        counts.append(f"{known} in the baseline")
    if counts:
        out.append("found " + ", ".join(counts))
    out.append(understood(report))
    return out


def understood(report: Report) -> str:
    """`12 files, 83 % of tensors known, imports not found: timm`: clean never means not understood."""
    parts = [_counted(len(report.files), "file"), _share(report.statistics)]
    statuses = Counter(file.status for file in report.files)
    parts += [f"{statuses[status]} {words}" for status, words in _STATUS_WORDS.items() if statuses[status]]
    if report.statistics.unresolved_imports:
        parts.append("imports not found: " + ", ".join(report.statistics.unresolved_imports))
    return ", ".join(parts)


_STATUS_WORDS = {
    "syntax-error": "not readable",
    "budget": "given up for their size",
    "internal-error": "failed inside of shapecheck",
}


def _share(counts: Statistics) -> str:
    total = sum(counts.tensors.values())
    if not total:
        return "no tensors"
    # Rounded down, so that 100 % means all of them.
    return f"{100 * counts.tensors['known'] // total} % of tensors known"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def statistics(report: Report) -> list[str]:
    """The counts of a run."""
    counts = report.statistics
    out = ["diagnostics by rule"]
    by_rule = Counter(diagnostic.rule for diagnostic in report.diagnostics)
    out += _table(by_rule)
    for title, table in (("obligations", counts.obligations), ("tensors", counts.tensors)):
        out.append(title)
        out += [f"  {number:>6}  {kind}" for kind, number in table.items()]
    if counts.unknown_operators:
        out.append("operators without a rule")
        out += _table(counts.unknown_operators)
    for status, words in _STATUS_WORDS.items():
        named = [file.path for file in report.files if file.status == status]
        out += [words, *(f"  {path}" for path in named)] if named else []
    return out


def _table(counts: Mapping[str, int]) -> list[str]:
    """The largest count first."""
    ordered = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    return [f"  {number:>6}  {name}" for name, number in ordered]


def why_unknown(report: Report) -> list[str]:
    """The first causes of unknown values, those that spoil most results first."""
    causes = report.statistics.causes
    out = ["first causes of unknown values, with the number of results that each spoils"]
    for cause in causes[:MAX_CAUSES]:
        place = f"{cause.path}:{cause.span.line}:{cause.span.column}" if cause.path and cause.span else "-"
        out.append(f"  {cause.results:>6}  {place}: {cause.reason}")
    if len(causes) > MAX_CAUSES:
        out.append(f"          and {len(causes) - MAX_CAUSES} more")
    return out if causes else ["no unknown values"]
