"""Shapes of symbolic rank: a tuple of dims in which at most one Star stands for any number of dims."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias, TypeGuard, Union

from shapecheck.symbolic import Dim, Expr, prod, symbol

RANK = ".rank"
"""What the symbol of a star's number of dims is called after the star's name."""


class Star:
    """A run of dims whose number is not known yet; `rank` is the symbol of that number (0 or more).

    A path binds a star to a shape when it learns more (see `Path.resolve`), so that every tensor whose
    shape mentions the star becomes more precise at once. `dim_low` is the least size of its dims.
    `part_of` is another star, and how many of its dims stand before and behind this one; by default itself.
    """

    __slots__ = ("dim_low", "name", "part_of", "rank")

    def __init__(self, name: str, dim_low: int = 1, part_of: tuple[Star, int, int] | None = None) -> None:
        self.name = name
        self.part_of: tuple[Star, int, int] | None = part_of
        self.rank: Expr = symbol(f"{name}{RANK}", 0)
        self.dim_low = dim_low

    def __repr__(self) -> str:
        return f"*{self.name}"


Shape: TypeAlias = tuple[Union[Dim, Star], ...]


def star_index(shape: Shape) -> int | None:
    """Where the star stands, None in a shape of known rank."""
    for i, dim in enumerate(shape):
        if type(dim) is Star:
            return i
    return None


def is_plain(shape: Shape) -> TypeGuard[tuple[Dim, ...]]:
    """Whether the rank is known: nothing but dims."""
    return star_index(shape) is None


def numel_of(shape: Shape) -> Dim:
    """The number of elements of a tensor of this shape."""
    return prod(elements_in(dim) if isinstance(dim, Star) else dim for dim in shape)


def elements_in(star: Star) -> Expr:
    """The product of the dims that a star stands for: one symbol."""
    return symbol(f"{star.name}.numel", 1 if star.dim_low >= 1 else 0)


def rank_of(shape: Shape) -> Dim:
    """The number of dims; symbolic when there is a star."""
    at = star_index(shape)
    if at is None:
        return len(shape)
    star = shape[at]
    assert isinstance(star, Star)
    return star.rank + (len(shape) - 1)


def shape_text(shape: Iterable[object]) -> str:
    """`[2, C, H//2]`, as messages and hovers show it."""
    return "[" + ", ".join("?" if _is_unknown(dim) else str(dim) for dim in shape) + "]"


def _is_unknown(dim: object) -> bool:
    """Whether nothing is known of a size: it is no number, or a symbol that was made for such a size, with a `?`."""
    if isinstance(dim, Expr):
        return any(symbol.name.startswith("?") for symbol in dim.symbols)
    return not isinstance(dim, (int, float, str, Star))
