"""The places that a round of a loop changes: what they hold at the head of the next one admits what they hold now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapecheck.interpret.language import loop_items, states
from shapecheck.interpret.language.hidden import before
from shapecheck.interpret.language.widening import Rounds
from shapecheck.source import ir
from shapecheck.source.read_first import read_first
from shapecheck.symbolic import Dim, Expr
from shapecheck.values import (
    MISSING,
    ClassValue,
    Delta,
    DictValue,
    FunctionValue,
    Instance,
    ListValue,
    NativeFunction,
    Store,
    Tensor,
    UnionValue,
    Value,
    each,
    put,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def keep_what_was_made(store: Store, changed: Delta, begun: int) -> None:
    """What a round made, and nobody knew before it, stays as the round left it: it stands for that of every round."""
    for container, key, is_attribute, value in changed.writes.values():
        if container is not store.doubts and store.birth_of(container, is_attribute) > begun:
            put(container, key, is_attribute, value)


SAYS_NO_SIZE = (type(MISSING), type(None), bool, str, ClassValue, FunctionValue, NativeFunction)
"""What may stand where nothing was without a size that later rounds could change."""


def begins(machine: Machine, node: ir.For | ir.While, changed: Delta, begun: int) -> bool:
    """Whether a round has put something where nothing was, or an empty dict, with which later ones may go on: under a
    name that they read before they bind it, or into a dict or an object that is older than the loop."""
    variables = machine.frame.scope.variables
    for container, key, is_attribute, new in changed.writes.values():
        if container is machine.store.doubts:
            continue
        if is_attribute or isinstance(new, SAYS_NO_SIZE) or machine.store.birth_of(container, False) > begun:
            continue
        if container is variables and (key not in read_first(node) or _is_object(new)):
            continue
        if type(key) is str and key.isdigit():
            continue  # a member of a ModuleList, which grows in its own way
        old = before(machine, container, key, is_attribute)
        is_empty = isinstance(old, DictValue) and not old.entries and not old.is_open and old is not new
        if old is MISSING or is_empty:
            return True
    return False


def _is_object(value: Value) -> bool:
    """Whether it is an object, or one of several: a layer that each round makes for itself under the flags it asks."""
    members = value.members if isinstance(value, UnionValue) else (value,)
    return any(isinstance(one, Instance) for one in members)


def widen_heads(rounds: Rounds, changed: Delta, give_up: bool) -> bool:
    """Widens each place that a round changed beyond what its head value admits; True if any was.

    What was born after the round had begun is new in every round.
    """
    machine, moved = rounds.machine, False
    states_seen: set[int] = set()
    for container, key, is_attribute, new in changed.writes.values():
        if is_attribute and key == "payload" and isinstance(container, Instance):
            if container.birth < rounds.begun:
                moved = _widen_members(rounds, container, new, changed) or moved
            continue
        old = before(machine, container, key, is_attribute)
        if old is MISSING or new is MISSING or old is new or container is machine.store.doubts:
            continue
        if is_attribute and key in states.fields_of(container):
            if id(container) not in states_seen:
                states_seen.add(id(container))
                moved = _widen_state(rounds, container, key, changed, give_up) or moved
            continue
        if isinstance(container, Tensor):
            moved = _widen_tensor(rounds, container, key, new, give_up) or moved
            continue
        left = rounds.left_behind(new)
        if rounds.covers(old, new) or (left is not new and rounds.covers(old, left)):
            continue
        new = new if isinstance(old, (Tensor, Expr, int)) else left
        wider: Any = machine.unknown("changes from round to round of a loop") if give_up else rounds.widen(old, new)
        rounds.note(container, key, is_attribute, wider)
        rounds.set(container, key, is_attribute, wider)
        moved = True
    return moved


def _widen_tensor(rounds: Rounds, tensor: Tensor, key: str, new: Any, give_up: bool) -> bool:
    """The shape of a tensor that a round changes in place, the names that it is given; whatever else changes is not
    known then."""
    old, store = getattr(tensor, key), rounds.machine.store
    if key == "own":
        store.set_attr(tensor, key, old | new)
        return not new <= old
    if key != "shape":
        store.set_attr(tensor, key, None)
        return old is not None
    if rounds.covers_shape(old, new):
        return False
    shape = (rounds.path.fresh_star("looped", 0),) if give_up else rounds.widen_shape(old, new)
    store.set_attr(tensor, key, shape)
    rounds.note(tensor, key, True, shape)
    return True


def _widen_state(rounds: Rounds, container: Any, key: str, changed: Delta, give_up: bool) -> bool:
    """The fields of a container that belong together."""
    written = {name: changed.writes.get((id(container), name)) for name in states.fields_of(container)}
    after = {name: getattr(container, name) if write is None else write[3] for name, write in written.items()}
    if isinstance(container, ListValue):
        return _widen_list(rounds, container, ListValue(**after), give_up)
    return states.widen_state(rounds.machine, container, key, after)


def _widen_members(rounds: Rounds, container: Instance, new: Value, changed: Delta) -> bool:
    """The members of a list of modules, or what else an object holds beside its attributes."""
    from shapecheck.interpret.nn.members import grown_in_loop

    machine, old = rounds.machine, container.payload
    if isinstance(old, ListValue) and isinstance(new, ListValue) and old.items is None and new.items is None:
        if rounds.covers(old.element, new.element):
            return False
        element = rounds.widen(old.element, new.element)
        machine.store.set_attr(container, "payload", ListValue(None, element, old.length))
        return True
    own = id(container.attrs)
    written = {key: write[3] for (at, key), write in changed.writes.items() if at == own}
    return grown_in_loop(machine, container, written)


def _widen_list(rounds: Rounds, container: ListValue, after: ListValue, give_up: bool) -> bool:
    """A list that a round changes becomes one of unknown length, or of a length in closed form."""
    if container.items is not None and container.items is after.items:
        return False
    knows_less = container.sizes is not None and after.sizes is not container.sizes
    if container.items is None and not knows_less and _covers_list(rounds, container, after):
        return False
    machine, element = rounds.machine, container.element
    if container.items is not None or after.items is not None:
        known = [item for one in (container, after) for item in ([one.element] if one.items is None else one.items)]
        is_new = each.born_since(machine.path)
        element = machine.one_of(known) if known else machine.unknown("an item of an empty list")
        each.vary(machine.path, element, is_new)  # what differs is another size in each item
    elif not loop_items.covers(rounds, element, after.element):
        why = "an item of a list that changes from round to round of a loop"
        element = machine.unknown(why) if give_up else loop_items.widen(rounds, element, after.element)
    _set_summary(rounds, container, element, _widen_length(rounds, container, after, give_up))
    return True


def _covers_list(rounds: Rounds, container: ListValue, after: ListValue) -> bool:
    """Whether a list of which a summary is known may be what a round leaves."""
    if not rounds.covers_dim(container.length, after.length if after.items is None else len(after.items), 0):
        return False
    if after.items is None:
        return loop_items.covers(rounds, container.element, after.element)
    return all(rounds.covers(container.element, one) for one in after.items)


def _widen_length(rounds: Rounds, container: ListValue, after: ListValue, give_up: bool) -> Dim:
    """A deque that is full stays full, and never holds more than its `maxlen`: its length has no other closed form."""
    before, now = (one.length if one.items is None else len(one.items) for one in (container, after))
    if container.items is None and rounds.covers_dim(before, now, 0):
        return before
    if give_up:
        return rounds.path.fresh("length", 0, container.limit)
    if container.limit is None:
        return rounds.widen_dim(before, now, 0)
    return before if before == now else rounds.path.fresh("looped", 0, container.limit)


def _set_summary(rounds: Rounds, container: ListValue, element: Value, length: Dim) -> None:
    for name, value in (("items", None), ("element", element), ("length", length), ("sizes", None)):
        rounds.machine.store.set_attr(container, name, value)
    rounds.note(container, "length", True, length)
