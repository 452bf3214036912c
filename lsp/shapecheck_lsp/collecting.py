"""When garbage is collected: while nobody types. What an open package needs is millions of objects, and looking through
all of them in the midst of an edit took a second."""

from __future__ import annotations

import gc

GROWTH = 1.5
"""Everything is looked through when there is so much more of it than the last time."""


class Collector:
    """Takes what survives out of the sight of Python's own collections, which look through new objects alone."""

    def __init__(self) -> None:
        self._survived = 0

    def put_off(self) -> None:
        """Nothing is collected until `go_on`: somebody waits for what is found first."""
        gc.disable()

    def go_on(self) -> None:
        """Python collects when it wants to."""
        gc.enable()

    def collect(self) -> None:
        """Looks through what was made since the last time, or through everything."""
        is_whole = gc.get_freeze_count() >= GROWTH * self._survived
        if is_whole:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
        if is_whole:
            self._survived = gc.get_freeze_count()
