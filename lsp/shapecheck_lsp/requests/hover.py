"""textDocument/hover: what is known of the value at a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from shapecheck.check.diagnostics import Reveal
from shapecheck.check.value_text import value_text
from shapecheck_lsp.checking import Checked, Shown
from shapecheck_lsp.positions import contains, to_point, to_range

if TYPE_CHECKING:
    from shapecheck_lsp.server import ShapecheckServer


def register(server: ShapecheckServer) -> None:
    """Answers with the value of the name under the cursor."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        checked = await server.settled(params.text_document.uri)
        if checked is None:
            return None
        codec = server.workspace.position_codec
        shown = shown_at(checked, to_point(codec, checked.lines, params.position))
        if shown is None:
            return None
        content = types.MarkupContent(types.MarkupKind.Markdown, f"```python\n{shown.text}\n```")
        return types.Hover(content, to_range(codec, checked.lines, shown.span))


def shown_at(checked: Checked, point: tuple[int, int]) -> Shown | None:
    """The smallest place around the point of which something is known."""
    known = [*checked.shapes]
    known += [Shown(reveal.span, _revealed(reveal)) for reveal in checked.report.reveals]
    around = [shown for shown in known if contains(shown.span, point)]
    return min(around, key=_size, default=None)


def _revealed(reveal: Reveal) -> str:
    return f"{reveal.expression}: {value_text(reveal.value)}"


def _size(shown: Shown) -> tuple[int, int]:
    span = shown.span
    return span.end_line - span.line, span.end_column - span.column
