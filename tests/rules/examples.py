"""Docstring examples of stubs: `>>> [B 12 64], (B, -1, 8) -> [B 96 8]`, `... -> error: WORDS`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from shapecheck.rules import Registry, Rule, examples
from shapecheck.rules.examples import Shaped

SIZES = (4, 8, 16, 12, 6, 10)
"""What the dim names of an example stand for, in the order in which they appear."""


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
    call, inputs, outputs, error = examples.read_example(text)
    names: dict[str, None] = {}
    for shaped in inputs.values():
        for dim in shaped.dims:
            names |= {n.id: None for n in ast.walk(ast.parse(dim)) if isinstance(n, ast.Name)}
    inputs = {name: shaped._replace(dtype=shaped.dtype or "float32") for name, shaped in inputs.items()}
    return Example(rule, text, call, inputs, outputs, error, dict(zip(names, SIZES)))


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
