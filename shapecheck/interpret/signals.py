"""How control leaves a piece of analysed code."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias, Union

from shapecheck.interpret.record import Finding
from shapecheck.rules.context import DeadPath as DeadPath  # it leaves code like the others
from shapecheck.rules.context import Signal
from shapecheck.values import Delta, Site, Value

MAX_RAISED = 16
"""Errors that a handler takes from one place: each is a path of its own, with all that was written on the way."""


class PythonError(Signal):
    """The analysed program raises: every path of what was being evaluated ends here.

    `value` is the exception object, an Instance or an Unknown. `finding` is what to report if no path of a
    concrete call returns: set by `raise` and `assert`, not by errors of Python itself. `is_missing_import` is true
    of the error that a module gives which was not found. One that is `of_items` is raised for an item of a loop,
    whatever its size: `for name in unexpected: raise ...`, where there may be no item.
    """

    is_missing_import = False

    def __init__(self, value: Value, finding: Finding | None = None, of_items: bool = False) -> None:
        super().__init__(repr(value))
        self.of_items = of_items
        self.value = value
        self.finding = finding
        self.trace: list[Site] = []
        """Where the calls were that it has ended, innermost first."""


class BudgetExceeded(Signal):
    """The entry point has used up its counted steps."""


EXHAUSTED = (BudgetExceeded, RecursionError)
"""The counted steps are used up, or what is analysed is nested deeper than our own stack."""


class Superseded(BaseException):
    """Nobody waits for the analysis any more: an editor has a newer text."""


class Unfollowed(Signal):
    """A function does something whose effect is not modelled: its result is unknown."""


class Return(NamedTuple):
    """`gives_way` is true of an unknown result in whose place that of another path stands, if that is known; `tells` of
    a known one that stands in the place of all others, if none of them is known."""

    value: Value
    gives_way: bool = False
    tells: bool = False


class Break(NamedTuple):
    pass


class Continue(NamedTuple):
    pass


class Raised(NamedTuple):
    """A PythonError (or a dead path, value None) caught at the end of a branch."""

    error: PythonError | DeadPath


Flow: TypeAlias = Union[None, Return, Break, Continue]
"""How a block ended: None means that it fell through to its end."""

Leaving: TypeAlias = Union[Return, Break, Continue, Raised]


class Exit(NamedTuple):
    """A path that left early, parked until its region ends: what it wrote since the region's mark."""

    leaving: Leaving
    delta: Delta
    knowledge: Any


class Region:
    """A stretch of execution at whose end early exits of some kinds are joined with the others.

    A call takes Return, a loop's body Break and Continue, a `try` Raised. `takes_missing_imports`: a `try` has a
    handler for packages that are not there. `awaited`: the errors of operators for which it has
    handlers, that know them by name or take every error. `caught_names`: the names of the classes in its handlers.
    `raised_at` counts the errors by the place that raised them.
    `is_passed`: a side of a branch that is not understood has left for a region around this one.
    """

    __slots__ = (
        "awaited", "caught_names", "exits", "is_passed", "kinds", "mark", "raised_at", "takes_missing_imports",
        "uncertain",
    )  # fmt: skip

    def __init__(self, kinds: tuple[type, ...], mark: int, uncertain: int = 0) -> None:
        """`uncertain` is how uncertain it was to be reached."""
        self.kinds = kinds
        self.mark = mark
        self.uncertain = uncertain
        self.takes_missing_imports = Raised in kinds
        self.awaited: tuple[str, ...] = ()
        self.caught_names: frozenset[str] = frozenset()
        self.exits: list[Exit] = []
        self.is_passed = False
        self.raised_at: dict[Site | None, int] = {}

    def takes(self, site: Site | None) -> bool:
        """Counts an error of that place, and gives whether the handlers take it: they learn nothing from many."""
        count = self.raised_at[site] = self.raised_at.get(site, 0) + 1
        return count <= MAX_RAISED
