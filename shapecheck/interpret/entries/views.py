"""What each function of a file does by itself: an editor's hints say that, and not what some call makes of it.

A function that definite code has reached is not entered again for its findings. Here it is, on parameters that may be
anything, and only the shapes are taken over. Entries that were run for their findings are not run twice.
"""

from __future__ import annotations

from collections.abc import Callable

from shapecheck.interpret.builtins.stdlib.functools import unwrapped
from shapecheck.interpret.entries.definitions import node_of
from shapecheck.interpret.entries.doubts import Body
from shapecheck.interpret.entries.pieces import NeverEntered, Piece
from shapecheck.interpret.entries.run import Entries, Key
from shapecheck.interpret.reads import Reads
from shapecheck.interpret.record import Record
from shapecheck.values import FunctionValue, ModuleValue, Value


class Views(Entries):
    """Enters what the given entries left out; `before` is called first, if there is anything to run."""

    def __init__(self, entries: Entries, before: Callable[[], None]) -> None:
        super().__init__(
            entries.world, entries.file, entries.shown, entries.source, entries.budget, entries.pieces
        )
        self._entries = entries
        self._before: Callable[[], None] | None = before

    def add(self) -> None:
        """Adds the shapes to the record of the entries."""
        world, module = self.world, self.world.module_for_file(self.file, self.shown)
        outside = world.reads, world.reached, world.made
        try:
            for entry in self._entries.own:
                if self._is_shown_by_its_calls(entry[0]):
                    continue
                world.reads, world.reached, world.made = Reads(), set(), []
                try:
                    self._enter(module, entry)
                except NeverEntered:
                    continue
        finally:
            world.reads, world.reached, world.made = outside

    def _is_shown_by_its_calls(self, value: Value) -> bool:
        """Whether it is a function that the code has run and that takes nothing: by itself it does the same."""
        if not isinstance(value, FunctionValue) or id(node_of(value)) not in self._entries.reached:
            return False
        return not unwrapped(value).node.params

    def piece_of(self, module: ModuleValue, key: Key, most: int, run: Callable[[Piece], object]) -> Piece:
        known = self._entries.ran.get(key)
        if known is not None:
            return known
        if self._before is not None and not self.pieces.holds(key, self.shares.left(key)):
            self._before()
            self._before = None
        return super().piece_of(module, key, most, run)

    def settle(
        self,
        piece: Piece,
        module: ModuleValue,
        body: Body,
        budget: int,
        definite: bool,
        record: Record | None = None,
    ) -> bool:
        if id(piece) in self._entries.taken_whole:
            return True
        self._entries.sightings.add(piece.record.shapes)
        for name, hint in piece.hints.items():
            self._entries.hints.setdefault(name, hint)
        return True
