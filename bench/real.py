"""Real models end to end: from ONE symbolic analysis of the source, the output shapes at every recorded input size.

The models, their input sizes and what torch gave are in `e2e.json` of $SHAPECHECK_SHARED. Each model becomes the
one submodule of a class; `infer` is asked for its output with every size of the inputs a symbol, and the answer is
evaluated at the sizes. `summary` says the same of every submodule call inside, which is held against torch's.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench import fetch, real_inside, real_torch, real_traced
from bench.fetch import source
from bench.real_inside import evaluated
from shapecheck.check.inputs import parse_assignments, size_names
from shapecheck.check.targets import inferred, summarized
from shapecheck.interpret.session import Session, TargetError
from shapecheck.project.cache import cache_folder
from shapecheck.project.sources import CachedParser
from shapecheck.project.store import Store
from shapecheck.values import Cause

Json = dict[str, Any]
DTYPES = {"x": "float32", "input_ids": "int64", "decoder_input_ids": "int64"}
AXES = {"x": "BCHW", "input_ids": "BT", "decoder_input_ids": "BU"}
UNKNOWN = {"kind": "unknown"}
PACKAGES = ("torchvision", "timm", "transformers")


class Outcome(NamedTuple):
    """`verdict` is right, partly, unknown or wrong; `detail` says why; `causes` are those of unknown values;
    `inside` counts the verdicts of the submodule calls, and `wrong` tells the wrong ones; `traced` counts the points at
    which the traced corpus was compared."""

    model: str
    verdict: str
    detail: str
    seconds: float
    causes: Counter[Cause]
    inside: Counter[str]
    wrong: Sequence[str]
    traced: Counter[str]


def rows(package: str) -> list[Json]:
    """The models of a package that run under torch."""
    shared = Path(os.environ.get("SHAPECHECK_SHARED", "../shared"))
    table = json.loads((shared / "data" / "e2e.json").read_text())
    return [row for row in table if row["package"] == package and "output" in (row.get("true_example") or {})]


def run(package: str, only: str | None = None) -> Iterator[Outcome]:
    """Each model of a package, or those whose name contains `only`; each as soon as it is known."""
    chosen = [row for row in rows(package) if only is None or only in row["model"]]
    session, file = opened(package, chosen)
    truth = real_torch.recorded(package, chosen[0]["version"], rows(package))
    for index, row in enumerate(chosen):
        yield _outcome(session, file, index, row, truth.get(real_torch.key(row), {}))


def preconditions(package: str) -> Iterator[tuple[Json, list[str]]]:
    """Each model of a package that resolves, and what `infer` says that its inputs must fulfil."""
    chosen = rows(package)
    session, file = opened(package, chosen)
    for index, row in enumerate(chosen):
        name = f"Model{index}"
        specs = parse_assignments([f"{name}={described(name, row)}" for name in row["inputs"]])
        try:
            result = session.run_target(file, file.name, name, specs, {}, ())
        except TargetError:
            continue
        found = inferred(name, result, size_names(specs.values()))
        if _judged(found["output"], row)[0] == "right":
            yield row, found["requires"]


def opened(package: str, chosen: Sequence[Json]) -> tuple[Session, Path]:
    """An analysis of the models of a package, and the file that has them."""
    folder = fetch.cache_folder() / "e2e"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"e2e_{package}.py"
    file.write_text(_source(chosen))
    site = source(package, chosen[0]["version"])
    return Session([folder], [site], read=CachedParser(Store(cache_folder()))), file


def _source(chosen: Iterable[Json]) -> str:
    """A class for each model, whose one submodule it is."""
    lines = ["import timm, torch, torchvision, transformers\n"]
    for index, row in enumerate(chosen):
        names = list(row["inputs"])
        passed = ", ".join(name if name == "x" else f"{name}={name}" for name in names)
        outputs = row["true_example"]["output"]
        fields = [f"{name!r}: out.{name}" for name in outputs] if isinstance(outputs, dict) else []
        lines += [
            f"class Model{index}(torch.nn.Module):",
            "    def __init__(self):",
            "        super().__init__()",
            f"        self.model = {row['construct']}",
            f"    def forward(self, {', '.join(names)}):",
            f"        out = self.model({passed})",
            f"        return {'{' + ', '.join(fields) + '}' if fields else 'out'}\n",
        ]
    return "\n".join(lines)


def _outcome(session: Session, file: Path, index: int, row: Json, inside: Json) -> Outcome:
    name = f"Model{index}"
    specs = parse_assignments([f"{name}={described(name, row)}" for name in row["inputs"]])
    given = size_names(specs.values())
    started = time.process_time()
    try:
        result = session.run_target(file, file.name, name, specs, {}, ())
    except TargetError as error:
        seconds = time.process_time() - started
        return Outcome(row["model"], "unknown", str(error), seconds, Counter(), Counter(), (), Counter())
    seconds = time.process_time() - started
    document = inferred(name, result, given)
    verdict, detail = _judged(document["output"], row)
    traced = real_traced.compared(row, document)
    layers = summarized(name, result, given)["layers"]
    counts, wrong = real_inside.compared(layers, inside, sizes_of(row, row["true_example"]))
    return Outcome(row["model"], verdict, detail, seconds, result.record.causes, counts, wrong, traced)


def described(name: str, row: Json) -> str:
    """Every size a symbol, but the channels of an image."""
    sizes = row["inputs"][name]
    dims = [str(size) if axis == "C" else axis for axis, size in zip(AXES[name], sizes)]
    return f"{DTYPES[name]}[{', '.join(dims)}]"


def _judged(output: Json, row: Json) -> tuple[str, str]:
    examples = [row["true_example"], *row["true_other"]]
    worst = "right"
    for example in examples:
        if "output" not in example:
            continue
        verdict, detail = _compared(output, example["output"], sizes_of(row, example))
        if verdict == "wrong":
            return verdict, detail
        if verdict != "right":
            worst = verdict if worst == "right" or verdict == "unknown" else worst
            shown = detail
    return worst, "" if worst == "right" else shown


def sizes_of(row: Json, example: Json) -> dict[str, int]:
    """What the axes of the inputs are in one of the recorded examples."""
    sizes: dict[str, int] = {}
    given = example["input"]
    for name in row["inputs"]:
        own = given[name] if isinstance(given, dict) else given
        sizes |= dict(zip(AXES[name], own))
    return sizes


def _compared(value: Json, truth: Any, sizes: Mapping[str, int]) -> tuple[str, str]:
    """One value against torch's, which is a shape, a list of such, or a dict by name."""
    if isinstance(truth, dict):
        items = value.get("items") or {}
        return _together([_compared(items.get(name, UNKNOWN), own, sizes) for name, own in truth.items()])
    if truth == "NoneType":
        return ("right" if value["kind"] == "none" else "unknown"), json.dumps(value)
    if any(isinstance(part, (list, str)) for part in truth):
        items = value.get("items") or []
        if value["kind"] not in ("tuple", "list") or len(items) != len(truth):
            return ("wrong" if value["kind"] == "tensor" or items else "unknown"), f"{value} for {truth}"
        return _together([_compared(item, own, sizes) for item, own in zip(items, truth)])
    if value["kind"] != "tensor" or value["shape"] is None:
        return (
            "unknown" if value["kind"] in ("unknown", "tensor", "union", "object") else "wrong"
        ), json.dumps(value)
    shown = json.dumps(value["shape"])
    dims = [evaluated(dim, sizes) for dim in value["shape"]]
    if any(str(dim).startswith("*") for dim in value["shape"]):
        return "unknown", shown
    if len(dims) != len(truth) or any(dim is not None and dim != size for dim, size in zip(dims, truth)):
        return "wrong", f"{shown} at {dict(sizes)}: {dims} for {truth}"
    return ("right" if None not in dims else "partly"), shown


def _together(parts: list[tuple[str, str]]) -> tuple[str, str]:
    for verdict in ("wrong", "unknown", "partly"):
        for part in parts:
            if part[0] == verdict:
                return (
                    part if verdict == "wrong" or all(p[0] == verdict for p in parts) else ("partly", part[1])
                )
    return "right", ""


def _print_causes(causes: Counter[Cause], most: int) -> None:
    """The commonest first causes of unknown values, with the number of values that each spoils."""
    for cause, count in causes.most_common(most):
        place = f"{cause.site.path}:{cause.site.span.line}" if cause.site is not None else ""
        print(f"    {count:5}  {cause.reason}  {place}", flush=True)


def main(arguments: list[str] | None = None) -> None:
    """`python -m bench.real [PACKAGE...] [--only NAME] [--why-unknown]`"""
    parser = argparse.ArgumentParser(prog="python -m bench.real", description=__doc__)
    parser.add_argument("packages", nargs="*", default=PACKAGES)
    parser.add_argument("--only")
    parser.add_argument("--why-unknown", action="store_true")
    options = parser.parse_args(arguments)
    figures: dict[str, list[Outcome]] = {}
    for package in options.packages or PACKAGES:
        figures[package] = []
        for one in run(package, options.only):
            figures[package].append(one)
            print(f"{one.verdict:8} {one.seconds:6.1f} s  {one.model}  {one.detail[:200]}", flush=True)
            for wrong in one.wrong:
                print(f"    wrong inside: {wrong}", flush=True)
            if one.traced.keys() - {"equal"}:
                print(f"    traced corpus: {dict(one.traced)}", flush=True)
            if options.why_unknown and one.verdict != "right":
                _print_causes(one.causes, 8)
        print(f"{package}: {_summary(figures[package])}")
    print(f"all: {_summary([one for outcomes in figures.values() for one in outcomes])}")


def _summary(outcomes: Sequence[Outcome]) -> str:
    models = Counter(one.verdict for one in outcomes)
    inside = sum((one.inside for one in outcomes), Counter[str]())
    order = ("not admitted", "unequal", "unknown", "equal", "no points")
    traced = Counter(
        next(verdict for verdict in order if verdict in one.traced) for one in outcomes if one.traced
    )
    slowest = max(outcomes, key=lambda one: one.seconds)
    return (
        f"models {dict(models)} of {len(outcomes)}; submodule calls {dict(inside)} of {inside.total()}; "
        f"beside the traced corpus {dict(traced)} of {traced.total()}; slowest {slowest.model} {slowest.seconds:.1f} s"
    )


if __name__ == "__main__":
    main()
