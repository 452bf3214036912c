"""Which places belong to checked files, and how paths are shown."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from shapecheck.check.outcome import Place
from shapecheck.source.span import Span


class CheckedFile(NamedTuple):
    """A file to check: its absolute path, and the one that reports show.

    `data` replaces what is on disk: standard input, an unsaved buffer.
    """

    path: Path
    shown: str
    data: bytes | None = None


def shown_path(path: str | Path) -> str:
    """Relative to the working folder if it lies below it, else absolute; with `/`."""
    absolute = os.path.abspath(path)  # noqa: PTH100  (Path.absolute keeps `..`)
    below = os.path.relpath(absolute) if _same_drive(absolute) else absolute
    return (absolute if below.startswith("..") else below).replace(os.sep, "/")


def _same_drive(absolute: str) -> bool:
    return os.path.splitdrive(absolute)[0] == os.path.splitdrive(os.getcwd())[0]  # noqa: PTH109


class Places:
    """Knows the checked files of a run by any spelling of their paths."""

    def __init__(self, files: Iterable[CheckedFile]) -> None:
        self._shown: dict[str, str] = {}
        self._checked: set[str] = set()
        for file in files:
            self._checked.add(file.shown)
            for spelling in (file.shown, str(file.path), os.path.abspath(file.path)):  # noqa: PTH100
                self._shown[spelling] = file.shown

    def shown(self, path: str) -> str:
        """The path as reports show it."""
        known = self._shown.get(path)
        if known is None:
            known = self._shown.get(os.path.abspath(path)) or shown_path(path)  # noqa: PTH100
            self._shown[path] = known
        return known

    def is_checked(self, path: str) -> bool:
        """Whether the path is that of a checked file."""
        return self.shown(path) in self._checked

    def normal(self, site: tuple[str, Span]) -> Place:
        """The place with its path as shown."""
        path, span = site
        return Place(self.shown(path), span)
