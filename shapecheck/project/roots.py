"""The folders from which the checked files import each other."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

_MARKERS = ("pyproject.toml", "setup.py", "setup.cfg", ".git")


def import_roots(files: Iterable[Path]) -> list[Path]:
    """For each file the folder above its topmost package (that of a script is its own folder), then the
    folders of the projects around them and their `src`: tests import what lies there. Last come those above a package
    that has a folder without `__init__.py` (a namespace package) inside.

    So does, without a project around it, the folder above one by whose name the files in it import.

    The folder of a module inside of a package is no root: its neighbours would hide installed packages.
    """
    known = list(files)
    folders = sorted({file.absolute().parent for file in known})
    packages = dict.fromkeys(_above_package(folder) for folder in folders)
    projects = dict.fromkeys(project for root in packages if (project := _project_of(root)) is not None)
    for project in projects:
        packages.setdefault(project)
        if (project / "src").is_dir():
            packages.setdefault(project / "src")
    for root in list(packages):
        if (root.parent / "__init__.py").exists():
            packages.setdefault(_above_package(root.parent))
        elif _project_of(root) is None and _is_named(root, known):
            packages.setdefault(root.parent)
    return list(packages)


def _is_named(folder: Path, files: Iterable[Path]) -> bool:
    """Whether a file in a folder without `__init__.py` imports by the folder's name, so that it is a package, too."""
    if (folder / folder.name).exists() or (folder / f"{folder.name}.py").exists():
        return False  # that is meant
    name = re.escape(folder.name.encode())
    by_name = re.compile(rb"^[ \t]*(?:from|import)[ \t]+" + name + rb"\.", re.MULTILINE)
    within = (file for file in files if folder in file.absolute().parents and file.is_file())
    return any(by_name.search(file.read_bytes()) for file in within)


def _above_package(folder: Path) -> Path:
    while (folder / "__init__.py").exists() and folder.parent != folder:
        folder = folder.parent
    return folder


def _project_of(folder: Path) -> Path | None:
    for candidate in (folder, *folder.parents):
        if any((candidate / marker).exists() for marker in _MARKERS):
            return candidate
    return None
