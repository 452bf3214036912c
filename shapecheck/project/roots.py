"""The folders from which the checked files import each other."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

_MARKERS = ("pyproject.toml", "setup.py", "setup.cfg", ".git")


def import_roots(files: Iterable[Path]) -> list[Path]:
    """For each file the folder above its topmost package (that of a script is its own folder), then the
    folders of the projects around them and their `src`: tests import what lies there. Last come those above a package
    that has a folder without `__init__.py` (a namespace package) inside.

    The folder of a module inside of a package is no root: its neighbours would hide installed packages.
    """
    folders = sorted({file.absolute().parent for file in files})
    packages = dict.fromkeys(_above_package(folder) for folder in folders)
    projects = dict.fromkeys(project for root in packages if (project := _project_of(root)) is not None)
    for project in projects:
        packages.setdefault(project)
        if (project / "src").is_dir():
            packages.setdefault(project / "src")
    for root in list(packages):
        if (root.parent / "__init__.py").exists():
            packages.setdefault(_above_package(root.parent))
    return list(packages)


def _above_package(folder: Path) -> Path:
    while (folder / "__init__.py").exists() and folder.parent != folder:
        folder = folder.parent
    return folder


def _project_of(folder: Path) -> Path | None:
    for candidate in (folder, *folder.parents):
        if any((candidate / marker).exists() for marker in _MARKERS):
            return candidate
    return None
