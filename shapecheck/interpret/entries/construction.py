"""One object of a class, of our own making, on which methods are called: as it was made, each time."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.entries.arguments import Argument, construct_freely
from shapecheck.interpret.entries.changes import Placeholders, forget_what_changes, forget_what_is_counted
from shapecheck.interpret.entries.doubts import Body
from shapecheck.interpret.entries.free_calls import call_method, is_object
from shapecheck.interpret.entries.pieces import Key, Piece
from shapecheck.interpret.machine import Machine
from shapecheck.interpret.reads import add_reads
from shapecheck.interpret.record import Record
from shapecheck.values import ClassValue, Instance, ModuleValue

if TYPE_CHECKING:
    from shapecheck.interpret.entries.run import Entries


def key_of_object(cls: ClassValue) -> Key:
    """The key of the entry that makes an object of a class."""
    return id(cls), cls.name, "methods"


def key_of_method(cls: ClassValue, name: str) -> Key:
    """The key of the entry that calls a method on that object."""
    return *key_of_object(cls), name


class Construction:
    """An object of a class, made when it is first needed. `piece` is what making it gave."""

    def __init__(self, entries: Entries, module: ModuleValue, cls: ClassValue, budget: int) -> None:
        self._entries, self._module, self._budget = entries, module, budget
        self.body: Body = partial(construct_freely, cls=cls)
        self._machine: Machine | None = None
        self.piece = entries.piece_of(module, key_of_object(cls), budget, self._make)

    def call(self, name: str, piece: Piece, given: Mapping[str, Argument] = {}) -> None:
        """Calls a method on the object as it was made: the piece depends on what making it read, too. What declares a
        shape is passed, too, if something is given."""
        machine = self._machine or self._make(Piece(self._budget, self.piece.realm, self.piece.given))
        add_reads(piece.reads, self.piece.reads)
        if not is_object(self._receiver):  # modules that have run since see to it
            piece.exceeded = True
            return
        machine.record = Record()
        machine.path.prover.effort_left, machine.path.prover.spent = self._effort
        machine.used_defaults = self.piece.used_defaults
        machine.path.restart(self._knowledge, piece.realm)
        made, manner = machine.store.mark(), machine.entering
        machine.entering = manner._replace(gives_declared=bool(given))
        body = partial(call_method, receiver=self._receiver, name=name, given=given)
        try:
            self._placeholders.forget(machine)
            if isinstance(self._receiver, Instance):
                if name != "forward":
                    forget_what_changes(machine, self._receiver)
                forget_what_is_counted(machine, self._receiver)
            self._entries.attempt(machine, body, piece)
        finally:
            machine.entering = manner
            machine.store.undo(made)

    def undo(self) -> None:
        """Takes back what making the object wrote."""
        if self._machine is not None:
            self._machine.store.undo(self._mark)

    def _make(self, piece: Piece) -> Machine:
        machine = self._entries.machine_for(self._module, piece.realm, self._budget, definite=False)
        self._machine = machine
        self._mark = machine.store.mark()
        receiver = self._entries.attempt(machine, self.body, piece)
        piece.gave_instance = is_object(receiver)
        self._receiver: Any = receiver
        self._placeholders = Placeholders.of(machine, receiver) if isinstance(receiver, Instance) else Placeholders()
        prover = machine.path.prover
        self._effort = prover.effort_left, prover.spent
        self._knowledge = machine.path.mark()
        return machine
