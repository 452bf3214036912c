"""Module calls in packages' own tests: what shapecheck says of each, beside what it gives when pytest runs the test.

python -m bench.own_tests [PACKAGE...] [--files PATTERN] [--limit SECONDS] [--why-unknown] [--keep FOLDER] [--json]

The tests come with the source distributions on PyPI. A test that fails here (it needs a download, a GPU, another
package) counts as far as it got. With --keep torch runs each file once; what shapecheck reads stays there, too.
Of each place in a test that calls a module, all shapes that it gave have to be among those that shapecheck reveals
there.
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
    places = _Places()
    places.visit(ast.parse(code))
    # Outer calls come before inner ones in both orders.
    return code, dict(zip(places.found, sorted(numbers)))


class _Places(ast.NodeVisitor):
    def __init__(self) -> None:
        self.found: list[tuple[int, int]] = []

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id == "reveal_shape":
            self.found.append((node.lineno, node.col_offset + 1))
        self.generic_visit(node)


def verdict(value: Json | None, shapes: Sequence[Json]) -> str:
    """How a revealed VALUE stands to all shapes that a call gave."""
    members = value["of"] if value is not None and value["kind"] == "union" else [value]
    best = [max((compare(member, shape) for member in members), key=ORDER.index) for shape in shapes]
    return min(best, key=ORDER.index)


def check(file: Path, shapes: Mapping[int, list[Json]], work: Path, python: Path, limit: float) -> Counter[str]:
    """Verdicts on the module calls of one test file; false alarms (errors where pytest met none) beside them."""
    code, places = revealed(file.read_text(encoding="utf-8"), sorted(shapes))
    folder = _copied(file, work / "checked")
    (folder / file.name).write_text(code, encoding="utf-8")
    path = Path(folder.name, file.name)
    run = shapecheck([str(path), "--python", str(python), "--why-unknown"], folder.parent, work / "cache", 10 * limit)
    document = run.document or {"reveals": [], "diagnostics": []}
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
    errors = [one for one in document["diagnostics"] if one["severity"] == "error"]
    for one in errors:
        print(f"  error: {file.name}: {code.splitlines()[one['range']['start']['line'] - 1]}: {one['message'][:160]}")
    counts["errors"] = len(errors)
    print(f"{file.name} {dict(counts)} {run.seconds:.1f} s", flush=True)
    for cause in document.get("why_unknown", [])[:MOST_CAUSES]:
        where = f"{Path(cause['path']).name}:{cause['range']['start']['line']}" if cause.get("path") else "-"
        counts[f"because {cause['reason']}  ({where})"] += cause.get("count", 1)
    return counts


def _copied(file: Path, parent: Path) -> Path:
    """The folder of a test file below PARENT, as a package: the distributions leave `__init__.py` out."""
    folder = parent / "tests"
    if not folder.exists():
        shutil.copytree(file.parent, folder)
        (folder / "__init__.py").touch()
    return folder


def _run(package: str, file: Path, work: Path, limit: float) -> dict[int, list[Json]]:
    """What pytest's run of the observed test records, as far as it came in time."""
    out = work / "observed" / f"{file.stem}.json"
    if not out.exists():
        folder = _copied(file, work / "run")
        (folder / file.name).write_text(observed(file.read_text(encoding="utf-8")), encoding="utf-8")
        beside = (*fetch.ENVIRONMENT, *BESIDE.get(package, ()))
        others = [fetch.source(name) for name in beside if name != package]
        path = [Path(__file__).parents[1], fetch.source(package), *others, _needed()]
        out.parent.mkdir(exist_ok=True)
        environ = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path)), "OBSERVED": str(out)}
        environ |= {"HF_HUB_OFFLINE": "1", "EINOPS_TEST_BACKENDS": "torch"}
        command = [sys.executable, "-m", "pytest", "-q", "-p", "bench.observing", "-p", "no:cacheprovider"]
        # The first signal ends the session in order, so what was observed is written.
        command = ["timeout", "--signal=INT", "--kill-after=20", str(limit), *command, f"tests/{file.name}"]
        subprocess.run(command, cwd=folder.parent, env=environ, capture_output=True, check=False)
    if not out.exists():
        out.write_text("{}", encoding="utf-8")
    return {int(number): shapes for number, shapes in json.loads(out.read_text(encoding="utf-8")).items()}


def _needed() -> Path:
    folder = fetch.cache_folder() / "test-needs"
    if not folder.exists():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder)]
        subprocess.run([*pip, *NEEDED], check=True)
    return folder


def tests_of(package: str, pattern: str) -> list[Path]:
    """The test files of a package's source distribution."""
    folder = fetch.cache_folder() / "sdists" / package
    if not folder.exists():
        wanted = f"{package}=={fetch.VERSIONS[package]}"
        pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", "--no-binary", ":all:"]
        with tempfile.TemporaryDirectory() as name:
            subprocess.run([*pip, "--dest", name, wanted], check=True)
            with tarfile.open(next(Path(name).glob("*.tar.gz"))) as archive:
                archive.extractall(folder, filter="data")
    return sorted(file for file in folder.rglob(pattern) if "tests" in file.parts)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.own_tests", description=__doc__)
    parser.add_argument("packages", nargs="*", default=PACKAGES)
    parser.add_argument("--files", default="test_*.py", help="which test files")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds that pytest may take for one file")
    parser.add_argument("--why-unknown", action="store_true", help="list causes, commonest first")
    parser.add_argument("--keep", type=Path, help="where what torch gave is kept for the next run")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    table: dict[str, Mapping[str, int]] = {}
    for package in options.packages:
        counts: Counter[str] = Counter()
        with tempfile.TemporaryDirectory() as name:
            work = options.keep / package if options.keep else Path(name)
            work.mkdir(parents=True, exist_ok=True)
            installed = dict.fromkeys([package, *BESIDE.get(package, ()), *fetch.ENVIRONMENT])
            python = environment(Path(name) / "venv", installed)
            link(_needed(), Path(name) / "venv")
            for file in tests_of(package, options.files):
                if shapes := _run(package, file, work, options.limit):
                    counts += check(file, shapes, work, python, options.limit)
        causes = Counter({cause: counts.pop(cause) for cause in list(counts) if cause.startswith("because ")})
        if options.why_unknown:
            print(*(f"{count:6} {cause}" for cause, count in causes.most_common(MOST_CAUSES)), sep="\n")
        table[package] = counts
        print(package, dict(counts), flush=True)
    if options.json:
        print(json.dumps(table, indent=2))


if __name__ == "__main__":
    main()
