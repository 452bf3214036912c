"""The `>>>` lines in the documentation of a stub: `[B 12 64], (B, -1, 8) -> [B 96 8]`, `... -> error: WORDS`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

PROMPT = ">>>"
REFUSAL = " -> error:"
_TENSOR = re.compile(r"(\b[a-z]+\d+|\bbool)?\[([^\[\]]*)\]")


class Shaped(NamedTuple):
    """A tensor of an example: its dims as expressions over names, and its dtype, if it is written."""

    dims: tuple[str, ...]
    dtype: str


class Example(NamedTuple):
    """A call, in which names stand for the tensors of `inputs`, and what it gives, or the words of its refusal."""

    call: ast.Call
    inputs: dict[str, Shaped]
    outputs: tuple[Shaped, ...]
    error: str | None


def read_example(text: str) -> Example:
    """The parts of one example; SyntaxError if it is none."""
    left, refusal, words = text.partition(REFUSAL)
    left, arrow, right = (left, refusal, "") if refusal else text.rpartition(" -> ")  # patterns have arrows, too
    inputs: dict[str, Shaped] = {}

    def placeholder(match: re.Match[str]) -> str:
        name = f"t{len(inputs)}_"
        inputs[name] = _shaped(match)
        return name

    quoted = re.split(r'("[^"]*")', left)
    call = "".join(part if part.startswith('"') else _TENSOR.sub(placeholder, part) for part in quoted)
    node = ast.parse(f"f({call})", mode="eval").body
    error = words.strip() if refusal else None
    if not arrow or error == "" or not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
        raise SyntaxError("no call and its result")
    if not refusal:
        ast.parse(_TENSOR.sub("t", right), mode="eval")
    outputs = tuple(map(_shaped, _TENSOR.finditer(right)))
    for shaped in (*inputs.values(), *outputs):
        for dim in shaped.dims:
            ast.parse(dim.removeprefix("*"), mode="eval")
    return Example(node, inputs, outputs, error)


def _shaped(match: re.Match[str]) -> Shaped:
    return Shaped(tuple(match[2].split()), match[1] or "")


def unreadable_examples(node: ast.FunctionDef) -> Iterator[tuple[int, str]]:
    """The examples of a `def` that are none, with their lines."""
    first = node.body[0]
    if ast.get_docstring(node) is None or not isinstance(first, ast.Expr):
        return
    for line, text in enumerate(str(ast.literal_eval(first.value)).splitlines(), first.lineno):
        if text.strip().startswith(PROMPT):
            example = text.strip().removeprefix(PROMPT).strip()
            try:
                read_example(example)
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                yield line, example
