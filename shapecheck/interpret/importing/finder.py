"""Where modules are: files on the search path, and the standard library's tables."""

from __future__ import annotations

from shapecheck.interpret.builtins import stdlib
from shapecheck.source.files import PathFinder
from shapecheck.values import ModuleValue


class Finder(PathFinder):
    """Looks modules up as Python's path finder does, without running anything."""

    def native_module(self, name: str) -> ModuleValue | None:
        """A module of the standard library from its table."""
        table = getattr(stdlib, "MODULES", {}).get(name)
        if table is None:
            return None
        module = ModuleValue(name, dict(table))
        module.is_complete = bool(getattr(table, "is_complete", False))
        return module
