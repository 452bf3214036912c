"""The state of the lowering: a cursor over the tokens, and what the current function binds."""

from __future__ import annotations

import unicodedata
from sys import intern

import libcst as cst

from shapecheck.source import ir
from shapecheck.source.tokens import Tokens


class Scope:
    """What a function body binds, while it is lowered."""

    __slots__ = ("bound", "declared", "yields")

    def __init__(self) -> None:
        self.bound: set[str] = set()
        self.declared: set[str] = set()  # by global or nonlocal: bound elsewhere
        self.yields = False


def identifier(text: str) -> str:
    """A name as Python compares it. Equal ones are one object: a tree keeps hundreds of thousands."""
    return intern(text if text.isascii() else unicodedata.normalize("NFKC", text))


class Cursor:
    """`_next` is the index of the first token that no node has consumed yet."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._spans = tokens.spans
        self._next = 0
        self._scope = Scope()

    def expression(self, node: cst.BaseExpression) -> ir.Expression:
        """Lower one expression with the parentheses around it."""
        raise NotImplementedError

    def bind(self, target: ir.Expression) -> None:
        """Record the names that an assignment to `target` binds."""
        if isinstance(target, ir.Name):
            self._scope.bound.add(target.id)
        elif isinstance(target, (ir.Tuple, ir.List)):
            for element in target.elts:
                self.bind(element)
        elif isinstance(target, ir.Starred):
            self.bind(target.value)

    # ---------------------------------------------------------------- spans

    def _span(self, first: int) -> ir.Span:
        """From the token at `first` to the last one consumed."""
        start = self._spans[first]
        end = self._spans[self._next - 1]
        return ir.Span(start[0], start[1], end[2], end[3])

    def _include_separator(self) -> None:
        """Let the last token end after the `,` or `;` behind it, for the nodes around that are yet to end.

        A tuple without brackets ends with its last comma; a block ends with its last semicolon.
        """
        last = self._spans[self._next - 1]
        line, column = self._tokens.end_after_separator(last)
        self._spans[self._next - 1] = ir.Span(last.line, last.column, line, column)
