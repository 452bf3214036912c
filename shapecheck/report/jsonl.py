"""One JSON object a line, for streams: each says in `kind` what it is, and the statistics come last."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from shapecheck.check.diagnostics import Report
from shapecheck.report import Options
from shapecheck.report.json import document_of

_KINDS = {"diagnostics": "diagnostic", "reveals": "reveal", "files": "file", "why_unknown": "cause"}


def render(report: Report, options: Options) -> str:
    """The parts of the document that `json` writes, a line each."""
    return "".join(
        json.dumps(row, allow_nan=False, separators=(",", ":")) + "\n" for row in _rows(report, options)
    )


def _rows(report: Report, options: Options) -> Iterator[dict[str, Any]]:
    document = document_of(report, options)
    for part, kind in _KINDS.items():
        for row in document.get(part, ()):
            yield {"kind": kind, **row}
    last: dict[str, Any] = {name: document[name] for name in ("statistics", "timing") if name in document}
    yield {"kind": "end", "version": document["version"], **last}
