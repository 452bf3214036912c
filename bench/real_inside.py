"""Inside of a model: the output shape of every submodule call beside torch's, at the example's sizes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from shapecheck.symbolic import evaluate, parse

Json = Any
PREFIX = "model."
"""The layers of a measured model lie below one attribute of the class that calls it."""


def compared(layers: list[Json], truth: Mapping[str, Json], sizes: Mapping[str, int]) -> tuple[Counter[str], list[str]]:
    """Verdicts (right, unknown, wrong) over the submodules that torch called, and what is wrong."""
    ours = {layer["name"].removeprefix(PREFIX): layer["output"] for layer in layers}
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for name, shape in truth.items():
        wanted = _tensors(shape)
        if wanted is None:
            continue
        verdict = _verdict(ours.get(name, {"kind": "unknown"}), shape, sizes)
        counts[verdict] += 1
        if verdict == "wrong":
            wrong.append(f"{name}: {ours[name]} for {shape}")
    return counts, wrong


def _tensors(shape: Json) -> list[Json] | None:
    """The shapes in what torch gave; None if there are none to compare."""
    if shape is None:
        return None
    if "tensor" in shape:
        return [shape["tensor"]]
    parts = shape["items"] if "items" in shape else shape["fields"].values()
    found = [one for part in parts for one in _tensors(part) or ()]
    return found or None


def _verdict(value: Json, shape: Json, sizes: Mapping[str, int]) -> str:
    """A value of the JSON contract beside what torch gave."""
    kind = value["kind"]
    if shape is None:
        return "right"
    if kind in ("unknown", "union", "object"):
        return "unknown"
    if "tensor" in shape:
        return _of_tensor(value, shape["tensor"], sizes) if kind == "tensor" else "wrong"
    parts = value.get("items")
    if parts is None:
        return "unknown"
    if "items" in shape:
        if kind not in ("tuple", "list") or len(parts) != len(shape["items"]):
            return "wrong"
        pairs = list(zip(parts, shape["items"]))
    else:
        pairs = [(parts.get(name, {"kind": "unknown"}), one) for name, one in shape["fields"].items()]
    verdicts = {_verdict(part, one, sizes) for part, one in pairs}
    return next((one for one in ("wrong", "unknown") if one in verdicts), "right")


def _of_tensor(value: Json, wanted: list[int], sizes: Mapping[str, int]) -> str:
    shape = value["shape"]
    if shape is None or any(str(dim).startswith("*") for dim in shape):
        return "unknown"
    if len(shape) != len(wanted):
        return "wrong"
    dims = [evaluated(dim, sizes) for dim in shape]
    if any(dim is not None and dim != size for dim, size in zip(dims, wanted)):
        return "wrong"
    return "unknown" if None in dims else "right"


def evaluated(dim: int | str | None, sizes: Mapping[str, int]) -> int | None:
    """A DIM of the JSON contract at these sizes; None if it is not known there."""
    if dim is None or isinstance(dim, int):
        return dim
    if dim.startswith("*"):
        return None
    try:
        return evaluate(parse(dim), sizes)
    except KeyError:
        return None
