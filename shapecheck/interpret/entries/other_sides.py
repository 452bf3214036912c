"""What no run has met because of a default is run at the end, with something else in its place."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from shapecheck.interpret.entries.construction import Construction, key_of_method, key_of_object
from shapecheck.interpret.entries.free_calls import (
    NOTHING,
    FreeCall,
    Passed,
    free_calls_of,
    taking,
    with_all_declared,
)
from shapecheck.interpret.entries.hidden import Hidden, Search
from shapecheck.interpret.entries.pieces import Key, NeverEntered, Piece
from shapecheck.values import ClassValue, ModuleValue

if TYPE_CHECKING:
    from shapecheck.interpret.entries.run import Entries

MAX_RUNS = 8
"""So often a function is run again."""


class OtherSides:
    """Runs functions and methods once more, with what leads to where no run has got: what is noted there counts."""

    def __init__(self, entries: Entries, module: ModuleValue) -> None:
        self._entries, self._module = entries, module
        self._sides, self._ended = set(entries.record.sides), set(entries.record.ended)
        self._ran: dict[Key, int] = {}
        """What was run, with the steps that asking about what it found may take."""
        self._object: tuple[ClassValue, Construction] | None = None
        """An object of the class whose methods are called."""
        self._share = entries.shares.share
        """So many steps a run of the function may take that is run again: after each that has not got to its end, half
        as many."""
        self._for_doubts = entries.shares.share
        """So many a run may take that asks whether what was found holds in another manner, which constructs an object
        anew: half as many after each time that nothing held."""

    def run(self) -> None:
        """All functions and methods of the file, those of objects that take the fewest steps to make first."""
        status, asked = self._entries.status, self._entries.asked
        try:
            for call in sorted(free_calls_of(self._entries.own), key=self._cost_of_object):
                if self._entries.asked - asked < self._entries.shares.share:  # all the asking here takes one share
                    self._run_again(call)
        finally:
            self._leave()
        self._entries.status = status

    def _cost_of_object(self, call: FreeCall) -> int:
        if call.of_class is None:
            return 0
        made = self._entries.ran.get(key_of_object(call.of_class))
        return self._entries.budget if made is None else made.used

    def _run_again(self, call: FreeCall) -> None:
        entries = self._entries
        search = Search(call, self._sides, self._ended, entries.world.files, entries.shown)
        base, tried = NOTHING, set[object]()
        first = entries.ran.get(call.key if call.of_class is None else key_of_method(call.of_class, call.name))
        self._share = entries.shares.share // (2 if first is not None and first.exceeded else 1)
        further: list[Hidden] = []
        while len(tried) < MAX_RUNS:
            left = (one for one in (*further, *search.found()) if one.key not in tried and one.end not in search.past)
            hidden = next(left, None)
            if hidden is None:
                break
            tried.add(hidden.key)
            passed = hidden.passed.over(base)
            try:
                piece = self._run_passing(call, passed, hidden)
            except NeverEntered:
                continue
            if piece is None:
                break
            self._sides.update(hidden.part_of(piece.record, entries.shown).sides)
            further = [*search.further(hidden, piece.record), *further]
            if piece.exceeded:
                self._share //= 2
            if piece.exceeded or not hidden.is_met_in(piece.record):
                continue
            if hidden.end is not None:
                search.past.add(hidden.end)
            if hidden.is_rest:
                base = passed  # or no run gets to what is behind

    def _run_passing(self, call: FreeCall, passed: Passed, hidden: Hidden) -> Piece | None:
        """Takes over what a run notes where something was hidden, and gives that run; None if there is no object."""
        entries, share = self._entries, self._share
        body = partial(with_all_declared, partial(call.body, passed=passed))
        key = (*call.key, tuple(tuple(part.items()) for part in passed))
        if passed.is_open and hidden.side is not None and not hidden.is_of_round:
            body, key = partial(taking, hidden.side, body), (*key, hidden.at, hidden.side[1])
        if key in self._ran:
            piece = entries.ran[key]
        elif passed.constructor or call.of_class is None or not call.takes_object:
            self._leave()
            run = partial(entries.run_alone, self._module, body, definite=False)
            piece = entries.piece_of(self._module, key, share, run)
        else:
            made = self._made(call.of_class)
            if not made.piece.gave_instance:
                return None
            run = partial(made.call, call.name, given=passed.method)
            piece = entries.piece_of(self._module, key, share - made.piece.used, run)
        most = self._ran.setdefault(key, min(share, self._for_doubts))
        record = hidden.part_of(piece.record, entries.shown)
        for site, met in piece.record.shapes.items():
            if not entries.sightings.at(site).values:
                record.shapes.setdefault(site, met)  # in a part that gets nowhere by itself
        if not entries.settle(piece, self._module, body, most, definite=False, record=record):
            self._for_doubts //= 2
        return piece

    def _made(self, cls: ClassValue) -> Construction:
        if self._object is None or self._object[0] is not cls:
            self._leave()
            self._object = cls, Construction(self._entries, self._module, cls, self._entries.shares.share)
        return self._object[1]

    def _leave(self) -> None:
        """Nothing is called on the object any more."""
        if self._object is not None:
            self._object[1].undo()
            self._object = None
