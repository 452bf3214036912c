"""What the text of a file says of its names, without a parse: enough to leave most files of a lazy package alone."""

from __future__ import annotations

import re
from typing import NamedTuple

DEFINITION = re.compile(
    rb"\n(?:(?:(?:    ){0,2}class|(?:async )?def) ([A-Za-z_]\w*)|([A-Za-z_]\w*)[ \t]*[:=])"
)
STAR = re.compile(rb"\n[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+\*")


class Outline(NamedTuple):
    """`names`: what a file seems to define at its top (more names do no harm). `stars`: the modules that it imports
    everything from, as the number of leading dots and the rest. `is_lazy`: it speaks of TYPE_CHECKING."""

    names: frozenset[str]
    stars: tuple[tuple[int, str], ...]
    is_lazy: bool


def outline_of(data: bytes) -> Outline:
    """The outline of a file from its content."""
    text = b"\n" + data
    names = frozenset(name.decode() for names in DEFINITION.findall(text) for name in names if name)
    stars = tuple((len(dots), name.decode()) for dots, name in STAR.findall(text))
    return Outline(names, stars, b"TYPE_CHECKING" in data)
