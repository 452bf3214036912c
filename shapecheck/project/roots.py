"""The folders from which the checked files import each other."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

_MARKERS = ("pyproject.toml", "setup.py", "setup.cfg", ".git")


def import_roots(files: Iterable[Path]) -> list[Path]:
    """For each file the folder above its topmost package (that of a script is its own folder), then the
    folders of the projects around them and their `src`: tests import what lies there. Last come those above a package
    that has a folder without `__init__.py` (a namespace package) inside.

    So does, without a project around it, the folder above one by whose name the files in it import.

    The folder of a module inside of a package is no root: its neighbours would hide installed packages. It is
    one, after all others, if a file in it takes from a neighbour by its bare name what that defines: it is run from
    there.
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
    return [*packages, *_run_from_inside(known, list(packages))]


def _run_from_inside(files: Iterable[Path], roots: list[Path]) -> list[Path]:
    """The folders of packages whose files import each other as if they were none, and never by a relative import."""
    by_folder: dict[Path, list[Path]] = {}
    for file in files:
        folder = file.absolute().parent
        if (folder / "__init__.py").exists() and folder not in roots:
            by_folder.setdefault(folder, []).append(file)
    found = []
    for folder, members in sorted(by_folder.items()):
        offered = (name for name in _offered_by(folder) if name not in sys.stdlib_module_names)
        names = [name for name in offered if not any(_offers(root, name) for root in roots)]
        if names and _take_from(members, folder, names):
            found.append(folder)
    return found


def _take_from(files: Iterable[Path], folder: Path, names: Iterable[str]) -> bool:
    """Whether one of the files has `from name import part` of a neighbour that defines this part, and none has a
    relative import."""
    either = "|".join(map(re.escape, names)).encode()
    taken = re.compile(rb"^[ \t]*from[ \t]+(" + either + rb")[ \t]+import[ \t(]+(\w+)", re.MULTILINE)
    takes = False
    for file in files:
        text = file.read_bytes() if file.is_file() else b""
        if b"from ." in text:
            return False
        takes = takes or any(_defines(folder / f"{name.decode()}.py", part) for name, part in taken.findall(text))
    return takes


def _defines(file: Path, name: bytes) -> bool:
    statement = rb"^(?:(?:async[ \t]+)?def[ \t]+|class[ \t]+)?" + name + rb"[ \t]*[(:=]"
    return file.is_file() and re.search(statement, file.read_bytes(), re.MULTILINE) is not None


class Rooted(NamedTuple):
    """Files that import from the same folders, in the order in which Python would look into them."""

    roots: tuple[Path, ...]
    files: tuple[Path, ...]


def rooted(files: Iterable[Path]) -> list[Rooted]:
    """The files by their import roots: all have the same ones, but those of a folder that import a module that is in
    it and in an earlier root, too, look into their own first. So each of many programs beside each other has its own
    `model.py` and `utils.py`."""
    known = list(files)
    roots = import_roots(known)
    own: dict[Path, list[Path]] = {}
    for file in known:
        folder = file.absolute().parent
        own.setdefault(folder if folder in roots else _above_package(folder), []).append(file)
    found, alike = [], []
    for at, root in enumerate(roots):
        members = own.get(root, [])
        twice = [name for name in _offered_by(root) if any(_offers(other, name) for other in roots[:at])]
        if members and twice and _imports(members, twice):
            found.append(Rooted((root, *roots[:at], *roots[at + 1 :]), tuple(members)))
        else:
            alike += members
    return [Rooted(tuple(roots), tuple(alike)), *found] if alike else found


def _offered_by(root: Path) -> list[str]:
    """The names of the modules and packages in a folder."""
    try:
        inside = list(root.iterdir())
    except OSError:
        return []
    names = (one.stem for one in inside if one.suffix == ".py" or (not one.suffix and one.is_dir()))
    return sorted(name for name in names if name.isidentifier())


def _offers(root: Path, name: str) -> bool:
    return (root / f"{name}.py").is_file() or (root / name).is_dir()


def _imports(files: Iterable[Path], names: Iterable[str]) -> bool:
    """Whether one of the files imports by one of the names."""
    either = "|".join(map(re.escape, names)).encode()
    by_name = re.compile(rb"^[ \t]*(?:from|import)[ \t]+(?:" + either + rb")\b", re.MULTILINE)
    return any(by_name.search(file.read_bytes()) for file in files if file.is_file())


def _is_named(folder: Path, files: Iterable[Path]) -> bool:
    """Whether a file in a folder without `__init__.py` imports by the folder's name, so that it is a package, too."""
    if (folder / folder.name).exists() or (folder / f"{folder.name}.py").exists():
        return False  # that is meant
    return _imports((file for file in files if folder in file.absolute().parents), [f"{folder.name}."])


def _above_package(folder: Path) -> Path:
    while (folder / "__init__.py").exists() and folder.parent != folder:
        folder = folder.parent
    return folder


def _project_of(folder: Path) -> Path | None:
    for candidate in (folder, *folder.parents):
        if any((candidate / marker).exists() for marker in _MARKERS):
            return candidate
    return None
