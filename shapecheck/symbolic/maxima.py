"""What sizes broadcast to, as a maximum: written so it is an expression of Python's own."""

from __future__ import annotations

from shapecheck.symbolic.choice import Bcast, broadcast_parts, max_
from shapecheck.symbolic.expr import Atom, Dim, Symbol, atom_expr, range_of
from shapecheck.symbolic.traversal import Rewriter


def with_maxima(d: Dim) -> Dim:
    """The dim with `max(a, b)` for `bcast(a, b)` where both are at least 1: of sizes that fit, the one that is not 1 is
    the larger one. Not of a size that may be 0, which is what 0 and 1 broadcast to."""
    return _Maxima({}).dim(d)


class _Maxima(Rewriter):
    __slots__ = ()

    def touches(self, free: frozenset[Symbol]) -> bool:
        return True

    def atom(self, atom: Atom) -> Dim | None:
        if isinstance(atom, Symbol):
            return None
        if not isinstance(atom, Bcast):
            return super().atom(atom)
        parts = [self.dim(part) for part in broadcast_parts(atom_expr(atom))]
        return max_(*parts) if all((range_of(part)[0] or 0) >= 1 for part in parts) else None
