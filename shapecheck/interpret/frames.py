"""The call stack of the analysed program."""

from __future__ import annotations

from shapecheck.source.ir import Span
from shapecheck.values import ClassValue, FunctionValue, ListValue, ModuleValue, Scope, Site, Value

NOWHERE = Span(1, 1, 1, 1)


class Frame:
    """One execution of a function, a class body or a module. `span` is the operation being evaluated."""

    __slots__ = (
        "file", "first_argument", "function", "globals_declared", "module", "open_loops", "owner", "scope", "span",
        "yields",
    )  # fmt: skip

    def __init__(self, module: ModuleValue, file: str, scope: Scope) -> None:
        self.module = module
        self.file = file
        self.scope = scope
        self.span = NOWHERE
        self.function: FunctionValue | None = None
        self.owner: ClassValue | None = None
        self.first_argument: Value = None
        self.globals_declared: dict[str, str] = {}
        """Names declared `global` or `nonlocal` here, by kind."""
        self.yields: ListValue | None = None
        self.open_loops = 0
        """Loops of an unknown number of rounds that enclose the present point of this frame."""

    @property
    def site(self) -> Site:
        return Site(self.file, self.span)
