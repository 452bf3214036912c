"""A source frame: a line of code with its number, and marks under the exact span.

Marks are placed by display width: a tab counts as TAB spaces, wide characters as two columns,
combining ones as none.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from shapecheck.source.span import Span

TAB = 4


def width(text: str) -> int:
    """How many columns of a terminal the text takes."""
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def printable(text: str) -> str:
    """The text with tabs as spaces and control characters (which could steer a terminal) as `?`."""
    if text.isprintable():
        return text
    spaced = text.replace("\t", " " * TAB)
    return "".join("?" if unicodedata.category(character) == "Cc" else character for character in spaced)


def frame(lines: Sequence[str], span: Span, gutter: int, mark: str = "^", before: int = 0) -> list[str]:
    """The numbered line of the span with marks under it; `before` lines of context above.

    Of a span of several lines the first is shown, marked to its end. Nothing if there is no such line.
    """
    if not 1 <= span.line <= len(lines):
        return []
    out: list[str] = []
    for number in range(max(1, span.line - before), span.line + 1):
        code = printable(lines[number - 1].rstrip())
        out.append(f"{number:>{gutter}} | {code}".rstrip())
    line = lines[span.line - 1].rstrip()
    start = min(span.column - 1, len(line))
    end = len(line) if span.end_line > span.line else min(span.end_column - 1, len(line))
    lead = width(printable(line[:start]))
    marks = mark * max(1, width(printable(line[start:end])))
    more = " ..." if span.end_line > span.line else ""
    out.append(f"{'':>{gutter}} | {' ' * lead}{marks}{more}")
    return out
