"""Mutants of real models: `make bench-mutants`. One number or one call of a model that runs is changed.

Where torch then refuses a shape, shapecheck should report it on the line that torch names or on the changed line;
where the mutant still runs, shapecheck should report nothing, and know its new shape.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from bench import blocks, fetch
from bench.real import rows
from shapecheck.interpret.session import Session
from shapecheck.project.cache import cache_folder
from shapecheck.project.sources import CachedParser
from shapecheck.project.store import Store
from shapecheck.values.present import present

Json = Any
SHAPE_ERRORS = ("RuntimeError", "EinopsError", "IndexError", "ValueError")


class Subject(NamedTuple):
    """A program that uses a model; `file` is mutated, `result` a tensor that the program makes."""

    name: str
    site: Path
    file: Path
    program: str
    result: str


class Outcome(NamedTuple):
    """`verdict`: caught, missed, silent-right, silent-unknown, false alarm, or wrong."""

    verdict: str
    line: int
    what: str
    detail: str


def subjects() -> Iterator[Subject]:
    """The programs of vit-pytorch's README and the models of torchvision and timm in e2e.json."""
    site = fetch.source("vit_pytorch")
    for snippet in blocks.load():
        module = snippet.code.partition("from vit_pytorch")[2].split(" ")[0].strip()
        file = site / "vit_pytorch" / f"{module.strip('.') or 'vit'}.py"
        if snippet.package == "vit_pytorch" and snippet.error is None and snippet.expected and file.exists():
            yield Subject(f"{snippet.name} {file.stem}", site, file, snippet.code, snippet.expected[-1].name)
    for package in ("torchvision", "timm"):
        for row in rows(package):
            site = fetch.source(package, row["version"])
            file = site / (row["cls"].rpartition(".")[0].replace(".", "/") + ".py")
            size = row["true_other"][0]["input"] if row["true_other"] else row["inputs"]["x"]
            program = (
                f"import torch, {package}\nmodel = {row['construct']}\nout = model(torch.randn({size}))\n"
            )
            if file.exists():
                yield Subject(row["model"], site, file, program, "out")


def run(subject: Subject, most: int) -> Iterator[Outcome]:
    """Each mutant of a subject, as torch and shapecheck judge it."""
    path = [str(Path(__file__).parents[1]), str(subject.site), str(fetch.source("torchvision"))]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(path), "PYTHONDONTWRITEBYTECODE": "1"}
    seed = crc32(subject.name.encode())
    asked = {**subject._asdict(), "site": "", "file": str(subject.file), "most": most, "seed": seed}
    command = [sys.executable, "-W", "ignore", "-m", "bench.mutants_torch"]
    done = subprocess.run(
        command, input=json.dumps(asked), env=environ, text=True, capture_output=True, check=False
    )
    plain, *mutants = [json.loads(line) for line in done.stdout.splitlines()] or [{}]
    if "shape" not in plain:
        yield Outcome("program does not run", 0, "", str(plain or done.stderr[-200:]))
    for mutant in mutants:
        outcome = _judged(subject, mutant)
        if outcome is not None:
            yield outcome


def _judged(subject: Subject, mutant: Json) -> Outcome | None:
    torch = mutant["torch"]
    is_shape_error = torch.get("error") in SHAPE_ERRORS and torch["lines"] and _is_of_torch(subject, torch)
    if "shape" not in torch and not is_shape_error:
        return None
    errors, warnings, shape = _analysed(subject, mutant["source"])
    line, what = mutant["line"], mutant["what"]
    if is_shape_error:
        wanted = {line, torch["lines"][-1]}
        detail = f"torch at {torch['lines'][-1]}: {torch['message'][:100]!r}; ours at {errors} {warnings}"
        found = any(first <= one <= last for one in wanted for first, last in [*errors, *warnings])
        return Outcome(
            "caught" if found else "elsewhere" if errors or warnings else "missed", line, what, detail
        )
    if errors:
        return Outcome("false alarm", line, what, f"at {errors}")
    if shape is None or None in shape or any(isinstance(dim, str) for dim in shape):
        return Outcome("silent, shape unknown", line, what, str(shape))
    verdict = "silent, shape right" if shape == torch["shape"] else "wrong"
    return Outcome(verdict, line, what, f"{shape}, in torch {torch['shape']}")


def _is_of_torch(subject: Subject, torch: Json) -> bool:
    """Whether an operator refused its operands, not a check of the model's own."""
    if torch["error"] == "RuntimeError":
        return True
    return torch["raised_in"] != str(subject.file) and "site-packages" in torch["raised_in"]


def _analysed(subject: Subject, source: str) -> tuple[list[Json], list[Json], list[Any] | None]:
    """Lines of the mutated file with errors and with warnings, and the shape of the result."""
    folder = fetch.cache_folder() / "mutants"
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "program.py"
    text = f"{subject.program}\nreveal_shape({subject.result})\n"
    session = Session([folder], [subject.site], read=CachedParser(Store(cache_folder())))
    session.provide(subject.file, "mutant.py", source.encode())
    analysis = session.analyze(program, "program.py", text.encode())
    places: dict[bool, list[Json]] = {True: [], False: []}
    for finding in analysis.record.findings:
        inside = [site.span for site in finding.frames if site.path == "mutant.py"]
        if inside and not finding.is_bound and finding.rule in ("impossible-shape", "impossible-assert"):
            places[finding.uncertain].append((inside[0].line, inside[0].end_line))
    reveals = analysis.record.reveals
    value = present(reveals[-1].value, {}) if reveals else {"kind": "unknown"}
    return places[False], places[True], value.get("shape") if value["kind"] == "tensor" else None


def main(arguments: list[str] | None = None) -> None:
    """`python -m bench.mutants [--most N] [--only NAME] [--every K]`"""
    parser = argparse.ArgumentParser(prog="python -m bench.mutants", description=__doc__)
    parser.add_argument("--most", type=int, default=6, help="mutants of a model")
    parser.add_argument("--only", default="", help="models whose name contains this")
    parser.add_argument("--every", type=int, default=1, help="each K-th model")
    options = parser.parse_args(arguments)
    total: Counter[str] = Counter()
    chosen = [one for one in subjects() if options.only in one.name][:: options.every]
    with contextlib.suppress(KeyboardInterrupt):  # what was measured so far counts
        for number, subject in enumerate(chosen, 1):
            for one in run(subject, options.most):
                total[one.verdict] += 1
                if one.verdict not in ("caught", "silent, shape right"):
                    place = f"{subject.name} {subject.file.name}:{one.line}"
                    print(f"{one.verdict}: {place}: {one.what}; {one.detail}", flush=True)
            print(f"{number} of {len(chosen)} models: {dict(total)}", file=sys.stderr, flush=True)
    refused = sum(total[verdict] for verdict in ("caught", "elsewhere", "missed"))
    print(dict(total))
    print(f"torch refuses a shape in {refused}: reported on its line or the changed one {total['caught']}")
    silent = sum(count for verdict, count in total.items() if verdict.startswith("silent"))
    running = silent + total["false alarm"] + total["wrong"]
    print(f"mutants that run {running}: false alarms {total['false alarm']}, wrong {total['wrong']}")


if __name__ == "__main__":
    main()
