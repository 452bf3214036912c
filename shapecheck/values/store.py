"""The trail: every change of a mutable value goes through here, so that a branch can be undone and joined.

Values are ordinary Python objects with identity; the abstract heap is their fields. A fork does not
copy the heap: it marks the trail, runs one side, takes its writes back as a Delta, runs the other side
and joins the two deltas. The cost of a branch is the number of places that it writes, not the size
of the program's state (Warren's abstract machine keeps its bindings in the same way).
"""

from __future__ import annotations

from bisect import bisect
from itertools import count
from typing import Any, Final

from shapecheck.symbolic import Formula

BIRTHS = count()
"""Numbers mutable values and scopes in order of creation: a join may merge only those that were made since the fork,
because nobody else can hold them."""


class _Missing:
    __slots__ = ()

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = _Missing()
"""Stands for a key that a dict does not have."""

Place = tuple[int, Any]
"""A location: the identity of its container and its key or attribute name."""


class Doubt:
    """A key of a dict that is there on some paths only; `guard` is the condition under which, None if that is not
    known."""

    __slots__ = ("container", "guard")

    def __init__(self, container: dict[Any, Any], guard: Formula | None) -> None:
        self.container = container
        self.guard = guard


class Delta:
    """What a stretch of execution wrote: place -> (container, key, is_attribute, last value)."""

    __slots__ = ("writes",)

    def __init__(self, writes: dict[Place, tuple[Any, Any, bool, Any]]) -> None:
        self.writes = writes


class Store:
    """Writes with undo. `log` holds (container, key, is_attribute, old value), oldest first.

    A dict has no number of birth, so whoever writes into one gives that of the value or scope that it belongs to.
    """

    __slots__ = ("_below", "begun", "births", "doubts", "elsewhere", "floor", "hiding", "log")

    def __init__(self) -> None:
        self.log: list[tuple[Any, Any, bool, Any]] = []
        self.births: dict[int, int] = {}
        """Of the dicts that were written, by identity, the birth of what each belongs to."""
        self.begun = self.floor = next(BIRTHS)
        """What was born before `floor` is not of this execution alone: modules, classes, what they hold."""
        self.elsewhere: list[tuple[int, int]] = []
        """From which birth to which others have made things since."""
        self.doubts: dict[Place, Doubt] = {}
        """What joins have left in dicts and objects that not all of their paths had put there: changes of it are in the
        trail, too."""
        self.hiding: dict[int, Any] = {}
        """The objects, by the identity of their attributes, of which some hide attributes of the class."""
        self._below: list[tuple[int, int]] = []
        """Places in the trail of writes to what is of that kind, or of which nobody knows the birth, with a number."""

    @property
    def state_below(self) -> int:
        """Two equal numbers mean that what is not of this execution alone is as it was."""
        return self._below[-1][1] if self._below else 0

    def _write_below(self) -> None:
        self._below.append((len(self.log), next(BIRTHS)))

    def grow_older(self, since: int) -> None:
        """Others have run since that birth. What is there now is older than what is made from here on: they may hold
        it, too."""
        self.floor = next(BIRTHS)
        self.elsewhere.append((since, self.floor))

    def is_own(self, container: Any, is_attribute: bool) -> bool:
        """Whether a container was made by this execution, and not by one that ran in the midst of it."""
        birth = self.birth_of(container, is_attribute)
        at = bisect(self.elsewhere, (birth, birth)) - 1
        return birth >= self.begun and not (at >= 0 and birth < self.elsewhere[at][1])

    def now(self) -> int:
        """The birth of nothing: what is made from here on has a later one."""
        return next(BIRTHS)

    def mark(self) -> int:
        """The present position of the trail."""
        return len(self.log)

    def birth_of(self, container: Any, is_attribute: bool) -> int:
        """When what was written was born; -1 if nobody knows."""
        return getattr(container, "birth", -1) if is_attribute else self.births.get(id(container), -1)

    def _note_birth(self, container: dict[Any, Any], birth: int) -> None:
        if birth >= 0:
            self.births[id(container)] = birth
        else:
            birth = self.births.get(id(container), -1)
        if birth < self.floor:
            self._write_below()

    def set_item(self, container: dict[Any, Any], key: Any, value: Any, birth: int = -1) -> None:
        """container[key] = value"""
        if birth >= self.floor:  # by far the commonest: something of this execution
            self.births[id(container)] = birth
        else:
            self._note_birth(container, birth)
        self.log.append((container, key, False, container.get(key, MISSING)))
        container[key] = value
        if self.doubts:
            self._settle(container, key)

    def del_item(self, container: dict[Any, Any], key: Any, birth: int = -1) -> None:
        """del container[key]; a missing key is no error."""
        if key in container:
            self._note_birth(container, birth)
            self.log.append((container, key, False, container[key]))
            del container[key]
            if self.doubts:
                self._settle(container, key)

    def doubt(self, container: dict[Any, Any], key: Any) -> Doubt | None:
        """Whether a key that is there is there on some paths only."""
        return self.doubts.get((id(container), key)) if self.doubts else None

    def note_doubt(self, container: dict[Any, Any], key: Any, guard: Formula | None) -> None:
        """The key is there on some paths only."""
        place = id(container), key
        self.log.append((self.doubts, place, False, self.doubts.get(place, MISSING)))
        self.doubts[place] = Doubt(container, guard)

    def _settle(self, container: dict[Any, Any], key: Any) -> None:
        place = id(container), key
        if place in self.doubts:
            self.log.append((self.doubts, place, False, self.doubts[place]))
            del self.doubts[place]

    def set_attr(self, obj: Any, name: str, value: Any) -> None:
        """obj.name = value"""
        if getattr(obj, "birth", -1) < self.floor:
            self._write_below()
        self.log.append((obj, name, True, getattr(obj, name)))
        setattr(obj, name, value)

    def writes_since(self, mark: int) -> Delta:
        """The places written since the mark with their present values; nothing is undone."""
        writes: dict[Place, tuple[Any, Any, bool, Any]] = {}
        for container, key, is_attribute, _ in self.log[mark:]:
            writes[id(container), key] = (container, key, is_attribute, held(container, key, is_attribute))
        return Delta(writes)

    def own_writes(self, mark: int, born: int) -> Delta:
        """The places written since the mark in what was born at `born` or later, with their present values."""
        every = self.writes_since(mark).writes
        return Delta({at: one for at, one in every.items() if self.birth_of(one[0], one[2]) >= born})

    def undo(self, mark: int) -> None:
        """Back to the state at the mark."""
        log, below = self.log, self._below
        while len(log) > mark:
            put(*log.pop())
        while below and below[-1][0] >= mark:
            below.pop()

    def undo_in(self, containers: set[int]) -> None:
        """What these (by identity) were before all writes; the log keeps the rest."""
        for container, key, is_attribute, old in reversed(self.log):
            if id(container) in containers and not is_attribute:
                put(container, key, is_attribute, old)
        self.log = [write for write in self.log if id(write[0]) not in containers]
        self._below = [(-1, next(BIRTHS))]

    def take(self, mark: int) -> Delta:
        """The writes since the mark, which are undone."""
        delta = self.writes_since(mark)
        self.undo(mark)
        return delta

    def apply(self, delta: Delta) -> None:
        """Make the writes of a delta again: a write to a dict settles what was in doubt, so doubts come last."""
        doubts = [write for write in delta.writes.values() if write[0] is self.doubts]
        for write in delta.writes.values():
            if write[0] is not self.doubts:
                self.write(*write)
        for write in doubts:
            self.write(*write)

    def begin_with(self, delta: Delta) -> None:
        """Make the writes of a delta again, as the state in which an execution begins: others know it, too."""
        below = list(self._below)
        self.apply(delta)
        self._below = below

    def write(self, container: Any, key: Any, is_attribute: bool, value: Any) -> None:
        """One write of a delta again."""
        if is_attribute:
            self.set_attr(container, key, value)
        elif container is self.doubts:
            self.log.append((container, key, False, container.get(key, MISSING)))
            put(container, key, False, value)
        elif value is MISSING:
            self.del_item(container, key)
        else:
            self.set_item(container, key, value)

    def commit(self) -> None:
        """Forget how to undo: nothing before this point can be taken back any more."""
        self.log.clear()
        self._below = [(-1, self.state_below)]


def held(container: Any, key: Any, is_attribute: bool) -> Any:
    """What a place holds now; MISSING for a key that is not there."""
    return getattr(container, key) if is_attribute else container.get(key, MISSING)


def put(container: Any, key: Any, is_attribute: bool, value: Any) -> None:
    """Writes to a place past the trail. A deleted key goes back to the end of its dict: the order is lost only where a
    branch deletes."""
    if is_attribute:
        setattr(container, key, value)
    elif value is MISSING:
        container.pop(key, None)
    else:
        container[key] = value
