"""The modules of GitHub projects in pytorch-jit-paritybench, beside what torch gives.

`python -m bench.parity FOLDER [--only PATTERN]`: FOLDER holds files `test_OWNER_PROJECT.py` of the folder `generated`
of https://github.com/jansel/pytorch-jit-paritybench, with or without their headers; nothing of them is part of
shapecheck. On that set TorchDynamo captures whole graphs of 84.4 % of the models, by running them. Of each test case
that runs under torch, the tensors of the result are compared with what shapecheck says of the program that makes the
module and calls it. Errors at lines at which no case fails are listed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bench.fetch import source
from bench.parity_programs import program
from bench.runner import environment, shapecheck
from shapecheck.symbolic.parsing import parse
from shapecheck.symbolic.traversal import evaluate

Json = Any
INSTALLED = ("torchvision", "einops", "timm")


def write_programs(folder: Path, programs: Path, pattern: str) -> Counter[str]:
    """The programs of the files; how many files and cases there are."""
    programs.mkdir()
    counts: Counter[str] = Counter()
    for file in sorted(folder.glob(pattern)):
        text, cases = program(file.read_text(encoding="utf-8"))
        (programs / f"{file.stem.removeprefix('test_').replace('.', '_')}.py").write_text(text, encoding="utf-8")
        counts.update(files=1, cases=cases)
    return counts


def beside(module: str, arguments: list[str]) -> None:
    """Runs a module of the bench in a process in which torch and what is installed can be imported."""
    path = [Path(__file__).parents[1], *map(source, INSTALLED)]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))}
    command = [sys.executable, "-W", "ignore", "-m", module, *arguments]
    subprocess.run(command, check=True, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def shapecheck_says(programs: Path, folder: Path) -> Json:
    python = environment(folder / "venv", INSTALLED)
    run = shapecheck([".", "--python", str(python), "--jobs", "1"], programs, folder / "cache", 14_400.0)
    assert run.document is not None, run.errors
    return run.document


def tensors_of(value: Json, sizes: Mapping[str, int] | None = None) -> Iterator[str]:
    """The tensors of a VALUE as `parity_torch` writes them, at these sizes; `?` stands for what is not known."""
    if value["kind"] == "tensor":
        shape = value["shape"]
        dims = None if shape is None else [_dim(size, sizes or {}) for size in shape]
        yield "?" if dims is None or value["dtype"] is None else f"{value['dtype']}[{', '.join(dims)}]"
    elif value["kind"] in ("tuple", "list", "dict"):
        items = value["items"]
        for part in items.values() if isinstance(items, dict) else [{"kind": "unknown"}] if items is None else items:
            yield from tensors_of(part, sizes)
    elif value["kind"] in ("unknown", "union"):
        yield "?"


def _dim(size: Json, sizes: Mapping[str, int]) -> str:
    if not isinstance(size, str):
        return "?" if size is None else str(size)
    try:
        return str(evaluate(parse(size), sizes))
    except (KeyError, ValueError, ZeroDivisionError):
        return "?"


def judged(torch: list[str], values: list[Json]) -> str:
    """right, partly, unknown or wrong."""
    if not values:
        return "unknown"
    found = list(tensors_of(values[-1]))
    if found == torch:
        return "right"
    return "partly" if len(values) > 1 or any("?" in one for one in found) else "wrong"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.parity", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="*.py", help="files of this pattern")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        programs = Path(name, "programs")
        counts = write_programs(options.folder, programs, options.only)
        beside("bench.parity_torch", [str(programs), str(Path(name, "torch.json"))])
        torch = json.loads(Path(name, "torch.json").read_text())
        document = shapecheck_says(programs, Path(name))
        values: dict[tuple[str, int], list[Json]] = {}
        for one in document["reveals"]:
            values.setdefault((Path(one["path"]).stem, one["range"]["start"]["line"]), []).append(one["value"])
        verdicts: Counter[str] = Counter()
        for stem, answers in torch.items():
            places = _places((programs / f"{stem}.py").read_text(encoding="utf-8"))
            for case, answer in answers.items():
                if isinstance(answer, dict) or not answer:
                    verdicts["gives no tensor" if answer == [] else "fails under torch"] += 1
                    continue
                found = values.get((stem, places[case]), [])
                verdict = judged(answer, found)
                verdicts[verdict] += 1
                if verdict != "right":
                    print(f"{verdict}: {stem} {case}: {found[-1:]}, in torch {answer}")
    _print_errors(document["diagnostics"], torch)
    running = sum(verdicts[one] for one in ("right", "partly", "unknown", "wrong"))
    print(f"{counts['files']} files, {counts['cases']} cases, of which {running} give tensors: {dict(verdicts)}")
    print(f"fully right: {verdicts['right'] / max(running, 1):.1%}")


def _places(text: str) -> dict[str, int]:
    """The line of each case's `reveal_shape`."""
    places, case = {}, ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("def case_"):
            case = line[4:].partition("(")[0]
        elif line == "    reveal_shape(out)":
            places[case] = number
    return places


def _print_errors(diagnostics: list[Json], torch: dict[str, dict[str, Json]]) -> None:
    """Counts the errors at lines where a case fails under torch, and shows the others."""
    confirmed = 0
    for one in diagnostics:
        stem, line = Path(one["path"]).stem, one["range"]["start"]["line"]
        failed = [answer["lines"] for answer in torch.get(stem, {}).values() if isinstance(answer, dict)]
        if any(line in lines for lines in failed):
            confirmed += 1
        elif one["severity"] == "error":
            print(f"error: {stem}:{line}: {one['message'][:200]}")
    print(f"diagnostics at lines where a case fails under torch: {confirmed}")


if __name__ == "__main__":
    main()
