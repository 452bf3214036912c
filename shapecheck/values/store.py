"""The trail: every change of a mutable value goes through here, so that a branch can be undone and joined.

Values are ordinary Python objects with identity; the abstract heap is their fields. A fork does not
copy the heap: it marks the trail, runs one side, takes its writes back as a Delta, runs the other side
and joins the two deltas. The cost of a branch is the number of places that it writes, not the size
of the program's state (Warren's abstract machine keeps its bindings in the same way).
"""

from __future__ import annotations

from typing import Any, Final


class _Missing:
    __slots__ = ()

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = _Missing()
"""Stands for a key that a dict does not have."""

Place = tuple[int, Any]
"""A location: the identity of its container and its key or attribute name."""


class Delta:
    """What a stretch of execution wrote: place -> (container, key, is_attribute, last value)."""

    __slots__ = ("writes",)

    def __init__(self, writes: dict[Place, tuple[Any, Any, bool, Any]]) -> None:
        self.writes = writes


class Store:
    """Writes with undo. `log` holds (container, key, is_attribute, old value), oldest first."""

    __slots__ = ("log",)

    def __init__(self) -> None:
        self.log: list[tuple[Any, Any, bool, Any]] = []

    def mark(self) -> int:
        """The present position of the trail."""
        return len(self.log)

    def set_item(self, container: dict[Any, Any], key: Any, value: Any) -> None:
        """container[key] = value"""
        self.log.append((container, key, False, container.get(key, MISSING)))
        container[key] = value

    def del_item(self, container: dict[Any, Any], key: Any) -> None:
        """del container[key]; a missing key is no error."""
        if key in container:
            self.log.append((container, key, False, container[key]))
            del container[key]

    def set_attr(self, obj: Any, name: str, value: Any) -> None:
        """obj.name = value"""
        self.log.append((obj, name, True, getattr(obj, name)))
        setattr(obj, name, value)

    def writes_since(self, mark: int) -> Delta:
        """The places written since the mark with their present values; nothing is undone."""
        writes: dict[Place, tuple[Any, Any, bool, Any]] = {}
        for container, key, is_attribute, _ in self.log[mark:]:
            now = getattr(container, key) if is_attribute else container.get(key, MISSING)
            writes[id(container), key] = (container, key, is_attribute, now)
        return Delta(writes)

    def undo(self, mark: int) -> None:
        """Back to the state at the mark."""
        log = self.log
        while len(log) > mark:
            container, key, is_attribute, old = log.pop()
            if is_attribute:
                setattr(container, key, old)
            elif old is MISSING:
                container.pop(key, None)
            else:
                _restore_item(container, key, old)

    def take(self, mark: int) -> Delta:
        """The writes since the mark, which are undone."""
        delta = self.writes_since(mark)
        self.undo(mark)
        return delta

    def apply(self, delta: Delta) -> None:
        """Make the writes of a delta again."""
        for container, key, is_attribute, value in delta.writes.values():
            if is_attribute:
                self.set_attr(container, key, value)
            elif value is MISSING:
                self.del_item(container, key)
            else:
                self.set_item(container, key, value)

    def commit(self) -> None:
        """Forget how to undo: nothing before this point can be taken back any more."""
        self.log.clear()


def _restore_item(container: dict[Any, Any], key: Any, old: Any) -> None:
    """A deleted key goes back to the end of the dict: its order is lost only where a branch deletes."""
    container[key] = old
