"""Shapes in trailing comments: `x = self.pool(x)  # (B, C, H//2, W//2)`.

They name sizes for the reader. What is not plainly a shape is prose.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from shapecheck.source.shape_notation import BadShape, DimSpec, parse_shape
from shapecheck.source.span import Span

if TYPE_CHECKING:
    from shapecheck.source.ir import SourceFile

_ARROW = r"(?:[-=]+ ?>|→|⇒|⟶)"
_LEAD = rf"(?:(?:shape|size|out|output|result)s?\s*[:=]?\s*|\w+\.shape\s*[:=]+\s*|{_ARROW}\s*|>\s*)?"
_GROUP = r"(?:\(([^()\[\]]*(?:\([^()]*\)[^()\[\]]*)*)\)|\[([^\[\]]*)\])"
_COMMENT = re.compile(rf"#+\s*{_LEAD}{_GROUP}(?:\s*{_ARROW}\s*{_GROUP})?\s*(?P<rest>.*)\Z", re.IGNORECASE)
_GOES_ON = re.compile(rf"[(\[,+*/@×·'’^ᵀ]|\.T\b|[xX]\s*[(\[]|{_ARROW}")
"""What several shapes, or a formula, have behind the first."""
_SENTENCE = re.compile(r"[^\W\d]")
"""`# (t, d) broadcasts over the batch` speaks of some shape, not of that of the result."""
_OPEN = re.compile(r"\A-\d+\Z")
"""-1 in a comment is what it is in `view`: whatever is left."""
_INTERVAL = re.compile(r"(?:0,\d+|-(\d+),\1)\Z")
"""`-> [-1, 1]` and `# [0, 255]` speak of values."""
_KEYWORD = re.compile(r"=\s*[^\W\d]")
"""`(1, n, device=x.device)`: the arguments of a call."""
_OPTIONAL = re.compile(r"\(\s*[^\W\d]\w*\s*\)\Z")
"""`(N, (coils))`: a dim that need not be there."""
_UNFINISHED = re.compile(r",.*,\s+\Z")
"""`(batch, length, )`: its writer left room for more."""
_LETTER = re.compile(r"#+\s*\(([A-Z])\)\s*\Z")
"""`# (B)`: a dim, or what the text about the code calls the line."""
_INDEX = re.compile(r"(?<=[^\W\d])\d+")
_MEMBER = re.compile(r"[^\W\d]\d")
"""`d1` and `h1//2` are members of a series."""
_DIM = re.compile(r"\.\.\.|\*?[^\W\d]\w*|[\w\s+*/%().-]+\Z")


class ShapeComment(NamedTuple):
    """A shape in a comment: `span` is that of the comment; `before` the shape that stands in front of it and an arrow,
    () what is none, None where there is no arrow."""

    span: Span
    dims: tuple[DimSpec, ...]
    text: str
    before: tuple[DimSpec, ...] | None


def shape_comments(file: SourceFile) -> dict[int, ShapeComment]:
    """The shapes in the trailing comments of a file, by line."""
    found: dict[int, ShapeComment] = {}
    letters = {match[1] for comment in file.comments if (match := _LETTER.match(comment.text))}
    are_labels = letters >= {"A", "B"}
    for comment in file.comments:
        if not comment.own_line and not (are_labels and _LETTER.match(comment.text)):
            shape = read_comment(comment.text)
            if shape is not None:
                found[comment.span.line] = ShapeComment(comment.span, *shape)
    return found


def read_comment(text: str) -> tuple[tuple[DimSpec, ...], str, tuple[DimSpec, ...] | None] | None:
    """The dims of a comment, their text, and the shape that becomes this one; None if it is no shape."""
    match = _COMMENT.match(text)
    if match is None:
        return None
    groups = [group for group in match.groups()[:4] if group is not None]
    rest = match["rest"]
    if _GOES_ON.match(rest) or _SENTENCE.match(rest) or any(map(_UNFINISHED.search, groups)):
        return None
    inside = groups[-1].strip()
    parts = _parts(inside)
    dims = dims_of_group(parts, inside)
    comma = "," if len(parts) == 1 and inside.endswith(",") else ""
    before = dims_of_group(_parts(groups[0].strip()), groups[0].strip()) or () if len(groups) > 1 else None
    return None if dims is None else (dims, f"({', '.join(parts)}{comma})", before)


def _parts(inside: str) -> list[str]:
    return [part.strip() for part in inside.rstrip(",").split(",")]


def dims_of_group(parts: list[str], inside: str) -> tuple[DimSpec, ...] | None:
    """The dims that the parts of a bracket are; None if they are prose. `inside` is the text of the bracket."""
    if not _is_shape(parts, inside):
        return None
    words = [_OPEN.sub("_", part.replace(" ", "")) for part in parts]
    try:
        return parse_shape(" ".join(_without_members(words)))
    except BadShape:
        return None


def _without_members(words: list[str]) -> list[str]:
    """`(d1, d2, ..., dN, c)` is `(..., c)`: a numbered series has any number of members, and may have fewer than are
    written out."""
    if words.count("...") != 1:
        return words
    at = words.index("...")
    first = at
    while first and _MEMBER.search(words[first - 1]):
        first -= 1
    stems = {_INDEX.sub("#", word) for word in words[first:at]}
    patterns = [re.escape(stem).replace("\\#", r"(?:\d+|[^\W\d])") for stem in stems]
    last = at + 1
    while last < len(words) and any(re.fullmatch(pattern, words[last]) for pattern in patterns):
        last += 1
    if last == at + 1 and len(stems) == at - first:
        return words  # none is like another
    return [*words[:first], "...", *words[last:]]


def _is_shape(parts: list[str], inside: str) -> bool:
    if not all(part and _DIM.match(part) for part in parts):
        return False
    if any(" " in part and not re.search(r"[-+*/%]", part) for part in parts):
        return False  # words
    if any(_KEYWORD.search(part) or _OPTIONAL.match(part) for part in parts):
        return False
    if any(part.startswith("-") and not part[1:].isdigit() for part in parts):
        return False  # an interval: (-pi/2, pi/2)
    if _INTERVAL.match(",".join(parts)):
        return False
    if len(parts) > 1:
        return True
    # Two letters are as often two dims: `[NC]`.
    return inside.endswith(",") or parts[0].isdigit() or re.fullmatch(r"[A-Z]\d?", parts[0]) is not None
