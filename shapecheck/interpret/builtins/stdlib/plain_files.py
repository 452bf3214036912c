"""Files of plain data that programs read: configurations in YAML, JSON or TOML beside the code.

What descriptions of `open`, `pathlib`, `yaml` ask (`from shapecheck.files import ...`). A file is read if it lies in
the project or in an installed package and its name says what it is; nothing in it is run. Whoever reads one depends on
it, and whoever looks through a folder on the names in it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from functools import cache
from itertools import islice
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.exact import convert
from shapecheck.interpret.builtins.tables import Namespace
from shapecheck.values import DictValue, ListValue, ModuleValue, Scalar, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

PLAIN = frozenset({".cfg", ".ini", ".json", ".toml", ".txt", ".yaml", ".yml"})
"""How the names of files end that are read."""
MAX_PATH, MAX_NAME = 4_000, 250
"""Bytes of a path and of a name in it: what is longer is none for the system."""
MAX_BYTES = 200_000
MAX_ITEMS = 20_000
MAX_MERGED = 100
MAX_FOLDERS = 2_000
MAX_FOUND = 1_000

FILES = Namespace("shapecheck.files", is_complete=True)


@FILES.native("text_of")
def _text_of(machine: Machine, name: Value) -> Value:
    """The text of a file, if it is certain which one is meant."""
    file = _meant(machine, name) if isinstance(name, str) else None
    if file is None:
        return Scalar("str")
    try:
        data = file.read_bytes()
        return data.decode("utf-8") if len(data) <= MAX_BYTES else Scalar("str")
    except (OSError, ValueError):
        return Scalar("str")


def exists(machine: Machine, name: Value) -> Value:
    """Whether there is a file or folder."""
    return _is_there(machine, name, FilePath.exists)


def is_file(machine: Machine, name: Value) -> Value:
    """Whether there is a file."""
    return _is_there(machine, name, FilePath.is_file)


def is_folder(machine: Machine, name: Value) -> Value:
    """Whether there is a folder."""
    return _is_there(machine, name, FilePath.is_dir)


for _name, _asked in {"exists": exists, "is_file": is_file, "is_folder": is_folder}.items():
    FILES.native(_name)(_asked)


def _is_there(machine: Machine, name: Value, holds: Callable[[FilePath], bool]) -> Value:
    """That there is nothing is only known where an installed package asks, which finds its own files: a project may
    make what is not there yet, or have it elsewhere."""
    if not isinstance(name, str) or not _may_be_looked_for(machine, name):
        return Scalar("bool")
    is_absolute = FilePath(name).is_absolute()
    if not is_absolute and not _is_plain(machine, name):
        return Scalar("bool")
    candidates = _candidates(machine, name)
    machine.world.reads.texts.update(map(str, candidates))
    found = [path for path in candidates if path.exists()]
    if len(found) == 1:
        return holds(found[0])
    is_foreign = not machine.world.is_of_project(_asking(machine))
    return False if not found and candidates and is_foreign else Scalar("bool")


@FILES.native("matching")
def _matching(machine: Machine, pattern: Value, recursive: Value = False) -> Value:
    """The files that a pattern of glob's means, by their names. The order is the system's: whoever minds sorts them."""
    if isinstance(pattern, str) and isinstance(recursive, bool) and _is_plain(machine, pattern):
        found = _found(machine, FilePath(pattern), recursive)
        if found is not None and len(found) <= MAX_FOUND:
            return ListValue([*found])
    return ListValue(None, Scalar("str"), machine.path.fresh("files", 0))


@FILES.native("data_of")
def _data_of(machine: Machine, kind: str, text: Value) -> Value:
    """What a text says in YAML or TOML. Of a text that is not known nothing is."""
    if not isinstance(text, str) or len(text) > MAX_BYTES:
        return machine.unknown(f"the {kind} of a text that is not known")
    try:
        return _Converter().value(_READERS[kind](text))
    except (ValueError, TypeError, ArithmeticError, LookupError, AttributeError, RecursionError):
        return machine.unknown(f"a text that is no plain {kind}")


# -------------------------------------------------------------------- which file is meant


def _asking(machine: Machine) -> ModuleValue:
    """The module whose code asks, perhaps through a description."""
    return (machine.frame.told_at or machine.frame).module


def _is_plain(machine: Machine, name: str) -> bool:
    return _may_be_looked_for(machine, name) and FilePath(name).suffix.lower() in (*PLAIN, ".*")


def _may_be_looked_for(machine: Machine, name: str) -> bool:
    encoded = name.encode("utf-8", "surrogatepass")
    is_name = b"\0" not in encoded and len(encoded) <= MAX_PATH
    return is_name and all(len(part) <= MAX_NAME for part in encoded.split(b"/")) and not machine.world.is_alone


def _candidates(machine: Machine, name: str) -> list[FilePath]:
    """The files of the project and of packages that a name may mean: a relative one is looked for below every root."""
    folders = machine.world.finder.path
    starts = [FilePath()] if FilePath(name).is_absolute() else machine.world.roots
    paths = dict.fromkeys(FilePath(os.path.normpath(start / name)) for start in starts)
    return [path for path in paths if any(path.is_relative_to(folder) for folder in folders)]


def _meant(machine: Machine, name: str) -> FilePath | None:
    """The one file that a name means."""
    if not _is_plain(machine, name):
        return None
    candidates = _candidates(machine, name)
    machine.world.reads.texts.update(map(str, candidates))
    found = [path for path in candidates if path.is_file()]
    return found[0] if len(found) == 1 else None


def _found(machine: Machine, pattern: FilePath, recursive: bool) -> list[str] | None:
    """The files that match an absolute pattern; None if too much would have to be looked at."""
    above = pattern.parent
    folders = list(_folders(above.parent)) if recursive and above.name == "**" else [above]
    is_simple = not any(set("*?[") & set(str(folder)) for folder in folders) and len(folders) <= MAX_FOLDERS
    if not is_simple or not all(_candidates(machine, str(folder / "x")) for folder in folders):
        return None
    machine.world.reads.texts.update(map(str, folders))
    try:
        names = [path for folder in folders if folder.is_dir() for path in sorted(folder.iterdir())]
    except OSError:  # nobody may look into it
        return None
    return [str(path) for path in names if fnmatch(path.name, pattern.name)]


def _folders(top: FilePath) -> Iterator[FilePath]:
    """The folder and those below it, of too many some."""
    for folder, below, _ in islice(os.walk(top), MAX_FOLDERS + 1):
        below[:] = sorted(name for name in below if not name.startswith("."))
        yield FilePath(folder)


# -------------------------------------------------------------------- what is in it


@cache
def _yaml_loader() -> Any:
    """Makes plain data only. What a mapping takes over from others is bounded: it can double from line to line."""
    import yaml

    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(base):  # type: ignore[misc]
        def flatten_mapping(self, node: Any) -> None:
            merged = (value for key, value in node.value if key.tag.endswith(":merge"))
            if any(isinstance(value, yaml.SequenceNode) and len(value.value) > MAX_MERGED for value in merged):
                raise ValueError
            super().flatten_mapping(node)
            node.value = _without_repeats(node.value)
            if len(node.value) > MAX_ITEMS:
                raise ValueError

    return Loader


def _without_repeats(pairs: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Nodes of keys and values as a dict takes them: a key stands where it came first, with the value that came last.
    Before PyYAML 6.0.4 a mapping that takes over the same one twice has all of it twice."""
    last = {(key.tag, key.value) if isinstance(key.value, str) else id(key): (key, value) for key, value in pairs}
    return list(last.values())


def _yaml(text: str) -> Any:
    import yaml

    try:
        return yaml.load(text, Loader=_yaml_loader())
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from None


def _toml(text: str) -> Any:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    return tomllib.loads(text)


_READERS = {"YAML": _yaml, "TOML": _toml}


class _Converter:
    """Plain data as values; what stands in two places (an alias of YAML) is one object. Raises ValueError if it is too
    much, TypeError for dates and the like."""

    def __init__(self) -> None:
        self._left = MAX_ITEMS
        self._made: dict[int, Value] = {}

    def value(self, real: Any) -> Value:
        self._left -= 1
        if self._left < 0:
            raise ValueError
        if not isinstance(real, (list, dict)):
            return convert(real)
        known = self._made.get(id(real))
        if known is not None:
            return known
        if isinstance(real, list):
            items: list[Value] = []
            self._made[id(real)] = made = ListValue(items)
            items.extend(map(self.value, real))
            return made
        entries: dict[Any, Value] = {}
        self._made[id(real)] = table = DictValue(entries)
        entries.update((key, self.value(item)) for key, item in real.items())
        return table
