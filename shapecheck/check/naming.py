"""Display names of sizes.

Internally every symbol has a name of its own (`x_0`, then `x_0#2` ...). What a
person sees is the name that its first unpacking gave it (`b, t, d = x.shape`), else the internal name without
what makes it unique; two different symbols in one result never share a name: the second becomes `b_2`.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Mapping, Sequence

from shapecheck.symbolic import Expr, Formula
from shapecheck.values.freeze import Frozen, FrozenTensor, Size, leaves
from shapecheck.values.path import UNIQUE
from shapecheck.values.shape import Star

_TOKEN = re.compile(
    r"""
    (?: (?<![\w)\]]) \* )?                  # a star only where it is no multiplication: [*x, 3], not 2*x
    (?<![\w."']) [^\W\d]\w* (?:\.\w+)*      # a name, perhaps dotted
    (?: \#\d+ (?!\d) | (?![\w"'\#]) )      # the number that makes it unique, or its end
    """,
    re.VERBOSE,
)
_NUMBER_OF_ELEMENTS = re.compile(r"([^\W\d]\w*(?:#\d+)?)\.numel\b(?!\()")
"""The product of the dims that a star stands for."""
_UNKNOWN = re.compile(r'("[^"]*" is declared)|\?(?=[^\W\d]|\[\d|#\d)\w*(?:\[\d+\])*(?:#\d+)?')
"""A size of which nothing is known; the `?name` of a declaration is the user's own."""
_NUMBER_OF_DIMS = re.compile(r"([^\W\d]\w*(?:#\d+)?)\.rank\b(?!\()")
_AXIS = re.compile(r"_m?\d+\Z")
_FROM_BEHIND = re.compile(r"(.+)_m(\d+)(?:#\d+)?\Z")
_NOT_NAME = re.compile(r"\W+")


def counted_from_front(values: Iterable[Frozen]) -> dict[str, str]:
    """Names of sizes that were counted from behind before the rank of their tensor was known: in these values it is."""
    found: dict[str, str] = {}
    for value in values:
        for leaf in leaves(value):
            shape = leaf.shape or () if isinstance(leaf, FrozenTensor) else ()
            if not any(isinstance(size, Star) for size in shape):
                for axis, size in enumerate(shape):
                    name = _from_front(size, axis, len(shape))
                    if name is not None:
                        found.setdefault(*name)
    return found


def _from_front(size: Size, axis: int, rank: int) -> tuple[str, str] | None:
    """`x_m1`, the last axis of a tensor whose rank was not known then, is `x_3` once the rank is 4."""
    if not isinstance(size, Expr) or not size.is_symbol:
        return None
    from_behind = _FROM_BEHIND.match(size.name)
    if from_behind is None or axis != rank - int(from_behind[2]):
        return None
    return size.name, f"{from_behind[1]}_{axis}"


class Naming:
    """The names of one result; a name is chosen when its symbol is first met, so order matters."""

    def __init__(self, hints: Mapping[str, str]) -> None:
        self._hints = hints
        self._taken: set[str] = set()
        self.names: dict[str, str] = {}
        """Internal name (with `*` before a star's) -> display name."""

    def add_values(self, values: Iterable[Frozen]) -> None:
        """Names everything in the values, in the order of reading."""
        for value in values:
            for leaf in leaves(value):
                if isinstance(leaf, FrozenTensor):
                    self._add_shape(leaf.shape or ())
                elif isinstance(leaf.value, Expr):
                    self.add(leaf.value)

    def _add_shape(self, shape: Sequence[Size]) -> None:
        rank = None if any(isinstance(size, Star) for size in shape) else len(shape)
        for axis, size in enumerate(shape):
            name = None if rank is None else _from_front(size, axis, rank)
            if name is not None and name[0] not in self._hints:
                self._choose(*name)
            if isinstance(size, (Expr, Star)):
                self.add(size)

    def add(self, size: Expr | Star | Formula) -> None:
        """Names the symbols of an expression or condition, or a star."""
        if isinstance(size, Star):
            self._choose(f"*{size.name}")
        else:
            for found in sorted(size.symbols, key=lambda one: one.key):
                self._choose(found.name)

    def reserve(self, names: Iterable[str]) -> None:
        """Symbols of these names keep them."""
        for name in names:
            self._choose(name)

    def name(self, internal: str) -> str:
        """The display name of one internal name."""
        self._choose(internal)
        return self.names[internal]

    def message(self, text: str) -> str:
        """A message with internal names replaced."""
        if ".numel" in text:
            text = _NUMBER_OF_ELEMENTS.sub(r"prod(*\1)", text)
        if "?" in text:
            text = _UNKNOWN.sub(lambda match: match[1] or "?", text)
        if ".rank" in text:
            text = _NUMBER_OF_DIMS.sub(r"len(\1)", text)
        return _TOKEN.sub(self._token, text).replace("bcast(", "broadcast(")

    def _token(self, match: re.Match[str]) -> str:
        token = match[0]
        star = "*" if token.startswith("*") else ""
        # Only what looks like a symbol: one called `dim` must not rename the word in "outside of dim 1".
        is_internal = "#" in token or (_AXIS.search(token) is not None and token in self._hints)
        return star + self.name(token) if is_internal else token

    def _choose(self, internal: str, preferred: str | None = None) -> None:
        if internal in self.names:
            return
        star = "*" if internal.startswith("*") else ""
        own = internal[len(star) :]
        same = self.names.get(own if star else f"*{own}")
        if same is not None:  # a star, and the number of its dims
            self.names[internal] = same
            return
        wanted = preferred or self._hints.get(own) or UNIQUE.sub("", own)
        wanted = _NOT_NAME.sub("_", wanted).strip("_") or "n"
        if not wanted.isidentifier():
            wanted = f"n_{wanted}"
        if keyword.iskeyword(wanted):
            wanted = f"{wanted}_"
        name, count = wanted, 1
        while name in self._taken:
            count += 1
            name = f"{wanted}_{count}"
        self._taken.add(name)
        self.names[internal] = name
