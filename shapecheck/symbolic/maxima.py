"""What sizes broadcast to, as a maximum: written so it is an expression of Python's own."""

from __future__ import annotations

from collections.abc import Callable

from shapecheck.symbolic.choice import Bcast, broadcast_parts, max_
from shapecheck.symbolic.definitions import atoms_of
from shapecheck.symbolic.expr import Atom, Dim, Expr, Symbol, atom_expr
from shapecheck.symbolic.interning import remembered
from shapecheck.symbolic.traversal import Rewriter


def with_maxima(d: Expr, at_least_one: Callable[[Dim], bool]) -> Dim:
    """The dim with `max(a, b)` for `bcast(a, b)` where both are known to be at least 1: of sizes that fit, the one that
    is not 1 is the larger one. Not of a size that may be 0, which is what 0 and 1 broadcast to."""
    return _Maxima(at_least_one).dim(d) if _is_broadcast(d) else d


@remembered
def _is_broadcast(d: Expr) -> bool:
    return any(isinstance(atom, Bcast) for atom in atoms_of([d]))


class _Maxima(Rewriter):
    __slots__ = ("at_least_one",)

    def __init__(self, at_least_one: Callable[[Dim], bool]) -> None:
        super().__init__({})
        self.at_least_one = at_least_one

    def touches(self, free: frozenset[Symbol]) -> bool:
        return True

    def atom(self, atom: Atom) -> Dim | None:
        if isinstance(atom, Symbol):
            return None
        if not isinstance(atom, Bcast):
            return super().atom(atom)
        parts = [self.dim(part) for part in broadcast_parts(atom_expr(atom))]
        return max_(*parts) if all(map(self.at_least_one, parts)) else None
