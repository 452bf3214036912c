"""How deep and how large expressions are, so that none grows beyond what recursion and compiling can take."""

from __future__ import annotations

from typing import Any

from shapecheck.symbolic.expr import Atom, Expr, Symbol
from shapecheck.symbolic.formula import Compare, Junction

MAX_DEPTH = 40
"""Atoms within atoms: each takes several frames of Python's stack to rewrite."""
MAX_SIZE = 20_000
"""Factors, written out as a tree: what is shared is only small until it is written out."""

Extent = tuple[int, int]


class Extents:
    """Measures depth and size as a tree, each shared atom once."""

    def __init__(self) -> None:
        self._known: dict[Atom, Extent] = {}
        self.exceeded = False
        """Whether anything was."""

    def too_large(self, value: Any) -> bool:
        """Whether the expression, condition or quotient is deeper or larger than it may be."""
        depth, size = self._of(value)
        found = depth > MAX_DEPTH or size > MAX_SIZE
        self.exceeded = self.exceeded or found
        return found

    def _of(self, value: Any) -> Extent:
        if isinstance(value, Compare):
            value = value.expr
        if isinstance(value, Expr):
            parts = [
                self._atom(atom) for m, _ in value.terms for atom, _ in m.factors if type(atom) is not Symbol
            ]
            return _joined(parts, 1 + sum(m.degree for m, _ in value.terms))
        if isinstance(value, Junction):
            return _joined([self._of(arg) for arg in value.args], 1)
        return _joined([self._of(part) for part in value], 1) if isinstance(value, tuple) else (0, 1)

    def _atom(self, atom: Atom) -> Extent:
        found = self._known.get(atom)
        if found is None:
            depth, size = _joined([self._of(part) for part in atom.parts()], 1)
            found = self._known[atom] = (depth + 1, size)
        return found


def _joined(parts: list[Extent], own: int) -> Extent:
    return max((depth for depth, _ in parts), default=0), own + sum(size for _, size in parts)
