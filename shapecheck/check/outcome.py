"""What the analysis of one file gave, as plain data with the names that people see.

An Outcome depends on the file and on what it read, not on the other files that are checked beside it. So it can be
kept in a cache or come from another process; the report of a run is made from the outcomes of its files
alone (`check.run.Collector`), without the interpreter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from shapecheck.source import Suppression, Suppressions, suppressions
from shapecheck.source.span import Span

if TYPE_CHECKING:
    from shapecheck.check.places import CheckedFile, Places
    from shapecheck.interpret.record import Finding, Record
    from shapecheck.interpret.session import Analysis

NOTHING_SUPPRESSED = Suppressions(False, {})
START = Span(1, 1, 1, 1)
MAX_REVEALED = 64
"""So many different values at one place are listed where the code asks for them."""


class Place(NamedTuple):
    """A range in a file, by the path that reports show."""

    path: str
    span: Span


class Trouble(NamedTuple):
    """A finding. `frames` are the places being executed, innermost first; `notes` explain its sizes.

    `is_bound`: it only says that a declared size is large enough, which is reported when the user asks for it.
    """

    rule: str
    message: str
    frames: tuple[Place, ...]
    notes: tuple[tuple[Place, str], ...] = ()
    counterexample: Mapping[str, Any] | None = None
    uncertain: bool = False
    is_bound: bool = False


class Revealed(NamedTuple):
    """What `reveal_shape` shows at a place: a VALUE of the JSON contract."""

    place: Place
    expression: str
    value: Any


class Counts(NamedTuple):
    """What the statistics add up; `causes` by place (None: nowhere) and reason."""

    obligations: Mapping[str, int]
    tensors: Mapping[str, int]
    operators: Mapping[str, int]
    imports: tuple[str, ...]
    causes: tuple[tuple[Place | None, str, int], ...]


NO_COUNTS = Counts({}, {}, {}, (), ())


class Outcome(NamedTuple):
    """`problem` is where and why the file is no Python; `crashes` are shapecheck's own errors."""

    path: str
    status: str
    problem: tuple[Span, str] | None = None
    troubles: tuple[Trouble, ...] = ()
    reveals: tuple[Revealed, ...] = ()
    counts: Counts = NO_COUNTS
    suppressions: Suppressions = NOTHING_SUPPRESSED
    crashes: tuple[str, ...] = ()


def crashed(path: str, error: str) -> Outcome:
    """The analysis of the file failed: that is shapecheck's own fault, and is said."""
    return Outcome(path, "internal-error", crashes=(error,))


def unreadable(path: str, why: str) -> Outcome:
    """The file is no source at all."""
    return Outcome(path, "syntax-error", (START, why))


def outcome_of(file: CheckedFile, analysis: Analysis, places: Places) -> Outcome:
    """What was noted, with display names and the paths that reports show."""
    record, problem = analysis.record, analysis.problem
    return Outcome(
        file.shown,
        analysis.status,
        None if problem is None else (problem.span, problem.message),
        (*(_trouble(finding, analysis.hints, places) for finding in record.findings), *_unruled(record, places)),
        _reveals(record, analysis.hints, places),
        _counts(record, places),
        NOTHING_SUPPRESSED if analysis.source is None else suppressions(analysis.source),
        tuple(record.crashes),
    )


def _trouble(finding: Finding, hints: Mapping[str, str], places: Places) -> Trouble:
    from shapecheck.check.naming import Naming

    naming = Naming(hints)
    message = naming.message(finding.message)
    notes = tuple((places.normal(note.site), naming.message(note.message)) for note in finding.notes)
    example = finding.counterexample
    return Trouble(
        finding.rule,
        message,
        tuple(places.normal(site) for site in finding.frames if site is not None),
        notes,
        None if example is None else {naming.name(name): value for name, value in example.items()},
        finding.uncertain,
        finding.is_bound,
    )


def _unruled(record: Record, places: Places) -> Iterator[Trouble]:
    """Where tensors meet what torch has and the stubs have not."""
    for site, operator in sorted(record.unruled.items()):
        yield Trouble("unknown-operator", f"there is no rule for {operator}", (places.normal(site),))


def _reveals(record: Record, hints: Mapping[str, str], places: Places) -> tuple[Revealed, ...]:
    if not record.reveals:
        return ()
    from shapecheck.check.naming import Naming
    from shapecheck.values.freeze import UNKNOWN, unite
    from shapecheck.values.present import present

    met: dict[tuple[Place, str], list[Any]] = {}
    for reveal in record.reveals:
        values = met.setdefault((places.normal(reveal.site), reveal.expression), [])
        if reveal.value is not None:
            values.append(reveal.value)
    open_functions = [places.normal(site) for site in sorted(record.unfollowed)]
    out = []
    for (place, expression), values in met.items():
        may_be_more = len(set(values)) > 1 and any(_is_inside(place, function) for function in open_functions)
        value = UNKNOWN if may_be_more else unite(values, MAX_REVEALED)
        naming = Naming(hints)
        naming.add_values([value])
        out.append(Revealed(place, expression, present(value, naming.names)))
    return tuple(out)


def _is_inside(place: Place, whole: Place) -> bool:
    start, end = place.span[:2], place.span[2:]
    return place.path == whole.path and whole.span[:2] <= start and end <= whole.span[2:]


def _counts(record: Record, places: Places) -> Counts:
    causes: dict[tuple[Place | None, str], int] = {}
    for cause, count in record.causes.items():
        key = (None if cause.site is None else places.normal(cause.site), cause.reason)
        causes[key] = causes.get(key, 0) + count
    return Counts(
        dict(record.obligations),
        dict(record.tensors),
        dict(record.unknown_operators),
        tuple(sorted(record.unresolved_imports)),
        tuple((place, reason, count) for (place, reason), count in causes.items()),
    )


# -------------------------------------------------------------------- JSON and back


def to_plain(outcome: Outcome) -> Any:
    """Lists, strings and numbers only."""
    return [
        outcome.path, outcome.status, outcome.problem, outcome.troubles, outcome.reveals, outcome.counts,
        [
            outcome.suppressions.skip_file,
            [[line, one.span, None if one.rules is None else sorted(one.rules)]
             for line, one in outcome.suppressions.by_line.items()],
        ],
        outcome.crashes,
    ]  # fmt: skip


def from_plain(data: Any) -> Outcome:
    """The Outcome that `to_plain` was given, from what JSON made of it."""
    path, status, problem, troubles, reveals, counts, (skip_file, by_line), crashes = data
    return Outcome(
        path,
        status,
        None if problem is None else (Span(*problem[0]), problem[1]),
        tuple(map(_trouble_from, troubles)),
        tuple(Revealed(_place(place), expression, value) for place, expression, value in reveals),
        _counts_from(counts),
        Suppressions(
            skip_file,
            {
                line: Suppression(Span(*span), None if names is None else frozenset(names))
                for line, span, names in by_line
            },
        ),
        tuple(crashes),
    )


def _trouble_from(data: Any) -> Trouble:
    rule, message, frames, notes, example, uncertain, is_bound = data
    noted = tuple((_place(place), text) for place, text in notes)
    return Trouble(rule, message, tuple(map(_place, frames)), noted, example, uncertain, is_bound)


def _counts_from(data: Any) -> Counts:
    obligations, tensors, operators, imports, causes = data
    noted = tuple((None if place is None else _place(place), why, count) for place, why, count in causes)
    return Counts(obligations, tensors, operators, tuple(imports), noted)


def _place(data: Any) -> Place:
    return Place(data[0], Span(*data[1]))

