"""The dotted names that expressions of a file stand for, as far as its imports say it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from shapecheck.source import ir
from shapecheck_lsp.outline import expressions
from shapecheck_lsp.statements import PerStatement

if TYPE_CHECKING:
    from shapecheck_lsp.checked import Checked


def imported(tree: ir.SourceFile | None) -> Mapping[str, str]:
    """The names that imports bind, with what they stand for; relative imports are left out."""
    return dict(_IMPORTED.of(tree))


def _imported(statement: ir.Statement) -> Iterator[tuple[str, str]]:
    for node in expressions((statement,)):
        if isinstance(node, ir.Import):
            for alias in node.names:
                first = alias.name.partition(".")[0]
                yield (first, first) if alias.asname is None else (alias.asname, alias.name)
        elif isinstance(node, ir.ImportFrom) and not node.level:
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


_IMPORTED = PerStatement(_imported)


def dotted(node: Any) -> str | None:
    """`F.conv2d` as it is written; None for what is no chain of names."""
    if isinstance(node, ir.Name):
        return node.id
    if isinstance(node, ir.Attribute):
        inner = dotted(node.value)
        return None if inner is None else f"{inner}.{node.attr}"
    return None


def resolved(checked: Checked, written: str) -> str | None:
    """The full name of what is written, if it was imported."""
    first, _, rest = written.partition(".")
    base = imported(checked.tree).get(first)
    return None if base is None else f"{base}.{rest}" if rest else base


def operator_names(checked: Checked, written: str) -> list[str]:
    """The names under which stubs may know an operator: a function of torch, or a method of tensors."""
    full = resolved(checked, written)
    if full is not None:
        return [full]
    last = written.rpartition(".")[2]
    return [f"torch.Tensor.{last}"] if "." in written else []
