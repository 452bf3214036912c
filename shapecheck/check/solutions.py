"""What `solve` says, as a document of the JSON contract."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from shapecheck.check.naming import Naming
from shapecheck.check.places import shown_path
from shapecheck.values.present import present

if TYPE_CHECKING:
    from shapecheck.interpret.session import Solution

VERSION = 1


def parse_wanted(text: str) -> Any:
    """`[1, 1000]`, `[_, 10]`, `12`, `([1, 2], [3])` or `{"a": [1, 2]}`: lists of sizes (None for any), sizes, tuples
    and dicts of such.

    ValueError says what is wrong.
    """
    inside = text.strip()
    if "[" in inside and inside[0] not in "[({":
        inside = inside[inside.index("[") :]  # a dtype before the sizes says nothing here
    try:
        return _wanted(ast.parse(inside, mode="eval").body)
    except (SyntaxError, ValueError) as error:
        raise ValueError(f"cannot read {text!r}: {getattr(error, 'msg', error)}") from None


def _wanted(node: ast.expr) -> Any:
    if isinstance(node, ast.Tuple):
        return tuple(_wanted(item) for item in node.elts)
    if isinstance(node, ast.Dict):
        return {_key(key): _wanted(value) for key, value in zip(node.keys, node.values)}
    if isinstance(node, ast.List):
        return [_size(item) for item in node.elts]
    return _size(node)


def _size(node: ast.expr) -> int | None:
    if isinstance(node, ast.Constant) and (node.value is None or type(node.value) is int):
        return node.value
    if isinstance(node, ast.Name):
        if node.id in ("_", "null"):
            return None
        raise ValueError(f"`{node.id}` is a name: give a size, or `_` for any")
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        left, right = _size(node.left), _size(node.right)
        return None if left is None or right is None else left * right
    raise ValueError(f"`{ast.unparse(node)}` is no size")


def _key(node: ast.expr | None) -> object:
    if isinstance(node, ast.Constant):
        return node.value
    raise ValueError("the key of a dict has to be a string or an integer")


def solved(target: str, solution: Solution, hints: dict[str, str] | None = None) -> dict[str, Any]:
    """The document; a conflict's places in the order of the contradiction."""
    naming = Naming(hints or {})
    inputs = None
    if solution.inputs is not None:
        inputs = {name: present(value, naming.names) for name, value in solution.inputs.items()}
    conflict = None
    if solution.conflict is not None:
        conflict = [
            {"path": shown_path(one.site.path), "range": _range(one.site.span), "message": naming.message(one.message)}
            for one in solution.conflict
        ]
    return {"version": VERSION, "target": target, "result": solution.result, "inputs": inputs, "conflict": conflict}


def _range(span: Any) -> dict[str, Any]:
    return {
        "start": {"line": span.line, "column": span.column},
        "end": {"line": span.end_line, "column": span.end_column},
    }
