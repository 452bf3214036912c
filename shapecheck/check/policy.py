"""Which rules are reported, and at which level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from shapecheck.check.rulebook import rules

NO_LEVELS: Mapping[str, str] = {}


class Selection(NamedTuple):
    """All rules that are on, or exactly the selected ones, without the ignored ones; `levels` replace those of
    the rules' pages. `strict`: lower bounds of declared sizes are reported too."""

    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()
    levels: Mapping[str, str] = NO_LEVELS
    strict: bool = False

    def is_enabled(self, rule: str) -> bool:
        if rule in self.ignore:
            return False
        return rule in self.select if self.select else self._level(rule) != "off"

    def severity(self, rule: str, uncertain: bool = False) -> str:
        """The level of the rule's diagnostics; what may not happen is at most a warning."""
        level = self._level(rule)
        if level == "off":
            return "info"  # it was selected
        return "warning" if uncertain and level == "error" else level

    def _level(self, rule: str) -> str:
        known = rules().get(rule)
        return self.levels.get(rule) or (known.level if known else "error")

    def for_path(self, path: str) -> Selection:
        """The same for every file: a Selection is a Policy."""
        return self


class Policy(Protocol):
    """What is reported of each file."""

    def for_path(self, path: str) -> Selection: ...


EVERYTHING_ON = Selection()
"""What is reported unless the user chooses."""
