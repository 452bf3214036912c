"""textDocument/inlayHint: the shapes of what is assigned, passed and returned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from shapecheck.check.value_text import value_text
from shapecheck.symbolic import Expr
from shapecheck.values.freeze import Frozen, FrozenScalar, FrozenTensor, has_sizes, leaves
from shapecheck_lsp.outline import Hinted, hinted
from shapecheck_lsp.settings import HintSettings
from shapecheck_lsp.values import clipped, short_text
from shapecheck_lsp.view import View

if TYPE_CHECKING:
    from shapecheck_lsp.checked import Sited
    from shapecheck_lsp.server import ShapecheckServer


def register(server: ShapecheckServer) -> None:
    """Answers with the hints in the range that the editor shows."""

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def inlay_hint(params: types.InlayHintParams) -> list[types.InlayHint]:
        uri = params.text_document.uri
        checked = await server.present(uri) if server.can_refresh_hints else None
        if checked is None or checked.tree is None:  # what an earlier server has kept are findings alone
            checked = await server.settled(uri)
        if checked is None:
            return []
        view = View(checked, uri, server.workspace.position_codec)
        first, last = view.point(params.range.start)[0], view.point(params.range.end)[0]
        own = view.own_lines()
        lines = range(max(first, own.start), min(last + 1, own.stop))
        return hints(view, lines, server.settings_of(server.key_of(uri)).hints)


def hints(view: View, lines: range, settings: HintSettings) -> list[types.InlayHint]:
    """The hints on these lines of the text, which count from 1."""
    wanted = {"variable": settings.variables, "parameter": settings.parameters, "return": settings.returns}
    found = []
    for one in hinted(view.checked):
        sited = view.checked.by_span.get(one.span)
        if wanted[one.kind] and sited is not None and one.span.end_line in lines:
            hint = _hint(view, one, sited, settings)
            if hint is not None:
                found.append(hint)
    return found


def _hint(view: View, one: Hinted, sited: Sited, settings: HintSettings) -> types.InlayHint | None:
    value = view.checked.at_a_glance(sited)
    shown = view.checked.shown_value(value)
    text = short_text(shown, settings.dtype)
    name = view.checked.source_of(one.span)
    if text is None or text == name or not has_sizes(value) or not _is_of_sizes(view, value):
        return None
    lead = " -> " if one.kind == "return" else ": "
    label: str | list[types.InlayHintLabelPart] = lead + clipped(text, settings.longest)
    if isinstance(value, FrozenTensor) and len(text) <= settings.longest:
        label = _parts(view, value, shown["shape"], lead + (shown["dtype"] or "" if settings.dtype else ""))
    return types.InlayHint(
        view.end(one.span), label, types.InlayHintKind.Type, tooltip=f"{name}: {value_text(shown)}" if name else None
    )


def _is_of_sizes(view: View, value: Frozen) -> bool:
    """Whether a number is made of sizes and parameters: what else is in it (a counter, a position) has no name here."""
    numbers = (leaf.value for leaf in leaves(value) if isinstance(leaf, FrozenScalar))
    symbols = (one.name for number in numbers if isinstance(number, Expr) for one in number.symbols)
    return all(name in view.checked.sizes for name in symbols)


def _parts(
    view: View, value: FrozenTensor, sizes: list[int | str | None], lead: str
) -> list[types.InlayHintLabelPart]:
    """The label, whose dims lead to where they were born."""
    parts = [types.InlayHintLabelPart(f"{lead}[")]
    for i, (dim, size) in enumerate(zip(value.shape or (), sizes)):
        born = view.checked.births.get(dim.name) if isinstance(dim, Expr) and dim.is_symbol else None
        location = None if born is None else view.location(born)
        if i:
            parts.append(types.InlayHintLabelPart(", "))
        parts.append(types.InlayHintLabelPart("?" if size is None else str(size), location=location))
    return [*parts, types.InlayHintLabelPart("]")]
