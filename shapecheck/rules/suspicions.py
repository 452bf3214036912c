"""What torch does without complaint and hardly anybody means.

`[B, 1]` beside `[B]` gives `[B, B]`: every row meets every other. That is also how all pairs are compared
on purpose (`labels[:, None] == labels`), so where the dim of size 1 comes from decides: whoever writes
`unsqueeze`, `None` or `keepdim=True` means it, a layer with one output does not.
"""

from __future__ import annotations

from typing import Any

from shapecheck.rules.run import Run
from shapecheck.symbolic import Expr
from shapecheck.values import Path, Tensor

_ONE_FEATURE = frozenset({"linear", "bilinear", "matmul", "mm", "addmm", "embedding"})
"""Their last dim holds features: that there is one of them is no wish to broadcast."""
_VIEWS = frozenset({"view", "reshape"})
_COORDINATES = frozenset({"arange", "linspace", "logspace"})
_MAX_STEPS = 64


def crossed(run: Run, a: Any, b: Any) -> bool:
    """Whether `[.., B, 1]` meets `[B]` of the same B, and nobody seems to have wanted all pairs."""
    if type(a) is not Tensor or type(b) is not Tensor:
        return False
    standing, lying = (a, b) if len(a.shape) > len(b.shape) else (b, a)
    if len(lying.shape) != 1 or len(standing.shape) < 2:
        return False
    path = run.path
    tall, flat = path.resolve(standing.shape), path.resolve(lying.shape)
    if len(flat) != 1 or len(tall) < 2 or tall[-1] != 1 or tall[-2] != flat[0] or lying.is_parameter:
        return False
    size = flat[0]
    if isinstance(size, int) and size < 2:
        return False
    return _is_mistaken(path, standing, lying, isinstance(size, Expr))


def _is_mistaken(path: Path, standing: Tensor, lying: Tensor, is_symbol: bool) -> bool:
    """`is_symbol`: the two sizes are one by their making, and not by chance."""
    column = _where_column_was_made(path, standing)
    if column.maker in _ONE_FEATURE:
        source = root_of(lying)
        return not _comes_from(lying, column) and (is_symbol or source.maker not in _COORDINATES)
    if not is_symbol:
        return False
    if column.maker is None:
        return column.parent is None and column.name is not None and not _comes_from(lying, column)
    both_shaped = column.maker in _VIEWS and lying.maker in _VIEWS
    return both_shaped and root_of(column) is not root_of(lying)


def _where_column_was_made(path: Path, tensor: Tensor) -> Tensor:
    """The tensor that the last dim, of size 1, came with: elementwise operators keep it."""
    for _ in range(_MAX_STEPS):
        parent = tensor.parent
        if (
            tensor.maker in _ONE_FEATURE
            or parent is None
            or path.resolve(parent.shape) != path.resolve(tensor.shape)
        ):
            break
        tensor = parent
    return tensor


def _comes_from(tensor: Tensor | None, ancestor: Tensor) -> bool:
    for _ in range(_MAX_STEPS):
        if tensor is None or tensor is ancestor:
            break
        tensor = tensor.parent
    return tensor is ancestor


def root_of(tensor: Tensor) -> Tensor:
    """What a tensor was made from, at the beginning."""
    for _ in range(_MAX_STEPS):
        if tensor.parent is None:
            break
        tensor = tensor.parent
    return tensor
