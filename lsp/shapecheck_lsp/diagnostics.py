"""Our diagnostics as the protocol's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.workspace import PositionCodec

from shapecheck.check.rulebook import rules
from shapecheck.source.span import Span
from shapecheck_lsp.positions import to_range

if TYPE_CHECKING:
    from shapecheck.check.diagnostics import Diagnostic
    from shapecheck_lsp.checked import Checked

SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}
Lines = Callable[[Path], Sequence[str]]
"""The lines of any file, as the editor has it."""


def diagnostics_of(checked: Checked, lines: Lines, codec: PositionCodec) -> dict[str, list[types.Diagnostic]]:
    """The diagnostics of a text, for each of its documents."""
    found: dict[str, list[types.Diagnostic]] = {cell.uri: [] for cell in checked.text.cells}
    converter = _Converter(checked, lines, codec)
    for one in checked.report.diagnostics:
        uri, span = converter.place(one.path, one.span)
        found.setdefault(uri, []).append(converter.diagnostic(one, span))
    return found


def single_diagnostic(checked: Checked, one: Diagnostic, lines: Lines, codec: PositionCodec) -> types.Diagnostic:
    """One of them."""
    converter = _Converter(checked, lines, codec)
    return converter.diagnostic(one, converter.place(one.path, one.span)[1])


def plain_diagnostic(one: Diagnostic, lines: Lines, codec: PositionCodec) -> types.Diagnostic:
    """A diagnostic of a file that is not open."""
    related = [
        types.DiagnosticRelatedInformation(
            types.Location(Path(r.path).absolute().as_uri(), to_range(codec, lines(Path(r.path).absolute()), r.span)),
            r.message,
        )
        for r in one.related
    ]
    return _made(one, to_range(codec, lines(Path(one.path).absolute()), one.span), related)


class _Converter:
    def __init__(self, checked: Checked, lines: Lines, codec: PositionCodec) -> None:
        self._checked = checked
        self._lines = lines
        self._codec = codec

    def diagnostic(self, one: Diagnostic, span: Span) -> types.Diagnostic:
        related = []
        for other in one.related:
            uri, at = self.place(other.path, other.span)
            location = types.Location(uri, self._range(other.path, other.span, at))
            related.append(types.DiagnosticRelatedInformation(location, other.message))
        return _made(one, self._range(one.path, one.span, span), related)

    def place(self, path: str, span: Span) -> tuple[str, Span]:
        """The document that a place lies in, and the place there."""
        text = self._checked.text
        if path != str(text.file):
            return Path(path).absolute().as_uri(), span
        cell = text.cell_at(span.line - 1)
        return cell.uri, span._replace(line=span.line - cell.first, end_line=span.end_line - cell.first)

    def _range(self, path: str, span: Span, at: Span) -> types.Range:
        """The range of a span whose line in its document is that of `at`."""
        own = path == str(self._checked.text.file)
        lines = self._checked.lines if own else self._lines(Path(path).absolute())
        found = to_range(self._codec, lines, span)
        found.start.line, found.end.line = at.line - 1, at.end_line - 1
        return found


def _made(
    one: Diagnostic, at: types.Range, related: list[types.DiagnosticRelatedInformation]
) -> types.Diagnostic:
    message = one.message
    if one.counterexample:
        example = ", ".join(f"{name} = {value}" for name, value in one.counterexample.items())
        message += f"\nfails for {example}"
    page = rules().get(one.rule)
    return types.Diagnostic(
        range=at,
        message=message,
        severity=SEVERITIES[one.severity],
        code=one.rule,
        code_description=None if page is None else types.CodeDescription(page.page.absolute().as_uri()),
        source="shapecheck",
        tags=[types.DiagnosticTag.Unnecessary] if one.rule == "unused-suppression" else None,
        related_information=related,
    )
