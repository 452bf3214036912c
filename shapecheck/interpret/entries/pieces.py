"""What the entries of a file gave, one by one, kept for the next time the file is analysed.

An entry runs on a machine of its own and what it writes is undone, so what it notes depends on what it read and on
nothing else: the functions that it entered, the methods that it looked at, the modules around it, and the steps that
it was given. An editor keeps the pieces of a file. It drops those that entered a function whose body has changed or
looked at one that shows something else now, all of them if a module has run again; the others are taken over as they
are.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from copy import copy
from typing import TYPE_CHECKING

from shapecheck.interpret.reads import Reads, add_reads
from shapecheck.interpret.record import Record
from shapecheck.interpret.sightings import United
from shapecheck.source import ir
from shapecheck.source.walking import names_in
from shapecheck.values import Delta, Instance

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Inner
    from shapecheck.interpret.record import Finding
    from shapecheck.interpret.world import World

Place = tuple[object, ...]
Key = tuple[Hashable, ...]
MADE = "made"
"""The keys of entries on objects that the code itself made begin with this."""


class Piece:
    """`most` is the number of steps that the entry might take, `given` what of it was left, `used` what it took.
    `realm` keeps its sizes apart from those of other entries."""

    def __init__(self, most: int, realm: int, given: int) -> None:
        self.realm = realm
        self.most = most
        self.given = given
        self.used = 0
        self.exceeded = False
        self.used_defaults = False
        self.gave_instance = False
        self.is_aside = False
        """Whether it is a call of a method that others of its class call, and `forward` does not on such an object."""
        self.record = Record()
        self.hints: Mapping[str, str] = {}
        self.reads = Reads()
        self.reached: set[int] = set()
        self.made: list[Instance] = []
        self.inner: Set[int] = frozenset()
        """The functions, by their nodes, that the entry has defined and nothing in it calls: see `inner`."""
        self.defined: Mapping[int, Inner] = {}
        """What its functions have defined, if the code itself was run."""
        self.state = Delta({})
        """What the objects in it hold at its end, if the code itself was run: what it wrote is undone."""
        self.asked = 0
        """So many steps asking has taken by which what follows was asked."""
        self.asked_with = most
        """So many steps each run had by which what follows was asked."""
        self.certain: set[Place] | None = None
        """Rules and places of findings that need no default; None: nobody has asked."""
        self.likely: set[Place] | None = None
        """Of those that need one, the ones that need no neutral default; None: nobody has asked."""
        self.unbounded: set[Place] | None = None
        """The ones that do not need that numbers are 1 or more; None: nobody has asked."""
        self.set_by_others: set[Place] | None = None
        """The ones that are met whatever the users of the object set in it; None: nobody has asked."""
        self.with_shapes: Record | None = None
        """What is noted where a parameter of a constructor may be a shape; None: nobody has asked."""

    def ask_with(self, steps: int) -> None:
        """What was asked with more steps, or fewer, is asked again."""
        if self.asked_with != steps:
            self.asked_with, self.asked = steps, 0
            self.certain = self.likely = self.unbounded = self.set_by_others = self.with_shapes = None

    def holds_with(self, left: int) -> bool:
        """Whether so many steps would have made no difference."""
        return min(self.most, left) == self.given if self.exceeded else self.used <= left


class NeverEntered(BaseException):
    """There is no piece of an entry, not even an outdated one."""


class Pieces:
    """The pieces of one file by what was entered, as far as they are still right."""

    def __init__(self) -> None:
        self._known: dict[Key, Piece] = {}
        self._outdated: dict[Key, Piece] = {}
        self._met: set[Key] = set()
        self._names: dict[int, tuple[ir.Statement, Set[str]]] = {}
        self._lost = 0
        self._around: object = {}
        self.united: United = {}
        """What the pieces met at the places of the file, put together."""

    def names_in(self, body: Sequence[ir.Statement]) -> list[Set[str]]:
        """The names that each statement of the file mentions; those of statements that stayed are known."""
        known = self._names
        self._names = {id(part): known.get(id(part)) or (part, names_in(part)) for part in body}
        return [self._names[id(part)][1] for part in body]

    def find(self, key: Key, left: int) -> Piece | None:
        """What is known of the entry, if it may take so many steps."""
        self._met.add(key)
        piece = self._known.get(key)
        return piece if piece is not None and piece.holds_with(left) else None

    def holds(self, key: Key, left: int) -> bool:
        """Whether the entry need not be run for that."""
        piece = self._known.get(key)
        return piece is not None and piece.holds_with(left)

    def reads(self) -> Iterator[Reads]:
        """What each of them depends on."""
        return (piece.reads for piece in self._known.values())

    def keep(self, key: Key, piece: Piece) -> None:
        self._known[key] = piece
        self._outdated.pop(key, None)

    def forget(self, is_affected: Callable[[Reads], bool]) -> None:
        """What has read something else than there is now does not hold any more."""
        for key in [key for key, piece in self._known.items() if is_affected(piece.reads)]:
            self._outdated[key] = self._known.pop(key)

    def forget_made(self) -> None:
        """Drops what was entered on objects that the code itself made: they have been made again."""
        for known in (self._known, self._outdated):
            for key in [key for key in known if key[0] == MADE]:
                del known[key]

    def clear(self) -> None:
        self._lost += sum(piece.used for piece in (*self._known.values(), *self._outdated.values()))
        self._known.clear()
        self._outdated.clear()

    def hold_for(self, around: object) -> None:
        """They are right where the entries find this around them."""
        if self._around != around:
            self._around = around
            self.clear()

    def settle(self) -> None:
        """Drops what the analysis that has just ended did not ask for."""
        for key in self._known.keys() - self._met:
            del self._known[key]
        self._met.clear()
        self._outdated.clear()
        self._lost = 0

    @property
    def pending(self) -> int:
        """The steps that took what does not hold any more: about as many are to be taken again."""
        return self._lost + sum(piece.used for piece in self._outdated.values())

    def newest(self, key: Key) -> Piece:
        """The last that is known of the entry, right or not. Raises NeverEntered."""
        piece = self._known.get(key) or self._outdated.get(key)
        if piece is None:
            raise NeverEntered
        piece, found = copy(piece), places(piece.record.findings)
        if piece.certain is None or piece.likely is None:
            piece.certain, piece.likely = piece.certain or set(), found
        piece.unbounded = found if piece.unbounded is None else piece.unbounded
        piece.set_by_others = found if piece.set_by_others is None else piece.set_by_others
        piece.with_shapes = piece.with_shapes or piece.record
        return piece


class HastyPieces(Pieces):
    """What can be said without running anything: where there is no right piece, the outdated one."""

    def __init__(self, pieces: Pieces) -> None:
        super().__init__()
        self._pieces = pieces
        self.united = pieces.united

    def names_in(self, body: Sequence[ir.Statement]) -> list[Set[str]]:
        return self._pieces.names_in(body)

    def holds(self, key: Key, left: int) -> bool:
        return True

    def find(self, key: Key, left: int) -> Piece | None:
        return self._pieces.newest(key)


@contextmanager
def gathering(world: World, piece: Piece) -> Iterator[None]:
    """What is read, reached and made inside belongs to the piece."""
    reads, reached, made = world.reads, world.reached, len(world.made)
    world.reads, world.reached = piece.reads, piece.reached
    try:
        yield
    finally:
        world.reads, world.reached = reads, reached
        piece.made += world.made[made:]
        del world.made[made:]


def take_over(world: World, piece: Piece) -> None:
    """The analysis goes on as after the entry. What was called by one that did not get to its end is entered by itself:
    what it had found was not told."""
    if not piece.exceeded:
        world.reached |= piece.reached
    world.made += piece.made
    add_reads(world.reads, piece.reads)


def places(findings: Iterable[Finding]) -> set[Place]:
    """The rule and the innermost place of each."""
    return {(one.rule, one.frames[:1]) for one in findings}
