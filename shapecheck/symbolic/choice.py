"""Atoms that choose among their operands: min, max, broadcasting, if-else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from shapecheck.symbolic import intervals, printing
from shapecheck.symbolic.expr import (
    Atom,
    Dim,
    Expr,
    UndefinedError,
    atom_expr,
    dim_key,
    free_symbols,
    intern_atom,
    range_of,
)
from shapecheck.symbolic.formula import Cond, Formula
from shapecheck.symbolic.intervals import Interval
from shapecheck.symbolic.traversal import Rewriter, Valuation


class Extremum(Atom):
    """What min and max have in common: two or more operands, sorted."""

    __slots__ = ("args",)
    name = ""

    def __init__(self, args: tuple[Dim, ...]) -> None:
        self.args: Final = args
        self.free = free_symbols(args)
        self.key = (self.rank, tuple(map(dim_key, args)))

    def parts(self) -> tuple[Dim, ...]:
        return self.args

    def text(self) -> tuple[str, int]:
        return f"{self.name}({', '.join(printing.operand(arg, 0) for arg in self.args)})", printing.ATOM


class Min(Extremum):
    """The least of its operands."""

    __slots__ = ()
    rank = 5
    name = "min"

    def value(self, at: Valuation) -> int:
        return min(at.dim(arg) for arg in self.args)

    def rebuild(self, by: Rewriter) -> Dim:
        return min_(*(by.dim(arg) for arg in self.args))

    def range(self, of: Callable[[Dim], Interval]) -> Interval:
        low, high = _lows_highs(self.args, of)
        known = [h for h in high if h is not None]
        return (
            None if None in low else min(b for b in low if b is not None),
            min(known) if known else None,
        )


class Max(Extremum):
    """The greatest of its operands."""

    __slots__ = ()
    rank = 6
    name = "max"

    def value(self, at: Valuation) -> int:
        return max(at.dim(arg) for arg in self.args)

    def rebuild(self, by: Rewriter) -> Dim:
        return max_(*(by.dim(arg) for arg in self.args))

    def range(self, of: Callable[[Dim], Interval]) -> Interval:
        low, high = _lows_highs(self.args, of)
        known = [b for b in low if b is not None]
        return (
            max(known) if known else None,
            None if None in high else max(h for h in high if h is not None),
        )


def _lows_highs(
    args: tuple[Dim, ...], of: Callable[[Dim], Interval]
) -> tuple[list[int | None], list[int | None]]:
    ranges = [of(arg) for arg in args]
    return [low for low, _ in ranges], [high for _, high in ranges]


class Bcast(Atom):
    """The size that sizes a and b broadcast to; no value where they do not fit."""

    __slots__ = ("a", "b")
    rank = 7

    def __init__(self, a: Dim, b: Dim) -> None:
        self.a: Final = a
        self.b: Final = b
        self.free = free_symbols((a, b))
        self.key = (self.rank, dim_key(a), dim_key(b))

    def parts(self) -> tuple[Dim, Dim]:
        return (self.a, self.b)

    def value(self, at: Valuation) -> int:
        a, b = at.dim(self.a), at.dim(self.b)
        if a != b and a != 1 and b != 1:
            raise UndefinedError(f"sizes {a} and {b} do not broadcast")
        return b if a == 1 else a

    def rebuild(self, by: Rewriter) -> Dim:
        a, b = by.dim(self.a), by.dim(self.b)
        return atom_expr(self) if a is self.a and b is self.b else bcast(a, b)  # nested ones are long to put in order

    def range(self, of: Callable[[Dim], Interval]) -> Interval:
        return intervals.union(of(self.a), of(self.b))

    def text(self) -> tuple[str, int]:
        return f"bcast({printing.operand(self.a, 0)}, {printing.operand(self.b, 0)})", printing.ATOM


class Ite(Atom):
    """then if cond else other."""

    __slots__ = ("cond", "other", "then")
    rank = 8

    def __init__(self, cond: Formula, then: Dim, other: Dim) -> None:
        self.cond: Final = cond
        self.then: Final = then
        self.other: Final = other
        self.free = free_symbols((cond, then, other))
        self.key = (self.rank, cond.key, dim_key(then), dim_key(other))

    def parts(self) -> tuple[Formula, Dim, Dim]:
        return (self.cond, self.then, self.other)

    def value(self, at: Valuation) -> int:
        return at.dim(self.then if self.cond.holds(at) else self.other)

    def rebuild(self, by: Rewriter) -> Dim:
        cond = self.cond.rebuild(by)
        if not isinstance(cond, Formula):
            return by.dim(self.then if cond else self.other)
        try:
            then = by.dim(self.then)
        except ZeroDivisionError:
            return by.dim(self.other)  # where that branch is taken, there is no value
        try:
            return ite(cond, then, by.dim(self.other))
        except ZeroDivisionError:
            return then

    def range(self, of: Callable[[Dim], Interval]) -> Interval:
        return intervals.union(of(self.then), of(self.other))

    def text(self) -> tuple[str, int]:
        then, other = (printing.operand(d, printing.SUM) for d in (self.then, self.other))
        return f"{then} if {self.cond} else {other}", printing.CHOICE


# ------------------------------------------------------------------------------------ constructors


def min_(*dims: Dim) -> Dim:
    """The least; ValueError of none."""
    return _extremum(Min, dims, -1)


def max_(*dims: Dim) -> Dim:
    """The greatest; ValueError of none."""
    return _extremum(Max, dims, 1)


def _extremum(cls: type[Extremum], dims: tuple[Dim, ...], sign: int) -> Dim:
    if not dims:
        raise ValueError(f"{cls.name}_() of no dims")
    args: dict[Dim, None] = {}
    for d in dims:
        args.update(dict.fromkeys(_operands(cls, d)))
    kept: list[Dim] = []
    for d in sorted(args, key=dim_key):
        if any(_at_least(other, d, sign) for other in kept):
            continue
        kept = [other for other in kept if not _at_least(d, other, sign)]
        kept.append(d)
    return kept[0] if len(kept) == 1 else atom_expr(intern_atom(cls, tuple(kept)))


def _operands(cls: type[Extremum], d: Dim) -> tuple[Dim, ...]:
    """What a dim is the least or the greatest of: max(0, n) - 1 of -1 and n - 1; of any other just itself."""
    if isinstance(d, Expr):
        varying = d - d.const
        atom = varying.atom if isinstance(varying, Expr) else None
        if isinstance(atom, cls):
            return tuple(arg + d.const for arg in atom.args)
    return (d,)


def _at_least(a: Dim, b: Dim, sign: int) -> bool:
    """Whether sign * a >= sign * b is known."""
    low = range_of((a - b) * sign)[0]
    return low is not None and low >= 0


def bcast(a: Dim, b: Dim) -> Dim:
    """The size that a and b broadcast to, under a == b or a == 1 or b == 1.

    All that are not 1 are equal there, so only which sizes take part counts: nested in whatever way and however often,
    they give one expression.
    """
    if a is b:
        return a
    parts = [*broadcast_parts(a), *broadcast_parts(b)]
    if len(parts) == 2:
        return _bcast_of_two(a, b)
    result, *rest = dict.fromkeys(sorted(parts, key=dim_key))
    for part in rest:
        result = _bcast_of_two(result, part)
    return result


def without_limit(d: Dim, limit: Dim) -> Dim:
    """`n` of `min(n, limit)`, for where the limit holds in any case."""
    others = [one for one in minimum_parts(d) if one != limit]
    return min_(*others) if others else d


def minimum_parts(d: Dim) -> list[Dim]:
    """The sizes of which a size is the least; of any other just itself."""
    atom = d.atom if isinstance(d, Expr) else None
    return list(atom.args) if isinstance(atom, Min) else [d]


def broadcast_parts(d: Dim) -> list[Dim]:
    """The sizes that a size was broadcast from; of any other just itself."""
    atom = d.atom if isinstance(d, Expr) else None
    return [*broadcast_parts(atom.a), *broadcast_parts(atom.b)] if isinstance(atom, Bcast) else [d]


def _bcast_of_two(a: Dim, b: Dim) -> Dim:
    if a is b:
        return a
    for x, y in ((a, b), (b, a)):
        if isinstance(x, int):
            return y if x == 1 else x
    for x in (a, b):
        low, high = range_of(x)
        if (low is not None and low > 1) or (high is not None and high < 1):
            return x  # it is not 1, so the other is the same or 1
    if dim_key(b) < dim_key(a):
        a, b = b, a
    return atom_expr(intern_atom(Bcast, a, b))


def ite(cond: Cond, a: Dim, b: Dim) -> Dim:
    """a if cond else b."""
    if not isinstance(cond, Formula):
        return a if cond else b
    if (a is b) or (isinstance(a, int) and isinstance(b, int) and a == b):
        return a
    return atom_expr(intern_atom(Ite, cond, a, b))
