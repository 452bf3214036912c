"""The configuration: `[tool.shapecheck]` of `pyproject.toml`, or `shapecheck.toml`; the nearest one wins.

Each option is one field of `Config`; its documentation and JSON Schema are made from it (`docs/generate.py`).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

from shapecheck.project import ProjectError, kinds
from shapecheck.project.kinds import Kind, Wrong, nearest
from shapecheck.project.toml_lines import key_lines, line_of

OWN_FILE = "shapecheck.toml"
FILES = (OWN_FILE, "pyproject.toml")
"""In this order in one folder."""
DEFAULT_BUDGET = 1_000_000

OVERRIDE = {
    "files": kinds.STRINGS,
    "select": kinds.RULES,
    "ignore": kinds.RULES,
    "levels": kinds.LEVEL_TABLE,
}
ENTRY = {"target": kinds.STRING, "with": kinds.TABLE, "inputs": kinds.TEXT_TABLE}


class Option(NamedTuple):
    """What is known of one option: `example` is its value in TOML, or several lines of it."""

    name: str
    kind: Kind
    default: Any
    help: str
    example: str


def _option(kind: Kind, default: Any, text: str, example: str) -> Any:
    return field(default=default, metadata={"kind": kind, "help": text, "example": example})


@dataclass(frozen=True, eq=False)
class Config:
    """All options. Paths and patterns are relative to `folder`, where the file lies."""

    folder: Path
    include: tuple[str, ...] = _option(
        kinds.STRINGS,
        ("*.py", "*.ipynb"),
        "Which files in the folders given are checked, as patterns of `.gitignore`.",
        '["src/**/*.py"]',
    )
    exclude: tuple[str, ...] = _option(
        kinds.STRINGS,
        (),
        "Files and folders that are not checked, as patterns of `.gitignore`, besides what `.gitignore` names. Folders "
        "of tools (`.git`, `.venv`, `venv`, `build`, `dist`, `site-packages`, `node_modules` and the like) are not "
        "entered. A file that is named on the command line is checked all the same.",
        '["third_party", "*_pb2.py"]',
    )
    respect_gitignore: bool = _option(
        kinds.BOOLEAN, True, "Leave out what the `.gitignore` files of the repository name.", "false"
    )
    python: str | None = _option(
        kinds.STRING,
        None,
        "The interpreter, or the folder of an environment, whose installed packages the code imports. It is never "
        "run. If it is not given, the active environment.",
        '".venv"',
    )
    stubs: tuple[str, ...] = _option(
        kinds.STRINGS, (), "Folders with shape rules of your own operators.", '["stubs"]'
    )
    select: tuple[str, ...] = _option(
        kinds.RULES, (), "Report only these rules; all that are on if it is empty.", '["impossible-shape"]'
    )
    ignore: tuple[str, ...] = _option(
        kinds.RULES, (), "Rules that are not reported.", '["suspicious-broadcast"]'
    )
    levels: tuple[tuple[str, str], ...] = _option(
        kinds.LEVEL_TABLE,
        (),
        "The level of a rule: `error`, `warning`, `info` or `off`. A finding that is not certain stays a warning.",
        '{ suspicious-broadcast = "error", unused-suppression = "off" }',
    )
    overrides: tuple[Mapping[str, Any], ...] = _option(
        kinds.tables(OVERRIDE, ("files",)),
        (),
        "`select`, `ignore` and `levels` for some files, named by patterns. The last one that fits a file counts.",
        '[[overrides]]  # in pyproject.toml: [[tool.shapecheck.overrides]]\nfiles = ["tests/**"]\n'
        'ignore = ["unproved-shape"]',
    )
    entry: tuple[Mapping[str, Any], ...] = _option(
        kinds.tables(ENTRY, ("target",)),
        (),
        "Functions and modules that are checked on the inputs given: `target` is `package.module:Name`, `with` are "
        "arguments of the constructor, `inputs` those of the call.",
        '[[entry]]  # in pyproject.toml: [[tool.shapecheck.entry]]\ntarget = "pkg.model:Net"\nwith = { depth = 12 }\n'
        'inputs = { x = "float32[B, 3, H, W]" }',
    )
    min_dim: int = _option(
        kinds.whole(0), 1, "The smallest size that a dim of an input is taken to have.", "2"
    )
    torch_version: str | None = _option(
        kinds.VERSION,
        None,
        "The version of torch by which comparisons with `torch.__version__` are decided. If it is not given, the one "
        "that is installed in the environment, else 2.13.0.",
        '"2.6"',
    )
    budget: int = _option(
        kinds.whole(1000),
        DEFAULT_BUDGET,
        "Steps that the analysis of one file's top-level code may take. A function or class that is entered for itself "
        "gets a quarter of that, and all of them together as many, one and a half times as many with the top-level "
        "code; one that is run again with other values of its parameters gets half as many after each run that did not "
        "end. A test gets up to three quarters, and all tests together three times as many. Counted, never timed: the "
        "answer is the same everywhere.",
        "4_000_000",
    )
    strict: bool = _option(
        kinds.BOOLEAN, False, "Report lower bounds too, and let warnings count for the exit status.", "true"
    )
    error_on_warning: bool = _option(kinds.BOOLEAN, False, "Warnings count for the exit status.", "true")
    max_unknown: float | None = _option(
        kinds.PERCENT,
        None,
        "The largest share of tensors, in percent, whose shape may be unknown: above it the exit status is 1.",
        "20",
    )
    baseline: str | None = _option(
        kinds.STRING, None, "A file of known diagnostics that are not reported.", '"shapecheck-baseline.json"'
    )
    output_format: tuple[str, ...] = _option(
        kinds.STRINGS, (), "How results are written: `FORMAT`, or `FORMAT:FILE`.", '["text", "sarif:out.sarif"]'
    )
    jobs: int = _option(kinds.whole(0), 0, "Processes at work; 0 means one for each core.", "4")
    cache: bool = _option(kinds.BOOLEAN, True, "Keep results for the next run.", "false")
    cache_dir: str | None = _option(
        kinds.STRING, None, "Where they are kept, if not in the user's cache folder.", '".cache/shapecheck"'
    )

    file: Path | None = None
    """Where it stands."""

    def place(self, *key: str | int) -> str:
        """The file and line of an option."""
        if self.file is None:
            return str(self.folder)
        prefix = _prefix(self.file)
        try:
            return f"{self.file}:{line_of(key_lines(self.file.read_text(encoding='utf-8')), (*prefix, *key))}"
        except (OSError, ValueError):
            return str(self.file)

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


def options() -> Iterator[Option]:
    """All options, as they are called in TOML."""
    for one in fields(Config):
        if "kind" in one.metadata:
            name = one.name.replace("_", "-")
            yield Option(name, one.metadata["kind"], one.default, one.metadata["help"], one.metadata["example"])


def load_config(start: Path) -> Config:
    """The configuration that applies in a folder: the nearest file with our table, else the defaults."""
    return find_config(start) or Config(start.absolute())


def find_config(start: Path) -> Config | None:
    """The configuration in the nearest file with our table, if there is one."""
    start = start.absolute()
    for folder in (start, *start.parents):
        for name in FILES:
            file = folder / name
            if file.is_file():
                config = _read(file)
                if config is not None:
                    return config
    return None


def read_config(file: Path) -> Config:
    """The configuration in a file that the user names."""
    config = _read(file.absolute())
    if config is None:
        raise ProjectError(f"{file}: there is no table [tool.shapecheck]")
    return config


def _read(file: Path) -> Config | None:
    try:
        text = file.read_text(encoding="utf-8")
        if _prefix(file) and "shapecheck" not in text:
            return None  # not ours, and nothing that we have to read or complain of
    except (OSError, ValueError) as error:
        raise ProjectError(f"{file}: {error}") from None
    try:
        document = _parsed(text)
    except ValueError as error:
        raise ProjectError(f"{file}:{_line_of_error(str(error), text)}: {error}") from None
    prefix = _prefix(file)
    table: Any = document
    for name in prefix:
        if isinstance(table, dict) and name not in table:
            return None
        table = table[name] if isinstance(table, dict) else table
    try:
        if not prefix and "tool" in table:
            raise Wrong(f"the options stand at the top of {file.name}, not in [tool.shapecheck]", "tool")
        return Config(folder=file.parent, file=file, **_values(table))
    except Wrong as wrong:
        line = line_of(key_lines(text), (*prefix, *wrong.key))
        raise ProjectError(f"{file}:{line}: {wrong.message}") from None


def _prefix(file: Path) -> tuple[str, ...]:
    """The table of the file in which the options stand."""
    return () if file.name != "pyproject.toml" else ("tool", "shapecheck")


def _parsed(text: str) -> dict[str, Any]:
    """The document; a ValueError if it is no TOML."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib

    document: dict[str, Any] = tomllib.loads(text)
    return document


def _line_of_error(message: str, text: str) -> int:
    """The line that the parser's message names; it says `at end of document` of the last one."""
    named = re.search(r"at line (\d+)", message)
    return int(named[1]) if named else max(1, len(text.splitlines()))


def _values(table: Any) -> dict[str, Any]:
    if not isinstance(table, dict):
        raise Wrong("[tool.shapecheck] has to be a table")
    known = {one.name: one.kind for one in options()}
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in known:
            raise Wrong(f"unknown key `{key}`{nearest(key, known)}", key)
        try:
            values[key.replace("-", "_")] = known[key].read(value)
        except Wrong as wrong:
            said = wrong.message if wrong.message.startswith("there is no rule") else f"`{key}` {wrong.message}"
            raise Wrong(said, key, *wrong.key) from None
    return values


def require_rule(name: str, place: str) -> None:
    """ProjectError unless there is such a rule."""
    try:
        kinds.rule_name(name)
    except Wrong as wrong:
        raise ProjectError(f"{place}: {wrong.message}") from None
