"""What `infer` says real models accept, beside what torch accepts: at the recorded sizes, and around every boundary.

The preconditions of one symbolic analysis are evaluated at sizes near the example: each size one more and one less,
halved and doubled, and on both sides of the least and the greatest value that the preconditions allow. Torch is asked
the same on tensors without data, with the model in `eval()`: `self.training` is unknown to shapecheck. What it accepts
there and shapecheck refuses is run once more with data: without it no index is out of an embedding's range.

Run as `python -m bench.real_infer [PACKAGE...]`; it calls itself with `--torch WANTED FILE` where the package is found.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench import fetch, real, real_torch
from shapecheck.symbolic import parse_condition

Json = dict[str, Any]
Sizes = dict[str, int]
FARTHEST = 4096
"""No size beyond it is tried."""


class Question(NamedTuple):
    """A model at some sizes, and whether the inferred preconditions hold there."""

    row: Json
    sizes: Sizes
    admitted: bool


def holds(requires: Sequence[str], sizes: Mapping[str, int]) -> bool:
    """Whether all conditions are true there."""
    try:
        conditions = map(parse_condition, requires)
        return all(one if isinstance(one, bool) else one.evaluate(sizes) for one in conditions)
    except ZeroDivisionError:
        return False


def candidates(requires: Sequence[str], sizes: Sizes) -> Iterator[Sizes]:
    """The example, and sizes around it and around the boundaries, one dim changed at a time."""
    yield sizes
    for name, now in sizes.items():
        if name == "C":  # the channels of an image are given
            continue
        near = {now + 1, now - 1, now * 2, now // 2, *_edges(requires, sizes, name)}
        for value in sorted(near - {now}):
            if 1 <= value <= FARTHEST:
                yield {**sizes, name: value}


def _edges(requires: Sequence[str], sizes: Sizes, name: str) -> set[int]:
    """The values on both sides of where the preconditions begin and cease to hold below and above the example."""
    out: set[int] = set()
    for step in (-1, 1):
        value = sizes[name]
        while 1 <= value + step <= FARTHEST and holds(requires, {**sizes, name: value + step}):
            value += step
        out |= {value, value + step}
    return out


def questions(package: str) -> Iterator[Question]:
    """What is asked of the models of a package whose preconditions could be inferred."""
    for row, requires in real.preconditions(package):
        example = real.sizes_of(row, row["true_example"])
        recorded = [real.sizes_of(row, other) for other in row["true_other"] if "output" in other]
        asked: list[Sizes] = []
        for sizes in [*recorded, *candidates(requires, example)]:
            if sizes not in asked:
                asked.append(sizes)
                yield Question(row, sizes, holds(requires, sizes))


def answers(package: str, asked: Sequence[Question]) -> list[bool | None]:
    """Whether torch accepts each; None where the model cannot be made without data."""
    folder = fetch.cache_folder() / "e2e"
    wanted, file = folder / f"asked_{package}.json", folder / f"answers_{package}.json"
    wanted.write_text(json.dumps(asked))
    real_torch.run_beside(
        package, asked[0].row["version"], "bench.real_infer", ["--torch", str(wanted), str(file)]
    )
    found: list[bool | None] = json.loads(file.read_text())
    return found


def ask_torch(wanted: str, file: str) -> None:
    """Runs each model at each of its sizes."""
    out: list[bool | None] = []
    made: tuple[str, Any] = ("", None)
    for row, sizes, admitted in json.loads(Path(wanted).read_text()):
        if made[0] != real_torch.key(row):
            made = (real_torch.key(row), _made(row))
        answer = None if made[1] is None else _accepts(real_torch.called, made[1], row, sizes)
        if answer and not admitted:
            answer = _accepts(real_torch.called_with_data, real_torch.made_with_data(row).eval(), row, sizes)
        out.append(answer)
    Path(file).write_text(json.dumps(out))


def _made(row: Json) -> Any:
    try:
        return real_torch.made(row).eval()
    except Exception as error:  # such a model is not compared
        print(f"{row['model']}: {type(error).__name__}: {str(error)[:200]}", file=sys.stderr)
        return None


def _accepts(called: Callable[..., Any], model: Any, row: Json, sizes: Sizes) -> bool | None:
    """None where torch would have to read a number out of a tensor that holds none."""
    from torch._subclasses.fake_tensor import DataDependentOutputException

    inputs = {name: [sizes.get(axis, size) for axis, size in zip(real.AXES[name], shape)]
              for name, shape in row["inputs"].items()}  # fmt: skip
    try:
        called(model, inputs)
    except DataDependentOutputException:
        return None
    except Exception:
        return False
    return True


def main(arguments: Sequence[str]) -> None:
    total: Counter[tuple[bool, bool]] = Counter()
    models = 0
    for package in arguments or real.PACKAGES:
        asked = list(questions(package))
        given = answers(package, asked)
        counts: Counter[tuple[bool, bool]] = Counter()
        known = {real_torch.key(one.row) for one, answer in zip(asked, given) if answer is not None}
        for one, answer in zip(asked, given):
            if answer is not None:
                counts[answer, one.admitted] += 1
                if answer != one.admitted:
                    print(f"  {one.row['model']} at {one.sizes}: torch {'accepts' if answer else 'rejects'}")
        _print(package, len(known), counts)
        models += len(known)
        total += counts
    _print("all", models, total)


def _print(name: str, models: int, counts: Counter[tuple[bool, bool]]) -> None:
    accepted = counts[True, True] + counts[True, False]
    rejected = counts[False, True] + counts[False, False]
    print(f"{name}: {models} models; of {accepted} inputs that torch accepts {counts[True, True]} are admitted, "
          f"of {rejected} that it rejects {counts[False, False]} are refused", flush=True)  # fmt: skip


if __name__ == "__main__":
    if sys.argv[1:2] == ["--torch"]:
        real_torch.without_compiled_operators()
        ask_torch(*sys.argv[2:])
    else:
        main(sys.argv[1:])
