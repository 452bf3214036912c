"""Which files are checked: those named, and those in named folders that are neither excluded nor ignored."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from shapecheck.project import ProjectError
from shapecheck.project.config import Config

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

DEFAULT_EXCLUDES = frozenset({
    ".bzr", ".eggs", ".git", ".hg", ".ipynb_checkpoints", ".mypy_cache", ".nox", ".pytest_cache",
    ".ruff_cache", ".svn", ".tox", ".venv", "__pycache__", "__pypackages__", "build", "dist", "node_modules",
    "site-packages", "venv",
})  # fmt: skip
"""Folders that are never entered unless they are named."""


def discover(paths: Iterable[str], config: Config) -> list[Path]:
    """The files to check: those named, and in folders those that the configuration includes."""
    found: list[Path] = []
    walk = _Walk(config)
    for name in paths:
        path = Path(name)
        if path.is_dir():
            found += walk.files(path)
        elif path.exists():
            found.append(path)
        else:
            raise ProjectError(f"no such file or folder: {name}")
    return found


class Patterns:
    """Patterns of a configuration: `include` and `exclude`, relative to its folder."""

    def __init__(self, config: Config) -> None:
        self._folder = str(config.folder)
        self._excluded = _spec(config.exclude)
        endings = [pattern.removeprefix("*") for pattern in config.include]
        is_plain = all(re.fullmatch(r"\.\w+", ending) for ending in endings)
        self._endings = tuple(endings) if is_plain else None  # the usual case needs no matcher
        self._included = None if is_plain else _spec(config.include)

    def include(self, file: Path) -> bool:
        """Whether a file of a folder is checked; it may still be excluded."""
        if self._endings is not None:
            return file.name.endswith(self._endings)
        return self._matches(self._included, file, "")

    def exclude(self, path: Path, is_folder: bool = False) -> bool:
        """Whether a file or folder is left out."""
        return self._matches(self._excluded, path, "/" if is_folder else "")

    def _matches(self, spec: GitIgnoreSpec | None, path: Path, end: str) -> bool:
        if spec is None:
            return False
        relative = os.path.relpath(path, self._folder).replace(os.sep, "/")
        return not relative.startswith("..") and spec.match_file(relative + end)


class _Walk:
    def __init__(self, config: Config) -> None:
        self._config = config
        self._patterns = Patterns(config)

    def files(self, top: Path) -> Iterator[Path]:
        """The files below a folder; links to folders are not followed."""
        ignores = _Ignores(top, self._config.respect_gitignore)
        for folder, folders, files in os.walk(top):
            here = Path(folder)
            ignores.enter(here)
            folders[:] = [
                name
                for name in sorted(folders)
                if name not in DEFAULT_EXCLUDES
                and not os.path.lexists(f"{folder}/{name}/pyvenv.cfg")
                and not ignores.match(here / name, is_folder=True)
                and not self._patterns.exclude(here / name, is_folder=True)
            ]
            for name in sorted(files):
                path = here / name
                if self._is_wanted(path) and not ignores.match(path) and not _is_endless(path):
                    yield path

    def _is_wanted(self, file: Path) -> bool:
        return self._patterns.include(file) and not self._patterns.exclude(file)


def _is_endless(path: Path) -> bool:
    """Whether it is a pipe, a socket or a device: reading one may never end. What cannot be read is said elsewhere."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


class _Ignores:
    """The `.gitignore` files that apply below a folder: its own, nested ones, and those above it."""

    def __init__(self, top: Path, is_on: bool) -> None:
        self._specs: dict[Path, GitIgnoreSpec | None] = {}
        self._is_on = is_on
        absolute = top.absolute()
        above = [absolute, *absolute.parents]
        root = next((folder for folder in above if (folder / ".git").exists()), None)
        if root is not None:
            for folder in above[1 : above.index(root) + 1]:
                self.enter(folder)

    def enter(self, folder: Path) -> None:
        """Reads the folder's own `.gitignore`."""
        if not self._is_on:
            return
        folder = folder.absolute()
        try:
            lines = (folder / ".gitignore").read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return
        self._specs[folder] = _spec(lines)

    def match(self, path: Path, is_folder: bool = False) -> bool:
        """Whether the nearest `.gitignore` that says anything of the path ignores it."""
        if not self._specs:
            return False
        path = path.absolute()
        for folder in path.parents:
            spec = self._specs.get(folder)
            if spec is not None:
                relative = path.relative_to(folder).as_posix() + ("/" if is_folder else "")
                verdict = spec.check_file(relative).include
                if verdict is not None:
                    return verdict
        return False


def _spec(lines: Iterable[str]) -> GitIgnoreSpec | None:
    wanted = list(lines)
    if not wanted:
        return None
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(wanted)

