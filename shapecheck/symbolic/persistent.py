"""A persistent map whose newest version is a plain dict.

Older versions are chains of differences that end at that dict, and asking an old version makes it the
one that owns the dict (Baker, "Shallow binding makes functional arrays fast", 1991). Going forward along
a path and stepping back to a snapshot both cost what changed, not what is known.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")
_ABSENT: Any = object()


class PersistentMap(Generic[K, V]):
    """An immutable map; `set` returns a new one."""

    __slots__ = ("_data", "_key", "_next", "_old")

    def __init__(self) -> None:
        self._data: dict[K, V] | None = {}
        self._next: PersistentMap[K, V] | None = None
        self._key: Any = None
        self._old: Any = None

    def get(self, key: K) -> V | None:
        """The value, None if there is none."""
        return (self._data if self._data is not None else self._owned()).get(key)

    def __contains__(self, key: object) -> bool:
        return key in (self._data if self._data is not None else self._owned())

    def __bool__(self) -> bool:
        return bool(self._data if self._data is not None else self._owned())

    def data(self) -> dict[K, V]:
        """All entries, to be read only, and only until the next operation on any version."""
        return self._data if self._data is not None else self._owned()

    def set(self, key: K, value: V) -> PersistentMap[K, V]:
        """This map with one more or another entry."""
        data = self._data if self._data is not None else self._owned()
        new: PersistentMap[K, V] = PersistentMap()
        if not data:
            new._data = {key: value}  # the empty map stays apart, so that it keeps nothing alive
            return new
        new._data = data
        self._data, self._next = None, new
        self._key, self._old = key, data.get(key, _ABSENT)
        data[key] = value
        return new

    def _owned(self) -> dict[K, V]:
        """Turns the chain of differences around, so that this version owns the dict."""
        chain = [self]
        while (after := chain[-1]._next) is not None:
            chain.append(after)
        owner = chain.pop()
        data = owner._data
        assert data is not None
        for version in reversed(chain):
            key, old = version._key, version._old
            owner._key, owner._old = key, data.get(key, _ABSENT)
            owner._data, owner._next = None, version
            if old is _ABSENT:
                del data[key]
            else:
                data[key] = old
            version._data, version._next, version._key, version._old = data, None, None, None
            owner = version
        return data
