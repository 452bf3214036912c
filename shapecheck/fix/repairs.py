"""Changes that may make a finding go away: whoever offers one has to prove first that it does.

Two kinds. A number of a layer's construction is replaced by the one that its input asks for (`in_features=512`
becomes `512 * 7 * 7`); and an operand of what fails is reshaped (`x.flatten(1)`, `x.unsqueeze(0)`). Only the characters
that change are touched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from shapecheck.check.diagnostics import Diagnostic
from shapecheck.source import ir
from shapecheck.source.span import Span

MOST = 16
"""More attempts are not worth the time that proving them takes."""
RESHAPED = ("mT", "unsqueeze(1)", "unsqueeze(0)", "unsqueeze(-1)", "squeeze(1)", "flatten(1)")
"""`mT` is `transpose(1, 2)` of a batch of matrices, and of matrices alone."""
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
_PRODUCT = re.compile(r"(?<![\w.])(\d+) = (\d+(?:\*\d+)+)(?![\w.*])")
_OPERANDS = (ir.Name, ir.Attribute, ir.Call, ir.Subscript, ir.BinOp, ir.UnaryOp)
"""What may be a tensor, to be reshaped where it stands."""


class Repair(NamedTuple):
    """`text` in the place of what stands at the span."""

    title: str
    span: Span
    text: str


def repairs(tree: ir.SourceFile, lines: Sequence[str], diagnostic: Diagnostic) -> list[Repair]:
    """What may be tried, the likeliest first; `tree` has the spans of the lines."""
    numbers = list(dict.fromkeys(_NUMBER.findall(diagnostic.message)))
    products = {total: factors.replace("*", " * ") for total, factors in _PRODUCT.findall(diagnostic.message)}
    found: list[Repair] = []
    for related in diagnostic.related:
        if related.path == diagnostic.path and "made here" in related.message:
            for node in _at(tree, related.span):
                if isinstance(node, ir.Call):
                    found += _other_numbers(node, numbers, products)
    for node in _at(tree, diagnostic.span):
        found += _reshaped(_operands(node), lines)
    return found[:MOST]


def takes_operands(tree: ir.SourceFile, span: Span) -> bool:
    """Whether `+`, `@` or the like stands there, whose result has no more dims than an operand."""
    return any(isinstance(node, ir.BinOp) for node in _at(tree, span))


def span_after(span: Span, repair: Repair) -> Span:
    """Where what stands at a span stands when the repair is made, which lies within it or on other lines."""
    line, _, end_line, end_column = repair.span
    if end_line != span.end_line or line != end_line or repair.span[:2] < span[:2] or repair.span[2:] > span[2:]:
        return span
    return span._replace(end_column=span.end_column + len(repair.text) - (end_column - repair.span.column))


def applied(text: str, repair: Repair) -> str:
    """The text with the change."""
    lines = text.split("\n")
    line, column, end_line, end_column = repair.span
    before, behind = lines[line - 1][: column - 1], lines[end_line - 1][end_column - 1 :]
    lines[line - 1 : end_line] = [before + repair.text + behind]
    return "\n".join(lines)


def _at(tree: ir.SourceFile, span: Span) -> Iterator[Any]:
    return (node for node in _nodes(tree.body) if getattr(node, "span", None) == span)


def _nodes(parts: Sequence[Any]) -> Iterator[Any]:
    for part in parts:
        if isinstance(part, tuple) and not isinstance(part, Span):
            if hasattr(part, "_fields"):
                yield part
            yield from _nodes(part)


def _other_numbers(call: ir.Call, numbers: Sequence[str], products: Mapping[str, str]) -> Iterator[Repair]:
    """Each integer of the construction that the message mentions, as another one that it mentions: as the product
    that it is, if the message says of what."""
    given = [(None, arg) for arg in call.args]
    given += [(keyword.name, keyword.value) for keyword in call.keywords]  # type: ignore[misc]
    for name, value in given:
        if not isinstance(value, ir.Constant) or type(value.value) is not int or str(value.value) not in numbers:
            continue
        for number in numbers:
            if number != str(value.value):
                text = products.get(number, number)
                yield Repair(f"Change {name or value.value} to {text}", value.span, text)


def _operands(node: Any) -> list[Any]:
    """What an operator or a call takes: its first arguments, or the items of a list of tensors."""
    if isinstance(node, ir.BinOp):
        return [node.left, node.right]
    if not isinstance(node, ir.Call):
        return []
    first = node.args[0] if node.args else None
    return list(first.elts if isinstance(first, (ir.List, ir.Tuple)) else node.args[:2])


def _reshaped(operands: Sequence[Any], lines: Sequence[str]) -> Iterator[Repair]:
    """Each change for all operands before the next one: the likeliest come first."""
    written = [_source(operand, lines) for operand in operands]
    for change in RESHAPED:
        for number, (operand, source) in enumerate(zip(operands, written), 1):
            if source is None:
                continue
            text = f"({source})" if isinstance(operand, (ir.BinOp, ir.UnaryOp)) else source
            which = f" for operand {number}" if written.count(source) > 1 else ""
            yield Repair(f"Use {text}.{change}{which}", operand.span, f"{text}.{change}")


def _source(operand: Any, lines: Sequence[str]) -> str | None:
    """How it is written, if it may be a tensor and stands on one line."""
    if not isinstance(operand, _OPERANDS) or operand.span.line != operand.span.end_line:
        return None
    return lines[operand.span.line - 1][operand.span.column - 1 : operand.span.end_column - 1]
