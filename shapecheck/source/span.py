"""A range of source. Alone in its file so that whoever only shows results does not load the IR."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """A range of source: lines and columns count from 1, columns in code points, the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int
