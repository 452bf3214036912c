"""Mends a candidate point: a condition that it breaks is met again by moving one of its other unknowns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping
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
        root = _root(cond, env, name, now)
        candidates = [] if root is None else [root]
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


def _root(cond: Compare, env: Env, name: str, now: int) -> int | None:
    """Where an equation that is linear in the unknown holds."""
    try:
        here = Valuation(env).dim(cond.expr)
        env[name] = now + 1
        slope = Valuation(env).dim(cond.expr) - here
    except (ZeroDivisionError, KeyError):
        return None
    finally:
        env[name] = now
    return now - here // slope if slope and here % slope == 0 else None
