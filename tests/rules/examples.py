"""Docstring examples of stubs: `>>> [B 12 64], (B, -1, 8) -> [B 96 8]`, `... -> error: WORDS`."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from shapecheck.rules import Registry, Rule

SIZES = (4, 8, 16, 12, 6, 10)
"""What the dim names of an example stand for, in the order in which they appear."""
_TENSOR = re.compile(r"(\b[a-z]+\d+|\bbool)?\[([^\[\]]*)\]")


class Shaped(NamedTuple):
    """A tensor of an example: its dims as expressions over names, and its dtype."""

    dims: tuple[str, ...]
    dtype: str


class Example(NamedTuple):
    rule: Rule
    text: str
    args: ast.Call
    inputs: dict[str, Shaped]
    outputs: tuple[Shaped, ...]
    error: str | None
    env: dict[str, int]


def read_example(rule: Rule, text: str) -> Example:
    """The parts of one example."""
    left, _, right = text.rpartition(" -> ")
    inputs: dict[str, Shaped] = {}

    def placeholder(match: re.Match[str]) -> str:
        name = f"t{len(inputs)}_"
        inputs[name] = Shaped(tuple(match[2].split()), match[1] or "float32")
        return name

    quoted = re.split(r'("[^"]*")', left)
    call = "".join(part if part.startswith('"') else _TENSOR.sub(placeholder, part) for part in quoted)
    node = ast.parse(f"f({call})", mode="eval").body
    assert isinstance(node, ast.Call)
    error = right.removeprefix("error:").strip() if right.startswith("error:") else None
    outputs = () if error else tuple(Shaped(tuple(m[2].split()), m[1] or "") for m in _TENSOR.finditer(right))
    names: dict[str, None] = {}
    for shaped in inputs.values():
        for dim in shaped.dims:
            names |= {n.id: None for n in ast.walk(ast.parse(dim)) if isinstance(n, ast.Name)}
    return Example(rule, text, node, inputs, outputs, error, dict(zip(names, SIZES)))


def arguments(
    example: Example, dim: Callable[[str], Any], tensor: Callable[[Shaped], Any]
) -> tuple[list[Any], dict[str, Any]]:
    """The arguments of the call; `dim` makes a size of a name, `tensor` a tensor."""

    def value(node: ast.expr) -> Any:
        if isinstance(node, ast.Tuple):
            return tuple(value(item) for item in node.elts)
        if isinstance(node, ast.Name):
            if node.id in example.inputs:
                return tensor(example.inputs[node.id])
            return dim(node.id)
        return ast.literal_eval(node)

    args = [value(arg) for arg in example.args.args]
    return args, {k.arg or "": value(k.value) for k in example.args.keywords}


def evaluated(text: str, names: dict[str, Any]) -> Any:
    """A dim of an example: arithmetic over names."""
    return eval(compile(ast.parse(text, mode="eval"), "<example>", "eval"), {"__builtins__": {}}, names)


def all_examples(registry: Registry) -> Iterator[Example]:
    """Those of every rule, once each."""
    seen: set[tuple[object, int]] = set()
    for module in registry.modules():
        for name in registry.names(module):
            found = registry.find(f"{module}.{name}")
            if type(found) is Rule and (found.path, found.line) not in seen:
                seen.add((found.path, found.line))
                for text in found.examples:
                    yield read_example(found, text)
