"""The installed packages that checked code may import, found without running any interpreter."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from shapecheck.project import ProjectError

_VERSION = re.compile(r"(\d+)\.(\d+)")
_METADATA = re.compile(r"torch-(\d[^-+]*)(?:\+[^-]*)?\.dist-info")
_MAPPING = re.compile(r"^MAPPING\b[^=]*=\s*(\{.*\})\s*$", re.MULTILINE)


def search_path(python: str | None, environ: Mapping[str, str]) -> list[Path]:
    """The folders with installed packages: of `python` (an interpreter or the folder of an environment), else
    of the active environment, else none."""
    if python is not None:
        prefix, version = _named(python)
        folders = _with_base(prefix, version)
        if not folders:
            raise ProjectError(f"no site-packages folder belongs to {python}")
    else:
        active = environ.get("VIRTUAL_ENV") or environ.get("CONDA_PREFIX")
        folders = _with_base(Path(active), None) if active else []
    return _with_links(folders)


def version_of_torch(folders: Iterable[Path]) -> str | None:
    """The version of the torch that is installed in these folders, without its build."""
    for folder in folders:
        for found in sorted(folder.glob("torch-*.dist-info")):
            named = _METADATA.fullmatch(found.name)
            if named is not None:
                return named[1]
    return None


def _named(python: str) -> tuple[Path, str | None]:
    """The prefix of the environment, and its version as far as the name of the interpreter says it."""
    path = Path(python)
    if path.is_dir():
        return path, None
    if not path.exists():
        found = shutil.which(python)
        if found is None:
            raise ProjectError(f"no such interpreter or environment: {python}")
        path = Path(found)
    path = path.absolute()
    if not (path.parents[1] / "pyvenv.cfg").exists() and not (path.parent / "pyvenv.cfg").exists():
        path = path.resolve()  # a link in /usr/bin; that of a virtual environment leads out of it
    version = _VERSION.search(path.name)
    is_windows_venv = path.parent.name != "bin" and not (path.parents[1] / "pyvenv.cfg").exists()
    return path.parent if is_windows_venv else path.parents[1], version[0] if version else None


def _with_base(prefix: Path, version: str | None) -> list[Path]:
    """The folders of an environment, and those of the Python it was made from if it sees them."""
    settings = _settings(prefix)
    version = version or _short_version(settings)
    folders = _site_packages(prefix, version)
    if settings.get("include-system-site-packages", "").lower() == "true" and "home" in settings:
        folders += _site_packages(Path(settings["home"]).parent, version)
    return folders


def _settings(prefix: Path) -> dict[str, str]:
    """`pyvenv.cfg`"""
    try:
        lines = (prefix / "pyvenv.cfg").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return {}
    pairs = (line.partition("=") for line in lines)
    return {key.strip().lower(): value.strip() for key, equals, value in pairs if equals}


def _short_version(settings: Mapping[str, str]) -> str | None:
    found = _VERSION.match(settings.get("version") or settings.get("version_info") or "")
    return found[0] if found else None


def _site_packages(prefix: Path, version: str | None) -> list[Path]:
    wanted = f"python{version}" if version else None
    found: list[Path] = []
    for library in ("lib", "lib64", "local/lib"):
        versions = [path for path in (prefix / library).glob("python3*") if path.is_dir()]
        if wanted and any(path.name == wanted for path in versions):
            # Debian keeps its own packages in lib/python3.
            versions = [path for path in versions if path.name in (wanted, "python3")]
        versions.sort(key=_version_order, reverse=True)
        found += [path / name for path in versions for name in ("site-packages", "dist-packages")]
    found.append(prefix / "Lib" / "site-packages")
    unique: dict[Path, Path] = {}
    for path in found:
        if path.is_dir():
            unique.setdefault(path.resolve(), path)
    return list(unique.values())


def _version_order(path: Path) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", path.name)))


def _with_links(folders: list[Path]) -> list[Path]:
    """The folders, and those that their `.pth` files add: plain paths and editable installs."""
    out = dict.fromkeys(folders)
    for folder in folders:
        for link in sorted(folder.glob("*.pth")):
            out.update(dict.fromkeys(path for path in _linked(folder, link) if path.is_dir()))
        for finder in sorted(folder.glob("__editable__*_finder.py")):
            out.update(dict.fromkeys(path for path in _mapped(finder) if path.is_dir()))
    return list(out)


def _linked(folder: Path, link: Path) -> Iterator[Path]:
    for line in _text(link).splitlines():
        line = line.strip()
        if line and not line.startswith(("#", "import ", "import\t")):
            yield Path(folder / line)


def _mapped(finder: Path) -> Iterator[Path]:
    """The folders above the packages that setuptools' editable finder maps: its table is a literal."""
    found = _MAPPING.search(_text(finder))
    try:
        mapping = ast.literal_eval(found[1]) if found else {}
    except (ValueError, SyntaxError):
        return
    for name, place in mapping.items():
        path = Path(str(place))
        if path.name == name:
            yield path.parent


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
