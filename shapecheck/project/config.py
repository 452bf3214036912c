"""`[tool.shapecheck]` of the nearest `pyproject.toml`."""

from __future__ import annotations

import difflib
import re
import sys
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from shapecheck.check.rulebook import rules
from shapecheck.project import ProjectError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILE = "pyproject.toml"


@dataclass(frozen=True)
class Config:
    """The options. Paths are relative to `folder`, where the file lies."""

    folder: Path
    exclude: tuple[str, ...] = ()
    python: str | None = None
    stubs: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    @property
    def stub_folders(self) -> list[Path]:
        return [self.folder / name for name in self.stubs]

    @property
    def python_path(self) -> str | None:
        """The interpreter or environment; a path is taken from the configuration's folder."""
        if self.python is None:
            return None
        beside = self.folder / self.python
        return str(beside) if beside.exists() else self.python


def load_config(start: Path) -> Config:
    """The configuration that applies in a folder: the nearest file with our table, else the defaults."""
    start = start.absolute()
    for folder in (start, *start.parents):
        file = folder / FILE
        if file.is_file():
            config = _read(file)
            if config is not None:
                return config
    return Config(start)


def _read(file: Path) -> Config | None:
    try:
        text = file.read_text(encoding="utf-8")
        table = tomllib.loads(text).get("tool", {}).get("shapecheck")
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ProjectError(f"{file}: {error}") from None
    if table is None:
        return None
    lines = text.splitlines()
    if not isinstance(table, dict):
        raise ProjectError(f"{file}:{_line_of(lines, 'shapecheck')}: [tool.shapecheck] has to be a table")
    values: dict[str, Any] = {}
    for key, value in table.items():
        place = f"{file}:{_line_of(lines, key)}"
        values[key] = _checked(place, key, value)
    return Config(folder=file.parent, **values)


def _checked(place: str, key: str, value: object) -> object:
    known = [field.name for field in fields(Config) if field.name != "folder"]
    if key not in known:
        near = difflib.get_close_matches(key, known, 1)
        hint = f"; did you mean `{near[0]}`?" if near else f"; known are {', '.join(known)}"
        raise ProjectError(f"{place}: unknown key `{key}`{hint}")
    if key == "python":
        if not isinstance(value, str):
            raise ProjectError(f"{place}: `python` has to be a string")
        return value
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ProjectError(f"{place}: `{key}` has to be a list of strings")
    if key in ("select", "ignore"):
        for name in value:
            require_rule(name, place)
    return tuple(value)


def require_rule(name: str, place: str) -> None:
    """ProjectError unless there is such a rule."""
    if name not in rules():
        near = difflib.get_close_matches(name, list(rules()), 1)
        hint = f"; did you mean `{near[0]}`?" if near else ""
        raise ProjectError(f"{place}: there is no rule `{name}`{hint}")


def _line_of(lines: list[str], key: str) -> int:
    """The line of a key in our table, as tomllib does not tell it."""
    inside = False
    pattern = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=")
    for number, line in enumerate(lines, 1):
        header = re.match(r"\s*\[+([^\]]*)\]", line)
        if header:
            inside = re.sub(r"[\s\"']", "", header[1]).startswith("tool.shapecheck")
        elif inside and pattern.match(line):
            return number
    dotted = re.compile(rf"shapecheck\s*\.\s*[\"']?{re.escape(key)}|shapecheck\s*=")
    return next((number for number, line in enumerate(lines, 1) if dotted.search(line)), 1)
