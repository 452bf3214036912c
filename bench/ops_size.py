"""How long the rules are: lines of a stub, without its documentation, for the most used operators outside families."""

from __future__ import annotations

import ast
import functools
import statistics
from pathlib import Path
from typing import NamedTuple

from shapecheck.rules import Rule, StubClass
from shapecheck.rules.words import definitions
from tests.rules.replay import world

MOST_USED = 200
WIDTH = 100
FAMILY = "_elementwise.pyi"


class Size(NamedTuple):
    """`lines` by operator, a line of more than 100 characters counting as several."""

    lines: dict[str, int]

    @property
    def median(self) -> float:
        return statistics.median(self.lines.values())

    @property
    def longest(self) -> list[tuple[str, int]]:
        return sorted(self.lines.items(), key=lambda item: -item[1])[:8]


def measure(names: list[str]) -> Size:
    """The first 200 of the names that have a rule of their own."""
    lines: dict[str, int] = {}
    for name in names:
        found = world().registry.find(name)
        if isinstance(found, (Rule, StubClass)) and found.path.name != FAMILY and len(lines) < MOST_USED:
            lines[name] = _lines(found)
    return Size(lines)


@functools.cache
def _text(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def _lines(found: Rule | StubClass) -> int:
    """All overloads of the function, or the whole class."""
    return sum(_length(node, _text(found.path)) for node in definitions(found.path, found.line))


def _length(node: ast.FunctionDef | ast.ClassDef, lines: list[str]) -> int:
    assert node.end_lineno is not None
    own = set(range(node.lineno, node.end_lineno + 1))
    for inner in ast.walk(node):
        if isinstance(inner, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(inner) is not None:
            doc = inner.body[0]
            assert doc.end_lineno is not None
            own -= set(range(doc.lineno, doc.end_lineno + 1))
    return sum(-(-len(lines[at - 1].rstrip()) // WIDTH) for at in own)
