"""Changes that may make a finding go away: whoever offers one has to prove first that it does.

Two kinds. A number of a layer's construction is replaced by the one that its input asks for (`in_features=512`
becomes 25088); and an argument of the failing call is reshaped (`x.flatten(1)`, `x.unsqueeze(0)`). Only the characters
that change are touched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from shapecheck.check.diagnostics import Diagnostic
from shapecheck.source import ir
from shapecheck.source.span import Span

MOST = 12
"""More attempts are not worth the time that proving them takes."""
RESHAPED = ("flatten(1)", "unsqueeze(0)", "unsqueeze(1)", "unsqueeze(-1)", "transpose(1, 2)", "mT", "squeeze(1)")
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")


class Repair(NamedTuple):
    """`text` in the place of what stands at the span."""

    title: str
    span: Span
    text: str


def repairs(tree: ir.SourceFile, lines: Sequence[str], diagnostic: Diagnostic) -> list[Repair]:
    """What may be tried, the likeliest first; `tree` has the spans of the lines."""
    numbers = list(dict.fromkeys(_NUMBER.findall(diagnostic.message)))
    found: list[Repair] = []
    for related in diagnostic.related:
        if related.path == diagnostic.path and "made here" in related.message:
            for call in _calls_at(tree, related.span):
                found += _other_numbers(call, numbers)
    for call in _calls_at(tree, diagnostic.span):
        found += _reshaped(call, lines)
    return found[:MOST]


def applied(text: str, repair: Repair) -> str:
    """The text with the change."""
    lines = text.split("\n")
    line, column, end_line, end_column = repair.span
    before, behind = lines[line - 1][: column - 1], lines[end_line - 1][end_column - 1 :]
    lines[line - 1 : end_line] = [before + repair.text + behind]
    return "\n".join(lines)


def _calls_at(tree: ir.SourceFile, span: Span) -> Iterator[ir.Call]:
    for node in _nodes(tree.body):
        if isinstance(node, ir.Call) and node.span == span:
            yield node


def _nodes(parts: Sequence[Any]) -> Iterator[Any]:
    for part in parts:
        if isinstance(part, tuple) and not isinstance(part, Span):
            if hasattr(part, "_fields"):
                yield part
            yield from _nodes(part)


def _other_numbers(call: ir.Call, numbers: Sequence[str]) -> Iterator[Repair]:
    """Each integer of the construction that the message mentions, as another one that it mentions."""
    given = [(None, arg) for arg in call.args]
    given += [(keyword.name, keyword.value) for keyword in call.keywords]  # type: ignore[misc]
    for name, value in given:
        if not isinstance(value, ir.Constant) or type(value.value) is not int or str(value.value) not in numbers:
            continue
        for number in numbers:
            if number != str(value.value):
                yield Repair(f"Change {name or value.value} to {number}", value.span, number)


def _reshaped(call: ir.Call, lines: Sequence[str]) -> Iterator[Repair]:
    for arg in call.args[:2]:
        line, column, end_line, end_column = arg.span
        if line != end_line or isinstance(arg, (ir.Constant, ir.Starred)):
            continue
        source = lines[line - 1][column - 1 : end_column - 1]
        operand = source if isinstance(arg, (ir.Name, ir.Attribute, ir.Call, ir.Subscript)) else f"({source})"
        for change in RESHAPED:
            yield Repair(f"Use {operand}.{change}", arg.span, f"{operand}.{change}")
