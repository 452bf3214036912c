"""What is asked of a whole tree again and again, worked out once for each statement at its top.

An edit makes new nodes for the statement that it lies in, and the others stay the same objects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

from shapecheck.source import ir

T = TypeVar("T")
MOST_FILES = 16


class PerStatement(Generic[T]):
    """`compute` gives the results of one statement. For the one thread that answers requests."""

    def __init__(self, compute: Callable[[ir.Statement], Iterable[T]]) -> None:
        self._compute = compute
        self._known: dict[str, dict[int, tuple[ir.Statement, tuple[T, ...]]]] = {}

    def of(self, tree: ir.SourceFile | None) -> Iterator[T]:
        """The results of all statements, in order."""
        if tree is None:
            return
        old = self._known.pop(tree.path, {})
        new = {
            id(statement): old.get(id(statement)) or (statement, tuple(self._compute(statement)))
            for statement in tree.body
        }
        self._known[tree.path] = new
        for path in list(self._known)[:-MOST_FILES]:
            del self._known[path]
        for _, results in new.values():
            yield from results
