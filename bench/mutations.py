"""Mutants of a source file: one number or one call changed, on lines that the program runs."""

from __future__ import annotations

import ast
import random
from collections.abc import Collection, Iterator
from typing import NamedTuple

LAYERS = ("Linear", "Conv1d", "Conv2d", "Conv3d", "ConvTranspose2d", "LayerNorm", "BatchNorm2d", "Embedding")
"""Layers whose sizes are changed where they are given by name."""
ORDERED = ("permute", "transpose", "Linear", "Conv2d", "view", "reshape")
"""Calls whose first two arguments are exchanged."""


class Mutant(NamedTuple):
    """A changed source; `line` is where, `what` the old and new text."""

    line: int
    what: str
    source: str


def mutants(source: str, lines: Collection[int], most: int, seed: int) -> list[Mutant]:
    """Up to `most` mutants, chosen by the seed."""
    found = [one for one in _all(source) if one.line in lines and one.source != source]
    chosen = random.Random(seed).sample(found, min(most, len(found)))
    return sorted(chosen, key=lambda one: (one.line, one.what))


def _all(source: str) -> Iterator[Mutant]:
    text = _Text(source)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and not any(isinstance(arg, ast.Starred) for arg in node.args):
            yield from _of_call(text, node)


def _of_call(text: _Text, call: ast.Call) -> Iterator[Mutant]:
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    for arg in [*call.args, *(keyword.value for keyword in call.keywords)]:
        for part in arg.elts if isinstance(arg, ast.Tuple) else [arg]:
            value = _int(part)
            if value is not None:
                yield from (
                    text.replaced(part, str(new)) for new in {value + 1, max(value - 1, 1), value * 2}
                )
        if name in LAYERS and isinstance(arg, (ast.Name, ast.Attribute)):
            yield text.replaced(arg, f"({text.of(arg)} + 1)")
    if name in ORDERED and len(call.args) >= 2:
        first, second = call.args[:2]
        if first.lineno == second.lineno == second.end_lineno:
            yield text.exchanged(first, second)


def _int(node: ast.expr) -> int | None:
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return None
    return value if type(value) is int else None


class _Text:
    """Changes of a source by the places of its nodes."""

    def __init__(self, source: str) -> None:
        self.source = source.encode()
        self.starts = [0]
        for line in self.source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def _span(self, node: ast.expr) -> tuple[int, int]:
        end_line, end = node.end_lineno or node.lineno, node.end_col_offset or 0
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[end_line - 1] + end

    def of(self, node: ast.expr) -> str:
        start, end = self._span(node)
        return self.source[start:end].decode()

    def replaced(self, node: ast.expr, new: str) -> Mutant:
        start, end = self._span(node)
        text = self.source[:start] + new.encode() + self.source[end:]
        return Mutant(node.lineno, f"{self.of(node)} -> {new}", text.decode())

    def exchanged(self, first: ast.expr, second: ast.expr) -> Mutant:
        (a, b), (c, d) = self._span(first), self._span(second)
        text = self.source[:a] + self.source[c:d] + self.source[b:c] + self.source[a:b] + self.source[d:]
        return Mutant(first.lineno, f"{self.of(first)}, {self.of(second)} exchanged", text.decode())
