"""The patterns of `match` statements to the IR, in the order of the text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import libcst as cst

from shapecheck.source import ir
from shapecheck.source.from_cst.expressions import ExpressionLowering
from shapecheck.source.scope import identifier


class PatternLowering(ExpressionLowering):
    """A method for each kind of pattern."""

    def pattern(self, node: cst.MatchPattern) -> ir.Pattern:
        """Lower one pattern with the parentheses around it."""
        if isinstance(node, (cst.MatchValue, cst.MatchSingleton)):
            # libcst gives the parentheses around it to the expression inside.
            value = self.expression(node.value)
            return ir.MatchValue(value.span, value)
        parentheses = len(getattr(node, "lpar", ()))
        self._next += parentheses
        result = _PATTERNS[type(node)](self, node)
        self._next += parentheses
        return result

    def _match_list(self, node: cst.MatchList) -> ir.MatchSequence:
        first = self._next
        brackets = node.lbracket is not None
        self._next += brackets
        patterns = self._elements(node.patterns)
        if not brackets and node.patterns and isinstance(node.patterns[-1].comma, cst.Comma):
            self._include_separator()
        self._next += brackets
        return ir.MatchSequence(self._span(first), patterns)

    def _match_tuple(self, node: cst.MatchTuple) -> ir.MatchSequence:
        """The innermost parentheses are its own."""
        first = self._next - 1
        patterns = self._elements(node.patterns)
        start, end = self._spans[first], self._spans[self._next]
        return ir.MatchSequence(ir.Span(start[0], start[1], end[2], end[3]), patterns)

    def _elements(self, nodes: Sequence[cst.MatchSequenceElement | cst.MatchStar]) -> tuple[ir.Pattern, ...]:
        return tuple([self._element(node) for node in nodes])

    def _element(self, node: cst.MatchSequenceElement | cst.MatchStar) -> ir.Pattern:
        return self._star(node) if isinstance(node, cst.MatchStar) else self.pattern(node.value)

    def _star(self, node: cst.MatchStar) -> ir.MatchStar:
        first = self._next
        self._next += 2
        return ir.MatchStar(self._span(first), self._capture(node.name))

    def _match_mapping(self, node: cst.MatchMapping) -> ir.MatchMapping:
        first = self._next
        self._next += 1
        keys: list[ir.Expression] = []
        patterns: list[ir.Pattern] = []
        for element in node.elements:
            keys.append(self.expression(element.key))
            self._next += 1
            patterns.append(self.pattern(element.pattern))
        rest = None
        if node.rest is not None:
            self._next += 2
            rest = self._capture(node.rest)
        self._next += 1
        return ir.MatchMapping(self._span(first), tuple(keys), tuple(patterns), rest)

    def _match_class(self, node: cst.MatchClass) -> ir.MatchClass:
        first = self._next
        cls = self.expression(node.cls)
        self._next += 1
        patterns = tuple([self.pattern(element.value) for element in node.patterns])
        names: list[str] = []
        values: list[ir.Pattern] = []
        for keyword in node.kwds:
            names.append(identifier(keyword.key.value))
            self._next += 2
            values.append(self.pattern(keyword.pattern))
        self._next += 1
        return ir.MatchClass(self._span(first), cls, patterns, tuple(names), tuple(values))

    def _match_as(self, node: cst.MatchAs) -> ir.MatchAs:
        first = self._next
        pattern = None
        if node.pattern is not None:
            pattern = self.pattern(node.pattern)
            self._next += 1
        self._next += 1
        return ir.MatchAs(self._span(first), pattern, self._capture(node.name))

    def _match_or(self, node: cst.MatchOr) -> ir.MatchOr:
        first = self._next
        patterns: list[ir.Pattern] = []
        for element in node.patterns:
            self._next += bool(patterns)
            patterns.append(self.pattern(element.pattern))
        return ir.MatchOr(self._span(first), tuple(patterns))

    def _capture(self, node: cst.Name | None) -> str | None:
        """Bind the name of a capture; `_` captures nothing."""
        if node is None or node.value == "_":
            return None
        name = identifier(node.value)
        self._scope.bound.add(name)
        return name


_P = PatternLowering
_PATTERNS: dict[type[cst.CSTNode], Callable[[PatternLowering, Any], ir.Pattern]] = {
    cst.MatchList: _P._match_list,
    cst.MatchTuple: _P._match_tuple,
    cst.MatchMapping: _P._match_mapping,
    cst.MatchClass: _P._match_class,
    cst.MatchAs: _P._match_as,
    cst.MatchOr: _P._match_or,
}
