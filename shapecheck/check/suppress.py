"""Suppression comments: which diagnostics they silence, and which of them silence nothing."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from shapecheck.check.diagnostics import Diagnostic
from shapecheck.check.policy import Policy, Selection
from shapecheck.check.rulebook import rules
from shapecheck.source import Suppression, Suppressions
from shapecheck.source.span import Span

UNUSED = "unused-suppression"


class Suppressor:
    """The suppressions of the files of one run, and what they have been used for."""

    def __init__(self, by_path: Mapping[str, Suppressions]) -> None:
        self._by_path = by_path
        self._used: set[tuple[str, int, str]] = set()

    def suppresses(self, path: str, span: Span, rule: str) -> bool:
        """Whether a comment on a line of the range, or one for the whole file, silences the rule there."""
        known = self._by_path.get(path)
        if known is None:
            return False
        if known.skip_file:
            return True
        for line in range(span.line, span.end_line + 1):
            one = known.by_line.get(line)
            if one is not None and (one.rules is None or rule in one.rules):
                self._used.add((path, line, rule))
                return True
        return False

    def unused(self, policy: Policy, paths: Collection[str]) -> list[Diagnostic]:
        """A diagnostic for each comment in these files that silences nothing, though its rules are enabled."""
        out: list[Diagnostic] = []
        for path in paths:
            known, selection = self._by_path[path], policy.for_path(path)
            if known.skip_file or not selection.is_enabled(UNUSED):
                continue
            for line, one in known.by_line.items():
                message = self._complaint(path, line, one, selection)
                if message is not None:
                    out.append(Diagnostic(path, one.span, UNUSED, selection.severity(UNUSED), message))
        return out

    def _complaint(self, path: str, line: int, one: Suppression, selection: Selection) -> str | None:
        used = {rule for at, on, rule in self._used if (at, on) == (path, line)}
        if one.rules is None:
            return None if used else "this comment suppresses nothing"
        if UNUSED in one.rules:
            return None
        unknown = sorted(rule for rule in one.rules if rule not in rules())
        if unknown:
            return f"there is no rule {_listed(unknown)}"
        idle = sorted(rule for rule in one.rules - used if selection.is_enabled(rule))
        return f"nothing of {_listed(idle)} is reported on this line" if idle else None


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
