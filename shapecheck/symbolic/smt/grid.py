"""Directed search for a point: values that pass all conditions on one unknown, then combinations of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from shapecheck.symbolic.definitions import atoms_of, literals
from shapecheck.symbolic.division import FloorDiv, Mod
from shapecheck.symbolic.expr import Expr, Symbol
from shapecheck.symbolic.formula import Compare, Formula
from shapecheck.symbolic.intervals import Interval
from shapecheck.symbolic.smt.compiled import Test
from shapecheck.symbolic.smt.divisors import divisors

DENSE = 1200
"""The first so many values are tried one by one."""
KEPT = 40

Point = dict[str, int]


def search(
    conds: Sequence[Formula],
    tests: Sequence[Test],
    bounds: Mapping[str, Interval],
    names: Sequence[str],
    start: Mapping[str, int],
    budget: int,
) -> Point | None:
    """Values for the names such that, with `start` for all others, every condition holds.

    `tests` are the conditions, compiled.
    """
    wanted = set(names)
    last: dict[str, list[Test]] = {name: [] for name in names}
    alone: dict[str, list[Test]] = {name: [] for name in names}
    order = {name: i for i, name in enumerate(names)}
    for cond, test in zip(conds, tests, strict=True):
        inside = {s.name for s in cond.free} & wanted
        if len(inside) == 1:
            alone[next(iter(inside))].append(test)
        elif inside:
            last[max(inside, key=order.__getitem__)].append(test)
        elif not passes([test], dict(start)):
            return None
    hints = _hints(conds)
    point = dict(start)
    choices = []
    for name in names:
        found = _values(name, bounds.get(name, (None, None)), alone[name], point, hints)
        if not found:
            return None
        choices.append(found)
    return _combine(names, choices, [last[name] for name in names], point, budget)


def _combine(
    names: Sequence[str], choices: Sequence[list[int]], tests: Sequence[list[Test]], point: Point, budget: int
) -> Point | None:
    """Depth first over the choices."""
    at = [0] * len(names)
    depth = 0
    while depth >= 0:
        if depth == len(names):
            return point
        if at[depth] == len(choices[depth]) or budget < 0:
            at[depth] = 0
            depth -= 1
            if budget < 0:
                return None
            continue
        point[names[depth]] = choices[depth][at[depth]]
        at[depth] += 1
        budget -= 1
        if passes(tests[depth], point):
            depth += 1
    return None


def passes(tests: Iterable[Test], point: Point) -> bool:
    """Whether all hold; what has no value does not."""
    try:
        for test in tests:
            if not test(point):
                return False
    except (ZeroDivisionError, ValueError, KeyError):
        return False
    return True


def _values(name: str, bounds: Interval, tests: list[Test], point: Point, hints: Sequence[int]) -> list[int]:
    """Values for one unknown: what it has, then hints, then the least ones."""
    low, high = bounds
    first = low if low is not None else -2 if high is None or high > -2 else high - DENSE
    end = first + DENSE if high is None else min(high + 1, first + DENSE)
    candidates = dict.fromkeys([point[name]] if name in point else [])
    candidates.update(dict.fromkeys(range(first, min(end, first + 8))))
    candidates.update(dict.fromkeys(hints))
    if high is not None:
        candidates.update(dict.fromkeys((high, high - 1)))
    candidates.update(dict.fromkeys(range(first + 8, end)))
    old = point.get(name)
    out = []
    for value in candidates:
        if (low is None or value >= low) and (high is None or value <= high):
            point[name] = value
            if passes(tests, point):
                out.append(value)
                if len(out) == KEPT:
                    break
    if old is not None:
        point[name] = old
    return out


def _hints(conds: Iterable[Formula]) -> list[int]:
    """Numbers in the conditions, their neighbours, quotients and divisors."""
    found: set[int] = set()
    for cond in conds:
        for literal in literals(cond):
            if isinstance(literal, Compare) and len(literal.expr.terms) <= 8:
                found.update(_around(literal.expr))
        for atom in atoms_of((cond,)):
            if isinstance(atom, (FloorDiv, Mod)) and isinstance(atom.divisor, int):
                found.update((atom.divisor, 2 * atom.divisor))
    return sorted(found, key=lambda v: (abs(v), v))[:160]


def _around(expr: Expr) -> set[int]:
    const = abs(expr.const)
    out = {const, const + 1, const - 1}
    coefficients = {abs(c) for _, c in expr.terms}
    for c in coefficients:
        out.update((c, const // c, const // c + 1, c * const))
    out.update(divisors(const))
    return out


def names_of(symbols: Iterable[Symbol]) -> list[str]:
    """Their names, sorted as the symbols are."""
    return list(dict.fromkeys(s.name for s in sorted(symbols, key=lambda s: s.key)))
