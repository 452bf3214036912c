"""What a function body binds, collected while it is lowered."""

from __future__ import annotations

import unicodedata
from sys import intern

from shapecheck.source import ir


class Scope:
    """The names that one body binds, and whether it yields."""

    __slots__ = ("bound", "declared", "yields")

    def __init__(self) -> None:
        self.bound: set[str] = set()
        self.declared: set[str] = set()  # by global or nonlocal: bound elsewhere
        self.yields = False

    def bind(self, target: ir.Expression) -> None:
        """Record the names that an assignment to `target` binds."""
        if isinstance(target, ir.Name):
            self.bound.add(target.id)
        elif isinstance(target, (ir.Tuple, ir.List)):
            for element in target.elts:
                self.bind(element)
        elif isinstance(target, ir.Starred):
            self.bind(target.value)

    def locals(self) -> frozenset[str]:
        """The names that are the body's own."""
        return frozenset(self.bound - self.declared)


def identifier(text: str) -> str:
    """A name as Python compares it. Equal ones are one object: a tree keeps hundreds of thousands."""
    return intern(text if text.isascii() else unicodedata.normalize("NFKC", text))


def docstring(body: tuple[ir.Statement, ...]) -> str | None:
    """The text a body begins with, as it stands in the file."""
    if body and isinstance(statement := body[0], ir.Expr) and isinstance(statement.value, ir.Constant):
        value = statement.value.value
        return value if isinstance(value, str) else None
    return None
