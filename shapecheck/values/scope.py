"""Where names live: the variables of one execution of a function, class body, comprehension or module."""

from __future__ import annotations

from typing import Any

from shapecheck.values.store import BIRTHS


class Scope:
    """`variables` change through the Store. `parent` is the enclosing scope; a class scope is not
    searched by the functions inside of it (`is_class`)."""

    __slots__ = ("birth", "is_class", "is_comprehension", "parent", "variables")

    def __init__(
        self, variables: dict[str, Any], parent: Scope | None, is_class: bool = False, is_comprehension: bool = False
    ) -> None:
        self.birth = -1 if parent is None else next(BIRTHS)
        """As of values; -1 of a module's scope, which outlives every execution."""
        self.variables = variables
        self.parent = parent
        self.is_class = is_class
        self.is_comprehension = is_comprehension
