"""The notation of declared shapes: jaxtyping's `"batch *time h=8 #c 2*w {self.heads} _ ..."`, read from its text.

Other notations (`Annotated[Tensor, "B C"]`, `Tensor[[B, C]]`, shape comments) come to the same dims.
The rules and the names of what is wrong are those of jaxtyping's own parser.
"""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

_BRACES = re.compile(r"\{([^{}]*)\}")
_MODIFIERS = {"#": "broadcastable", "*": "variadic", "_": "anonymous", "?": "treepath"}
HOLE = "_hole_"
"""What stands in an expression for the n-th `{...}` of its text: `_hole_0`."""


class BadShape(ValueError):
    """The text is no shape; the message says why."""


class DimSpec(NamedTuple):
    """One dim of a declared shape, or with `variadic` any number of them.

    `kind` is fixed (`size`), named (`name`), symbolic (`expression`, in Python, with `holes` for what stood in
    braces) or anonymous. A `broadcastable` dim may be 1 instead. The name of a `treepath` dim (`?n`) is
    another one for each leaf.
    """

    text: str
    kind: str
    name: str = ""
    size: int = 0
    expression: str = ""
    holes: tuple[str, ...] = ()
    variadic: bool = False
    broadcastable: bool = False
    treepath: bool = False


def parse_shape(text: str) -> tuple[DimSpec, ...]:
    """The dims of a shape; BadShape if it is none."""
    dims = tuple(_parse_dim(token) for token in _tokens(text))
    if sum(dim.variadic for dim in dims) > 1:
        raise BadShape("`*name` and `...` may stand only once in a shape")
    return dims


def _tokens(text: str) -> list[str]:
    """The dims of the text: blanks separate them, except inside of braces."""
    whole = _BRACES.sub(lambda match: "{" + match[1].replace(" ", "") + "}", text)
    return whole.split()


def _parse_dim(token: str) -> DimSpec:
    if "," in token and "(" not in token:
        raise BadShape(f"dims are separated by blanks, not by commas: `{token}`")
    if token.endswith("#"):
        raise BadShape(f"the `#` of a dim that broadcasts stands before its name: `{token}`")
    if "..." in token:
        if token != "...":
            raise BadShape(f"`...` has to stand alone, got `{token}`")
        return DimSpec(token, "anonymous", variadic=True)
    flags, rest = _modifiers(token)
    if not rest or rest.isidentifier():
        return _named(token, rest, flags)
    if re.fullmatch(r"[+-]?\d+", rest):
        _refuse(token, flags, "a fixed size", ("variadic", "anonymous", "treepath"))
        return DimSpec(token, "fixed", size=int(rest), broadcastable="broadcastable" in flags)
    _refuse(token, flags, "an expression", ("variadic", "anonymous", "treepath"))
    return _symbolic(token, rest, flags)


def _modifiers(token: str) -> tuple[set[str], str]:
    """The modifiers before a dim, and the dim without them and without a `name=` that only documents it."""
    flags: set[str] = set()
    rest = token
    while rest:
        flag = _MODIFIERS.get(rest[0])
        if flag is not None:
            if flag in flags:
                raise BadShape(f"`{rest[0]}` stands twice in `{token}`")
            flags.add(flag)
            rest = rest[1:]
        elif re.match(r"[^\W\d]\w*=[^=]", rest):
            rest = rest.partition("=")[2]
        else:
            break
    return flags, rest


def _named(token: str, name: str, flags: set[str]) -> DimSpec:
    if "anonymous" in flags:
        _refuse(token, flags, "a dim that is not named", ("broadcastable",))
        return DimSpec(token, "anonymous", variadic="variadic" in flags)
    if not name:
        raise BadShape(f"`{token}` has no name")
    return DimSpec(
        token,
        "named",
        name,
        variadic="variadic" in flags,
        broadcastable="broadcastable" in flags,
        treepath="treepath" in flags,
    )


def _symbolic(token: str, text: str, flags: set[str]) -> DimSpec:
    holes: list[str] = []

    def hole(match: re.Match[str]) -> str:
        holes.append(match[1])
        return f"({HOLE}{len(holes) - 1})"

    expression = _BRACES.sub(hole, text)
    for part in (expression, *holes):
        try:
            ast.parse(part, mode="eval")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise BadShape(f"`{token}` is no dim") from None
    broadcastable = "broadcastable" in flags
    return DimSpec(token, "symbolic", expression=expression, holes=tuple(holes), broadcastable=broadcastable)


def _refuse(token: str, flags: set[str], what: str, wrong: tuple[str, ...]) -> None:
    signs = {flag: sign for sign, flag in _MODIFIERS.items()}
    for flag in wrong:
        if flag in flags:
            raise BadShape(f"{what} cannot have `{signs[flag]}`: `{token}`")


# ------------------------------------------------------------------ other notations

_FUNCTION_WORDS = frozenset({
    "the", "of", "with", "for", "and", "or", "is", "are", "that", "this", "which", "to", "as", "be", "by", "from",
    "in", "on", "if", "an", "not", "no", "per", "each", "one", "has",
})  # fmt: skip


def parse_loose_shape(text: str) -> tuple[DimSpec, ...] | None:
    """The dims of a text that may be a shape or anything else: `Annotated[Tensor, "B C H W"]`; None if not.

    A single word in small letters, and words of which English sentences are made, are prose.
    """
    inside = text.strip()
    if inside[:1] in "([" and inside[-1:] in ")]":
        inside = inside[1:-1]
    words = inside.replace(",", " ").split()
    if not words or any(
        word.lower() in _FUNCTION_WORDS or word[-1] in ".:;!?" for word in words if word != "..."
    ):
        return None
    if len(words) == 1 and words[0].isidentifier() and len(words[0]) > 2 and words[0].islower():
        return None
    try:
        return parse_shape(" ".join(words))
    except BadShape:
        return None
