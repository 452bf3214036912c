"""Which files are checked: those named, and those in named folders that are neither excluded nor ignored."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from shapecheck.check.places import CheckedFile, shown_path
from shapecheck.project import ProjectError

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

DEFAULT_EXCLUDES = frozenset({
    ".bzr", ".eggs", ".git", ".hg", ".ipynb_checkpoints", ".mypy_cache", ".nox", ".pytest_cache",
    ".ruff_cache", ".svn", ".tox", ".venv", "__pycache__", "__pypackages__", "build", "dist", "node_modules",
    "site-packages", "venv",
})  # fmt: skip
"""Folders that are never entered unless they are named."""


def discover(paths: Iterable[str], exclude: Sequence[str] = ()) -> list[CheckedFile]:
    """The files to check, sorted and each once. A file that is named is checked even if it is excluded."""
    excluded = _spec(exclude)
    found: dict[str, CheckedFile] = {}
    for name in paths:
        path = Path(name)
        if path.is_dir():
            files: Iterable[Path] = _walk(path, excluded)
        elif path.exists():
            files = (path,)
        else:
            raise ProjectError(f"no such file or folder: {name}")
        for file in files:
            shown = shown_path(file)
            found[shown] = CheckedFile(file.absolute(), shown)
    return [found[shown] for shown in sorted(found)]


def _walk(top: Path, excluded: GitIgnoreSpec | None) -> Iterator[Path]:
    """The Python files below a folder; links to folders are not followed."""
    ignores = _Ignores(top)
    base = Path.cwd()
    for folder, folders, files in os.walk(top):
        here = Path(folder)
        ignores.enter(here)
        folders[:] = [
            name
            for name in sorted(folders)
            if name not in DEFAULT_EXCLUDES
            and not (here / name / "pyvenv.cfg").exists()
            and not ignores.match(here / name, is_folder=True)
            and not _matches(excluded, base, here / name, is_folder=True)
        ]
        for name in sorted(files):
            path = here / name
            if name.endswith(".py") and not ignores.match(path) and not _matches(excluded, base, path):
                yield path


class _Ignores:
    """The `.gitignore` files that apply below a folder: its own, nested ones, and those above it."""

    def __init__(self, top: Path) -> None:
        self._specs: dict[Path, GitIgnoreSpec | None] = {}
        absolute = top.absolute()
        above = [absolute, *absolute.parents]
        root = next((folder for folder in above if (folder / ".git").exists()), None)
        if root is not None:
            for folder in above[1 : above.index(root) + 1]:
                self.enter(folder)

    def enter(self, folder: Path) -> None:
        """Reads the folder's own `.gitignore`."""
        folder = folder.absolute()
        try:
            lines = (folder / ".gitignore").read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return
        self._specs[folder] = _spec(lines)

    def match(self, path: Path, is_folder: bool = False) -> bool:
        """Whether the nearest `.gitignore` that says anything of the path ignores it."""
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


def _matches(spec: GitIgnoreSpec | None, base: Path, path: Path, is_folder: bool = False) -> bool:
    if spec is None:
        return False
    relative = os.path.relpath(path, base).replace(os.sep, "/")
    return not relative.startswith("..") and spec.match_file(relative + ("/" if is_folder else ""))
