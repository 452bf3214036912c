"""Local search: a point at which some conditions fail is moved, one unknown at a time, until all hold.

Each step takes the first condition that fails and the move of one of its unknowns that leaves the fewest
conditions failing (Minton et al., Minimizing conflicts, 1992).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from shapecheck.symbolic.formula import Formula
from shapecheck.symbolic.intervals import Interval
from shapecheck.symbolic.smt.compiled import Test
from shapecheck.symbolic.smt.repair import Env, moves, passes

SIDEWAYS = 20
"""How many steps may leave as many conditions failing as before."""


class Mending:
    """The conditions, compiled, and a point."""

    def __init__(
        self, conds: Sequence[Formula], tests: Sequence[Test], env: Env, bounds: Callable[[str], Interval]
    ) -> None:
        self.conds = conds
        self.tests = tests
        self.env = env
        self.bounds = bounds
        self.failing = {i for i, test in enumerate(tests) if not passes(test, env)}
        self.speaking: dict[str, list[int]] = {}
        """The conditions that speak of a name."""
        for i, cond in enumerate(conds):
            for s in cond.free:
                self.speaking.setdefault(s.name, []).append(i)

    def run(self) -> bool:
        """Changes the point until all conditions hold; False where that does not succeed soon."""
        sideways = SIDEWAYS
        while self.failing:
            first = min(self.failing)
            more, name, value = self._step(first)
            sideways -= more == 0
            if more > 0 or sideways < 0:
                return False
            self.env[name] = value
            self.failing.difference_update(self.speaking[name])
            self.failing.update(self._failing_over(name))
        return True

    def _failing_over(self, name: str) -> list[int]:
        """The conditions that speak of a name and do not hold now."""
        return [i for i in self.speaking[name] if not passes(self.tests[i], self.env)]

    def _step(self, at: int) -> tuple[int, str, int]:
        """The best move that makes the condition hold: how many more fail then, the unknown, its value."""
        best = (1, "", 0)
        for s in sorted(self.conds[at].free, key=lambda one: one.key):
            name = s.name
            now, before = self.env[name], sum(i in self.failing for i in self.speaking[name])
            for value in list(moves(self.conds[at], self.tests[at], self.env, name, self.bounds(name))):
                self.env[name] = value
                more = len(self._failing_over(name)) - before
                if more < best[0]:
                    best = (more, name, value)
            self.env[name] = now
        return best
