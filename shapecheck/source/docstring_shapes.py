"""Shapes in docstrings: `x: (B, T, C)`, `k (Tensor): keys of shape (B, S, D)`, `- Input: :math:`(N, *, H_{in})``.

They name sizes for the reader, and are never facts. What is not plainly a shape is prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from shapecheck.source.shape_comments import dims_of_group
from shapecheck.source.shape_notation import DimSpec

INPUT = "input"
OUTPUT = "output"
"""What the first argument and the result are called where they have no name: the lines of a `Shape:` section."""

_LINE = re.compile(
    r"""
    \s* (?:[-*•]\s+)?                                   # an item of a list
    (?: :param\s+ (?:[\w.]+\s+)? | : (?=returns?:) )?   # Sphinx
    [`*]* (?P<names>[^\W\d]\w* (?:\s*,\s*[^\W\d]\w*)*) [`*]*
    (?: \s*(?P<kind>\([^()]*\)) (?=\s*:) )?             # Google: `k (Tensor, optional): ...`
    (?P<rest>\s*[:(\[].*)
    """,
    re.VERBOSE,
)
_GROUP = r"(?:\([^()\[\]]*\)|\[[^()\[\]]*\])"
_QUOTE = r"\s*(?::math:)?[`'\"$]*"
_FIRST = re.compile(rf"\s*:?{_QUOTE}(?P<group>{_GROUP})")
_NAMED = re.compile(rf"\b(?:shape|size|dimension)s?\b(?:\s+of)?\s*[:=]?{_QUOTE}(?P<group>{_GROUP})", re.IGNORECASE)
_ARROW = re.compile(r"(?:->|→|=>)(?P<rest>.*)")
_LATEX = re.compile(r"\\text|\\mathrm|[\\{}$`]")
_TYPES = frozenset({
    "tensor", "optional", "int", "float", "str", "bool", "list", "tuple", "dict", "none", "array", "callable", "module",
})  # fmt: skip
_RESULTS = frozenset({"output", "outputs", "return", "returns", "out"})


@lru_cache(maxsize=2048)
def documented_shapes(docstring: str) -> Mapping[str, tuple[DimSpec, ...]]:
    """The shapes of a docstring by the name of the argument; the first that is given for a name counts."""
    found: dict[str, tuple[DimSpec, ...]] = {}
    if "(" in docstring or "[" in docstring:
        for line in docstring.splitlines():
            for name, dims in _shapes_in(line):
                found.setdefault(name, dims)
    return found


def _shapes_in(line: str) -> Iterator[tuple[str, tuple[DimSpec, ...]]]:
    match = _LINE.match(line)
    if match is None:
        return
    rest = match["rest"]
    dims = (_first_shape(match["kind"]) if match["kind"] else None) or _first_shape(rest)
    arrow = _ARROW.search(rest)
    if arrow is not None and (result := _first_shape(":" + arrow["rest"])) is not None:
        yield OUTPUT, result
    if dims is None:
        return
    for name in re.split(r"\s*,\s*", match["names"]):
        lowered = name.lower()
        yield (OUTPUT if lowered in _RESULTS else lowered if lowered == INPUT else name), dims


def _first_shape(text: str) -> tuple[DimSpec, ...] | None:
    for pattern in (_FIRST, _NAMED):
        match = pattern.match(text) if pattern is _FIRST else pattern.search(text)
        if match is None:
            continue
        inside = _LATEX.sub("", match["group"][1:-1])
        parts = [re.sub(r"\A\*\Z", "...", part.strip()) for part in inside.rstrip(", ").split(",")]
        if any(part.lower().rpartition(".")[2].endswith(tuple(_TYPES)) for part in parts):
            continue
        dims = dims_of_group(parts, inside)
        if dims is not None:
            return dims
    return None
