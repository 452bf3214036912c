"""What the interpreter notes while it runs: the only thing that `check` reads of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import copy
from typing import NamedTuple, TypeAlias

from shapecheck.interpret.sightings import Met
from shapecheck.source.span import Span
from shapecheck.symbolic import Cond, Facts, Formula
from shapecheck.values import Cause, Path, Site, Value
from shapecheck.values.freeze import UNKNOWN

BRANCH = "a branch"
"""The origin of a fact that is the condition of a branch, not of an operator that was passed."""
CAUGHT = "a failure that a handler waits for"
"""The same on the way into a handler, which other errors reach, too: what this alone contradicts is no error."""
BRANCHES = (BRANCH, CAUGHT)


class Note(NamedTuple):
    """A place that explains a finding: where a size was born, where a module was made."""

    site: Site
    message: str


class Kind(NamedTuple):
    """The kind of an obligation: the rules under which it is reported where it is impossible, and where what
    is declared does not prove it; and places that explain it."""

    impossible: str
    unproved: str
    notes: tuple[Note, ...] = ()
    too_small: Cond = False
    """Where this holds, a declared size would be negative: sizes are not large enough for what is declared."""


OPERATOR = Kind("impossible-shape", "unproved-shape")
DECLARED = Kind("declared-shape", "unproved-shape")
ASSERTION = Kind("impossible-assert", "unproved-assert")

Counterexample: TypeAlias = "dict[str, int | list[int]]"
"""Internal names of sizes (with `*` before a star's, whose value is a list) -> a value of each."""


Side: TypeAlias = "tuple[int, bool]"
"""A side of a branch: the identity of its test, and the truth that leads there."""


Passage: TypeAlias = "tuple[int, bool, Span]"
"""A side of a branch in a function, and the place of the call of it."""


class Conflict(NamedTuple):
    """What an operator needs, and the facts of the path that exclude it. Which of them do takes long to find out, so
    that is left for what is reported at last."""

    facts: Facts
    needed: Formula


class Finding(NamedTuple):
    """Something to report. `frames` are the spans being executed, innermost first (the operator's call, the
    call of the function that holds it, ...). `uncertain` is true under a branch that is not understood,
    `is_bound` if it only says that a declared size is large enough: reported when the user asks for it. `within` is the
    innermost side around it that nothing decides, in a function that is called."""

    rule: str
    message: str
    frames: tuple[Site, ...]
    notes: tuple[Note, ...]
    counterexample: Counterexample | None
    uncertain: bool
    is_bound: bool = False
    within: Passage | None = None
    conflict: Conflict | None = None


class Reveal(NamedTuple):
    """`reveal_shape(expression)` met with this value; `value` is frozen (see `values.freeze`), and None behind an
    operator that fails, where no run gets."""

    site: Site
    expression: str
    value: object


class Precondition(NamedTuple):
    """A condition over input sizes that the code needs and does not prove."""

    condition: Formula
    site: Site | None
    message: str


class Record:
    """The notes of one run of the interpreter, in the order of execution."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.reveals: list[Reveal] = []
        self.unfollowed: set[Site] = set()
        """Functions of which not all calls were followed: where they met several values there may be more."""
        self.preconditions: list[Precondition] = []
        self.fails = False
        """Whether what was called fails for every input."""
        self.obligations: Counter[str] = Counter()
        """Verdicts by kind: proved, inferred, impossible, unproved, unknown."""
        self.tensors: Counter[str] = Counter()
        """Results of operators by what is known of them: known, partial, unknown."""
        self.unresolved_imports: set[str] = set()
        self.unknown_operators: Counter[str] = Counter()
        self.unruled: dict[Site, str] = {}
        """Where they were met, with their names."""
        self.causes: Counter[Cause] = Counter()
        """First causes of unknown results, with the number of results that each spoils."""
        self.shapes: dict[Site, Met] = {}
        """The values of assigned names, parameters and returns by place: hovers and inlay hints."""
        self.comments: dict[Site, list[str | None]] = {}
        """Shape comments by place: for each execution of the line what is wrong with them, None if nothing is."""
        self.sides: set[Side] = set()
        """The sides of branches that were run."""
        self.passed: set[Passage] = set()
        """Those that calls got through."""
        self.ended: set[tuple[Site, ...]] = set()
        """Where errors that nobody handles have ended a run: the calls at that place, innermost first."""
        self.has_options = False
        """Whether the code that was run has read a command line."""
        self.crashes: list[str] = []
        """Internal errors, each with the file it happened on."""

    def leave_open(self, first: int) -> None:
        """What was revealed from this one on may have had other values in a run that did not get there."""
        places = dict.fromkeys(reveal[:2] for reveal in self.reveals[first:])
        self.reveals += [Reveal(*place, UNKNOWN) for place in places]

    def cut_short(self) -> None:
        """The run has used up its steps: where it met several values there may be more."""
        met: dict[tuple[Site, str], set[object]] = {}
        for reveal in self.reveals:
            met.setdefault(reveal[:2], set()).add(reveal.value)
        self.reveals += [Reveal(*place, UNKNOWN) for place, values in met.items() if len(values) > 1]


_COUNTERS = ("obligations", "tensors", "unknown_operators", "causes")


def merge(into: Record, record: Record) -> None:
    """Adds what one run noted to what another one did, the shapes as well."""
    merge_notes(into, record)
    for site, met in record.shapes.items():
        into.shapes[site] = into.shapes.get(site, Met()).united_with(met)


def without_findings(record: Record) -> Record:
    """The same notes but for what is to be reported."""
    noted = copy(record)
    noted.findings = []
    return noted


def merge_notes(into: Record, record: Record, findings: Sequence[Finding] | None = None) -> None:
    """Adds all but the shapes; `findings` in the place of the record's."""
    into.findings.extend(record.findings if findings is None else findings)
    into.reveals.extend(record.reveals)
    into.unfollowed |= record.unfollowed
    into.preconditions.extend(record.preconditions)
    into.unresolved_imports |= record.unresolved_imports
    for name in _COUNTERS:
        counts = getattr(record, name)
        if counts:  # most have nothing to say, and a Counter is slow to find that out
            getattr(into, name).update(counts)
    into.unruled.update(record.unruled)
    into.crashes.extend(record.crashes)
    into.sides |= record.sides
    into.passed |= record.passed
    into.ended |= record.ended
    into.has_options |= record.has_options
    for place, problems in record.comments.items():
        into.comments.setdefault(place, []).extend(problems)


__all__ = ["Cause", "Finding", "Note", "Path", "Precondition", "Record", "Reveal", "Value"]
