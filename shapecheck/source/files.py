"""Files as analyses see them: what names their content, and where modules are found. Nothing is run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

NOTEBOOK = ".ipynb"
COMPILED = frozenset({".so", ".pyd"})
"""How the names of extension modules end."""


def digest(data: bytes) -> str:
    """What names the content of a file."""
    return blake2b(data, digest_size=16).hexdigest()


def content_of(path: Path) -> bytes:
    """What a file says; of a folder the names in it. Raises OSError."""
    try:
        return path.read_bytes()
    except IsADirectoryError:
        return "\n".join(sorted(inside.name for inside in path.iterdir())).encode("utf-8", "surrogatepass")


class PathFinder:
    """Looks modules up as Python's path finder does, without running anything."""

    def __init__(self, path: Sequence[Path]) -> None:
        self.path = tuple(dict.fromkeys(path))
        self._found: dict[str, Path | None] = {}
        self._compiled: dict[Path, dict[str, Path]] = {}

    def find(self, name: str) -> Path | None:
        """The file of a module, `__init__.py` of a package, or the folder of a namespace package. What has no source
        is found where it is compiled."""
        if name not in self._found:
            self._found[name] = self._search(name)
        return self._found[name]

    def was_asked(self, name: str) -> bool:
        """Whether what was found for the name came from the search path."""
        return name in self._found

    def _search(self, name: str) -> Path | None:
        parent, _, last = name.rpartition(".")
        if not last.isidentifier() or parent.rpartition(".")[2] == "__init__":
            return None  # the file of a package under its own name is a module, nothing is below it
        folders: Sequence[Path] = self.path
        if parent:
            above = self.find(parent)
            if above is None:
                return None
            folders = [above.parent if above.name == "__init__.py" or _names_its_folder(above) else above]
        namespace: Path | None = None
        for folder in folders:
            package = folder / last
            if (package / "__init__.py").is_file():
                return package / "__init__.py"
            file = folder / f"{last}.py"
            if file.is_file():
                return file
            compiled = self._compiled_in(folder).get(last)
            if compiled is not None:
                return compiled
            if namespace is None and package.is_dir():
                namespace = package
        return namespace

    def _compiled_in(self, folder: Path) -> dict[str, Path]:
        """The extension modules of a folder by their names, built for whatever version of Python."""
        if folder not in self._compiled:
            try:
                files = sorted(file for file in folder.iterdir() if file.suffix in COMPILED)
            except OSError:
                files = []
            self._compiled[folder] = {file.name.partition(".")[0]: file for file in files}
        return self._compiled[folder]

    def name_of(self, file: Path) -> str | None:
        """The dotted name under which a file can be imported; None when it lies under no root."""
        best: str | None = None
        for root in self.path:
            try:
                parts = list(file.relative_to(root).with_suffix("").parts)
            except ValueError:
                continue
            if parts and parts[-1] == "__init__":
                parts.pop()
            name = ".".join(parts)
            is_name = parts and all(part.isidentifier() for part in parts)
            if is_name and self.find(name) == file and (best is None or len(name) > len(best)):
                best = name
        return best


def _names_its_folder(file: Path) -> bool:
    """Whether it is `solver/solver.py` of a folder without `__init__.py`: who imports `solver.loss` sees the folder."""
    return file.stem == file.parent.name and file.is_file() and not (file.parent / "__init__.py").exists()


_LINE_END = re.compile(r"\r\n|\r|\n")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


def lines_of(data: bytes) -> list[str]:
    """The lines as spans count them; what is no UTF-8 is replaced."""
    return _LINE_END.split(data.decode("utf-8", "replace"))


def lines_with_ends(text: str) -> list[str]:
    """The same lines with what ends each; put together again they are the text."""
    return _LINE.findall(text)
