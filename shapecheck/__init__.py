"""shapecheck finds tensor shape errors in PyTorch source without running it.

`reveal_shape` is the only name meant for checked code; nothing else is imported here, so that
`from shapecheck import reveal_shape` costs a program nothing.
"""

from __future__ import annotations

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")


def reveal_shape(value: T) -> T:
    """Returns its argument; `shapecheck` reports what it knows of it here."""
    return value
