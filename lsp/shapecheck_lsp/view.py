"""A result as one document shows it: between places in the text and positions in the document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from shapecheck.source.span import Span
from shapecheck_lsp.positions import to_point, to_range

if TYPE_CHECKING:
    from pygls.workspace import PositionCodec

    from shapecheck_lsp.checked import Checked


class View:
    """`uri` is the document: the text itself, or a cell of a notebook."""

    def __init__(self, checked: Checked, uri: str, codec: PositionCodec) -> None:
        self.checked = checked
        self.uri = uri
        self._codec = codec
        self._first = checked.text.first_line(uri)

    def point(self, position: types.Position) -> tuple[int, int]:
        """The line and column in the text, from 1."""
        moved = types.Position(position.line + self._first, position.character)
        return to_point(self._codec, self.checked.lines, moved)

    def range_of(self, span: Span) -> types.Range:
        """The range of a place in this document."""
        found = to_range(self._codec, self.checked.lines, span)
        found.start.line -= self._first
        found.end.line -= self._first
        return found

    def end(self, span: Span) -> types.Position:
        """Where a place ends."""
        return self.range_of(span).end

    def location(self, span: Span) -> types.Location:
        """A place anywhere in the text, in the document that it lies in."""
        cell = self.checked.text.cell_at(span.line - 1)
        found = to_range(self._codec, self.checked.lines, span)
        found.start.line -= cell.first
        found.end.line -= cell.first
        return types.Location(cell.uri, found)

    def own_lines(self) -> range:
        """The lines of the document in the text, from 1."""
        cell = self.checked.text.cell_at(self._first)
        return range(cell.first + 1, cell.first + cell.length + 1)
