"""Literals of libcst's tree to the IR: numbers, strings, f-strings and adjacent strings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import libcst as cst

from shapecheck.source import ir, literals
from shapecheck.source.from_cst.cursor import Cursor
from shapecheck.source.problems import Unreadable


class LiteralLowering(Cursor):
    """A method for each kind of literal."""

    def _number(self, node: cst.Integer | cst.Float | cst.Imaginary) -> ir.Constant:
        span = self._spans[self._next]
        self._next += 1
        try:
            return ir.Constant(span, literals.number(node.value))
        except ValueError:
            raise Unreadable(span, "the number has too many digits") from None

    def _ellipsis(self, _: cst.Ellipsis) -> ir.Constant:
        self._next += 1
        return ir.Constant(self._spans[self._next - 1], ...)

    def _string(self, node: cst.SimpleString) -> ir.Constant:
        span = self._spans[self._next]
        self._next += 1
        try:
            return ir.Constant(span, literals.string(node.value))
        except ValueError as error:
            raise Unreadable(span, str(error)) from None

    def _concatenated(self, node: cst.ConcatenatedString) -> ir.Expression:
        """Adjacent strings: one Constant, or one FString if one of them is formatted."""
        first = self._next
        parts: list[ir.Expression] = []
        formatted = template = False
        kinds: set[type] = set()
        piece: cst.BaseExpression = node
        while True:
            left = piece.left if isinstance(piece, cst.ConcatenatedString) else piece
            begin = self._next
            if isinstance(left, cst.SimpleString):
                constant = self._string(left)
                parts.append(constant)
                kinds.add(type(constant.value))
            else:
                assert isinstance(left, (cst.FormattedString, cst.TemplatedString))
                self._formatted_parts(left, parts)
                formatted = True
                template = template or isinstance(left, cst.TemplatedString)
                kinds.add(str)
            if len(kinds) > 1:
                raise Unreadable(self._span(begin), "text and bytes cannot be joined")
            if not isinstance(piece, cst.ConcatenatedString):
                break
            piece = piece.right
        if formatted:
            result = ir.FString(self._span(first), _join_constants(parts))
            return _template(result) if template else result
        return ir.Constant(self._span(first), _joined([part.value for part in parts if isinstance(part, ir.Constant)]))

    # ---------------------------------------------------------------- f-strings

    def _formatted(self, node: cst.FormattedString) -> ir.FString:
        first = self._next
        parts: list[ir.Expression] = []
        self._formatted_parts(node, parts)
        return ir.FString(self._span(first), _join_constants(parts))

    def _templated(self, node: cst.TemplatedString) -> ir.Call:
        first = self._next
        parts: list[ir.Expression] = []
        self._formatted_parts(node, parts)
        return _template(ir.FString(self._span(first), _join_constants(parts)))

    def _formatted_parts(
        self, node: cst.FormattedString | cst.TemplatedString, parts: list[ir.Expression]
    ) -> None:
        """Add the pieces between the quotes to `parts`."""
        self._next += 1
        self._pieces(node.parts, "r" in node.start.lower(), parts)
        self._next += 1

    def _pieces(
        self,
        pieces: Sequence[cst.BaseFormattedStringContent | cst.BaseTemplatedStringContent],
        raw: bool,
        parts: list[ir.Expression],
    ) -> None:
        for piece in pieces:
            if isinstance(piece, (cst.FormattedStringText, cst.TemplatedStringText)):
                span = self._spans[self._next]
                self._next += 1
                try:
                    parts.append(ir.Constant(span, literals.fstring_text(piece.value, raw)))
                except ValueError as error:
                    raise Unreadable(span, str(error)) from None
            elif isinstance(piece, (cst.FormattedStringExpression, cst.TemplatedStringExpression)):
                self._field(piece, raw, parts)

    def _field(
        self,
        node: cst.FormattedStringExpression | cst.TemplatedStringExpression,
        raw: bool,
        parts: list[ir.Expression],
    ) -> None:
        """`{value!r:spec}`; `{value=}` first adds the text of the expression."""
        first = self._next
        self._next += 1
        value = self.expression(node.expression)
        conversion = node.conversion
        if node.equal is not None:
            self._next += 1
            parts.append(self._field_source(first))
            if conversion is None and node.format_spec is None:
                conversion = "r"
        if node.conversion is not None:
            self._next += 1
        spec = None
        if node.format_spec is not None:
            begin = self._next
            self._next += 1
            inner: list[ir.Expression] = []
            self._pieces(node.format_spec, raw, inner)
            spec = ir.FString(self._span(begin), _join_constants(inner))
        self._next += 1
        parts.append(ir.Formatted(self._span(first), value, conversion, spec))

    def _field_source(self, brace: int) -> ir.Constant:
        """The text that `{value=}` prints before the value: all up to the next `!`, `:` or `}`."""
        opening, following = self._spans[brace], self._spans[self._next]
        span = ir.Span(opening.end_line, opening.end_column, following.line, following.column)
        text, offset = self._tokens.text, self._tokens.offset
        start, end = offset(*span[:2]), offset(*span[2:])
        value = text[start:end]
        for comment in self._tokens.comments:
            if span[:2] <= comment.span[:2] < span[2:]:
                value = value.replace(comment.text, "")
        return ir.Constant(span, value)


def _joined(values: list[Any]) -> str | bytes:
    """All text, or all bytes: a mixture has been refused."""
    empty: str | bytes = type(values[0])()
    return empty.join(values)


def _join_constants(parts: Sequence[ir.Expression]) -> tuple[ir.Expression, ...]:
    """Join neighbouring texts and drop the empty ones."""
    result: list[ir.Expression] = []
    for part in parts:
        if isinstance(part, ir.Constant):
            if not part.value:
                continue
            if result and isinstance(last := result[-1], ir.Constant):
                span = ir.Span(*last.span[:2], *part.span[2:])
                result[-1] = ir.Constant(span, _joined([last.value, part.value]))
                continue
        result.append(part)
    return tuple(result)


def _template(text: ir.FString) -> ir.Call:
    """A t-string is no text: a call of something that no program can name keeps its value unknown."""
    return ir.Call(text.span, ir.Name(text.span, "<template string>"), (text,), ())
