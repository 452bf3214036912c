"""Functions that are called while they are being run: how deep that is, and where it is not followed any further."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from shapecheck.interpret.record import BRANCHES
from shapecheck.source import ir
from shapecheck.symbolic import Facts
from shapecheck.values import DictValue, Opaque, Unknown, Value

if TYPE_CHECKING:
    from shapecheck.interpret.frames import Frame
    from shapecheck.interpret.machine import Machine

MAX_RECURSION = 24
MAX_SURE_RECURSION = 200
"""Where every level is known to call the next one: the code itself takes it that far."""
MAX_OPEN_RECURSION = 1
"""From within loops of unknown length or branches that are not understood: each level would multiply the rounds
and the sides of those around it."""
MAX_BRANCHED_RECURSION = 4
"""From within branches on sizes that are not known, or behind an early return on such a condition: each level runs
although the one above it may have been the last."""
MAX_MANIFOLD_RECURSION = 1
"""The same where a level calls the next more than once (the quarters of an image), which multiplies their number."""
CONSTANTS = frozenset({bool, int, float, complex, str, bytes, type(None)})


class Depth(NamedTuple):
    """Of a function that is being run, for each time that it is: whether what is called from there is called from
    within a loop of unknown length or a branch that is not understood, and whether from within a branch on sizes."""

    opened: tuple[bool, ...]
    branched: tuple[bool, ...]


def depth_of(machine: Machine, node: ir.FunctionDef | ir.Lambda) -> Depth | None:
    """How often the function is being run at this point; None: not at all."""
    if not machine.running.get(id(node)):
        return None
    running = _running(machine, node)
    inside = [frame.uncertain for frame in running[1:]] + [machine.uncertain]
    known = [frame.entered_with for frame in running[1:]] + [machine.path.facts]
    return Depth(
        tuple(frame.open_loops > 0 or later > frame.uncertain for frame, later in zip(running, inside)),
        tuple(_has_branched(frame.entered_with, later) for frame, later in zip(running, known)),
    )


def _running(machine: Machine, node: ir.FunctionDef | ir.Lambda) -> list[Frame]:
    return [frame for frame in machine.stack if frame.function is not None and frame.function.node is node]


def recurses_too_deep(machine: Machine, node: ir.FunctionDef | ir.Lambda) -> bool:
    """Whether one more call of the function is not followed."""
    depth = depth_of(machine, node)
    if depth is None:
        return False
    *outer, innermost = _running(machine, node)
    is_manifold = innermost.recursions > 0 or any(frame.recursions > 1 for frame in outer)
    most = MAX_MANIFOLD_RECURSION if is_manifold else MAX_BRANCHED_RECURSION
    innermost.recursions += 1
    is_sure = not any(depth.opened) and not any(depth.branched)
    return (
        len(depth.opened) > (MAX_SURE_RECURSION if is_sure else MAX_RECURSION)
        or sum(depth.opened) > MAX_OPEN_RECURSION
        or sum(depth.branched) > most
    )


def repeats_the_unknown(machine: Machine, frame: Frame) -> bool:
    """Whether a call that is about to be run has been passed what the run of the same function around it was passed,
    and among it something that nobody knows (the items of an unknown list), with nothing written in between but what
    that run has made for itself: it finds what the outer one has found, and what it gives is as little known."""
    function = frame.function
    if function is None or not machine.running.get(id(function.node)):
        return False
    outer, given = _running(machine, function.node)[-1], frame.passed
    return (
        outer.function is function
        and any(map(_is_unknown, given.values()))
        and all(name in outer.passed and _says_no_more(value, outer.passed[name]) for name, value in given.items())
        and not _has_written(machine, outer)
    )


def _has_written(machine: Machine, frame: Frame) -> bool:
    """Whether anything has been written since a call began that is older than the call; what an unknown parameter has
    turned out to be it was before."""
    store = machine.store
    return any(
        store.birth_of(container, is_attribute) < frame.begun and type(container) is not Opaque
        for container, _, is_attribute, _ in store.log[frame.mark :]
    )


def _is_unknown(value: Value) -> bool:
    return isinstance(value, Unknown) or isinstance(value, Opaque) and not value.is_declared


def _says_no_more(value: Value, before: Value) -> bool:
    """Whether two arguments are the same object or constant, or nobody knows either."""
    if value is before:
        return True
    kind = type(value)
    if kind in CONSTANTS:
        return type(before) is kind and value == before
    if isinstance(value, tuple):
        return isinstance(before, tuple) and len(value) == len(before) and all(map(_says_no_more, value, before))
    if isinstance(value, DictValue):
        return isinstance(before, DictValue) and _entries_say_no_more(value, before)
    return _is_unknown(value) and _is_unknown(before)


def _entries_say_no_more(value: DictValue, before: DictValue) -> bool:
    """The containers of `**kwargs`, say."""
    if value.is_open or before.is_open or value.entries.keys() != before.entries.keys():
        return False
    return all(_says_no_more(one, before.entries[name]) for name, one in value.entries.items())


def _has_branched(earlier: Facts, later: Facts) -> bool:
    """Whether a condition of a branch has been learned in between."""
    return any(origin in BRANCHES for _, origin in later.since(earlier))
