"""Where names live: the variables of one execution of a function, class body, comprehension or module."""

from __future__ import annotations

from typing import Any


class Scope:
    """`variables` change through the Store. `parent` is the enclosing scope; a class scope is not
    searched by the functions inside of it (`is_class`)."""

    __slots__ = ("is_class", "is_comprehension", "parent", "variables")

    def __init__(
        self, variables: dict[str, Any], parent: Scope | None, is_class: bool = False, is_comprehension: bool = False
    ) -> None:
        self.variables = variables
        self.parent = parent
        self.is_class = is_class
        self.is_comprehension = is_comprehension
