"""The operands of the operator being applied, for its message: spelled out only if there is one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from shapecheck.source import ir
from shapecheck.values import BoundMethod, ListValue, Value

Operands: TypeAlias = "Iterable[tuple[ir.Expression | str, Value]]"
"""Expressions (or names) with their values."""


class CallOperands:
    """The arguments of a call behind the function, or behind the object whose method it is; the items of lists, too."""

    __slots__ = ("_args", "_function", "_node")

    def __init__(self, node: ir.Call, function: Value, args: list[Any]) -> None:
        self._node, self._function, self._args = node, function, args

    def __iter__(self) -> Iterator[tuple[ir.Expression | str, Value]]:
        node, function = self._node, self._function
        if isinstance(function, BoundMethod) and isinstance(node.func, ir.Attribute):
            yield node.func.value, function.receiver
        else:
            yield node.func, function
        pairs = list(zip(node.args, self._args))
        yield from pairs
        for arg, value in pairs:
            if isinstance(arg, (ir.List, ir.Tuple)) and isinstance(value, (ListValue, tuple)):
                items = value.items if isinstance(value, ListValue) else value
                yield from zip(arg.elts, items or ())


def spelled(operands: Operands) -> list[tuple[str, Value]]:
    """The values with the texts of their expressions."""
    return [(name if isinstance(name, str) else expression_text(name), value) for name, value in operands]


def expression_text(node: ir.Expression) -> str:
    """A short spelling of names and attributes, for messages; empty for anything else."""
    if isinstance(node, ir.Name):
        return node.id
    if isinstance(node, ir.Attribute):
        inner = expression_text(node.value)
        return f"{inner}.{node.attr}" if inner else ""
    return ""
