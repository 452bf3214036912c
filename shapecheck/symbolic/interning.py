"""Tables of what there is just once: equal expressions are the same object, and die when nobody holds them.

Filliâtre and Conchon, Type-safe modular hash-consing (2006). A lookup is on the hottest path of everything,
so callers read `known` themselves: `weakref.WeakValueDictionary` costs a Python call a lookup, and three a write.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, Generic, TypeVar
from weakref import ref

Value = TypeVar("Value")
Function = TypeVar("Function", bound=Callable[..., Any])
_MOST_REMEMBERED = 8192
_forgetters: list[Callable[[], None]] = []


def remembered(function: Function) -> Function:
    """The function, with its last results kept. They keep their expressions alive: see `forget_results`."""
    cached = lru_cache(maxsize=_MOST_REMEMBERED)(function)
    _forgetters.append(cached.cache_clear)
    return cached  # type: ignore[return-value]  # called like the function itself


def forget_also(forget: Callable[[], None]) -> None:
    """Called when results are forgotten, by who keeps some in another way."""
    _forgetters.append(forget)


def forget_results() -> None:
    """Lets go of all results that are remembered, and so of the expressions that nobody else needs."""
    for forget in _forgetters:
        forget()


class KeyedRef(ref[Any]):
    """A weak reference that knows under which key it is kept."""

    __slots__ = ("key",)
    key: Hashable


class Interned(Generic[Value]):
    """`known` has a reference for each live value, by its key: `known.get(key, gone)()`."""

    __slots__ = ("_forget", "known")

    def __init__(self) -> None:
        known: dict[Hashable, KeyedRef] = {}

        def forget(reference: KeyedRef) -> None:
            if known.get(reference.key) is reference:  # else another value has taken its place
                del known[reference.key]

        self.known = known
        self._forget = forget

    def keep(self, key: Hashable, value: Value) -> Value:
        """The value, from now on the one of that key."""
        reference = KeyedRef(value, self._forget)
        reference.key = key
        self.known[key] = reference
        return value


def gone() -> None:
    """What a reference says whose value is dead: the default of a lookup."""
