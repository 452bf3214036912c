"""The text of a file to the IR by way of Python's own parser."""

from __future__ import annotations

import ast

from shapecheck.source import ir
from shapecheck.source.compiling import unwarned
from shapecheck.source.from_ast.expressions import Formatted, Unusual
from shapecheck.source.from_ast.statements import StatementReader
from shapecheck.source.tokens import Tokens


def body(tokens: Tokens, formatted: Formatted) -> tuple[ir.Statement, ...] | None:
    """The statements of a text, or None if the running Python does not read it, or if it holds something unusual.

    Raises Unreadable for what the parser lets pass and the compiler does not.
    """
    try:
        return StatementReader(tokens, formatted).body(_tree(tokens.text).body)
    except (SyntaxError, ValueError, RecursionError, MemoryError, Unusual):
        return None


def _tree(text: str) -> ast.Module:
    with unwarned():
        return ast.parse(text)
