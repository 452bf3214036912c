"""The state of the lowering: a cursor over the tokens, and what the current function binds."""

from __future__ import annotations

import libcst as cst

from shapecheck.source import ir
from shapecheck.source.scope import Scope
from shapecheck.source.tokens import Tokens


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

    def inside(self, node: cst.BaseExpression, first: int, scope: Scope) -> ir.Expression:
        """Lower an expression of a larger text: its first token, and the scope around it."""
        self._next, self._scope = first - 1, scope  # the tree has brackets around it, of which the text has none
        return self.expression(node)

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
