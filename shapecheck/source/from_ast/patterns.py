"""The patterns of `match` statements of `ast`'s tree to the IR."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

from shapecheck.source import ir
from shapecheck.source.from_ast.expressions import ExpressionReader


class PatternReader(ExpressionReader):
    """A method for each kind of pattern."""

    def pattern(self, node: ast.pattern) -> ir.Pattern:
        """Lower one pattern."""
        return _PATTERNS[type(node)](self, node)

    def _all(self, nodes: Iterable[ast.pattern]) -> tuple[ir.Pattern, ...]:
        return tuple([self.pattern(node) for node in nodes])

    def _match_value(self, node: ast.MatchValue) -> ir.MatchValue:
        return ir.MatchValue(self.span(node), self.expression(node.value))

    def _match_singleton(self, node: ast.MatchSingleton) -> ir.MatchValue:
        span = self.span(node)
        return ir.MatchValue(span, ir.Constant(span, node.value))

    def _match_sequence(self, node: ast.MatchSequence) -> ir.MatchSequence:
        return ir.MatchSequence(self.span(node), self._all(node.patterns))

    def _match_star(self, node: ast.MatchStar) -> ir.MatchStar:
        return ir.MatchStar(self.span(node), self._capture(node.name))

    def _match_mapping(self, node: ast.MatchMapping) -> ir.MatchMapping:
        keys, patterns = self.expressions(node.keys), self._all(node.patterns)
        return ir.MatchMapping(self.span(node), keys, patterns, self._capture(node.rest))

    def _match_class(self, node: ast.MatchClass) -> ir.MatchClass:
        cls, patterns = self.expression(node.cls), self._all(node.patterns)
        return ir.MatchClass(self.span(node), cls, patterns, tuple(node.kwd_attrs), self._all(node.kwd_patterns))

    def _match_as(self, node: ast.MatchAs) -> ir.MatchAs:
        pattern = None if node.pattern is None else self.pattern(node.pattern)
        return ir.MatchAs(self.span(node), pattern, self._capture(node.name))

    def _match_or(self, node: ast.MatchOr) -> ir.MatchOr:
        return ir.MatchOr(self.span(node), self._all(node.patterns))

    def _capture(self, name: str | None) -> str | None:
        if name is not None:
            self._scope.bound.add(name)
        return name


_P = PatternReader
_PATTERNS: dict[type[ast.AST], Callable[[PatternReader, Any], ir.Pattern]] = {
    ast.MatchValue: _P._match_value,
    ast.MatchSingleton: _P._match_singleton,
    ast.MatchSequence: _P._match_sequence,
    ast.MatchStar: _P._match_star,
    ast.MatchMapping: _P._match_mapping,
    ast.MatchClass: _P._match_class,
    ast.MatchAs: _P._match_as,
    ast.MatchOr: _P._match_or,
}
