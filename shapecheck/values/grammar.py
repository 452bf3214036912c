"""The grammar of a size in the JSON contract and on the command line.

An integer, a name, or `+ - * // % max(a, b) min(a, b)` of them, in Python's syntax.
"""

from __future__ import annotations

import ast
from functools import lru_cache

_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)


def is_size(node: ast.expr) -> bool:
    """Whether the parsed expression is a size."""
    if isinstance(node, ast.Name):
        return True
    if isinstance(node, ast.Constant):
        return type(node.value) is int
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, _OPERATORS) and is_size(node.left) and is_size(node.right)
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub) and is_size(node.operand)
    if isinstance(node, ast.Call):
        is_extremum = isinstance(node.func, ast.Name) and node.func.id in ("max", "min")
        return is_extremum and not node.keywords and len(node.args) > 1 and all(map(is_size, node.args))
    return False


@lru_cache(maxsize=4096)
def is_size_text(text: str) -> bool:
    """Whether the text is a size other than a `*name`."""
    try:
        return is_size(ast.parse(text, mode="eval").body)
    except (SyntaxError, RecursionError, MemoryError):
        return False
