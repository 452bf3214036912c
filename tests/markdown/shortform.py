"""The short form of a value, as written behind `# revealed:`.

It is Python's syntax: `[2, h * w]` is a tensor's shape, and `int64[2, 3]` fixes the dtype, too; `(1, 2)` is a
tuple, `list(1, 2)` a list, `{'k': [2, 3]}` a dict, `object(Cls)` an object; numbers, strings, True, False and
None are themselves, and a bare expression is an int. `_` is an unknown size, whatever its name if it has one;
`[*s, 3]` are any sizes before a 3; `tensor`, `int`, `float`, `bool` and `str` are values of which only the kind
is known, `A | B` is a union, and `unknown` what is honestly unknown.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Mapping
from typing import Any

KINDS = {"tensor", "int", "float", "bool", "str"}
Json = Any


def parse_short(text: str) -> ast.expr:
    """The tree of a short form; raises SyntaxError."""
    return ast.parse(re.sub(r"(\w)\[\]", r"\1[()]", text), mode="eval").body


def alternatives(node: ast.expr) -> list[ast.expr]:
    """The members of `A | B`."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return alternatives(node.left) + alternatives(node.right)
    return [node]


def shape_of(node: ast.expr) -> tuple[str | None, list[ast.expr]] | None:
    """dtype and dims if `node` is written as a tensor."""
    if isinstance(node, ast.List):
        return None, node.elts
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        inner = node.slice
        return node.value.id, list(inner.elts) if isinstance(inner, ast.Tuple) else [inner]
    return None


def matches_value(node: ast.expr, value: Json) -> bool:
    """Is `value`, a VALUE of the JSON contract, what the short form says?"""
    members = alternatives(node)
    if len(members) > 1 or value["kind"] == "union":
        of = list(value.get("of", [value]))
        return len(of) == len(members) and all(any(matches_value(m, v) for v in of) for m in members)
    kind = value["kind"]
    tensor = shape_of(node)
    if tensor:
        return bool(kind == "tensor" and _matches_shape(tensor, value))
    if isinstance(node, ast.Name) and node.id in KINDS:
        return bool(kind == node.id and value.get("shape", value.get("value")) is None)
    if isinstance(node, ast.Name) and node.id == "unknown":
        return bool(kind == "unknown")
    if isinstance(node, ast.Dict):
        return kind == "dict" and _matches_dict(node, value["items"])
    items = items_of(node)
    if items:
        name, parts = items
        return kind == name and value["items"] is not None and _all(parts, value["items"])
    if isinstance(node, ast.Call) and isinstance(node.args[0], ast.Name):
        return bool(kind == "object" and value["class"].rpartition(".")[2] == node.args[0].id)
    return _matches_scalar(node, value)


def _all(parts: list[ast.expr], values: list[Json]) -> bool:
    return len(parts) == len(values) and all(map(matches_value, parts, values))


def items_of(node: ast.expr) -> tuple[str, list[ast.expr]] | None:
    if isinstance(node, ast.Tuple):
        return "tuple", node.elts
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "list":
        return "list", node.args
    return None


def _matches_dict(node: ast.Dict, items: Mapping[str, Json] | None) -> bool:
    if items is None or len(items) != len(node.keys):
        return False
    keys = [str(ast.literal_eval(key)) for key in node.keys if key]
    return list(items) == keys and all(
        matches_value(v, items[k]) for k, v in zip(keys, node.values, strict=True)
    )


def _matches_scalar(node: ast.expr, value: Json) -> bool:
    if isinstance(node, ast.Constant) and not isinstance(node.value, int):
        kind = {type(None): "none", str: "str", float: "float"}[type(node.value)]
        return bool(value["kind"] == kind and value.get("value") == node.value)
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return bool(value["kind"] == "bool" and value["value"] is node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant):
        return bool(value.get("value") == ast.literal_eval(node))
    return value["kind"] == "int" and value["value"] is not None and same_dim(node, value["value"])


def _matches_shape(tensor: tuple[str | None, list[ast.expr]], value: Json) -> bool:
    dtype, dims = tensor
    if dtype is not None and value["dtype"] != dtype:
        return False
    shape = value["shape"]
    if len(dims) == 1 and isinstance(dims[0], ast.Constant) and dims[0].value is ...:
        return shape is None
    return shape is not None and len(shape) == len(dims) and all(map(same_dim, dims, shape))


def same_dim(node: ast.expr, dim: int | str | None) -> bool:
    """Is a dim of the JSON the one written? Expressions are equal if they agree on twenty inputs."""
    if isinstance(node, ast.Name) and node.id == "_":
        return dim is None or (isinstance(dim, str) and dim.isidentifier())
    if dim is None:
        return False
    if isinstance(node, ast.Starred):
        return dim == ast.unparse(node)
    if isinstance(dim, str) and dim.startswith("*"):
        return False
    other = parse_short(str(dim))
    names = names_of(node)
    if names != names_of(other):
        return False
    seeded = random.Random(7)
    draws = [{name: seeded.randint(1, 60) for name in sorted(names)} for _ in range(20 if names else 1)]
    return all(evaluate(node, draw) == evaluate(other, draw) for draw in draws)


def names_of(node: ast.expr) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} - {"max", "min"}


def evaluate(node: ast.expr, names: Mapping[str, int]) -> int:
    """The number that an expression over dim names stands for."""
    code = compile(ast.Expression(node), "<dim>", "eval")
    return int(eval(code, {"__builtins__": {}, "max": max, "min": min}, dict(names)))


def short(value: Json, dtypes: bool = False) -> str:
    """A VALUE of the JSON contract in the short form."""
    kind = value["kind"]
    if kind == "tensor":
        prefix = value["dtype"] if dtypes and value["dtype"] else ""
        if value["shape"] is None:
            return f"{prefix}[...]" if prefix else "tensor"
        return f"{prefix}[{', '.join('_' if d is None else str(d) for d in value['shape'])}]"
    if kind in ("tuple", "list"):
        if value["items"] is None:
            return str(kind)
        inner = ", ".join(short(item, dtypes) for item in value["items"])
        comma = "," if kind == "tuple" and len(value["items"]) == 1 else ""
        return f"{'list' if kind == 'list' else ''}({inner}{comma})"
    if kind == "dict":
        pairs = value["items"]
        if pairs is None:
            return "dict"
        return f"{{{', '.join(f'{k!r}: {short(v, dtypes)}' for k, v in pairs.items())}}}"
    if kind == "union":
        return " | ".join(short(member, dtypes) for member in value["of"])
    if kind == "object":
        return f"object({value['class'].rpartition('.')[2]})"
    if kind == "int" and isinstance(value["value"], str):
        return str(value["value"])
    return str({"none": "None"}.get(kind) or (kind if value.get("value") is None else repr(value["value"])))
