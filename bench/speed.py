"""How long checkers take on the same files: cold, warm, and after one change. And how the time grows with the tree.

    python -m bench speed [--repeat N] [--most LINES]

Each other checker is what pip gives (in an environment of its own, beside the downloads), with its defaults and a
cache of its own. Everything is measured in this one run; figures are medians. `seconds` are those of the clock and
say little on a busy machine; `CPU` are seconds on the processors, of all processes together; `MB` is the peak of the
largest process. The change is a line in the body of one function.
"""

from __future__ import annotations

import ast
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from bench.fetch import cache_folder, source

TOOLS = ("pyrefly", "mypy", "pyright[nodejs]")
LARGE_FILE = "timm/models/efficientnet.py"
GROWTH = (1_000, 10_000, 100_000, 1_000_000)
STARTS = 15


class Cost(NamedTuple):
    """One process with its children."""

    seconds: float
    processor: float
    megabytes: float


class Tool(NamedTuple):
    """A checker: its command line for some paths, given a folder for its cache."""

    name: str
    command: Callable[[list[str], Path], list[str]]


def cost(command: list[str], cwd: Path, cache: Path | None = None) -> Cost:
    """Runs the command to its end; what it says does not matter here."""
    environ = {**os.environ, "NO_COLOR": "1", "PYTHONSAFEPATH": "1"}
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if cache is not None:
        environ |= {"SHAPECHECK_CACHE_DIR": str(cache), "XDG_CACHE_HOME": str(cache)}
    started = time.monotonic()
    process = subprocess.Popen(
        command, cwd=cwd, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    seconds = time.monotonic() - started
    return Cost(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def median(costs: Iterable[Cost]) -> Cost:
    """Each figure by itself."""
    return Cost(*(statistics.median(column) for column in zip(*costs, strict=True)))


def tools() -> list[Tool]:
    """shapecheck and those of the others that can be installed here."""
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


def three(tool: Tool, root: Path, paths: list[str], changed: str, repeat: int) -> dict[str, Cost]:
    """Cold, warm and after a change, each `repeat` times."""
    found: dict[str, list[Cost]] = {"cold": [], "warm": [], "one changed": []}
    for _ in range(repeat):
        with tempfile.TemporaryDirectory() as cache:
            command = tool.command(paths, Path(cache))
            found["cold"].append(cost(command, root, Path(cache)))
            found["warm"].append(cost(command, root, Path(cache)))
            change(root / changed)
            found["one changed"].append(cost(command, root, Path(cache)))
    return {name: median(costs) for name, costs in found.items()}


def bare_parse(root: Path, paths: list[str]) -> Cost:
    """libcst's parser alone over the same files: what nobody who uses it can be faster than."""
    code = (
        "import sys, libcst\nfrom pathlib import Path\n"
        "for path in sys.argv[1:]:\n"
        "    for file in [Path(path)] if path.endswith('.py') else sorted(Path(path).rglob('*.py')):\n"
        "        libcst.parse_module(file.read_bytes())\n"
    )
    return cost([sys.executable, "-c", code, *paths], root)


def lines_in(root: Path, paths: list[str]) -> int:
    return sum(
        file.read_bytes().count(b"\n")
        for path in paths
        for file in ([root / path] if path.endswith(".py") else (root / path).rglob("*.py"))
    )


def packages(repeat: int) -> None:
    """The table of timm, vit-pytorch and one file."""
    subjects = [
        ("timm", ["timm"], "timm/models/resnet.py"),
        ("vit_pytorch", ["vit_pytorch"], "vit_pytorch/vit.py"),
        ("timm", [LARGE_FILE], LARGE_FILE),
    ]
    for package, paths, changed in subjects:
        with tempfile.TemporaryDirectory() as name:
            root = Path(name)
            shutil.copytree(source(package) / package, root / package)
            lines = lines_in(root, paths)
            parse = median([bare_parse(root, paths) for _ in range(repeat)])
            print(f"\n{' '.join(paths)}: {lines:,} lines; libcst's bare parse: {parse.processor:.1f} CPU s")
            goal = 1.5 * parse.processor + lines / 10_000
            print(f"to reach, cold: {goal:.1f} CPU s (1.5 times the bare parse and 1 s for 10,000 lines)")
            _row("", "", "seconds", "CPU", "MB")
            for tool in tools():
                for state, one in three(tool, root, paths, changed, repeat).items():
                    _row(tool.name, state, f"{one.seconds:.2f}", f"{one.processor:.2f}", f"{one.megabytes:.0f}")


def starts() -> None:
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
        cost(commands["shapecheck a.py, warm"], root, root / "cache")
        print("\nmilliseconds of a start")
        _row("", "", "clock", "CPU")
        for label, command in commands.items():
            one = median([cost(command, root, root / "cache") for _ in range(STARTS)])
            _row(label, "", f"{1000 * one.seconds:.0f}", f"{1000 * one.processor:.0f}")


def growth(most: int) -> None:
    """Copies of vit-pytorch, each under another name, until there are so many lines."""
    print("\nlines against seconds on the processor (copies of vit-pytorch, cold, one process)")
    _row("lines", "", "CPU", "per 1,000")
    for wanted in (lines for lines in GROWTH if lines <= most):
        with tempfile.TemporaryDirectory() as name:
            root = Path(name)
            have = 0
            originals = sorted((source("vit_pytorch") / "vit_pytorch").glob("[a-z]*.py"))
            copies = 0
            while have < wanted:
                for file in originals:
                    if have >= wanted:
                        break
                    copy = root / f"copy_{copies}" / file.name
                    copy.parent.mkdir(exist_ok=True)
                    shutil.copy(file, copy)
                    have += copy.read_bytes().count(b"\n")
                copies += 1
            shape = [sys.executable, "-m", "shapecheck", "-j", "1", "--no-cache", "."]
            one = cost(shape, root, root / "cache")
            _row(f"{have:,}", "", f"{one.processor:.1f}", f"{1000 * one.processor / have:.2f}")


def _row(name: str, state: str, *figures: str) -> None:
    print(f"{name:24} {state:12}" + "".join(f"{figure:>11}" for figure in figures), flush=True)


def main(repeat: int, most: int) -> None:
    """Prints all tables."""
    starts()
    packages(repeat)
    growth(most)
