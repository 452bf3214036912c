"""The call stack of the analysed program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from shapecheck.source.ir import Span
from shapecheck.symbolic import Facts
from shapecheck.values import ClassValue, FunctionValue, ListValue, ModuleValue, Scope, Site, Value

if TYPE_CHECKING:
    from shapecheck.interpret.declarations.bindings import Bindings
    from shapecheck.interpret.signals import PythonError

NOWHERE = Span(1, 1, 1, 1)
DEPTH_OF_ENTRIES = 2
"""The frame of the module, and that of the function that is entered."""
MAX_DEPTH = 90
"""Calls that are nested deeper are not followed."""


class Frame:
    """One execution of a function, a class body or a module. `span` is the operation being evaluated."""

    __slots__ = (
        "absent", "alternatives", "begun", "bindings", "commented", "constructs", "entered_with", "file",
        "first_argument", "function", "gave_none", "globals_declared", "handled", "holds_nothing", "mark", "module",
        "on_yield", "open_loops", "open_side", "owner", "passed", "recursions", "scope", "span", "told_at",
        "uncertain", "yields",
    )  # fmt: skip

    def __init__(self, module: ModuleValue, file: str, scope: Scope) -> None:
        self.module = module
        self.file = file
        self.scope = scope
        self.span = NOWHERE
        self.function: FunctionValue | None = None
        self.owner: ClassValue | None = None
        self.first_argument: Value = None
        self.passed: Mapping[str, Value] = {}
        """The parameters of the function as they were bound."""
        self.begun = self.mark = 0
        """What was born before the call, and the position of the trail then."""
        self.globals_declared: dict[str, str] = {}
        """Names declared `global` or `nonlocal` here, by kind."""
        self.yields: ListValue | None = None
        self.on_yield: Callable[[Value], Value] | None = None
        """What is run where a generator yields, instead of noting the value."""
        self.bindings: Bindings | None = None
        """What the names of declared shapes stand for, if the function declares any."""
        self.constructs: tuple[Value, Bindings] | None = None
        """The object that is being constructed here, and what the names of its declared attributes stand for."""
        self.uncertain = 0
        """How many branches that are not understood enclose the call."""
        self.entered_with = Facts.EMPTY
        """What the path knew when the call began."""
        self.commented: Bindings | None = None
        """What the names of shape comments stand for."""
        self.told_at: Frame | None = None
        """In a description of a package, which nobody has written: the caller, whose place is told in its stead."""
        self.open_loops = 0
        """Loops of an unknown number of rounds that enclose the present point of this frame."""
        self.open_side: tuple[int, bool] | None = None
        """The innermost side of a branch around the present point that nothing decides: its test, and what it takes."""
        self.absent: tuple[Value, Value] | None = None
        """An object, and the name of an attribute that it has not, as a branch around the present point says."""
        self.gave_none: dict[int, bool] = {}
        """Calls that have given None, by the identity of their nodes: whether by forgetting (see `forgotten`)."""
        self.holds_nothing = False
        """Whether an argument is what a function gave that has forgotten to return anything."""
        self.recursions = 0
        """How often the function has called itself from here."""
        self.alternatives = 0
        """In a module, branches around the present point that are followed by an `else`."""
        self.handled: PythonError | None = None
        """The error whose handler runs."""

    @property
    def site(self) -> Site:
        return Site(self.file, self.span) if self.told_at is None else self.told_at.site
