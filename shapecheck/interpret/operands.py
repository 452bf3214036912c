"""The operands of the operator being applied, for its message: spelled out only if there is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from shapecheck.source import ir
from shapecheck.values import Value

Operands: TypeAlias = "Sequence[tuple[ir.Expression | str, Value]]"
"""Expressions (or names) with their values."""


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
