"""The report for people: each diagnostic with its source, where its sizes come from, and an example."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shapecheck.check.diagnostics import Diagnostic, Report, Reveal
from shapecheck.check.value_text import value_text
from shapecheck.report import Options
from shapecheck.report.footer import footer
from shapecheck.report.frame import frame, printable

CONTEXT = 2
"""Lines of code shown above the one that a diagnostic is on."""

_COLORS = {"error": "1;31", "warning": "1;33", "info": "1;36", "dim": "2", "bold": "1"}


def render(report: Report, options: Options) -> str:
    """All diagnostics and reveals in the order of their places, then the footer."""
    painter = _Painter(options.color)
    shown: list[Diagnostic | Reveal] = [*report.diagnostics]
    if not options.quiet:
        shown += [one for one in report.reveals if not one.is_silenced]
    shown.sort(key=lambda one: (one.path, one.span))
    blocks = [_block(one, report.lines, painter) for one in shown]
    below = footer(report, options)
    if below:
        blocks.append(below)
    return "\n".join("".join(f"{line}\n" for line in block) for block in blocks)


class _Painter:
    """Colours for a terminal, or none."""

    def __init__(self, enabled: bool) -> None:
        self._enabled = enabled

    def __call__(self, text: str, color: str) -> str:
        return f"\x1b[{_COLORS[color]}m{text}\x1b[0m" if self._enabled else text

    def frame(self, lines: list[str], color: str) -> list[str]:
        """Numbers and bars dimmed, the marks in the colour of the severity."""
        if not self._enabled or not lines:
            return lines
        out: list[str] = []
        for i, line in enumerate(lines):
            number, bar, code = line.partition(" |")
            is_marks = i == len(lines) - 1
            out.append(self(number + bar, "dim") + (self(code, color) if is_marks else code))
        return out


def _block(shown: Diagnostic | Reveal, lines: Mapping[str, Sequence[str]], paint: _Painter) -> list[str]:
    if isinstance(shown, Reveal):
        message = f"{shown.expression}: {value_text(shown.value)}"
        out = _head(shown, "info", message, "revealed-shape", paint)
        return out + _frame(shown, lines, paint, "info", 0)
    out = _head(shown, shown.severity, shown.message, shown.rule, paint)
    out += _frame(shown, lines, paint, shown.severity, CONTEXT)
    for related in shown.related:
        place = f"{related.path}:{related.span.line}:{related.span.column}"
        out.append(f"  {paint(place, 'bold')}: {printable(related.message)}")
        gutter = _gutter(related.span.line)
        code = frame(lines.get(related.path, ()), related.span, gutter, "-")
        out += paint.frame(code, "info")
    if shown.counterexample:
        example = ", ".join(f"{name} = {value}" for name, value in shown.counterexample.items())
        out.append(f"  fails for {example}")
    return out


def _head(shown: Diagnostic | Reveal, severity: str, message: str, rule: str, paint: _Painter) -> list[str]:
    place = f"{shown.path}:{shown.span.line}:{shown.span.column}"
    first, *more = printable_lines(message)
    ends = [first, *(f"  {line}" for line in more)]
    ends[-1] += " " + paint(f"[{rule}]", "dim")
    return [f"{paint(place, 'bold')}: {paint(severity, severity)}: {ends[0]}", *ends[1:]]


def printable_lines(message: str) -> list[str]:
    """The lines of a message, at least one."""
    return [printable(line) for line in message.split("\n")]


def _frame(
    shown: Diagnostic | Reveal, lines: Mapping[str, Sequence[str]], paint: _Painter, color: str, before: int
) -> list[str]:
    code = frame(lines.get(shown.path, ()), shown.span, _gutter(shown.span.line), "^", before)
    return paint.frame(code, color)


def _gutter(line: int) -> int:
    return max(6, len(str(line)) + 2)
