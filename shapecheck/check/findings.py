"""From the interpreter's findings to diagnostics: one a place and rule, with its related places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from shapecheck.check.diagnostics import Diagnostic, Related
from shapecheck.check.naming import Naming
from shapecheck.check.places import Places
from shapecheck.check.rulebook import rules
from shapecheck.interpret.record import Finding
from shapecheck.source.ir import Span
from shapecheck.values import Site

MAX_CALLS = 8
"""Calls above the primary place that are listed: the nearest ones and the outermost."""
MAX_FAILING_CALLS = 3


class Found(NamedTuple):
    """A finding with its places as shown. `inner` are the frames below the primary one, innermost first;
    `calls` those above it, outermost last; `hints` are the display names of the analysis that met it."""

    finding: Finding
    primary: Site
    inner: tuple[Site, ...]
    calls: tuple[Site, ...]
    hints: Mapping[str, str]

    @property
    def order(self) -> tuple[object, ...]:
        """Certain findings before uncertain ones, those that a call leads to before others; else as met."""
        return (self.finding.uncertain, not self.calls)


def locate(finding: Finding, hints: Mapping[str, str], places: Places) -> Found | None:
    """The finding at the innermost frame that lies in a checked file; None if there is no such frame."""
    frames = [places.normal(site) for site in finding.frames if site is not None]
    for i, site in enumerate(frames):
        if places.is_checked(site.path):
            return Found(finding, site, tuple(frames[:i]), tuple(frames[i + 1 :]), hints)
    return None


def diagnose(found: Iterable[Found], places: Places) -> list[Diagnostic]:
    """One diagnostic for all findings of a rule at a place."""
    groups: dict[tuple[Site, str], list[Found]] = {}
    for one in found:
        groups.setdefault((one.primary, one.finding.rule), []).append(one)
    return [_diagnostic(sorted(group, key=lambda one: one.order), places) for group in groups.values()]


def severity_of(rule: str, uncertain: bool) -> str:
    """The level of the rule; what may not happen is at most a warning."""
    known = rules().get(rule)
    level = known.level if known else "error"
    if level == "off":
        return "info"
    return "warning" if uncertain and level == "error" else level


def _diagnostic(group: Sequence[Found], places: Places) -> Diagnostic:
    first = group[0]
    finding = first.finding
    naming = Naming(first.hints)
    message = naming.message(finding.message)
    failing = _failing_calls(group)
    if len(failing) > 1:
        message += f" (in {len(failing)} calls)"
    related = [Related(*site, "the error is raised here") for site in first.inner]
    related += [Related(*places.normal(note.site), naming.message(note.message)) for note in finding.notes]
    related += [Related(*site, "called from here") for site in _shortened(first.calls)]
    related += [Related(*site, "this call fails too") for site in failing[1:MAX_FAILING_CALLS]]
    example = finding.counterexample
    return Diagnostic(
        first.primary.path,
        first.primary.span,
        finding.rule,
        severity_of(finding.rule, finding.uncertain),
        message,
        tuple(dict.fromkeys(related)),
        None if example is None else {naming.name(name): value for name, value in example.items()},
    )


def _failing_calls(group: Sequence[Found]) -> list[Site]:
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


def _shortened(calls: tuple[Site, ...]) -> tuple[Site, ...]:
    return calls if len(calls) <= MAX_CALLS else (*calls[: MAX_CALLS - 1], calls[-1])


def sort_key(diagnostic: Diagnostic) -> tuple[str, Span, str, str]:
    """The order of diagnostics in every report."""
    return (diagnostic.path, diagnostic.span, diagnostic.rule, diagnostic.message)
