"""Our diagnostics as the protocol's."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types
from pygls.workspace import PositionCodec

from shapecheck.check.diagnostics import Diagnostic, Report
from shapecheck.source.ir import Span
from shapecheck_lsp.checking import Checked
from shapecheck_lsp.positions import to_range

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}


def diagnostics_of(checked: Checked, uri: str, path: str, codec: PositionCodec) -> list[types.Diagnostic]:
    """The diagnostics of one document, `path` as reports show it."""
    return [
        _Converter(checked.report, uri, path, codec).diagnostic(one) for one in checked.report.diagnostics
    ]


class _Converter:
    def __init__(self, report: Report, uri: str, path: str, codec: PositionCodec) -> None:
        self._report = report
        self._uri = uri
        self._path = path
        self._codec = codec

    def diagnostic(self, one: Diagnostic) -> types.Diagnostic:
        message = one.message
        if one.counterexample:
            example = ", ".join(f"{name} = {value}" for name, value in one.counterexample.items())
            message += f"\nfails for {example}"
        return types.Diagnostic(
            range=self._range(one.path, one.span),
            message=message,
            severity=_SEVERITIES[one.severity],
            code=one.rule,
            source="shapecheck",
            tags=[types.DiagnosticTag.Unnecessary] if one.rule == "unused-suppression" else None,
            related_information=[
                types.DiagnosticRelatedInformation(
                    types.Location(self._uri_of(related.path), self._range(related.path, related.span)),
                    related.message,
                )
                for related in one.related
            ],
        )

    def _range(self, path: str, span: Span) -> types.Range:
        return to_range(self._codec, self._report.lines.get(path, ()), span)

    def _uri_of(self, path: str) -> str:
        return self._uri if path == self._path else Path(path).absolute().as_uri()
