"""One line a diagnostic: `path:line:column: severity: message [rule]`, as editors and grep read it."""

from __future__ import annotations

from shapecheck.check.diagnostics import Report
from shapecheck.check.value_text import value_text
from shapecheck.report import Options
from shapecheck.report.footer import footer
from shapecheck.report.frame import printable


def render(report: Report, options: Options) -> str:
    """Diagnostics and reveals in the order of their places, then the footer."""
    shown = [
        (one.path, one.span, one.severity, " ".join(one.message.split("\n")), one.rule)
        for one in report.diagnostics
    ]
    if not options.quiet:
        shown += [
            (one.path, one.span, "info", f"{one.expression}: {value_text(one.value)}", "revealed-shape")
            for one in report.reveals
            if not one.is_silenced
        ]
    out = [
        f"{path}:{span.line}:{span.column}: {severity}: {printable(message)} [{rule}]"
        for path, span, severity, message, rule in sorted(shown, key=lambda one: one[:2])
    ]
    return "".join(f"{line}\n" for line in [*out, *footer(report, options)])
