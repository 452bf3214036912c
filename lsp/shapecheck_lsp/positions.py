"""Between our positions (from 1, in code points) and the client's (from 0, in the encoding it chose)."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types
from pygls.workspace import PositionCodec

from shapecheck.source.ir import Span


def to_range(codec: PositionCodec, lines: Sequence[str], span: Span) -> types.Range:
    """The span as the client counts it."""
    return types.Range(
        _position(codec, lines, span.line, span.column),
        _position(codec, lines, span.end_line, span.end_column),
    )


def _position(codec: PositionCodec, lines: Sequence[str], line: int, column: int) -> types.Position:
    text = lines[line - 1] if line <= len(lines) else ""
    return types.Position(line - 1, codec.client_num_units(text[: column - 1]))


def to_point(codec: PositionCodec, lines: Sequence[str], position: types.Position) -> tuple[int, int]:
    """Line and column of a client's position."""
    text = lines[position.line] if position.line < len(lines) else ""
    units = 0
    for column, character in enumerate(text, 1):
        if units >= position.character:
            return position.line + 1, column
        units += codec.client_num_units(character)
    return position.line + 1, len(text) + 1


def contains(span: Span, point: tuple[int, int]) -> bool:
    """Whether the point lies in the span; its end belongs to it, as a cursor may stand behind a name."""
    return (span.line, span.column) <= point <= (span.end_line, span.end_column)
