"""The stub language has no recursion: which rules call which, and whether one comes back to itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from shapecheck.rules.compiler import Variant
from shapecheck.rules.rule import Rule

MAX_CALLED = 1000
"""Behind more rules than these no way back is looked for: how deep calls go is bounded when rules are applied, too."""

Place = tuple[Path, int]
"""Where a rule is declared, whatever its names."""


class Calls:
    """What rules call. `find` gives the rule that a name of a stub of a module calls, None if it calls none.

    Of overloads one may call another (`atleast_1d(*tensors)` calls that of one tensor): of several only what each of
    them calls counts. What a class makes of its base's methods is not looked into.
    """

    def __init__(self, find: Callable[[str, str], Rule | None]) -> None:
        self._find = find
        self._called: dict[Place, Callable[[], Mapping[Place, int]]] = {}

    def add(self, place: Place, module: str, variants: Callable[[], tuple[Variant, ...]]) -> None:
        """A rule; its overloads are asked for when something reaches it."""

        @cache
        def called() -> Mapping[Place, int]:
            of_each = [self._called_by(module, variant) for variant in variants()]
            first = of_each[0] if of_each else {}
            return {place: line for place, line in first.items() if all(place in one for one in of_each)}

        self._called[place] = called

    def _called_by(self, module: str, variant: Variant) -> dict[Place, int]:
        found = [(self._find(module, name), line) for name, line in variant.calls]
        return {(rule.path, rule.line): line for rule, line in found if rule is not None}

    def recursion(self, place: Place) -> int | None:
        """The line of a call of the rule that leads back to it; None if none does."""
        seen: set[Place] = set()
        for first, line in self._called[place]().items():
            pending = [first]
            while pending and len(seen) < MAX_CALLED:
                one = pending.pop()
                if one == place:
                    return line
                if one not in seen:
                    seen.add(one)
                    pending += self._called[one]()
        return None
