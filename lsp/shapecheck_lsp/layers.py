"""What `self.name` stands for in the methods of a class: the call that made it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from shapecheck.source import ir
from shapecheck.source.span import Span
from shapecheck_lsp.imports import dotted
from shapecheck_lsp.outline import definitions, expressions, flattened

if TYPE_CHECKING:
    from shapecheck_lsp.checked import Checked

SELF = "self"


class Layer(NamedTuple):
    """`made_by` is the class or function that is called for it, as it is written; `span` where the call stands."""

    name: str
    made_by: str
    span: Span


def layer_at(checked: Checked, name: str, point: tuple[int, int]) -> Layer | None:
    """The layer `self.x` of the innermost class around a point; None if several calls make it."""
    own, _, attribute = name.partition(".")
    if own != SELF or "." in attribute:
        return None
    around = [one for one in flattened(definitions(checked)) if one.is_class and one.span[:2] <= point <= one.span[2:]]
    if not around:
        return None
    found = []
    for node in expressions(around[-1].node.body):
        if isinstance(node, ir.Assign) and any(dotted(target) == name for target in node.targets):
            made_by = dotted(node.value.func) if isinstance(node.value, ir.Call) else None
            span = checked.real(node.value.span)
            if made_by is None or span is None:
                return None
            found.append(Layer(name, made_by, span))
    return found[0] if len(found) == 1 else None
