"""Joins of whole paths: what they have written since their fork, and what they know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapecheck.interpret.language import states
from shapecheck.interpret.language.hidden import before
from shapecheck.interpret.language.joins import join, join_lists, join_shapes
from shapecheck.symbolic import Cond, Formula, not_, or_
from shapecheck.values import MISSING, Delta, Instance, ListValue, Opaque, Shape, Star, Tensor, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_GUARDED_FACTS = 24
PLACE_STEPS, PATHS_A_STEP = 4, 8
"""What it costs to join what a place holds: so many steps, and one more for so many of the paths that meet."""


class Alternative:
    """One path that reaches a join: what it wrote since the fork, what it knows, and its value."""

    __slots__ = ("delta", "knowledge", "value")

    def __init__(self, delta: Delta, knowledge: Any, value: Value = None) -> None:
        self.delta = delta
        self.knowledge = knowledge
        self.value = value


def join_paths(machine: Machine, alternatives: list[Alternative], cond: Cond | None, forked_at: int) -> Value:
    """Joins paths at the state of their fork, which the store and the path are in; gives the joined value.

    `cond` is the condition of the first alternative when there are two; `forked_at` is the number of the
    next list to be made at the fork.
    """
    outer, machine.forked_at = machine.forked_at, forked_at
    try:
        return _join_paths(machine, alternatives, cond)
    finally:
        machine.forked_at = outer


def _join_paths(machine: Machine, alternatives: list[Alternative], cond: Cond | None) -> Value:
    if len(alternatives) == 1:
        only = alternatives[0]
        machine.store.apply(only.delta)
        machine.path.restore(only.knowledge)
        return only.value
    guard = cond if len(alternatives) == 2 else None
    _join_knowledge(machine, alternatives, guard)
    _join_writes(machine, alternatives, guard)
    value = alternatives[0].value
    for other in alternatives[1:]:
        value = join(machine, value, other.value, guard)
    return value


def join_writes(machine: Machine, a: Delta, b: Delta, cond: Cond | None) -> None:
    """Joins what two paths have written since the state at hand, of which neither knows more than the other."""
    _join_writes(machine, [Alternative(a, None), Alternative(b, None)], cond)


def _join_knowledge(machine: Machine, alternatives: list[Alternative], cond: Cond | None) -> None:
    """Facts that all paths share stay; with a guard the others stay under it. Star bindings likewise."""
    path = machine.path
    new = [alternative.knowledge[0].since(path.facts) for alternative in alternatives]
    elsewhere = [{id(formula) for formula, _ in facts} for facts in new[1:]]
    for formula, origin in new[0]:
        if all(id(formula) in other for other in elsewhere):
            path.assume(formula, origin)
    if isinstance(cond, Formula):
        for facts, guard in ((new[0], not_(cond)), (new[1], cond)):
            for formula, origin in facts[:MAX_GUARDED_FACTS]:
                path.assume(or_(guard, formula), origin)
    stars = [alternative.knowledge[1] for alternative in alternatives]
    for star in stars[0]:
        if star not in path.stars and all(star in other for other in stars[1:]):
            shape: Shape = stars[0][star]
            for other in stars[1:]:
                shape = join_shapes(path, shape, other[star], cond)
            known = [part for other in stars for part in other[star]]
            # The star tells more itself than one for what differs, where the facts tell of which rank it is when.
            tells_less = isinstance(cond, Formula) and any(isinstance(p, Star) and p not in known for p in shape)
            if not tells_less and not any(part is star for part in shape):
                path.bind_star(star, shape)


def _join_writes(machine: Machine, alternatives: list[Alternative], cond: Cond | None) -> None:
    places: dict[Any, tuple[Any, Any, bool, Any]] = {}
    for alternative in alternatives:
        for place, write in alternative.delta.writes.items():
            places.setdefault(place, write)
    joined_states: set[int] = set()
    containers = {
        id(container.attrs): container
        for container, key, is_attribute, _ in places.values()
        if is_attribute and key == "payload" and isinstance(container, Instance)
    }
    differing: dict[int, Instance] = {}
    for place in _made_on_one_side(machine, alternatives, places):
        del places[place]
    doubted = [place for place, write in places.items() if write[0] is machine.store.doubts]
    doubts = [(places.pop(place)[1], _versions(machine, alternatives, place)) for place in doubted]
    for place, (container, key, is_attribute, _) in places.items():
        machine.step(PLACE_STEPS + len(alternatives) // PATHS_A_STEP)
        if is_attribute and key in states.fields_of(container):
            if id(container) not in joined_states:
                joined_states.add(id(container))
                _join_state(machine, container, key, alternatives, cond)
            continue
        base = before(machine, container, key, is_attribute)
        versions = [
            _as_shown(alternative.delta.writes[place][3] if place in alternative.delta.writes else base, alternative)
            for alternative in alternatives
        ]
        if is_attribute:
            _join_attribute(machine, container, key, versions, cond)
            if key == "payload" and isinstance(container, Instance) and _is_summary_on_some(container, versions):
                differing[id(container.attrs)] = container
        else:
            present = [version for version in versions if version is not MISSING]
            if not present:
                machine.store.del_item(container, key)
                continue
            if len(present) < len(versions) and id(container) in containers:
                differing[id(container)] = containers[id(container)]
            joined = present[0]
            for other in present[1:]:
                joined = join(machine, joined, other, cond)
            machine.store.set_item(container, key, joined)
            if len(present) < len(versions) and container is not machine.frame.scope.variables:
                machine.store.note_doubt(container, key, _guard_of_presence(machine, versions, cond))
    for place, versions in doubts:
        _join_doubts(machine, place, versions)
    for instance in differing.values():
        _members_differ(machine, instance)


def _as_shown(value: Any, alternative: Alternative) -> Any:
    """A value as a path has it: a parameter that has shown what it is there is that."""
    write = alternative.delta.writes.get((id(value), "bound")) if isinstance(value, Opaque) else None
    return value if write is None or write[3] is None else write[3]


def _versions(machine: Machine, alternatives: list[Alternative], place: Any) -> list[Any]:
    """What is in doubt of a place on each path."""
    base = machine.store.doubts.get(place, MISSING)
    return [one.delta.writes[place][3] if place in one.delta.writes else base for one in alternatives]


def _guard_of_presence(machine: Machine, versions: list[Any], cond: Cond | None) -> Formula | None:
    """When a key is there that only one of two paths has put there. A condition of one round says nothing of others."""
    if not isinstance(cond, Formula) or machine.frame.open_loops:
        return None
    guard = cond if versions[1] is MISSING else not_(cond)
    return guard if isinstance(guard, Formula) else None


def _join_doubts(machine: Machine, place: tuple[int, Any], versions: list[Any]) -> None:
    """A key was in doubt on some of the paths: it still is, under a condition that is known if all know the same, or
    if the dict itself was made on one of them."""
    known = [version for version in versions if version is not MISSING]
    if not known or place[1] not in known[0].container:
        return
    container = known[0].container
    is_same = all(version is known[0] for version in versions)
    is_kept = is_same or machine.store.birth_of(container, False) >= machine.forked_at
    machine.store.note_doubt(container, place[1], known[0].guard if is_kept else None)


def _made_on_one_side(machine: Machine, alternatives: list[Alternative], places: Any) -> list[Any]:
    """Writes what one side has made, which is nothing else on the others (a later way out of a loop has what the rounds
    before it made), and gives its places: before anything is joined, for what a variable holds on either side may be a
    list that the side has filled."""
    written = []
    for place, (container, _, is_attribute, _) in places.items():
        if machine.store.birth_of(container, is_attribute) >= machine.forked_at:
            made = [one.delta.writes[place] for one in alternatives if place in one.delta.writes]
            if all(one[3] is made[0][3] for one in made):
                machine.store.write(*made[0])
                written.append(place)
    return written


def _is_summary_on_some(instance: Instance, payloads: list[Any]) -> bool:
    from shapecheck.interpret.nn.members import is_summary_on_some

    return is_summary_on_some(instance, payloads)


def _members_differ(machine: Machine, instance: Instance) -> None:
    from shapecheck.interpret.nn.members import members_differ

    members_differ(machine, instance)


def _join_state(
    machine: Machine, container: Any, key: str, alternatives: list[Alternative], cond: Cond | None
) -> None:
    """Fields that only mean something together are joined together, once for all of them."""
    fields = states.fields_of(container)
    place, versions = id(container), []
    for alternative in alternatives:
        writes = alternative.delta.writes
        versions.append({f: writes[place, f][3] if (place, f) in writes else getattr(container, f) for f in fields})
    first = versions[0]
    if all(version[name] is first[name] for version in versions for name in fields):
        for name in fields:
            machine.store.set_attr(container, name, first[name])
    elif isinstance(container, ListValue):
        _join_list(machine, container, versions, cond)
    else:
        states.join_states(machine, container, key, versions)


def _join_attribute(machine: Machine, container: Any, key: str, versions: list[Any], cond: Cond | None) -> None:
    """Fields of values that are not themselves values: shapes and item lists."""
    first = versions[0]
    if all(version is first for version in versions):
        machine.store.set_attr(container, key, first)
    elif isinstance(container, Tensor) and key == "shape":
        for other in versions[1:]:
            first = join_shapes(machine.path, first, other, cond)
        machine.store.set_attr(container, key, first)
    elif isinstance(container, Tensor):
        machine.store.set_attr(container, key, frozenset().union(*versions) if key == "own" else None)
    elif key == "dataclass_fields":  # a plain dict: decorated on one side alone, the class may be a dataclass
        machine.store.set_attr(container, key, next((version for version in versions if version is not None), None))
    else:
        for other in versions[1:]:
            first = join(machine, first, other, cond)
        machine.store.set_attr(container, key, first)


def _join_list(machine: Machine, container: ListValue, versions: list[dict[str, Any]], cond: Cond | None) -> None:
    """The items of a list, or their summary and number: of a list that is empty, the summary says nothing."""
    shown: list[ListValue] = []
    for version in versions:
        if not shown or any(value is not getattr(shown[-1], name) for name, value in version.items()):
            shown.append(ListValue(**version))
    joined: ListValue | None = shown[0]
    for other in shown[1:]:
        joined = None if joined is None else join_lists(machine, joined, other, cond)
    if joined is None:
        joined = ListValue(None, machine.unknown("lists that differ meet here"), machine.path.fresh("length", 0))
    for name in versions[0]:
        machine.store.set_attr(container, name, getattr(joined, name))
