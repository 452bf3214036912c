"""Mends a candidate point: a condition that it breaks is met again by moving one of its other unknowns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping
from functools import partial
from typing import Any

from shapecheck.symbolic.formula import EQ, Compare, Formula
from shapecheck.symbolic.intervals import Interval
from shapecheck.symbolic.smt.compiled import Test
from shapecheck.symbolic.traversal import Valuation

FARTHEST = 1 << 62

Env = MutableMapping[str, Any]


def passes(test: Test, env: Any, without_value: bool = False) -> bool:
    """Whether the test is true there; `without_value` where it has no value."""
    try:
        return test(env)
    except (ZeroDivisionError, ValueError, KeyError):
        return without_value


def nearest(accepts: Callable[[int], bool], most: int | None) -> int | None:
    """The least distance from 1 to `most` that is accepted, if from there on all are."""
    below, above = 0, 1
    while most is None or above < most:
        if accepts(above):
            break
        below, above = above, above * 2
        if above > FARTHEST:
            return None
    else:
        if most is None or most <= below or not accepts(most):
            return None
        above = most
    while above - below > 1:
        middle = (below + above) // 2
        below, above = (below, middle) if accepts(middle) else (middle, above)
    return above


def moves(cond: Formula, test: Test, env: Env, name: str, bounds: Interval) -> Iterator[int]:
    """Values of one unknown, the others kept, at which a condition holds that does not hold now."""
    now = env[name]
    if not isinstance(now, int) or isinstance(now, bool):
        return
    if isinstance(cond, Compare) and cond.op is EQ:
        candidates = _roots(cond, env, name, now, bounds)
    else:
        candidates = []
        for sign, end in zip((1, -1), reversed(bounds)):

            def accepts(distance: int, sign: int = sign) -> bool:
                env[name] = now + sign * distance
                return passes(test, env)

            distance = nearest(accepts, None if end is None else abs(end - now))
            if distance is not None:
                candidates.append(now + sign * distance)
        env[name] = now
    low, high = bounds
    for value in candidates:
        if (low is None or value >= low) and (high is None or value <= high) and value != now:
            yield value


def _roots(cond: Compare, env: Env, name: str, now: int, bounds: Interval) -> list[int]:
    """Where an equation holds: at the zero of a line, or at a change of sign on either side."""

    def at(value: int) -> int:
        env[name] = value
        return Valuation(env).dim(cond.expr)

    def crossed(distance: int, sign: int) -> bool:
        try:
            return (at(now + sign * distance) > 0) is not (here > 0)
        except ZeroDivisionError:
            return False

    try:
        here = at(now)
        slope = at(now + 1) - here
        line = [] if not slope or here % slope else [now - here // slope]
        if line and at(line[0]) == 0:
            return line
        ends = [
            (sign, nearest(partial(crossed, sign=sign), None if end is None else abs(end - now)))
            for sign, end in ((1, bounds[1]), (-1, bounds[0]))
        ]
        near = [now + sign * (distance + step) for sign, distance in ends if distance for step in (0, -1)]
        return [value for value in near if at(value) == 0]
    except (ZeroDivisionError, KeyError):
        return []
    finally:
        env[name] = now
