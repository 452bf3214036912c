"""The grammar of einops patterns: `b (h p1) ... 1 _ -> ...`.

Source: einops 0.8, `parsing.py`. Names do not begin or end with an underscore; `1` is an empty group.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, Union

ELLIPSIS = "…"


class PatternError(Exception):
    """The pattern is wrong for every tensor."""


class Anonymous(NamedTuple):
    """An axis that is written as its size; `place` tells two of the same size apart."""

    size: int
    place: int

    def __repr__(self) -> str:
        return f"{self.size}-axis"


Axis = Union[str, Anonymous]


class Side(NamedTuple):
    """One side of a pattern: a group for each dim, `(ELLIPSIS,)` for any number; `axes` are all of them."""

    groups: tuple[tuple[Axis, ...], ...]
    composed: tuple[bool, ...]
    """Which groups are in brackets."""
    axes: tuple[Axis, ...]

    @property
    def has_ellipsis(self) -> bool:
        return ELLIPSIS in self.axes

    @property
    def has_inner_ellipsis(self) -> bool:
        """Whether the ellipsis is in brackets."""
        pairs = zip(self.groups, self.composed, strict=True)
        return any(composed and ELLIPSIS in group for group, composed in pairs)


def listed(axes: Iterable[Axis]) -> str:
    """`{'a', 'b'}`, in the order of the pattern."""
    return "{" + ", ".join(map(repr, axes)) + "}"


def split_arrow(pattern: str) -> tuple[str, str]:
    """The two sides of `left -> right`."""
    sides = pattern.split("->")
    if len(sides) != 2:
        raise PatternError(f"a pattern has one '->' between its two sides: {pattern!r}")
    return sides[0], sides[1]


@lru_cache(1024)
def parse_side(text: str, allow_underscore: bool = False, allow_duplicates: bool = False) -> Side:
    """One side of a pattern; PatternError in the words of einops if it cannot be read."""
    if "." in text:
        if "..." not in text:
            raise PatternError("Expression may contain dots only inside ellipsis (...)")
        if text.count("...") != 1 or text.count(".") != 3:
            raise PatternError(
                "Expression may contain dots only inside ellipsis (...); only one ellipsis for tensor "
            )
        text = text.replace("...", ELLIPSIS)
    return _Reader(text, allow_underscore, allow_duplicates).read()


class _Reader:
    """Reads one side, character by character as einops does."""

    def __init__(self, text: str, allow_underscore: bool, allow_duplicates: bool) -> None:
        self.text = text
        self.allow_underscore = allow_underscore
        self.allow_duplicates = allow_duplicates
        self.groups: list[tuple[Axis, ...]] = []
        self.composed: list[bool] = []
        self.axes: list[Axis] = []
        self.bracket: list[Axis] | None = None

    def read(self) -> Side:
        word = ""
        for char in self.text:
            if char in "() ":
                self._end_word(word)
                word = ""
                if char != " ":
                    self._bracket(char)
            elif char.isalnum() or char in ("_", ELLIPSIS):
                word += char
            else:
                raise PatternError(f"Unknown character '{char}'")
        if self.bracket is not None:
            written = self.text.replace(ELLIPSIS, "...")
            raise PatternError(f'Imbalanced parentheses in expression: "{written}"')
        self._end_word(word)
        return Side(tuple(self.groups), tuple(self.composed), tuple(self.axes))

    def _bracket(self, char: str) -> None:
        if char == "(":
            if self.bracket is not None:
                raise PatternError("Axis composition is one-level (brackets inside brackets not allowed)")
            self.bracket = []
        else:
            if self.bracket is None:
                raise PatternError("Brackets are not balanced")
            self._group(self.bracket, True)
            self.bracket = None

    def _group(self, axes: Iterable[Axis], composed: bool) -> None:
        self.groups.append(tuple(axes))
        self.composed.append(composed)

    def _end_word(self, word: str) -> None:
        if not word:
            return
        if word in self.axes and not (self.allow_underscore and word == "_") and not self.allow_duplicates:
            raise PatternError(f'Indexing expression contains duplicate dimension "{word}"')
        if word.isdecimal() and int(word) == 1:
            if self.bracket is None:
                self._group((), False)
            return
        axis = self._axis(word)
        self.axes.append(axis)
        if self.bracket is None:
            self._group((axis,), False)
        else:
            self.bracket.append(axis)

    def _axis(self, word: str) -> Axis:
        if word.isdecimal():
            if int(word) < 1:
                raise PatternError(f"Anonymous axis should have positive length, not {int(word)}")
            return Anonymous(int(word), len(self.axes))
        if word != ELLIPSIS:
            check_axis_name(word, self.allow_underscore)
        return word


def check_axis_name(word: str, allow_underscore: bool = False) -> None:
    """PatternError unless it is a name for an axis."""
    if not word.isidentifier():
        raise PatternError(f"Invalid axis identifier: {word}: not a valid python identifier")
    if (word[0] == "_" or word[-1] == "_") and not (word == "_" and allow_underscore):
        raise PatternError(
            f"Invalid axis identifier: {word}: axis name should should not start or end with underscore"
        )


@lru_cache(256)
def parse_packing(pattern: str, operation: str) -> tuple[int, int]:
    """The numbers of dims before and behind the `*` of a pattern of pack or unpack."""
    axes = pattern.split()
    where = f'in {operation}(..., "{pattern}")'
    if len(dict.fromkeys(axes)) != len(axes):
        raise PatternError(f"Duplicates in axes names {where}")
    if "*" not in axes:
        raise PatternError(f"No *-axis {where}")
    for axis in axes:
        if axis != "*":
            try:
                check_axis_name(axis)
            except PatternError:
                raise PatternError(f"Invalid axis name {axis} {where}") from None
    before = axes.index("*")
    return before, len(axes) - before - 1
