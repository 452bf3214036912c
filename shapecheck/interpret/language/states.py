"""The state of a container where paths meet or a loop goes round: how far an iterator got, the members of a set.

These fields depend on each other (items, a summary of them, their number), so they are joined together; none of
them is a value of the analysed program, so that the join of values does not apply to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from shapecheck.symbolic import Expr
from shapecheck.values import (
    ANYWHERE,
    ClassValue,
    DictValue,
    Instance,
    IteratorValue,
    ListValue,
    Opaque,
    SetValue,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

FIELDS: dict[type, tuple[str, ...]] = {
    ListValue: ("items", "element", "length", "sizes"),  # joins and loops know how: by what is in the items
    SetValue: ("items", "element"),
    IteratorValue: ("items", "element", "length", "position"),
    DictValue: ("is_open", "element"),
    ClassValue: ("is_complete",),
    Opaque: ("bound", "front", "is_changed"),
    Instance: ("cls",),
}


def fields_of(container: Any) -> tuple[str, ...]:
    """The fields that are joined together; none where each field is joined on its own."""
    for kind, fields in FIELDS.items():
        if isinstance(container, kind):
            return fields
    return ()


def join_states(machine: Machine, container: Any, key: str, states: Sequence[dict[str, Any]]) -> None:
    """Gives the container the state that covers all of `states` (field -> value), of which some differ."""
    if isinstance(container, SetValue):
        state = _of_sets(machine, states)
    elif isinstance(container, IteratorValue):
        state = _of_iterators(machine, container, states)
    elif isinstance(container, DictValue):
        state = _of_dicts(machine, states)
    elif isinstance(container, Opaque):
        state = {"bound": _bound(machine, container, [one["bound"] for one in states])}
        state["front"] = max((one["front"] for one in states), key=len)
        state["is_changed"] = any(one["is_changed"] for one in states)
    elif isinstance(container, Instance):
        state = {"cls": _class_that_knows_less([one["cls"] for one in states])}
    else:
        state = {key: all(one[key] for one in states)}
    for name, value in state.items():
        machine.store.set_attr(container, name, value)


def widen_state(machine: Machine, container: Any, key: str, new: dict[str, Any]) -> bool:
    """Makes the state cover that after a round of a loop too; True if it did not yet."""
    old = {name: getattr(container, name) for name in new}
    if all(old[name] is new[name] for name in new):
        return False
    if isinstance(container, IteratorValue) and _is_anywhere(old):
        covered = machine.join(old["element"], new["element"]) is old["element"]
    else:
        covered = False
    if not covered:
        join_states(machine, container, key, [old, new])
    now = {name: getattr(container, name) for name in new}
    return not covered and any(now[name] is not old[name] for name in new)


def _is_anywhere(state: dict[str, Any]) -> bool:
    """Whether an iterator may have any number of items left."""
    endless = state["length"] is None and state["position"] == ANYWHERE
    return state["items"] is None and (endless or (isinstance(state["length"], Expr) and state["position"] == 0))


def _class_that_knows_less(classes: list[ClassValue]) -> ClassValue:
    """Of an array that has lost its numbers on one path nobody knows them any more."""
    return next((cls for cls in classes if not cls.is_complete), classes[0])


def _one_of(machine: Machine, values: list[Value]) -> Value:
    """Some of the values, nobody knows which."""
    if not values:
        return machine.unknown("an item of an empty container")
    return machine.one_of(values)


def _of_sets(machine: Machine, states: Sequence[dict[str, Any]]) -> dict[str, Any]:
    members: list[Value] = []
    for state in states:
        members.extend([state["element"]] if state["items"] is None else state["items"].values())
    return {"items": None, "element": _one_of(machine, members)}


def _of_iterators(machine: Machine, it: IteratorValue, states: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What is left is one of the items that any path has left; how many is not known, unless there is no end."""
    if all(state["items"] is None and state["length"] is None for state in states):
        return {"position": ANYWHERE}
    left: list[Value] = []
    for state in states:
        left.extend([state["element"]] if state["items"] is None else state["items"][state["position"] :])
    length = machine.path.fresh("length", 0)
    return {"items": None, "element": _one_of(machine, left), "length": length, "position": 0}


def _of_dicts(machine: Machine, states: Sequence[dict[str, Any]]) -> dict[str, Any]:
    summaries = [state["element"] for state in states if state["is_open"]]
    return {"is_open": bool(summaries), "element": _one_of(machine, summaries) if summaries else None}


def _bound(machine: Machine, parameter: Opaque, versions: list[Value]) -> Value:
    """What a parameter is taken for: on each path what its uses there show.

    A parameter that is a tensor unless shown otherwise stays the tensor of one path; else paths that do not
    agree leave it open.
    """
    known: list[Value] = [version for version in versions if version is not None]
    if len(known) < len(versions) and parameter.prefers != "tensor":
        return None
    return _one_of(machine, known)
