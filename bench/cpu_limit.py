"""Limits what Z3 may spend on a question in CPU time, so that figures do not depend on what else the machine does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import process_time

import z3

EVERY = 0.02


class CpuLimit:
    """Watches from a thread: Z3 lets other threads run while it works."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._asked: tuple[z3.Context, float] | None = None
        self._done = Event()
        Thread(target=self._watch, daemon=True).start()

    @contextmanager
    def on(self, context: z3.Context) -> Iterator[None]:
        """What Z3 does meanwhile is interrupted once the limit is reached: the answer is unknown then."""
        self._asked = (context, process_time() + self.seconds)
        try:
            yield
        finally:
            self._asked = None

    def end(self) -> None:
        """Ends the thread."""
        self._done.set()

    def _watch(self) -> None:
        while not self._done.wait(EVERY):
            asked = self._asked
            if asked is not None and process_time() > asked[1]:
                asked[0].interrupt()
