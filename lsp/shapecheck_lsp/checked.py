"""What is known of one version of a text: plain data, made where the analysis ran, read by every request."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from shapecheck.check.naming import Naming
from shapecheck.source.span import Span
from shapecheck.symbolic import Expr
from shapecheck.values.freeze import Frozen, FrozenScalar, FrozenTensor, leaves, unite
from shapecheck.values.present import present

if TYPE_CHECKING:
    from pathlib import Path

    from shapecheck.check.diagnostics import Report
    from shapecheck.source import ir
    from shapecheck_lsp.texts import Text


class Sited(NamedTuple):
    """The values met at a place: where a name is assigned or read, an expression, a parameter."""

    span: Span
    values: tuple[Frozen, ...]

    @property
    def value(self) -> Frozen:
        return unite(self.values)


class Checked:
    """`lines` are those of the text; `tree` is the last that could be read, and `place` gives the present lines of its
    nodes, from 1, by their numbers. `is_final`: nothing is still to come for this version."""

    def __init__(
        self,
        text: Text,
        lines: tuple[str, ...],
        report: Report,
        hints: Mapping[str, str],
        tree: ir.SourceFile | None,
        place: Mapping[int, int],
        sited: tuple[Sited, ...],
        is_final: bool,
    ) -> None:
        self.text = text
        self.lines = lines
        self.report = report
        self.hints = hints
        self.tree = tree
        self.place = place
        self.sited = sited
        self.is_final = is_final

    @property
    def file(self) -> Path:
        return self.text.file

    @property
    def shown(self) -> str:
        return str(self.text.file)

    def real(self, span: Span) -> Span | None:
        """Where a node of the tree stands; None if it is gone."""
        line, end_line = self.place.get(span.line), self.place.get(span.end_line)
        return None if line is None or end_line is None else Span(line, span.column, end_line, span.end_column)

    def shown_value(self, value: Frozen) -> dict[str, Any]:
        """The value in the JSON contract's form, with the names that people see."""
        naming = Naming(self.hints)
        naming.add_values([value])
        return present(value, naming.names)

    @cached_property
    def by_span(self) -> Mapping[Span, Sited]:
        """What is known at exactly that place."""
        return {one.span: one for one in self.sited}

    @cached_property
    def births(self) -> Mapping[str, Span]:
        """Internal names of sizes -> where each was born: the name that it was first assigned to, else the parameter
        or tensor whose dim it is."""
        named: dict[str, Span] = {}
        held: dict[str, Span] = {}
        for one in self.sited:
            for leaf in leaves(one.value):
                if isinstance(leaf, FrozenTensor):
                    for dim in leaf.shape or ():
                        if isinstance(dim, Expr) and dim.is_symbol:
                            held.setdefault(dim.name, one.span)
                elif _is_symbol(leaf) and self.source_of(one.span).isidentifier():
                    named.setdefault(leaf.value.name, one.span)  # type: ignore[union-attr]
        return {**held, **named}

    def source_of(self, span: Span) -> str:
        """The text of a span on one line; empty for others."""
        if span.line != span.end_line or span.line > len(self.lines):
            return ""
        return self.lines[span.line - 1][span.column - 1 : span.end_column - 1]

    def at(self, line: int, column: int) -> Sited | None:
        """The smallest place around a point of which something is known."""
        around = [one for one in self.sited if one.span[:2] <= (line, column) <= one.span[2:]]
        return min(around, key=lambda one: _size(one.span), default=None)


def _is_symbol(leaf: FrozenTensor | FrozenScalar) -> bool:
    return isinstance(leaf, FrozenScalar) and isinstance(leaf.value, Expr) and leaf.value.is_symbol


def _size(span: Span) -> tuple[int, int]:
    return span.end_line - span.line, span.end_column - span.column
