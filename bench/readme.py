"""Usage code in the README of packages: `python -m bench snippets PACKAGE...`, or `all` for those of the table.

Nobody measured these blocks before: torch runs each of them once, on tensors without data where that goes, and
what it said is kept. shapecheck then reads all blocks of a package in one run.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench import fetch, readme_packages
from bench.blocks import Expected, Snippet, instrumented
from bench.runner import environment, shapecheck
from bench.snippets import KINDS, Outcome, matched, of_file, shown

Json = Any
BLOCK = re.compile(r"^( *)```(?:python|py)\n(.*?)^ *```", re.DOTALL | re.MULTILINE)


def blocks(package: str) -> list[str]:
    """The Python blocks of a README."""
    text = fetch.metadata(package, readme_packages.VERSIONS[package])
    return [_dedented(match[2], len(match[1])) for match in BLOCK.finditer(text)]


def _dedented(code: str, columns: int) -> str:
    return "".join(line[columns:] if line[:columns].isspace() else line for line in code.splitlines(True))


def site(folder: Path, package: str) -> Path:
    """An environment that holds the package, and what all of them need."""
    versions = {**readme_packages.NEEDED, package: readme_packages.VERSIONS[package]}
    return environment(folder, fetch.ENVIRONMENT, versions)


def snippets(package: str, python: Path) -> Iterator[Snippet]:
    """The blocks as torch runs them; those that need data, a network or another package are left out."""
    codes = blocks(package)
    for index, (code, said) in enumerate(zip(codes, _recorded(package, codes, python), strict=True)):
        snippet = _snippet(package, index, code, said)
        if snippet.error is None or snippet.is_shape_error:
            yield snippet


def _snippet(package: str, index: int, code: str, said: Json) -> Snippet:
    shapes = tuple(Expected(line, name, shape) for line, name, shape in said["shapes"])
    return Snippet(package, index, "", code, said["error"], shapes)


def with_data(snippet: Snippet, python: Path) -> Snippet:
    """The block as torch runs it on tensors that have data, which checks more (the values of an index)."""
    said = _recorded(snippet.package, [snippet.code], python, f"-{snippet.index}-data")[0]
    return _snippet(snippet.package, snippet.index, snippet.code, said)


def _recorded(package: str, codes: list[str], python: Path, mode: str = "") -> list[Json]:
    """What torch said of the blocks, when they were last run."""
    file = fetch.cache_folder() / "readme" / f"{package}-{readme_packages.VERSIONS[package]}{mode}.json"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        packages = next(python.glob("lib/*/site-packages"))
        file.write_text(json.dumps(_run(codes, packages, ["data"] if mode else [])))
    said: list[Json] = json.loads(file.read_text())
    return said


def _run(codes: list[str], packages: Path, arguments: list[str]) -> list[Json]:
    path = os.pathsep.join(map(str, (Path(__file__).parents[1], packages, compiled())))
    environ = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "HF_HUB_OFFLINE": "1"}
    command = [sys.executable, "-W", "ignore", "-m", "bench.readme_torch", *arguments]
    with tempfile.TemporaryDirectory() as cwd:
        done = subprocess.run(
            command, input=json.dumps(codes), env=environ, cwd=cwd, text=True, stdout=subprocess.PIPE, check=True,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
    return [json.loads(line) for line in done.stdout.splitlines()]


def compiled() -> Path:
    """Packages with compiled parts that packages import."""
    folder = fetch.cache_folder() / "readme-compiled"
    if not folder.exists():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder)]
        subprocess.run([*pip, *readme_packages.COMPILED], check=True)
    return folder


def check(package: str, limit: float, why_unknown: bool) -> list[Outcome]:
    """What shapecheck says of the blocks of a package that run, or that torch refuses a shape in."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        python = site(folder / "venv", package)
        chosen = list(snippets(package, python))
        place = folder / package
        place.mkdir()
        lines = {}
        for snippet in chosen:
            code, lines[snippet.index] = instrumented(snippet)
            (place / f"{snippet.name}.py").write_text(code, encoding="utf-8")
        if not chosen:
            return []
        options = [".", "--python", str(python), *(["--why-unknown"] if why_unknown else [])]
        run = shapecheck(options, place, folder / "cache", limit)
        found = [matched(one, of_file(run, f"{one.name}.py"), lines[one.index]) for one in chosen]
        return [_asked_again(one, python) if one.errors else one for one in found]


def _asked_again(outcome: Outcome, python: Path) -> Outcome:
    """With what torch says on tensors that have data: only that is the judge of an error."""
    if outcome.snippet.error is not None:
        return outcome
    said = with_data(outcome.snippet, python)
    return replace(outcome, snippet=replace(outcome.snippet, error=said.error))


def report(packages: list[str], limit: float, why_unknown: bool) -> str:
    """Prints what is not fully right as it comes; the table in the end."""
    last: Counter[str] = Counter()
    every: Counter[str] = Counter()
    alarms: list[str] = []
    for package in packages:
        for outcome in check(package, limit, why_unknown):
            print(_row(outcome), flush=True)
            if outcome.snippet.error is None:
                every.update(outcome.verdicts)
                last.update([outcome.last] if outcome.last else [])
                alarms += [outcome.snippet.name] if outcome.errors else []
    rows = [f"{'':14}" + "".join(f"{kind:>9}" for kind in KINDS)]
    for title, counts in (("last tensor", last), ("all tensors", every)):
        rows.append(f"{title:14}" + "".join(f"{counts[kind]:9}" for kind in KINDS))
    return "\n".join([*rows, f"false alarms {len(alarms)}: {' '.join(alarms)}"])


def _row(outcome: Outcome) -> str:
    snippet = outcome.snippet
    row = f"{snippet.name:34} {outcome.last or ('fails' if snippet.error else 'no tensor'):10}"
    if outcome.run.crashed:
        row += f" CRASH {outcome.run.errors.strip()[-300:]}"
    if snippet.error is not None:
        row += f" torch: {snippet.error[:100]!r}: {outcome.as_torch_says}"
    for verdict, expected, value in zip(outcome.verdicts, snippet.expected, outcome.values, strict=True):
        if verdict != KINDS[0]:
            row += f"\n{'':8}{verdict}: line {expected.line}: {expected.name} is {expected.shape}, {shown(value)}"
    for one in outcome.errors:
        row += f"\n{'':8}error at {one['range']['start']['line']}: {one['message']}"
    return row
