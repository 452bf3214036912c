"""How long checkers take on the same files: cold, warm, and after one change. And how the time grows with the tree.

    python -m bench speed [PART...] [--tools NAME,NAME] [--repeat N] [--limit SECONDS] [--most LINES]

Parts: starts, timm, vit_pytorch, file, growth; all of them if none is named. A run that takes longer than the limit is
ended, and what would come after it with that checker left out.

Each other checker is what pip gives (in an environment of its own, beside the downloads), with its defaults and a
cache of its own. Everything is measured in this one run; figures are medians. `seconds` are those of the clock and
say little on a busy machine; `CPU` are seconds on the processors, of all processes together; `MB` is the peak of the
largest process. The change is a line in the body of one function.
"""

from __future__ import annotations

import ast
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from bench.fetch import cache_folder, source

TOOLS = ("pyrefly", "mypy", "pyright[nodejs]")
PARTS = ("starts", "timm", "vit_pytorch", "file", "growth")
LARGE_FILE = "timm/models/efficientnet.py"
GROWTH = (1_000, 10_000, 100_000, 1_000_000)
STARTS = 15


class Cost(NamedTuple):
    """One process with its children."""

    seconds: float
    processor: float
    megabytes: float


class Measuring(NamedTuple):
    """How often each run is made, the seconds of the clock that it may take, and the checkers (all, if none)."""

    repeat: int
    limit: float
    tools: tuple[str, ...]
    most: int
    """Lines of the largest tree of which the growth is measured."""


class Broken(Exception):
    """A run was ended, at the limit or by a signal: its figures are worth nothing."""


class Tool(NamedTuple):
    """A checker: its command line for some paths, given a folder for its cache."""

    name: str
    command: Callable[[list[str], Path], list[str]]


def cost(command: list[str], cwd: Path, limit: float, cache: Path | None = None) -> Cost:
    """Runs the command to its end; what it says does not matter here. Raises Broken."""
    environ = {**os.environ, "NO_COLOR": "1", "PYTHONSAFEPATH": "1"}
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if cache is not None:
        environ |= {"SHAPECHECK_CACHE_DIR": str(cache), "XDG_CACHE_HOME": str(cache)}
    started = time.monotonic()
    process = subprocess.Popen(
        command,
        cwd=cwd,
        env=environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    end = threading.Timer(limit, os.killpg, (process.pid, signal.SIGKILL))
    end.start()
    _, status, usage = os.wait4(process.pid, 0)
    end.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.monotonic() - started
    if process.returncode < 0:
        is_over = seconds >= limit
        raise Broken(f"over {limit:.0f} s" if is_over else signal.Signals(-process.returncode).name)
    return Cost(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def median(costs: Iterable[Cost]) -> Cost:
    """Each figure by itself."""
    return Cost(*(statistics.median(column) for column in zip(*costs, strict=True)))


def tools(wanted: tuple[str, ...]) -> list[Tool]:
    """shapecheck and those of the others that can be installed here, or of them those that are wanted."""
    return [tool for tool in _tools() if not wanted or tool.name in wanted]


def _tools() -> list[Tool]:
    folder = cache_folder() / "tools"
    if not (folder / "done").exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        for name in TOOLS:
            subprocess.run([str(folder / "bin" / "pip"), "install", "-q", name], check=False)
        (folder / "done").touch()
    found = [
        Tool("shapecheck", lambda paths, cache: [sys.executable, "-m", "shapecheck", *paths]),
        Tool(
            "shapecheck -j 1", lambda paths, cache: [sys.executable, "-m", "shapecheck", "-j", "1", *paths]
        ),
    ]
    bin_ = folder / "bin"
    mypy = ["--ignore-missing-imports", "--follow-imports=silent", "--explicit-package-bases"]
    if (bin_ / "mypy").exists():
        found.append(
            Tool("mypy", lambda paths, cache: [str(bin_ / "mypy"), *mypy, f"--cache-dir={cache}", *paths])
        )
    if (bin_ / "pyrefly").exists():
        found.append(Tool("pyrefly", lambda paths, cache: [str(bin_ / "pyrefly"), "check", *paths]))
    if (bin_ / "pyright").exists():
        found.append(Tool("pyright", lambda paths, cache: [str(bin_ / "pyright"), *paths]))
    return found


def change(file: Path) -> None:
    """A line more in the body of the longest function."""
    text = file.read_text(encoding="utf-8")
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    longest = max(functions, key=lambda node: (node.end_lineno or 0) - node.lineno)
    last = longest.body[-1]
    lines = text.splitlines(keepends=True)
    lines.insert(last.lineno - 1, f"{' ' * last.col_offset}_changed = {time.time_ns()}\n")
    file.write_text("".join(lines), encoding="utf-8")


def three(
    tool: Tool, root: Path, paths: list[str], changed: str, how: Measuring
) -> Iterator[tuple[str, Cost]]:
    """Cold, warm and after a change, each as often as it is to be repeated. Raises Broken."""
    with tempfile.TemporaryDirectory() as folder:
        caches = [Path(folder) / str(number) for number in range(how.repeat)]
        for state in ("cold", "warm", "one changed"):
            costs = []
            for cache in caches:
                if state == "one changed":
                    change(root / changed)
                costs.append(cost(tool.command(paths, cache), root, how.limit, cache))
            yield state, median(costs)


def bare_parse(root: Path, paths: list[str]) -> Cost:
    """libcst's parser alone over the same files: what nobody who uses it can be faster than."""
    code = (
        "import sys, libcst\nfrom pathlib import Path\n"
        "for path in sys.argv[1:]:\n"
        "    for file in [Path(path)] if path.endswith('.py') else sorted(Path(path).rglob('*.py')):\n"
        "        libcst.parse_module(file.read_bytes())\n"
    )
    return cost([sys.executable, "-c", code, *paths], root, float(threading.TIMEOUT_MAX))


def lines_in(root: Path, paths: list[str]) -> int:
    return sum(
        file.read_bytes().count(b"\n")
        for path in paths
        for file in ([root / path] if path.endswith(".py") else (root / path).rglob("*.py"))
    )


SUBJECTS = {
    "timm": ("timm", "timm", "timm/models/resnet.py"),
    "vit_pytorch": ("vit_pytorch", "vit_pytorch", "vit_pytorch/vit.py"),
    "file": ("timm", LARGE_FILE, LARGE_FILE),
}
"""Package, what of it is checked, and the file that changes, by the name of the part."""


def tree(part: str, how: Measuring) -> None:
    """The table of timm, of vit-pytorch or of one file."""
    package, path, changed = SUBJECTS[part]
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        shutil.copytree(source(package) / package, root / package)
        lines = lines_in(root, [path])
        parse = median([bare_parse(root, [path]) for _ in range(how.repeat)])
        print(f"\n{path}: {lines:,} lines; libcst's bare parse: {parse.processor:.1f} CPU s")
        goal = 1.5 * parse.processor + lines / 10_000
        print(f"to reach, cold: {goal:.1f} CPU s (1.5 times the bare parse and 1 s for 10,000 lines)")
        _row("", "", "seconds", "CPU", "MB")
        for tool in tools(how.tools):
            try:
                for state, one in three(tool, root, [path], changed, how):
                    _row(tool.name, state, f"{one.seconds:.2f}", f"{one.processor:.2f}", f"{one.megabytes:.0f}")
            except Broken as reason:
                _row(tool.name, str(reason))


def starts(how: Measuring) -> None:
    """What a start costs above that of Python itself."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        (root / "a.py").write_text("import torch\n\nx = torch.zeros(2, 3)\n", encoding="utf-8")
        shape = [sys.executable, "-m", "shapecheck"]
        commands = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "shapecheck --version": [*shape, "--version"],
            "shapecheck a.py, warm": [*shape, "a.py"],
        }
        cost(commands["shapecheck a.py, warm"], root, how.limit, root / "cache")
        print("\nmilliseconds of a start")
        _row("", "", "clock", "CPU")
        for label, command in commands.items():
            one = median([cost(command, root, how.limit, root / "cache") for _ in range(STARTS)])
            _row(label, "", f"{1000 * one.seconds:.0f}", f"{1000 * one.processor:.0f}")


def growth(how: Measuring) -> None:
    """Copies of the same files of vit-pytorch, each under another name, until there are so many lines."""
    print("\nlines against seconds on the processor (copies of files of vit-pytorch, cold, one process)")
    _row("lines", "", "CPU", "per 1,000", "after start")
    start = 0.0
    for wanted in (0, *(lines for lines in GROWTH if lines <= how.most)):
        with tempfile.TemporaryDirectory() as name:
            root = Path(name)
            have = copies(root, wanted)
            shape = [sys.executable, "-m", "shapecheck", "-j", "1", "--no-cache", "."]
            try:
                one = cost(shape, root, how.limit, root / "cache")
            except Broken as reason:
                _row(f"{have:,}", str(reason))
                return
            if not wanted:
                start = one.processor
            each = (1000 * seconds / have for seconds in (one.processor, one.processor - start))
            _row(f"{have:,}", "", f"{one.processor:.1f}", *(f"{figure:.2f}" for figure in each))


def copies(root: Path, wanted: int) -> int:
    """Writes a file that imports torch, and copies of the same files, taken evenly from vit-pytorch, of about as many
    lines as the smallest tree has. Gives the number of lines."""
    (root / "start.py").write_text("import torch\nx = torch.zeros(2, 3) @ torch.zeros(3, 2)\n")
    originals = sorted((source("vit_pytorch") / "vit_pytorch").glob("[a-z]*.py"))
    unit: list[Path] = []
    for file in originals[:: round(sum(map(_lines, originals)) / GROWTH[0])]:
        if sum(map(_lines, unit)) + _lines(file) <= GROWTH[0]:
            unit.append(file)
    each = sum(map(_lines, unit))
    for number in range(round(wanted / each)):
        folder = root / f"copy_{number}"
        folder.mkdir()
        for file in unit:
            shutil.copy(file, folder)
    return 2 + each * round(wanted / each)


def _lines(file: Path) -> int:
    return file.read_bytes().count(b"\n")


def _row(name: str, state: str, *figures: str) -> None:
    print(f"{name:24} {state:12}" + "".join(f"{figure:>11}" for figure in figures), flush=True)


def main(parts: list[str], how: Measuring) -> None:
    """Prints the tables of these parts."""
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        sys.exit(f"no part is called {unknown[0]}: they are {', '.join(PARTS)}")
    for part in parts or PARTS:
        if part == "starts":
            starts(how)
        elif part == "growth":
            growth(how)
        else:
            tree(part, how)
