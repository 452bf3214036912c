"""Module calls in packages' own tests: what shapecheck says of each, beside what it gives when pytest runs the test.

python -m bench.own_tests [PACKAGE...] [--files PATTERN] [--needs FOLDER] [--functions] [--why-unknown] [--keep FOLDER]
                          [--limit SECONDS] [--json]

The tests come with the source distributions on PyPI. A package is one of those in this file, `name@version`, or a
folder that holds an unpacked distribution; pure packages that its tests need beside it are in folders that `pip
install --no-deps --target` made. A test that fails here (it needs a download, a GPU, another package) counts as far
as it got. With --keep torch runs each file once; what shapecheck reads stays there, too. Of each place in a test that
calls a module (with --functions: or a function of the package), all shapes that it gave have to be among those that
shapecheck reveals there.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import fetch
from bench.runner import environment, link, shapecheck
from bench.snippets import PARTLY, RIGHT, UNKNOWN, WRONG, compare

Json = Any
PACKAGES = ("vit_pytorch", "timm", "segmentation_models_pytorch", "einops", "peft")
NEEDED = (
    "accelerate==1.15.0", "annotated-doc==0.0.7", "anyio==4.16.0", "datasets==5.2.0", "dill==0.4.1", "h11==0.16.0",
    "hf-xet==1.8.0", "httpcore==1.0.9", "httpx==0.28.1", "huggingface_hub==1.31.0", "markdown-it-py==4.3.0",
    "mdurl==0.1.2", "multiprocess==0.70.19", "pandas==3.1.1", "pyarrow==26.0.1", "python-dateutil==4.0.0",
    "pytz==2026.6", "regex==2026.11.15", "rich==15.0.0", "safetensors==0.8.0", "scipy==1.17.1",
    "shellingham==1.5.4", "six==1.17.0", "sniffio==1.3.1", "tokenizers==0.23.1", "tqdm==4.70.1", "typer==0.29.2",
    "xxhash==4.1.0",
)  # fmt: skip
"""What the packages import when torch runs their tests."""
READ_THEIR_FRAME = ("super", "locals", "globals")
BESIDE = {"peft": ("diffusers",)}
"""What the tests of a package import beside it."""
MOST_CAUSES = 40
ORDER = (WRONG, UNKNOWN, PARTLY, RIGHT)
PATTERNS = ("test_*.py", "*_test.py")
TEST_FOLDERS = ("tests", "test")
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")


@dataclass(frozen=True)
class Package:
    """A package, the folder that holds its tests, and what is imported when they run."""

    name: str
    sources: Path
    installed: Path
    beside: tuple[Path, ...]

    @property
    def path(self) -> tuple[Path, ...]:
        """The folders on which imports are found, in their order."""
        return self.installed, *self.beside


@dataclass(frozen=True)
class Options:
    """How the tests are run and read."""

    limit: float
    functions: bool


class _Calls(ast.NodeTransformer):
    """Numbers the calls of a file in the order of its text, and rewrites those that are chosen."""

    def __init__(self, chosen: frozenset[int] | None) -> None:
        self.chosen = chosen
        self.count = 0

    def visit_Call(self, node: ast.Call) -> ast.AST:
        number = self.count
        self.count += 1
        self.generic_visit(node)
        if self.chosen is None:
            if isinstance(node.func, ast.Name) and node.func.id in READ_THEIR_FRAME:
                return node
            function = ast.Call(ast.Name("observe_call", ast.Load()), [ast.Constant(number), node.func], [])
            return ast.Call(function, node.args, node.keywords)
        if number in self.chosen:
            return ast.Call(ast.Name("reveal_shape", ast.Load()), [node], [])
        return node


def observed(text: str) -> str:
    """The test with every call observed."""
    return ast.unparse(ast.fix_missing_locations(_Calls(None).visit(ast.parse(text))))


def revealed(text: str, numbers: Sequence[int]) -> tuple[str, dict[tuple[int, int], int]]:
    """The test with these calls revealed, and which one is where (line and column from 1)."""
    tree = _Calls(frozenset(numbers)).visit(ast.parse(text))
    code = ast.unparse(ast.fix_missing_locations(tree))
    places = _Places(code.split("\n"))
    places.visit(ast.parse(code))
    # Outer calls come before inner ones in both orders.
    return code, dict(zip(places.found, sorted(numbers)))


class _Places(ast.NodeVisitor):
    """Where calls are revealed. `ast` counts columns in bytes, the checker in characters."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self.found: list[tuple[int, int]] = []

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id == "reveal_shape":
            before = self._lines[node.lineno - 1].encode()[: node.col_offset].decode()
            self.found.append((node.lineno, len(before) + 1))
        self.generic_visit(node)


def verdict(value: Json | None, shapes: Sequence[Json]) -> str:
    """How a revealed VALUE stands to all shapes that a call gave."""
    members = value["of"] if value is not None and value["kind"] == "union" else [value]
    best = [max((compare(member, shape) for member in members), key=ORDER.index) for shape in shapes]
    return min(best, key=ORDER.index)


def check(
    file: Path, shapes: Mapping[int, list[Json]], work: Path, python: Path, limit: float
) -> Counter[str]:
    """Verdicts on the module calls of one test file; false alarms (errors where pytest met none) beside them."""
    code, places = revealed(file.read_text(encoding="utf-8"), sorted(shapes))
    path = _copied(file, work / "checked", code)
    run = shapecheck(
        [str(path), "--python", str(python), "--why-unknown"], work / "checked", work / "cache", 10 * limit
    )
    shutil.copy(file, work / "checked" / path)
    document = run.document or {"reveals": [], "diagnostics": []}
    if run.crashed:
        print(f"  crash: {file.name}: {' '.join(run.errors.strip().splitlines()[-3:])}")
    values: dict[tuple[int, int], Json] = {}
    for one in document["reveals"]:
        start = one["range"]["start"]
        values[start["line"], start["column"]] = one["value"]
    counts: Counter[str] = Counter()
    for place, number in places.items():
        if shapes[number]:
            counts[said := verdict(values.get(place), shapes[number])] += 1
            if said != RIGHT:
                print(f"  {said}: {file.name}: {code.splitlines()[place[0] - 1].strip()[:90]}")
                print(f"      torch gives {shapes[number][:3]}, we say {values.get(place)}")
    for one in document["diagnostics"]:
        line = code.splitlines()[one["range"]["start"]["line"] - 1].strip()
        print(f"  {one['severity']}: {file.name}: {line}: {one['message'][:160]}")
        counts[f"{one['severity']}s"] += 1
    counts["crashes"] = int(run.crashed)
    print(f"{file.name} {dict(counts)} {run.seconds:.1f} s", flush=True)
    for cause in document.get("why_unknown", [])[:MOST_CAUSES]:
        where = f"{Path(cause['path']).name}:{cause['range']['start']['line']}" if cause.get("path") else "-"
        counts[f"because {cause['reason']}  ({where})"] += cause.get("count", 1)
    return counts


def _copied(file: Path, parent: Path, code: str) -> Path:
    """Where a test file with this CODE is below PARENT, among the tests beside it. All folders of tests are packages
    there: the distributions leave `__init__.py` out."""
    root = _root(file)
    folder = parent / root.name
    if not folder.exists():
        shutil.copytree(root, folder)
        for inner in {one.parent for one in folder.rglob("*.py")}:
            (inner / "__init__.py").touch()
    place = folder / file.relative_to(root)
    place.write_text(code, encoding="utf-8")
    return place.relative_to(parent)


def _root(file: Path) -> Path:
    """The outermost folder of tests around a test file, or the package in which it lies."""
    folder = [file.parent, *(one for one in file.parents if one.name in TEST_FOLDERS)][-1]
    while (folder.parent / "__init__.py").exists():
        folder = folder.parent
    return folder


def _run(package: Package, file: Path, work: Path, options: Options) -> dict[int, list[Json]]:
    """What pytest's run of the observed test records, as far as it came in time."""
    out = work / "observed" / f"{'_'.join(file.relative_to(_root(file)).with_suffix('').parts)}.json"
    if not out.exists():
        path = _copied(file, work / "run", observed(file.read_text(encoding="utf-8")))
        out.parent.mkdir(exist_ok=True)
        places = [Path(__file__).parents[1], *package.path, _needed()]
        environ = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, places)), "OBSERVED": str(out)}
        environ |= {"HF_HUB_OFFLINE": "1", "EINOPS_TEST_BACKENDS": "torch"}
        if options.functions:
            environ |= {"OBSERVED_FUNCTIONS": str(package.installed)}
        command = [sys.executable, "-m", "pytest", "-q", "-p", "bench.observing", "-p", "no:cacheprovider"]
        # The first signal ends the session in order, so what was observed is written.
        command = ["timeout", "--signal=INT", "--kill-after=20", str(options.limit), *command, str(path)]
        with out.with_suffix(".log").open("w", encoding="utf-8") as log:
            subprocess.run(command, cwd=work / "run", env=environ, stdout=log, stderr=log, check=False)
        shutil.copy(file, work / "run" / path)  # other tests may import it
    if not out.exists():
        out.write_text("{}", encoding="utf-8")
    return {int(number): shapes for number, shapes in json.loads(out.read_text(encoding="utf-8")).items()}


def _needed() -> Path:
    return _installed("test-needs", NEEDED)


def _installed(name: str, wanted: Sequence[str]) -> Path:
    """A folder of the cache in which these distributions, and nothing that they ask for, are installed."""
    folder = fetch.cache_folder() / name
    if not folder.exists():
        subprocess.run([*PIP, "install", "--no-deps", "--target", str(folder), *wanted], check=True)
    return folder


def package_of(wanted: str, needs: Sequence[Path] = ()) -> Package:
    """The package that is NAME, NAME@VERSION or the FOLDER of an unpacked distribution."""
    if Path(wanted).is_dir():
        folder = Path(wanted).resolve()
        return Package(
            folder.name, folder, folder / "src" if (folder / "src").is_dir() else folder, tuple(needs)
        )
    name, _, version = wanted.partition("@")
    exact = f"{name}=={version or fetch.VERSIONS[name]}"
    installed = _installed(f"installed/{name}-{version}", [exact]) if version else fetch.source(name)
    others = dict.fromkeys((*fetch.ENVIRONMENT, *BESIDE.get(name, ())))
    beside = [fetch.source(other) for other in others if other != name]
    return Package(wanted, _distribution(exact, wanted.replace("@", "-")), installed, (*needs, *beside))


def _distribution(exact: str, name: str) -> Path:
    """The folder that holds the unpacked source distribution."""
    folder = fetch.cache_folder() / "sdists" / name
    if not folder.exists():
        with tempfile.TemporaryDirectory() as there:
            subprocess.run(
                [*PIP, "download", "--no-deps", "--no-binary", ":all:", "--dest", there, exact], check=True
            )
            with tarfile.open(next(Path(there).glob("*.tar.gz"))) as archive:
                archive.extractall(folder, filter="data")
    return folder


def tests_of(package: Package, patterns: Sequence[str]) -> list[Path]:
    """The test files of a package's source distribution."""
    return sorted({file for pattern in patterns for file in package.sources.rglob(pattern)})


def measure(package: Package, work: Path, patterns: Sequence[str], options: Options) -> Counter[str]:
    """Verdicts on all module calls in a package's tests, and what is the cause of the unknown ones."""
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        python = environment(Path(name) / "venv", ())
        for folder in (*package.path, _needed()):
            link(folder, python)
        for file in tests_of(package, patterns):
            if shapes := _run(package, file, work, options):
                counts += check(file, shapes, work, python, options.limit)
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.own_tests", description=__doc__)
    parser.add_argument("packages", nargs="*", default=PACKAGES)
    parser.add_argument("--files", action="append", help="which test files")
    parser.add_argument(
        "--needs", type=Path, action="append", default=[], help="installed packages beside it"
    )
    parser.add_argument("--functions", action="store_true", help="calls of the package's functions, too")
    parser.add_argument(
        "--limit", type=float, default=300.0, help="seconds that pytest may take for one file"
    )
    parser.add_argument("--why-unknown", action="store_true", help="list causes, commonest first")
    parser.add_argument("--keep", type=Path, help="where what torch gave is kept for the next run")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    table: dict[str, Mapping[str, int]] = {}
    for wanted in options.packages:
        package = package_of(wanted, options.needs)
        with tempfile.TemporaryDirectory() as name:
            work = options.keep / Path(wanted).name if options.keep else Path(name)
            work.mkdir(parents=True, exist_ok=True)
            chosen = Options(options.limit, options.functions)
            counts = measure(package, work, options.files or PATTERNS, chosen)
        causes = Counter({cause: counts.pop(cause) for cause in list(counts) if cause.startswith("because ")})
        if options.why_unknown:
            print(*(f"{count:6} {cause}" for cause, count in causes.most_common(MOST_CAUSES)), sep="\n")
        table[wanted] = counts
        print(wanted, dict(counts), flush=True)
    if options.json:
        print(json.dumps(table, indent=2))


if __name__ == "__main__":
    main()
