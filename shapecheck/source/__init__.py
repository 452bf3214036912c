"""Files to the immutable IR: everything the other packages know of Python's syntax comes from here."""

from __future__ import annotations

from shapecheck.source import ir
from shapecheck.source.comments import Suppression, Suppressions, suppressions

__all__ = ["Suppression", "Suppressions", "ir", "parse", "suppressions"]


def parse(data: bytes | str, path: str) -> ir.SourceFile | ir.SyntaxProblem:
    """Read a file: never raises, whatever the bytes are. `path` is how the file is shown to the user."""
    from shapecheck.source import reading  # and with it libcst, which whoever only needs the IR never loads

    return reading.parse(data, path)
