"""What is known of one version of a text: plain data, made where the analysis ran, read by every request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from shapecheck.check.naming import Naming, counted_from_front
from shapecheck.source.span import Span
from shapecheck.symbolic import Expr
from shapecheck.values.freeze import Frozen, FrozenScalar, FrozenTensor, is_whole, leaves, unite
from shapecheck.values.present import is_nameless, present
from shapecheck.values.shape import Star

if TYPE_CHECKING:
    from pathlib import Path

    from shapecheck.check.diagnostics import Report
    from shapecheck.check.outcome import Place
    from shapecheck.source import ir
    from shapecheck_lsp.texts import Text


class Brought(NamedTuple):
    """A value that a call brought to a place, and where the call stands now; None if there are several."""

    value: Frozen
    call: Place | None


class Sited(NamedTuple):
    """The values met at a place, where a name is assigned or read, an expression, a parameter: by the code itself, and
    through calls of it."""

    span: Span
    own: tuple[Frozen, ...]
    brought: tuple[Brought, ...]

    @property
    def value(self) -> Frozen:
        """What holds by itself; what calls bring if nothing is known without them."""
        own = unite(self.own) if self.own else None
        if own is not None and (says_something(own) or not self.brought):
            return own
        return unite([*self.own, *(one.value for one in self.brought)])


def says_something(value: Frozen) -> bool:
    """Whether a size or the number of dims is known."""
    return any(
        leaf.shape is not None if isinstance(leaf, FrozenTensor) else leaf.value is not None for leaf in leaves(value)
    )


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
        naming = Naming(self._names)
        naming.add_values([value])
        return present(value, naming.names)

    def at_a_glance(self, sited: Sited) -> Frozen:
        """What one line says of a place: what its calls bring, where the code itself leaves a rank open."""
        if not sited.brought or self._is_settled(sited.value):
            return sited.value
        brought = unite(one.value for one in sited.brought)
        return brought if is_whole(brought) else sited.value

    def _is_settled(self, value: Frozen) -> bool:
        return is_whole(value) and not any(
            is_nameless(one) or one.name in self._of_open_ranks for leaf in leaves(value) for one in _symbols(leaf)
        )

    @cached_property
    def _of_open_ranks(self) -> frozenset[str]:
        """Internal names of dims of tensors whose rank is not known."""
        own = (leaf for one in self.sited for value in one.own for leaf in leaves(value))
        open_ones = (leaf for leaf in own if isinstance(leaf, FrozenTensor) and _is_open(leaf))
        return frozenset(one.name for leaf in open_ones for one in _symbols(leaf))

    @cached_property
    def _names(self) -> Mapping[str, str]:
        """What sizes are called in all of the file: what is learned of a tensor's rank names what came before, too."""
        return {**counted_from_front(self._values), **self.hints}

    @cached_property
    def sizes(self) -> frozenset[str]:
        """Internal names of what a person has named, or meets in the shape of a tensor."""
        tensors = (leaf for value in self._values for leaf in leaves(value) if isinstance(leaf, FrozenTensor))
        return frozenset({one.name for leaf in tensors for one in _symbols(leaf)} | self.hints.keys())

    @cached_property
    def _values(self) -> tuple[Frozen, ...]:
        """Every value, once: most are met in many places."""
        return tuple(dict.fromkeys(value for one in self.sited for value in (*one.own, *_values_of(one.brought))))

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
        sited = [one for one in self.sited if not self._names_function(one.span)]
        own = [(one.span, value) for one in sited for value in one.own]
        brought = [(one.span, value) for one in sited for value in _values_of(one.brought)]
        seen: set[Frozen] = set()
        for span, value in own + brought:
            if value in seen and not isinstance(value, FrozenScalar):
                continue
            seen.add(value)
            for leaf in leaves(value):
                if isinstance(leaf, FrozenTensor):
                    for dim in leaf.shape or ():
                        if isinstance(dim, Expr) and dim.is_symbol:
                            held.setdefault(dim.name, span)
                elif _is_symbol(leaf) and self.source_of(span).isidentifier():
                    named.setdefault(leaf.value.name, span)  # type: ignore[union-attr]
        return {**held, **named}

    def _names_function(self, span: Span) -> bool:
        """Whether this is where a function is defined: what is known there is what it returns."""
        line = self.lines[span.line - 1] if span.line <= len(self.lines) else ""
        return line[: span.column - 1].rstrip().endswith("def")

    def source_of(self, span: Span) -> str:
        """The text of a span on one line; empty for others."""
        if span.line != span.end_line or span.line > len(self.lines):
            return ""
        return self.lines[span.line - 1][span.column - 1 : span.end_column - 1]

    def at(self, line: int, column: int) -> Sited | None:
        """The smallest place around a point of which something is known."""
        around = [one for one in self.sited if one.span[:2] <= (line, column) <= one.span[2:]]
        return min(around, key=lambda one: _size(one.span), default=None)


def _values_of(brought: Sequence[Brought]) -> Iterator[Frozen]:
    return (one.value for one in brought)


def _is_open(leaf: FrozenTensor) -> bool:
    return leaf.shape is None or any(isinstance(size, Star) for size in leaf.shape)


def _symbols(leaf: FrozenTensor | FrozenScalar) -> Iterator[Expr]:
    """The symbols in its sizes."""
    sizes = leaf.shape or () if isinstance(leaf, FrozenTensor) else (leaf.value,)
    return (one for size in sizes if isinstance(size, Expr) for one in size.symbols)


def _is_symbol(leaf: FrozenTensor | FrozenScalar) -> bool:
    return isinstance(leaf, FrozenScalar) and isinstance(leaf.value, Expr) and leaf.value.is_symbol


def _size(span: Span) -> tuple[int, int]:
    return span.end_line - span.line, span.end_column - span.column
