"""What a run of `check` does: which files, each under which configuration, analysed with what."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from shapecheck.check.places import CheckedFile, shown_path
from shapecheck.check.policy import Selection
from shapecheck.project import ProjectError
from shapecheck.project.cache import cache_folder
from shapecheck.project.config import Config, find_config, read_config
from shapecheck.project.discovery import Patterns, discover
from shapecheck.project.environment import search_path, version_of_torch
from shapecheck.project.notebook import Notebook, read_notebook
from shapecheck.project.roots import import_roots, rooted
from shapecheck.source.files import NOTEBOOK


class Given(NamedTuple):
    """What the command line says beside the paths; it comes before every configuration."""

    config: str | None = None
    python: str | None = None
    stubs: tuple[str, ...] = ()
    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()
    levels: Mapping[str, str] = {}
    strict: bool = False
    cache: bool = True
    """Whether what is found is kept for the next run, unless the configuration says no."""
    text: bytes | None = None
    """Standard input, which stands for the one path that is given."""


class Entry(NamedTuple):
    """A function or module of a checked file, to be analysed on inputs: texts as after `--input` and `--with`."""

    shown: str
    qualname: str
    inputs: tuple[str, ...]
    with_: tuple[str, ...]
    place: str
    """Where the configuration says it."""


class Setting(NamedTuple):
    """What the analyses of some files share. Plain data: it can go to another process or machine."""

    roots: tuple[str, ...]
    packages: tuple[str, ...]
    stubs: tuple[str, ...]
    budget: int
    min_dim: int
    torch_version: str | None
    files: tuple[tuple[str, str], ...]
    """Path and shown path of all files of the run: places in them are primary."""
    entries: tuple[Entry, ...]
    cache: str = ""
    """The folder in which what was read and found is kept, on the machine that reads it; empty: nowhere."""


class Group(NamedTuple):
    """Files of one configuration, in the order of their paths."""

    config: Config
    setting: Setting
    files: tuple[CheckedFile, ...]


class Plan(NamedTuple):
    """`config` is that of the run itself: its output, jobs, cache. `files` are sorted, each once."""

    config: Config
    files: tuple[CheckedFile, ...]
    groups: tuple[Group, ...]
    policy: PathPolicy
    cells: Mapping[str, tuple[tuple[int, int], ...]]
    """Of each notebook the number and first line of its code cells."""
    broken: Mapping[str, str]
    """Notebooks that are none, and why."""


class PathPolicy:
    """What is reported of each file, by its configuration and the command line."""

    def __init__(self, configs: Mapping[str, Config], given: Given) -> None:
        self._configs = configs
        self._given = given
        self._known: dict[str, Selection] = {}

    def for_path(self, path: str) -> Selection:
        """The selection for a file by its shown path."""
        known = self._known.get(path)
        if known is None:
            config = self._configs.get(path)
            known = self._known[path] = self._selection({} if config is None else _settings(config, path), config)
        return known

    def _selection(self, override: Mapping[str, Any], config: Config | None) -> Selection:
        given = self._given
        if config is None:
            return Selection(given.select, given.ignore, given.levels, given.strict)
        return Selection(
            given.select or frozenset(override.get("select", config.select)),
            given.ignore | frozenset(config.ignore) | frozenset(override.get("ignore", ())),
            {**dict(config.levels), **dict(override.get("levels", ())), **given.levels},
            given.strict or config.strict,
        )


def _settings(config: Config, path: str) -> Mapping[str, Any]:
    """The last override of the configuration that fits the file."""
    found: Mapping[str, Any] = {}
    for override in config.overrides:
        pattern = Config(config.folder, exclude=override["files"])
        if Patterns(pattern).exclude(Path(path)):
            found = override
    return found


def make_plan(paths: Sequence[str], given: Given) -> Plan:
    """ProjectError if a path or a configuration is wrong."""
    configs = _Configs(given.config)
    run = configs.of_run(paths)
    named = {Path(path) for path in paths if not Path(path).is_dir()}
    chosen = paths if given.text is not None else discover(paths, run)
    files: dict[str, CheckedFile] = {}
    by_file: dict[str, Config] = {}
    cells: dict[str, tuple[tuple[int, int], ...]] = {}
    broken: dict[str, str] = {}
    for path in map(Path, chosen):
        config = configs.of(path)
        if config is not run and path not in named and Patterns(config).exclude(path):
            continue
        file, notebook = _checked(path, given.text)
        files[file.shown], by_file[file.shown] = file, config
        if isinstance(notebook, str):
            broken[file.shown] = notebook
        elif notebook is not None:
            cells[file.shown] = notebook.cells
    ordered = tuple(files[shown] for shown in sorted(files))
    groups = _groups(ordered, by_file, given)
    return Plan(run, ordered, groups, PathPolicy(by_file, given), cells, broken)


class _Configs:
    """The nearest configuration of each file, or the one that the user names for all."""

    def __init__(self, named: str | None) -> None:
        self._named = None if named is None else read_config(Path(named))
        self._default = Config(Path.cwd())
        self._by_folder: dict[Path, Config] = {}
        self._by_origin: dict[Path, Config] = {}

    def of(self, path: Path) -> Config:
        return self._of_folder(path.absolute().parent)

    def of_run(self, paths: Iterable[str]) -> Config:
        """That of the working folder, or of the folder around the paths if they all lie elsewhere."""
        here = Path.cwd()
        absolute = [Path(os.path.abspath(path)) for path in paths]  # noqa: PTH100  (`..` is to go)
        if not absolute or any(path.is_relative_to(here) for path in absolute):
            return self._of_folder(here)
        try:
            common = Path(os.path.commonpath(absolute))
        except ValueError:  # on different drives
            return self._of_folder(here)
        return self._of_folder(common if common.is_dir() else common.parent)

    def _of_folder(self, folder: Path) -> Config:
        if self._named is not None:
            return self._named
        known = self._by_folder.get(folder)
        if known is None:
            config = find_config(folder) or self._default
            known = self._by_folder[folder] = self._by_origin.setdefault(config.folder, config)
        return known


def _checked(path: Path, text: bytes | None) -> tuple[CheckedFile, Notebook | str | None]:
    """The file, and the notebook that it is or why it is none."""
    shown = str(path) if str(path) == STDIN_NAME else shown_path(path)
    if path.suffix != NOTEBOOK:
        return CheckedFile(path.absolute(), shown, text), None
    try:
        notebook = read_notebook(path.read_bytes() if text is None else text)
    except OSError:
        return CheckedFile(path.absolute(), shown), None  # who reads it as Python says why it cannot be read
    except ValueError as error:
        return CheckedFile(path.absolute(), shown, b""), str(error)
    return CheckedFile(path.absolute(), shown, notebook.source), notebook


STDIN_NAME = "<stdin>"
"""How standard input is called unless the user names it."""


def _groups(
    files: Sequence[CheckedFile], by_file: Mapping[str, Config], given: Given
) -> tuple[Group, ...]:
    members: dict[Config, dict[Path, CheckedFile]] = {}
    for file in files:
        members.setdefault(by_file[file.shown], {})[file.path] = file
    everything = tuple((str(file.path), file.shown) for file in files)
    out = []
    for config, of_config in members.items():
        for roots, paths in rooted(of_config):
            own = tuple(of_config[path] for path in paths)
            setting = _setting(roots, config, given.python, given.stubs)
            entries = _entries(config, setting.roots, {str(file.path): file.shown for file in own})
            setting = setting._replace(files=everything, entries=entries)
            if not given.cache:
                setting = setting._replace(cache="")
            out.append(Group(config, setting, own))
    return tuple(out)


def make_setting(files: Iterable[Path], config: Config, python: str | None, stubs: Sequence[str]) -> Setting:
    """The setting in which these files can be analysed: `python` and `stubs` come before the configuration's."""
    return _setting(import_roots(files), config, python, stubs)


def _setting(roots: Iterable[Path], config: Config, python: str | None, stubs: Sequence[str]) -> Setting:
    try:
        packages = search_path(python or config.python_path, os.environ)
    except ProjectError as error:
        raise error if python or not config.python else ProjectError(f"{config.place('python')}: {error}") from None
    folders = [*map(Path, stubs), *config.stub_folders]
    return Setting(
        tuple(map(str, roots)),
        tuple(map(str, packages)),
        tuple(map(str, folders)),
        config.budget,
        config.min_dim,
        config.torch_version or version_of_torch(packages),
        (),
        (),
        str(cache_of(config) or ""),
    )


def cache_of(config: Config) -> Path | None:
    """The folder of the cache; None if the configuration wants none."""
    if not config.cache:
        return None
    return cache_folder() if config.cache_dir is None else config.folder / config.cache_dir


def _entries(config: Config, roots: Sequence[str], shown: Mapping[str, str]) -> tuple[Entry, ...]:
    """The configuration's entries that lie in the files."""
    out = []
    folders = [*map(Path, roots), config.folder, config.folder / "src"]
    for number, entry in enumerate(config.entry):
        place = config.place("entry", number, "target")
        module, _, qualname = entry["target"].rpartition(":")
        if not module or not qualname:
            raise ProjectError(f"{place}: `target` has to be `package.module:Name`, not `{entry['target']}`")
        files = [config.folder / module] if module.endswith(".py") else _places(module, folders)
        found = next((file for file in files if file.is_file()), None)
        if found is None:
            raise ProjectError(f"{place}: there is no module `{module}`")
        if str(found) in shown:
            inputs = tuple(f"{name}={text}" for name, text in entry.get("inputs", {}).items())
            with_ = tuple(f"{name}={value!r}" for name, value in entry.get("with", {}).items())
            out.append(Entry(shown[str(found)], qualname, inputs, with_, place))
    return tuple(out)


def _places(module: str, folders: Iterable[Path]) -> Iterable[Path]:
    relative = module.replace(".", "/")
    for folder in folders:
        yield folder / f"{relative}.py"
        yield folder / relative / "__init__.py"
