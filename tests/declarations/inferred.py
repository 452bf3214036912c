"""Functions that declare nothing: `infer` says which inputs they admit, and on those that satisfy what it prints they
are called."""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from click.testing import CliRunner

from shapecheck.cli.group import cli
from shapecheck.symbolic import parse_condition
from tests.declarations.runtime import Data, Sizes, Unmakeable, asserts_in, module_of, quiet
from tests.markdown.parse import SourceFile

Json = dict[str, Any]


@dataclass(frozen=True)
class Undeclared:
    """A function of a case, without annotations, that asserts something."""

    name: str
    call: Any

    def document(self, file: Path) -> Json | None:
        """What `infer` says of it; None if that is that it raises for every input."""
        answer = CliRunner().invoke(cli, ["infer", f"{file}:{self.name}", "--output-format", "json"])
        if f"{self.name} raises AssertionError" in answer.output:
            return None
        if answer.exit_code != 0:
            raise Unmakeable(f"{self.name}: {answer.output}")
        result: Json = json.loads(answer.output)
        return result

    def raises(self) -> None:
        """An assert of it fails, whatever it is called with."""
        required = [one for one in inspect.signature(self.call).parameters.values() if one.default is one.empty]
        try:
            self.call(*(torch.zeros(2, 3) for _ in required))
        except AssertionError:
            return
        raise ValueError(f"{self.name} does not fail")


def undeclared(file: SourceFile) -> Iterator[Undeclared]:
    """The functions at the top of a case that assert something and none of whose parameters is annotated."""
    module, tree = module_of(file)
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef) or not asserts_in(node) or node.name not in module.__dict__:
            continue
        if not any(arg.annotation for arg in [*node.args.args, *node.args.kwonlyargs]):
            yield Undeclared(node.name, module.__dict__[node.name])


def names_of(document: Json) -> list[str]:
    """The sizes and numbers that its inputs speak of, those of stars with a `*`."""
    found: dict[str, None] = {}
    for one in document["inputs"].values():
        if one["kind"] == "unknown":
            continue
        if one["kind"] not in ("tensor", "int"):
            raise Unmakeable(f"an input of kind {one['kind']}")
        for part in one["shape"] if one["kind"] == "tensor" else [one["value"]]:
            if isinstance(part, str):
                if not part.lstrip("*").isidentifier():
                    raise Unmakeable(f"the size {part}")
                found[part] = None
            elif part is None:
                raise Unmakeable("a size of which nothing is said")
    return list(found)


def is_admitted(document: Json, sizes: Mapping[str, Any]) -> bool:
    """Whether what is printed holds there."""
    numbers = {name: size for name, size in sizes.items() if isinstance(size, int)}
    try:
        conditions = [parse_condition(one) for one in document["requires"]]
        return all(one if isinstance(one, bool) else one.evaluate(numbers) for one in conditions)
    except ZeroDivisionError:
        return False


def call(function: Undeclared, document: Json, sizes: Sizes, seed: int) -> None:
    """Calls it at these sizes; whatever it raises goes on."""
    data = Data(seed)
    arguments = {name: _value(one, sizes, data) for name, one in document["inputs"].items()}
    with quiet(), torch.no_grad():
        function.call(**arguments)


def _value(one: Json, sizes: Sizes, data: Data) -> Any:
    if one["kind"] == "int":
        return sizes.get(one["value"], one["value"])
    if one["kind"] == "unknown":  # anything
        return data.tensor([2, 3], "float32")
    shape: list[int] = []
    for part in one["shape"]:
        size = sizes[part] if isinstance(part, str) else part
        shape.extend(size if isinstance(size, list) else [size])
    return data.tensor(shape, one["dtype"] or "float32")


__all__ = ["Undeclared", "call", "is_admitted", "names_of", "undeclared"]
