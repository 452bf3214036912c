"""What a call writes to the arguments that it is passed: found in the trail, kept, and written again to others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from shapecheck.interpret.memory.copies import Keeping
from shapecheck.values import MISSING, DictValue, Instance, Store, held

HELD = {Instance: "attrs", DictValue: "entries"}
"""The dict in a value that is written item by item, by its kind."""


class Effect(NamedTuple):
    """A write to the argument at this place among the mutable ones. `held` names the dict in it that is written, and is
    empty for an attribute of the value itself."""

    place: int
    held: str
    name: Any
    value: Any


class Written:
    """The writes of one call. `is_understood`: all of them are to what it made itself or to its arguments."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._writes: dict[tuple[int, str, Any], Any] = {}
        self.is_understood = False

    def look(self, mark: int, start: int, passed: list[Any], blank: Instance | None) -> None:
        """Looks at the trail from the mark on. What was born at the start or later is the call's own; what it writes
        to the object that it initializes is not gathered."""
        store, births = self._store, self._store.births
        places: dict[int, tuple[int, str]] | None = None
        own = None if blank is None else blank.attrs
        for container, key, is_attribute, _ in store.log[mark:]:
            if container is own or container is blank:
                if own is not None and not is_attribute and key not in own:
                    return
            elif (getattr(container, "birth", -1) if is_attribute else births.get(id(container), -1)) < start:
                if places is None:
                    places = dict(_places(passed))
                at = places.get(id(container))
                now = held(container, key, is_attribute)
                if at is None or now is MISSING or key in HELD.values():
                    return
                self._writes[at[0], at[1], key] = now
        self.is_understood = True

    def kept(self, keeping: Keeping) -> tuple[Effect, ...]:
        """The writes to arguments, in the order in which each was first made. Raises Incomparable."""
        return tuple(Effect(*at, keeping.copy(value)) for at, value in self._writes.items())


def _places(passed: list[Any]) -> Iterator[tuple[int, tuple[int, str]]]:
    """The containers of the arguments, by identity."""
    for place, value in enumerate(passed):
        yield id(value), (place, "")
        part = HELD.get(type(value))
        if part is not None:
            yield id(getattr(value, part)), (place, part)


def repeat_effects(
    store: Store, effects: tuple[Effect, ...], passed: list[Any], made: Callable[[Any], Any]
) -> None:
    """Writes to these arguments what was written to the others; `made` makes a kept value anew."""
    for place, part, name, value in effects:
        target = passed[place]
        if part:
            store.set_item(getattr(target, part), name, made(value), target.birth)
        else:
            store.set_attr(target, name, made(value))
