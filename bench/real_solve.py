"""`solve` on real models: sizes that torch has shown to be possible are found, sizes that no input gives are disproved.

Torch runs each model at two recorded input sizes, on tensors without data. Asked for is the shape that a layer in its
midst, and its output, had at the second; then the same with one more in a dim that no recorded input changes (its
channels, its heads, its classes), which is impossible. Torch then runs the model on what was found: the shape has to
be the wanted one. All sizes of the inputs are free, but the channels of an image.

Run as `python -m bench.real_solve [PACKAGE...]`; it calls itself with `--torch WANTED FILE` where the package is found.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench import fetch, real, real_torch
from shapecheck.check.inputs import parse_assignments
from shapecheck.interpret.session import Request, Session, Solution, TargetError

Json = dict[str, Any]
Sizes = dict[str, int]
MODELS = 18
"""So many of each package, in the order of the table: 51 of the three, because torchvision has 15."""
OUTPUT = ""
"""The name of the layer that is the whole model."""
LAYER = "model."
"""The layers of a measured model lie below one attribute of the class that calls it."""


class Wish(NamedTuple):
    """A shape asked of a layer of one model."""

    row: Json
    index: int
    layer: str
    shape: list[int]
    possible: bool
    recorded: Sizes

    @property
    def text(self) -> str:
        return f"{self.row['model']}, {self.layer or 'output'} = {self.shape}"


def wishes(rows: Sequence[Json], shapes: Sequence[Sequence[Mapping[str, list[int]]]]) -> Iterator[Wish]:
    """What is asked of each model, given the shapes that torch saw at its recorded sizes."""
    for index, (row, seen) in enumerate(zip(rows, shapes)):
        if len(seen) < 2:
            continue
        recorded = _recorded(row)
        second = seen[1]
        for layer in (_middle(seen), OUTPUT):
            if layer is None or layer not in second:
                continue
            yield Wish(row, index, layer, second[layer], True, recorded[1])
            if (axis := _constant(seen, layer)) is not None:
                more = [size + (at == axis) for at, size in enumerate(second[layer])]
                yield Wish(row, index, layer, more, False, recorded[1])


def _recorded(row: Json) -> list[Sizes]:
    """The example, and the sizes at which torch ran, those first that differ in more than the batch."""
    example = real.sizes_of(row, row["true_example"])
    others = [real.sizes_of(row, other) for other in row["true_other"] if "output" in other]
    return [example, *sorted(others, key=lambda sizes: -sum(sizes[name] != example[name] for name in sizes))]


def _middle(seen: Sequence[Mapping[str, list[int]]]) -> str | None:
    """The middle one of the layers in which most dims change with the inputs."""
    first, second = seen[:2]
    changes = {
        name: sum(a != b for a, b in zip(first[name], second[name]))
        for name in first
        if name and name in second and len(first[name]) == len(second[name])
    }
    most = [name for name, count in changes.items() if count == max(changes.values())]
    return most[len(most) // 2] if most else None


def _constant(seen: Sequence[Mapping[str, list[int]]], layer: str) -> int | None:
    """The first dim that is the same at all recorded sizes."""
    shapes = [one[layer] for one in seen if layer in one]
    axes = zip(*shapes) if len({len(shape) for shape in shapes}) == 1 else ()
    return next((axis for axis, sizes in enumerate(axes) if len(set(sizes)) == 1), None)


def solved(session: Session, file: Path, wish: Wish) -> Solution:
    name = f"Model{wish.index}"
    specs = parse_assignments([f"{name}={real.described(name, wish.row)}" for name in wish.row["inputs"]])
    layer = LAYER + wish.layer if wish.layer else None
    try:
        return session.solve(file, file.name, Request(name, specs), wish.shape, layer)
    except TargetError as error:
        print(f"  {wish.text}: {error}")
        return Solution("unknown")


def _sizes(row: Json, solution: Solution) -> Sizes:
    """The sizes of the inputs that were found."""
    assert solution.inputs is not None
    return {axis: size for name in row["inputs"] for axis, size in zip(real.AXES[name], solution.inputs[name].shape)}


# -------------------------------------------------------------------- torch


def shapes_at(package: str, asked: Sequence[tuple[Json, Sequence[Sizes]]]) -> list[list[dict[str, list[int]]]]:
    """Of each model at each of its sizes: the shapes of the layers that give one tensor; empty where it fails."""
    folder = fetch.cache_folder() / "e2e"
    wanted, file = folder / f"solve_asked_{package}.json", folder / f"solve_seen_{package}.json"
    wanted.write_text(json.dumps(asked))
    version = asked[0][0]["version"]
    real_torch.run_beside(package, version, "bench.real_solve", ["--torch", str(wanted), str(file)])
    found: list[list[dict[str, list[int]]]] = json.loads(file.read_text())
    return found


def run_torch(wanted: str, file: str) -> None:
    out: list[list[dict[str, list[int]]]] = []
    made: tuple[str, Any] = ("", None)
    for row, many in json.loads(Path(wanted).read_text()):
        try:
            if made[0] != real_torch.key(row):
                made = (real_torch.key(row), real_torch.made(row).eval())
            model = made[1]
            out.append([_seen(model, row, sizes) for sizes in many])
        except Exception as error:  # such a model is not compared
            print(f"{row['model']}: {type(error).__name__}: {str(error)[:200]}", file=sys.stderr)
            out.append([])
    Path(file).write_text(json.dumps(out))


def _seen(model: Any, row: Json, sizes: Sizes) -> dict[str, list[int]]:
    """The shapes of the layers that were called once and gave a tensor, or an object whose first part is one."""
    import torch

    shapes: dict[str, list[int]] = {}
    often: Counter[str] = Counter()

    def hook(name: str) -> Any:
        def seen(module: object, given: object, output: Any) -> None:
            often[name] += 1
            if not name and isinstance(output, dict):
                output = next(iter(output.values()))
            if isinstance(output, torch.Tensor):
                shapes[name] = list(output.shape)

        return seen

    handles = [module.register_forward_hook(hook(name)) for name, module in model.named_modules()]
    inputs = {
        name: [sizes.get(axis, size) for axis, size in zip(real.AXES[name], shape)]
        for name, shape in row["inputs"].items()
    }
    real_torch.called(model, inputs)
    for handle in handles:
        handle.remove()
    return {name: shape for name, shape in shapes.items() if often[name] == 1}


# -------------------------------------------------------------------- figures


def measured(package: str) -> Counter[str]:
    """The verdicts over the wishes of a package; what is not right is printed."""
    chosen = real.rows(package)[:MODELS]
    seen = shapes_at(package, [(row, _recorded(row)) for row in chosen])
    asked = list(wishes(chosen, seen))
    session, file = real.opened(package, chosen)
    answers = [solved(session, file, wish) for wish in asked]
    found = [(wish, _sizes(wish.row, one)) for wish, one in zip(asked, answers) if one.result == "found"]
    run = iter(shapes_at(package, [(wish.row, [sizes]) for wish, sizes in found]))
    counts: Counter[str] = Counter(models=len({wish.index for wish in asked}))
    for wish, answer in zip(asked, answers):
        torchs = next(run) if answer.result == "found" else []
        counts[_verdict(wish, answer, torchs)] += 1
    return counts


def _verdict(wish: Wish, answer: Solution, torchs: Sequence[Mapping[str, list[int]]]) -> str:
    """found, larger than recorded, disproved, unknown or wrong."""
    kind = "possible" if wish.possible else "impossible"
    if answer.result == "unknown":
        print(f"  {wish.text} is {kind}: unknown", flush=True)
        return f"{kind}: unknown"
    if answer.result == "impossible":
        right, what = not wish.possible, f"{answer.conflict}"
    else:
        sizes = _sizes(wish.row, answer)
        right, what = bool(torchs) and torchs[0].get(wish.layer) == wish.shape, f"{sizes}, where torch says {torchs}"
        if right and list(sizes.values()) > list(wish.recorded.values()):
            print(f"  {wish.text}: {sizes} is larger than {wish.recorded}", flush=True)
            return f"{kind}: right, but not the smallest"
    if right:
        return f"{kind}: right"
    print(f"  {wish.text} is {kind}: {answer.result} {what[:300]}", flush=True)
    return f"{kind}: wrong"


def main(arguments: Sequence[str]) -> None:
    total: Counter[str] = Counter()
    for package in arguments or real.PACKAGES:
        counts = measured(package)
        print(f"{package}: {dict(counts)}", flush=True)
        total += counts
    print(f"all: {dict(total)}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--torch"]:
        real_torch.without_compiled_operators()
        run_torch(*sys.argv[2:])
    else:
        main(sys.argv[1:])
