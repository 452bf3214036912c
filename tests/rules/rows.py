"""Calls as plain data: the format of the recorded calls, and how its values become those of the interpreter.

A tensor is `{"t": shape, "dt": dtype}`; tuples, lists, dicts, slices, dtypes and floats have tags of their own;
numbers, strings and None stand for themselves, and everything else is `{"object": its class}`.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any, NamedTuple

from shapecheck.interpret.machine import Machine
from shapecheck.symbolic import Expr
from shapecheck.values import Cause, DictValue, DType, ListValue, SliceValue, Tensor, Unknown

SWAPPED = ("torch.nn.functional.embedding_bag",)
"""Operators whose recorded calls give the weight before the input (torch's suite calls a lambda)."""

NAMES = {"torch.torch.": "torch.", ".default": ""}


class Call(NamedTuple):
    """`op` is a dotted name; of a module class `made` are the arguments of its constructor. `out` is what torch
    gives, or the words with which it refuses."""

    op: str
    args: Sequence[Any]
    kwargs: Mapping[str, Any]
    out: Any
    made: tuple[Sequence[Any], Mapping[str, Any]] | None = None

    def __str__(self) -> str:
        made = "" if self.made is None else f"({_shown(self.made[0], self.made[1])})"
        return f"{self.op}{made}({_shown(self.args, self.kwargs)})"


def _shown(args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
    return ", ".join([*map(_text, args), *(f"{key}={_text(value)}" for key, value in kwargs.items())])


def _text(value: Any) -> str:
    if isinstance(value, dict):
        if "t" in value:
            return f"{value['dt']}{value['t']}"
        ((kind, content),) = list(value.items())[:1]
        if kind in ("tuple", "list"):
            return f"({', '.join(map(_text, content))})"
        return kind if content is True else str(content)
    return repr(value)


# ---------------------------------------------------------------- recorded calls


def data_folder() -> FilePath | None:
    """Where the recorded calls are."""
    named = os.environ.get("SHAPECHECK_SHARED")
    folder = FilePath(named) if named else FilePath(__file__).resolve().parents[3] / "shared"
    return folder / "data" if (folder / "data" / "conformance_accept.jsonl").is_file() else None


def read_calls(file: FilePath, cap: int | None = None, only: str | None = None) -> Iterator[Call]:
    """The recorded calls, at most `cap` of an operator, spread evenly."""
    rows = defaultdict(list)
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if only is None or row["op"] == only:
                rows[row["op"]].append(row)
    for own in rows.values():
        step = 1 if cap is None else max(1, len(own) // cap)
        yield from map(_recorded, own[::step][: cap or len(own)])


def _recorded(row: dict[str, Any]) -> Call:
    op = row["op"]
    args = [row["input"], *row["args"]]
    if op in SWAPPED:
        args[0], args[1] = args[1], args[0]
    for old, new in NAMES.items():
        op = op.replace(old, new)
    return Call(op, args, row["kwargs"], row["out"] if "out" in row else row["eager_exc"])


# ---------------------------------------------------------------- values


class Inputs:
    """Arguments as values of the interpreter; in symbolic mode each size of 2 or more is a symbol of its own."""

    def __init__(self, machine: Machine, symbolic: bool) -> None:
        self.machine = machine
        self.symbolic = symbolic
        self.symbols: list[tuple[Expr, int]] = []
        self.env: dict[str, int] = {}

    def value(self, data: Any) -> Any:
        if isinstance(data, list):
            return ListValue([self.value(item) for item in data])
        if not isinstance(data, dict):
            return data
        if "t" in data:
            return self.tensor(data["t"], DType(data["dt"]))
        ((kind, content),) = list(data.items())[:1]
        made = _PLAIN.get(kind)
        if made is not None:
            return made(content)
        if kind == "tuple":
            return tuple(self.value(item) for item in content)
        if kind == "list":
            return ListValue([self.value(item) for item in content])
        if kind == "dict":
            return DictValue({key: self.value(item) for key, item in content})
        if kind == "module":
            return self.construct(*content)
        if kind == "function":
            return self.machine.named(content)
        if kind == "slice":
            return SliceValue(*(self.value(item) for item in content))
        return Unknown(Cause(None, f"a {content if kind == 'object' else kind}"))

    def construct(self, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """A module of torch.nn, whose sizes are not symbolic."""
        symbolic, self.symbolic = self.symbolic, False
        made = self.machine.call(self.machine.named(f"torch.nn.{name}"), *self.both(args, kwargs))
        self.symbolic = symbolic
        return made

    def both(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """The arguments of a call."""
        return [self.value(arg) for arg in args], {key: self.value(value) for key, value in kwargs.items()}

    def tensor(self, sizes: Sequence[int], dtype: DType) -> Tensor:
        """A tensor of these sizes."""
        return Tensor(tuple(self.dim(size) for size in sizes), dtype)

    def dim(self, size: int) -> Any:
        if not self.symbolic or size < 2:
            return size
        made = self.machine.path.fresh(f"d{len(self.env)}")
        self.env[str(made)] = size
        self.symbols.append((made, size))
        return made


_PLAIN = {
    "ellipsis": lambda _: ...,
    "float": float,
    "complex": lambda parts: complex(*parts),
    "dtype": DType,
}
