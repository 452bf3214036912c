"""Lists and dicts that each round of a loop makes anew: `hidden = [cell(h) for h in hidden]`, `kept = kept[1:] + [x]`.

Nobody else has such a container yet, so at the head of the next round a name that held another one before holds a
container of which only the parts are known: the two are met like tensors, not kept apart like containers that others
may hold, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from shapecheck.symbolic import Dim
from shapecheck.values import AnyList, DictValue, ListValue, TupleOfMany, UnionValue, Value, each

if TYPE_CHECKING:
    from shapecheck.interpret.language.widening import Rounds

PLAIN = (ListValue, TupleOfMany, DictValue)
Part = Callable[[Any], Any]
PLACE_BY_PLACE = 1
"""For so many rounds each place of a list is met for itself: `kept[1:] + [x]` changes one more of them in each."""


def is_made_anew(rounds: Rounds, old: Value, new: Value) -> bool:
    """Whether the new one is a container of the kind of the old one that the last round has made."""
    if isinstance(new, tuple):
        return isinstance(old, (tuple, TupleOfMany))
    if isinstance(new, AnyList):
        return type(old) is ListValue and all(is_made_anew(rounds, old, one) for one in new.members)
    if type(old) is not type(new) or not isinstance(new, PLAIN) or type(new) not in PLAIN:
        return False
    return new.birth > rounds.begun and not (isinstance(new, ListValue) and new.limit is not None)


def covers(rounds: Rounds, old: Value, new: Value) -> bool:
    """Whether whatever is in the new one may be in the old one."""
    if isinstance(old, DictValue) and isinstance(new, DictValue):
        return _covers_dict(rounds, old, new)
    if _length(old) != _length(new) and not rounds.covers_dim(_length(old), _length(new), 0):
        return False
    parts = _parts(old)
    if _items(old) is not None and _items(new) is not None:
        return all(map(rounds.covers, parts, _parts(new)))
    if _items(old) is not None or rounds.is_closed(parts[0]):
        return False
    return all(rounds.covers(parts[0], one) for one in _parts(new))


def _covers_dict(rounds: Rounds, old: DictValue, new: DictValue) -> bool:
    rest = [value for key, value in new.entries.items() if key not in old.entries]
    rest += [new.element] if new.is_open else []
    if rest and not (old.is_open and all(rounds.covers(old.element, value) for value in rest)):
        return False
    return all(key in new.entries and rounds.covers(value, new.entries[key]) for key, value in old.entries.items())


def widen(rounds: Rounds, old: Value, new: Value) -> Value:
    """A container of which nobody knows more than both have in common."""
    if isinstance(old, DictValue) and isinstance(new, DictValue):
        return _widen_dict(rounds, old, new)
    before, after = _length(old), _length(new)
    is_known = _items(old) is not None and _items(new) is not None
    if is_known and before == after:
        items = list(map(rounds.widened, _parts(old), _parts(new)))
        if items and rounds.tries > PLACE_BY_PLACE:
            items = [_any_item(rounds, items, [])] * len(items)
        return tuple(items) if isinstance(old, tuple) else ListValue(items)
    length = before if rounds.covers_dim(before, after, 0) else rounds.widen_dim(before, after, 0)
    element = _any_item(rounds, _parts(old), _parts(new))
    return ListValue(None, element, length) if type(old) is ListValue else TupleOfMany(element, length)


def _any_item(rounds: Rounds, old: list[Value], new: list[Value]) -> Value:
    """What stands for an item that any of the rounds has made: no size of it tells how many rounds are over."""
    is_new = each.born_since(rounds.path)
    item = rounds.machine.one_of(old) if old else new[0]
    for one in new:
        for member in one.members if isinstance(one, UnionValue) else (one,):
            item = rounds.widened(item, member)
    item = cast("Value", rounds.opened(item))
    each.vary(rounds.path, item, is_new)  # what differs is another size in each item
    return item


def _widen_dict(rounds: Rounds, old: DictValue, new: DictValue) -> DictValue:
    """The keys that both have; others may be there, if they do not have the same ones."""
    both: list[Any] = [key for key in old.entries if key in new.entries]
    made = DictValue({key: rounds.widened(old.entries[key], new.entries[key]) for key in both})
    rest = [value for one in (old, new) for key, value in one.entries.items() if key not in both]
    rest += [one.element for one in (old, new) if one.is_open]
    if rest:
        made.is_open, made.element = True, rounds.machine.one_of(rest)
    return made


def parts_of(value: Value) -> list[Any]:
    """What a container holds, and its length where that is not the number of these."""
    if isinstance(value, DictValue):
        return [*value.entries.values(), value.element]
    return [*_parts(value), _length(value)]


def rebuilt(value: Value, part: Part) -> Value:
    """Another one of other parts."""
    if isinstance(value, DictValue):
        made = DictValue({key: part(one) for key, one in value.entries.items()}, value.is_open)
        made.element, made.default_factory = part(value.element), value.default_factory
        return made
    assert isinstance(value, ListValue)
    if value.items is not None:
        return ListValue(list(map(part, value.items)))
    element, length = part(value.element), part(value.length)
    return ListValue(None, element, length) if type(value) is ListValue else TupleOfMany(element, length)


def _items(one: Value) -> list[Value] | tuple[Value, ...] | None:
    return one.items if isinstance(one, ListValue) else one if isinstance(one, tuple) else None


def _parts(one: Value) -> list[Value]:
    items = _items(one)
    return list(items) if items is not None else [one.element] if isinstance(one, ListValue) else []


def _length(one: Value) -> Dim:
    items = _items(one)
    return len(items) if items is not None else one.length if isinstance(one, ListValue) else 0
