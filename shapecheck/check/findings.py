"""From what was found in the files to diagnostics: one a place and rule, with its related places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from shapecheck.check.diagnostics import Diagnostic, Related
from shapecheck.check.outcome import Place, Trouble
from shapecheck.check.places import Places
from shapecheck.check.policy import Policy
from shapecheck.source.span import Span

MAX_CALLS = 8
"""Calls above the primary place that are listed: the nearest ones and the outermost."""
MAX_FAILING_CALLS = 3


class Found(NamedTuple):
    """A finding at its primary place. `inner` are the frames below it, innermost first; `calls` those above
    it, outermost last."""

    trouble: Trouble
    primary: Place
    inner: tuple[Place, ...]
    calls: tuple[Place, ...]

    @property
    def order(self) -> tuple[object, ...]:
        """Certain findings before uncertain ones, those that a call leads to before others; else as met."""
        return (self.trouble.uncertain, not self.calls)


def locate(trouble: Trouble, places: Places) -> Found | None:
    """The finding at the innermost frame that lies in a checked file; None if there is no such frame."""
    frames = trouble.frames
    for i, place in enumerate(frames):
        if places.is_checked(place.path):
            return Found(trouble, place, frames[:i], frames[i + 1 :])
    return None


def diagnose(found: Iterable[Found], policy: Policy) -> list[Diagnostic]:
    """One diagnostic for all findings of a rule at a place."""
    groups: dict[tuple[Place, str], list[Found]] = {}
    for one in found:
        groups.setdefault((one.primary, one.trouble.rule), []).append(one)
    return [_diagnostic(sorted(group, key=lambda one: one.order), policy) for group in groups.values()]


def _diagnostic(group: Sequence[Found], policy: Policy) -> Diagnostic:
    first = group[0]
    trouble = first.trouble
    message = trouble.message
    failing = _failing_calls(group)
    if len(failing) > 1:
        message += f" (in {len(failing)} calls)"
    related = [Related(*place, "the error is raised here") for place in first.inner]
    related += [Related(*place, text) for place, text in trouble.notes]
    related += [Related(*place, "called from here") for place in _shortened(first.calls)]
    related += [Related(*place, "this call fails too") for place in failing[1:MAX_FAILING_CALLS]]
    selection = policy.for_path(first.primary.path)
    return Diagnostic(
        first.primary.path,
        first.primary.span,
        trouble.rule,
        selection.severity(trouble.rule, trouble.uncertain),
        message,
        tuple(dict.fromkeys(related)),
        trouble.counterexample,
    )


def _failing_calls(group: Sequence[Found]) -> list[Place]:
    """The innermost place at which the calls that lead to the findings differ, once each.

    For two calls of one module that is the place in the user's code, not `forward`'s own call of a layer.
    """
    chains = list(dict.fromkeys(one.calls for one in group if one.calls))
    if len(chains) < 2:
        return [chain[0] for chain in chains]
    depth = 0
    while all(depth < len(chain) for chain in chains) and len({chain[depth] for chain in chains}) == 1:
        depth += 1
    return list(dict.fromkeys(chain[min(depth, len(chain) - 1)] for chain in chains))


def _shortened(calls: tuple[Place, ...]) -> tuple[Place, ...]:
    return calls if len(calls) <= MAX_CALLS else (*calls[: MAX_CALLS - 1], calls[-1])


def sort_key(diagnostic: Diagnostic) -> tuple[str, Span, str, str]:
    """The order of diagnostics in every report."""
    return (diagnostic.path, diagnostic.span, diagnostic.rule, diagnostic.message)
