"""Points at which divisions come out even: a divisor is made to divide what it divides.

Where conditions speak of `n // d` or `n % d` and an unknown occurs in `d` alone, its values worth trying are
those at which `d` is a divisor of `n`; they lie far apart, and beyond what is tried one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from math import isqrt

from shapecheck.symbolic.definitions import atoms_of
from shapecheck.symbolic.division import FloorDiv, Mod
from shapecheck.symbolic.expr import Expr
from shapecheck.symbolic.formula import Formula
from shapecheck.symbolic.intervals import Interval
from shapecheck.symbolic.traversal import Valuation

MAX_DIVISORS = 24
LARGEST_TRIED = 4096
POINTS = 150
"""How many combinations of the other unknowns are tried."""

@lru_cache(maxsize=4096)
def divisors(n: int) -> tuple[int, ...]:
    """Divisors of a number that is not negative, small ones and their cofactors; about 24 at most."""
    out: list[int] = []
    for d in range(1, min(isqrt(n), LARGEST_TRIED) + 1):
        if n % d == 0:
            out += [d, n // d]
            if len(out) > MAX_DIVISORS:
                break
    return tuple(out)


def even_points(conds: Iterable[Formula], bounds: Mapping[str, Interval]) -> Iterator[dict[str, int]]:
    """Values for all unknowns of a quotient in the conditions at which it leaves no remainder.

    One unknown of its divisor is chosen for that, the others are small. `bounds` has those that may be moved.
    """
    for atom in atoms_of(conds):
        if not isinstance(atom, (FloorDiv, Mod)) or not isinstance(atom.divisor, Expr):
            continue
        names = [s.name for s in sorted(atom.free, key=lambda s: s.key)]
        above = {s.name for s in atom.numerator.free} if isinstance(atom.numerator, Expr) else set()
        for name in names:
            if name not in above and bounds.keys() >= set(names):
                yield from _even(atom, name, names, bounds)


def _even(
    atom: FloorDiv | Mod, name: str, names: list[str], bounds: Mapping[str, Interval]
) -> Iterator[dict[str, int]]:
    """Values of `name` at which the divisor, if it is linear in it, divides; for small values of the others."""
    others = [other for other in names if other != name]
    side = max(2, int(POINTS ** (1 / max(1, len(others)))))
    low, high = bounds[name]
    for values in product(*(_small(bounds[other], side) for other in others)):
        point = dict(zip(others, values))
        for value in _dividing(atom, name, point):
            if (low is None or value >= low) and (high is None or value <= high):
                yield {**point, name: value}


def _dividing(atom: FloorDiv | Mod, name: str, point: dict[str, int]) -> list[int]:
    """Where the divisor is a divisor of what is divided."""
    try:
        at_zero, at_one = Valuation({**point, name: 0}), Valuation({**point, name: 1})
        divided, zero = at_zero.dim(atom.numerator), at_zero.dim(atom.divisor)
        slope = at_one.dim(atom.divisor) - zero
    except ZeroDivisionError:
        return []
    return [(one - zero) // slope for one in divisors(abs(divided)) if slope and (one - zero) % slope == 0]


def _small(bounds: Interval, count: int) -> range:
    low, high = bounds
    first = 1 if low is None else low
    return range(first, first + count if high is None else min(first + count, high + 1))
