"""What a function, or a loop, changes beside its own variables: a walk over the IR, which runs nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from shapecheck.source import ir
from shapecheck.source.walking import GROWING, nodes_in, once_per_node

Place = tuple[str, ...]
"""`("self", "stats")` is `self.stats`."""


class OuterChanges(NamedTuple):
    """Names that it declares to be of the scopes around it, places that it assigns to, and places of containers that it
    puts something into or takes something out of."""

    names: tuple[str, ...]
    assigned: tuple[Place, ...]
    filled: tuple[Place, ...]


@once_per_node
def outer_changes(node: ir.FunctionDef | ir.Lambda | ir.For) -> OuterChanges:
    """The changes that a call of the function makes, or a loop."""
    names: dict[str, None] = {}
    assigned: dict[Place, None] = {}
    filled: dict[Place, None] = {}
    for part in nodes_in(node.body):
        if isinstance(part, (ir.Global, ir.Nonlocal)):
            names.update(dict.fromkeys(part.names))
        for target in _targets(part):
            is_item = isinstance(target, ir.Subscript)
            while isinstance(target, ir.Subscript):
                target = target.value
            place = _place(target)
            if place is not None and (is_item or len(place) > 1):
                (filled if is_item else assigned)[place] = None
    return OuterChanges(tuple(names), tuple(assigned), tuple(filled))


def _targets(part: object) -> Iterator[ir.Expression]:
    """What a statement assigns to; the container that a method changes, as an item of it."""
    if isinstance(part, ir.Assign):
        for target in part.targets:
            yield from ir.bound_targets(target)
    elif isinstance(part, (ir.AugAssign, ir.AnnAssign)):
        yield part.target
    elif isinstance(part, ir.Call) and isinstance(part.func, ir.Attribute) and part.func.attr in GROWING:
        yield ir.Subscript(part.span, part.func.value, part.func.value)


def _place(target: ir.Expression) -> Place | None:
    """The names of `a.b.c`."""
    names: list[str] = []
    while isinstance(target, ir.Attribute):
        names.append(target.attr)
        target = target.value
    return (target.id, *reversed(names)) if isinstance(target, ir.Name) else None
