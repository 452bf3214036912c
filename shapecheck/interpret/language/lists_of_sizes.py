"""Lists of the sizes of a tensor whose rank is not known: `[*x.shape[:-1], heads, size]`, `list(x.shape)`.

Of such a list one item stands for all, as in any list of unknown length; beside that it keeps the sizes themselves
(`ListValue.sizes`), for as long as all that happens to it is understood: `shape[-1] = 3` is, a write at an unknown
position is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.iteration import as_list
from shapecheck.interpret.language import sizes
from shapecheck.symbolic import Expr, ge
from shapecheck.values import (
    ListValue,
    Shape,
    SizesValue,
    SliceValue,
    Star,
    Value,
    is_plain,
    rank_of,
    sizes_in,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def listed(machine: Machine, parts: Sequence[Any]) -> ListValue:
    """The list of these items, which may be sizes with a Star among them: a list display, what a starred target takes.
    """
    if not any(type(part) is Star for part in parts):
        return ListValue(list(parts))
    made = sizes.of_parts(machine, [sizes.as_size(machine, part) for part in parts])
    if made is not None:
        return as_list(machine, made)
    item = machine.unknown("an item of a list that spreads sizes of unknown number")
    return ListValue(None, item, rank_of(tuple(parts)))


def together(machine: Machine, a: Value, b: Value) -> Shape | None:
    """The sizes in two lists, one behind the other; None if one holds anything else, or both a Star."""
    known, parts = False, list[Any]()
    for side in (a, b):
        held = sizes_in(side)
        if held is not None:
            known = True
            parts += machine.path.resolve(held.shape)
        elif isinstance(side, ListValue) and side.items is not None:
            parts += side.items
        else:
            return None
    if not known:
        return None
    made = sizes.of_parts(machine, [sizes.as_size(machine, part) for part in parts])
    return made.shape if isinstance(made, SizesValue) else None


def item_at(machine: Machine, value: SizesValue, index: int | SliceValue) -> Value:
    """`shape[i]`, `shape[a:b]` of a list."""
    if isinstance(index, int):
        return sizes.item(machine, value, index)
    part = sizes.part(machine, value, index)
    return as_list(machine, part) if isinstance(part, (tuple, SizesValue)) else part


def put(machine: Machine, held: SizesValue, index: int, value: Value) -> Shape | None:
    """The sizes behind `shape[index] = value`; None if it is no size that is put there, or nothing is known of them."""
    front, back = (index + 1, 0) if index >= 0 else (0, -index)
    is_long_enough = ge(rank_of(machine.path.resolve(held.shape)), max(front, back))
    size = sizes.as_size(machine, value)
    if not isinstance(size, (int, Expr)) or not sizes.required(
        machine, is_long_enough, "list assignment index out of range"
    ):
        return None
    parts = sizes.exposed(machine, held.shape, front, back)
    if parts is None:
        return None
    return tuple(size if at == index % len(parts) else part for at, part in enumerate(parts))


def keep(machine: Machine, target: ListValue, shape: Shape | None) -> None:
    """What the items of a list are from here on, if that is known."""
    if shape is not None and is_plain(shape):
        machine.store.set_attr(target, "items", list(shape))
    elif shape is not None or target.sizes is not None:
        machine.store.set_attr(target, "sizes", None if shape is None else SizesValue(shape))
