"""The traced corpus beside shapecheck: at random sizes that the corpus' asserts admit, the output sizes must be equal
and the inferred preconditions must hold."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from zlib import crc32

from bench.real_inside import evaluated
from shapecheck.symbolic.smt import Program, read
from shapecheck.symbolic.smt.points import Evaluator
from tests.smt import corpus

Json = Any
POINTS, ATTEMPTS = 20, 4_000
AXES = {"x": "BCHW", "input_ids": "BT", "decoder_input_ids": "BU"}


def compared(row: Json, document: Json) -> Counter[str]:
    """Of one model: points by verdict (equal, unknown, unequal, not admitted); `no points` if none is admissible."""
    files = corpus.files()
    wanted = row.get("corpus_file")
    if not wanted or not files or not row.get("corpus_match_output_index_to_names"):
        return Counter()
    path = files[0].parent / wanted
    text = path.read_text(encoding="utf-8")
    program, examples = read(text), corpus.example(text)
    evaluator = Evaluator(program)
    counts: Counter[str] = Counter()
    for sizes, point in _points(row, program, evaluator, examples):
        counts[_verdict(row, document, program, evaluator, sizes, point)] += 1
    return counts or Counter({"no points": 1})


def _points(
    row: Json, program: Program, evaluator: Evaluator, examples: Mapping[str, int]
) -> Iterator[tuple[Mapping[str, int], Mapping[str, int]]]:
    """Admissible points: our sizes, and the values of all of the corpus' unknowns."""
    names = [program.name_of(constant) for constant in program.constants]
    own = {axis: size for name, shape in row["inputs"].items() for axis, size in zip(AXES[name], shape)}
    chooser = random.Random(crc32(row["model"].encode()))
    seen: set[tuple[int, ...]] = set()
    for _ in range(ATTEMPTS):
        sizes = {axis: size if axis == "C" else _near(chooser, axis, size) for axis, size in own.items()}
        if (
            row["graph_covers"] != "whole model"
        ):  # the limits of its positions are in the part that is not traced
            sizes = {axis: min(size, own[axis]) if axis in "TU" else size for axis, size in sizes.items()}
            if "U" in sizes:  # nor is it said to which of the two sides the piece belongs
                sizes["U"] = sizes["T"]
        if "H" in sizes and chooser.random() < 0.5:
            sizes["W"] = sizes["H"]
        if tuple(sizes.values()) in seen:
            continue
        point = _point(names, examples, row, sizes)
        if evaluator.holds(point):
            seen.add(tuple(sizes.values()))
            yield sizes, point
        if len(seen) == POINTS:
            return


def _near(chooser: random.Random, axis: str, size: int) -> int:
    if axis == "B":
        return chooser.choice((size, chooser.randint(1, 64)))
    return chooser.choice((size, chooser.randint(2, 2 * size), 32 * chooser.randint(1, max(1, size // 16))))


def _point(
    names: Iterable[str], examples: Mapping[str, int], row: Json, sizes: Mapping[str, int]
) -> dict[str, int]:
    """The corpus' unknowns at our sizes: a piece of a model begins with batch and length, tensors are contiguous."""
    point = {name: _size(name, examples, row, sizes) for name in names if "_size" in name}
    for name in names:
        tensor, _, axis = name.rpartition("_stride")
        if tensor:
            later = range(int(axis) + 1, 10)
            point[name] = math.prod(point.get(f"{tensor}_size{one}", 1) for one in later)
        elif name not in point:
            point[name] = examples[name]
    return point


def _size(name: str, examples: Mapping[str, int], row: Json, sizes: Mapping[str, int]) -> int:
    """Buffers of the model keep their sizes; of a piece's inputs the dims that are as long as the model's are those."""
    tensor, _, axis = name.rpartition("_size")
    place, example = int(axis), examples[name]
    if tensor.startswith("self_"):
        return example
    if tensor in AXES:
        return sizes[AXES[tensor][place]]
    own = {axis: size for given, shape in row["inputs"].items() for axis, size in zip(AXES[given], shape)}
    length = "U" if "U" in own and "key_value" not in tensor else "T"
    axis = "B" if place == 0 else length
    return sizes[axis] if example == own.get(axis) else example


def _verdict(
    row: Json,
    document: Json,
    program: Program,
    evaluator: Evaluator,
    sizes: Mapping[str, int],
    point: Mapping[str, int],
) -> str:
    tensors = [value for value in _flat(document["output"]) if value["kind"] != "none"]
    # What is not known may hold several tensors: those behind it are not counted.
    unknown = [at for at, value in enumerate(tensors) if value["kind"] != "tensor"]
    tensors = tensors[: unknown[0]] if unknown else tensors
    verdicts = set()
    for index, names in row["corpus_match_output_index_to_names"].items():
        if int(index) >= len(tensors) or tensors[int(index)].get("shape") is None:
            verdicts.add("unknown")
            continue
        ours = [evaluated(dim, sizes) for dim in tensors[int(index)]["shape"]]
        candidates = [
            [
                evaluator.value_of(program.names[f"{name}_size{axis}"], point)
                for axis in range(len(ours))
                if f"{name}_size{axis}" in program.names
            ]
            for name in names
        ]
        verdicts.add("unknown" if None in ours else "equal" if ours in candidates else "unequal")
    if not all(_holds(condition, sizes) for condition in document["requires"]):
        return "not admitted"
    return next(one for one in ("unequal", "unknown", "equal") if one in verdicts)


def _flat(value: Json) -> list[Json]:
    items = value.get("items")
    if items is None:
        return [value]
    return [one for part in (items.values() if isinstance(items, dict) else items) for one in _flat(part)]


def _holds(condition: str, sizes: Mapping[str, int]) -> bool:
    """A precondition as `infer` writes it, which is Python over the sizes."""
    return bool(eval(condition, {"__builtins__": {}, "min": min, "max": max}, dict(sizes)))
