"""Where files are read and analyses run: a thread with room for calls that nest as deep as those of the code."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")
STACK_BYTES = 512 * 1024 * 1024
FRAMES_WORDS = 1 << 20
RECURSION_LIMIT = 60_000
COLLECTION = (200_000, 10, 5)
"""Thresholds of the garbage collector: syntax trees and values live long, and looking through them again for
every few hundred new objects took a third of the time."""


def in_deep_stack(run: Callable[[], T]) -> T:
    """Runs in a thread with a deep stack: analysed calls and expressions nest, and each takes several of ours."""
    outcome: list[T] = []
    failure: list[BaseException] = []

    def target() -> None:
        try:
            outcome.append(run())
        except BaseException as error:
            failure.append(error)

    # CPython keeps frames in chunks, and a frame that finds no room in the last one costs a call of the system, as
    # does the return from it. The chunk of a frame that claims this much has room for all that are nested in it.
    target.__code__ = target.__code__.replace(co_stacksize=FRAMES_WORDS)
    with _LIMITS.raised():
        thread = threading.Thread(target=target)
        _LIMITS.start(thread)
        thread.join()
    if failure:
        raise failure[0]
    return outcome[0]


def collect_rarely() -> None:
    """For a process that does nothing else: the collector's thresholds stay. Going back to Python's own after each
    analysis began a collection of everything that there is."""
    gc.set_threshold(*COLLECTION)


class _Limits:
    """The limits of the process. Of several threads at once the first raises them, the last sets them back."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users = 0
        self._before = sys.getrecursionlimit(), gc.get_threshold()

    @contextmanager
    def raised(self) -> Iterator[None]:
        with self._lock:
            if not self._users:
                self._before = sys.getrecursionlimit(), gc.get_threshold()
                sys.setrecursionlimit(RECURSION_LIMIT)
                gc.set_threshold(*COLLECTION)
            self._users += 1
        try:
            yield
        finally:
            with self._lock:
                self._users -= 1
                if not self._users:
                    limit, collection = self._before
                    gc.set_threshold(*collection)
                    sys.setrecursionlimit(limit)

    def start(self, thread: threading.Thread) -> None:
        """Starts a thread with a large stack."""
        with self._lock:
            before = threading.stack_size(STACK_BYTES)
            try:
                thread.start()
            finally:
                threading.stack_size(before)


_LIMITS = _Limits()
