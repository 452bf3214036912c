"""Branches on the device: `if x.is_cuda: return kernel(x)`, `else: return x * 2`; and on whether gradients are wanted.

Nobody knows on which one a program runs, and both sides compute the same. Where one of them is a compiled kernel that
is not followed, the other says what the result is.
"""

from __future__ import annotations

from collections.abc import Callable
from types import NoneType
from typing import TYPE_CHECKING

from shapecheck.interpret.language.path_joins import Alternative
from shapecheck.interpret.signals import Return
from shapecheck.source import ir
from shapecheck.source.walking import nodes_in, once_per_node
from shapecheck.values import MISSING, NO_RULE, Delta, Tensor, Unknown, Value, held

if TYPE_CHECKING:
    from shapecheck.interpret.signals import Exit, Leaving

    Left = tuple[Leaving, Exit | None, Alternative]
    Returned = tuple[object, Alternative]

WORDS = ("cuda", "gpu", "device", "is_cpu", "is_mps", "is_available", "is_grad_enabled", "requires_grad")
"""Parts of the names by which code asks for a device, or for gradients."""

OPERATOR = f"{NO_RULE}torch.ops."
"""How the reason begins why the result of an operator in compiled code is unknown."""


@once_per_node
def asks_for_device(test: ir.Expression) -> bool:
    """Whether a test is about the device of a tensor, or about which there are."""
    names = [
        node.id if isinstance(node, ir.Name) else node.attr
        for node in nodes_in(test)
        if isinstance(node, (ir.Name, ir.Attribute))
    ]
    return any(word in name.lower() for name in names for word in WORDS)


def told_by_the_other(live: list[Alternative], left: list[Left]) -> tuple[list[Alternative], list[Left]]:
    """The sides that go on, where what one of them leaves unknown is what the other leaves, or what was there before;
    and those that leave: the unknown that they return gives way."""
    live, left = _told(live, left, _is_unknown)
    return live, [_marked(*one, tells=_has_tensor(getattr(one[0], "value", None))) for one in left]


def told_of_kernels(live: list[Alternative], left: list[Left]) -> tuple[list[Alternative], list[Left]]:
    """The same of what operators in compiled code give, whatever the question is: `if fused: y = torch.ops.mine...`."""
    return _told(live, left, _is_of_kernel)


def _told(
    live: list[Alternative], left: list[Left], gives_way: Callable[[Value], bool]
) -> tuple[list[Alternative], list[Left]]:
    if len(live) == 2:
        live = [_completed(live[0], live[1], gives_way), _completed(live[1], live[0], gives_way)]
    return live, [_marked(*one, gives_way=gives_way(getattr(one[0], "value", None))) for one in left]


def _completed(side: Alternative, other: Alternative, gives_way: Callable[[Value], bool]) -> Alternative:
    is_told = gives_way(side.value) and not isinstance(other.value, (Unknown, NoneType))
    told = {}
    for place, (container, key, is_attribute, value) in side.delta.writes.items():
        if gives_way(value) and not is_attribute:
            known = other.delta.writes[place][3] if place in other.delta.writes else held(container, key, is_attribute)
            if known is not MISSING and not _is_unknown(known):
                told[place] = (container, key, is_attribute, known)
    if not told and not is_told:
        return side
    return Alternative(Delta({**side.delta.writes, **told}), side.knowledge, other.value if is_told else side.value)


def _marked(leaving: Leaving, exit_: Exit | None, alternative: Alternative, **marks: bool) -> Left:
    """What leaves by a return is marked as told by others, or as telling them."""
    if isinstance(leaving, Return) and any(marks.values()):
        leaving = leaving._replace(**marks)
        exit_ = None if exit_ is None else exit_._replace(leaving=leaving)
    return leaving, exit_, alternative


def _is_unknown(value: Value) -> bool:
    """Whether nothing is known of a result: of none of them, where a kernel gives several."""
    return isinstance(value, Unknown) or (type(value) is tuple and bool(value) and all(map(_is_unknown, value)))


def _is_of_kernel(value: Value) -> bool:
    """Whether a result is unknown because it is that of an operator in compiled code."""
    if isinstance(value, Unknown):
        return value.cause.reason.startswith(OPERATOR)
    return type(value) is tuple and bool(value) and all(map(_is_of_kernel, value))


def _has_tensor(value: Value) -> bool:
    return isinstance(value, Tensor) or (type(value) is tuple and any(map(_has_tensor, value)))


def without_those_that_give_way(ends: list[Returned]) -> list[Returned]:
    """The paths that return, by how they leave, but for those whose unknown result another one tells."""
    returned = [end for end, _ in ends if isinstance(end, Return)]
    known = [end for end in returned if not (_is_unknown(end.value) or end.value is None or _is_empty(end.value))]
    if known and all(end.tells for end in known) and len(returned) == len(ends):
        return [(end, path) for end, path in ends if isinstance(end, Return) and not _is_unknown(end.value)]
    return [one for one in ends if not (isinstance(one[0], Return) and _leaves_it(one[0]))] if known else ends


def _is_empty(value: Value) -> bool:
    """A tensor of no elements, which is what code returns early where there is nothing to do: it tells no other."""
    return isinstance(value, Tensor) and 0 in value.shape


def _leaves_it(end: Return) -> bool:
    return end.gives_way or _is_of_kernel(end.value)
