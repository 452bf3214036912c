"""Shape patterns: `*N C H//2 len(S)`, dims separated by blanks, each a name, a number or an expression."""

from __future__ import annotations

import ast
from typing import NamedTuple

from shapecheck.rules.errors import StubError

ANONYMOUS = "_"


class Part(NamedTuple):
    """One dim, or with `is_star` any number of them. `name` is set for a plain name."""

    text: str
    expression: ast.expr
    is_star: bool
    name: str | None


class Pattern(NamedTuple):
    text: str
    parts: tuple[Part, ...]

    @property
    def star_at(self) -> int | None:
        return next((i for i, part in enumerate(self.parts) if part.is_star), None)


def parse_pattern(text: str, line: int) -> Pattern:
    """Reads a pattern; positions inside of it are given the line of the annotation."""
    parts = tuple(_parse_part(token, line) for token in text.split())
    return Pattern(text, parts)


def _parse_part(token: str, line: int) -> Part:
    is_star = token.startswith("*")
    source = token[1:] if is_star else token
    try:
        expression = ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise StubError(line, f"the dim `{token}` cannot be read") from None
    for node in ast.walk(expression):
        if hasattr(node, "lineno"):
            ast.copy_location(
                node, ast.Constant(None, lineno=line, col_offset=0, end_lineno=line, end_col_offset=0)
            )
    name = expression.id if isinstance(expression, ast.Name) else None
    return Part(token, expression, is_star, name)
