"""Files to the immutable IR: everything the other packages know of Python's syntax comes from here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.source.comments import Suppression, Suppressions, suppressions

if TYPE_CHECKING:
    from shapecheck.source import ir

__all__ = ["Suppression", "Suppressions", "parse", "suppressions"]


def parse(data: bytes | str, path: str) -> ir.SourceFile | ir.SyntaxProblem:
    """Read a file: never raises, whatever the bytes are. `path` is how the file is shown to the user."""
    from shapecheck.source import reading  # and with it libcst, which whoever only needs the IR never loads

    return reading.parse(data, path)
