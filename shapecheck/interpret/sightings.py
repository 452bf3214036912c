"""The values met at the places of a file that an editor shows: by the function itself, and by each call of it.

Code runs by itself where an entry begins: the top of a module, a function or method that is entered on parameters that
may be anything. What it calls, closures of its own apart, is seen through a call, and so is a method on an object that
the code itself made: what is met there is true of that call alone, and is kept with its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from shapecheck.interpret.frames import NOWHERE
from shapecheck.source import ir
from shapecheck.symbolic import Expr
from shapecheck.values import ClassValue, Instance, Opaque, Scope, Site, Tensor, Value
from shapecheck.values.freeze import MAX_UNITED, Frozen, covers, freeze, unite

if TYPE_CHECKING:
    from shapecheck.interpret.frames import Frame
    from shapecheck.interpret.machine import Machine

SHOWN = (Tensor, Expr, int)
ENTERED = 1
"""The frame of what an entry of our own calls: there is only the module's below."""


class Called(NamedTuple):
    """What a call brought to a place; `call` is where it stands, or where the object was made that a method was
    entered on. None: several calls, of which only what they have in common is known."""

    value: Frozen
    call: Site | None


class Met:
    """What was met at one place, each value once, in the order of execution."""

    __slots__ = ("calls", "own")

    def __init__(self) -> None:
        self.own: list[Frozen] = []
        """By the code itself."""
        self.calls: list[Called] = []

    @property
    def values(self) -> list[Frozen]:
        """All of them."""
        return [*self.own, *(one.value for one in self.calls if one.value not in self.own)]

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Met) and self.own == other.own and self.calls == other.calls)

    __hash__ = None  # type: ignore[assignment]  # it grows

    def add(self, value: Frozen) -> None:
        """One more value of the code itself; of many different ones only what they have in common is kept."""
        if value not in self.own:
            self.own.append(value)
            if len(self.own) > MAX_UNITED:
                self.own[:] = [unite(self.own)]

    def add_call(self, one: Called) -> None:
        """One more value that a call brought; after many the last ones are united."""
        if one in self.calls or (len(self.calls) >= MAX_UNITED and covers(self.calls[-1].value, one.value)):
            return
        self.calls.append(one)
        if len(self.calls) > MAX_UNITED:
            self.calls[-2:] = [Called(unite([last.value for last in self.calls[-2:]]), None)]

    def united_with(self, other: Met) -> Met:
        """With what was met at the same place in another run."""
        united = Met()
        united.own += self.own
        united.calls += self.calls
        for value in other.own:
            united.add(value)
        for one in other.calls:
            united.add_call(one)
        return united


United: TypeAlias = "dict[Site, list[tuple[Met, Met]]]"
"""What one run after the other met at a place: by itself, and together with those before it."""


class Sightings:
    """What the runs of one file's entries met at its places, put together when somebody asks.

    `united` is what was put together before: an editor keeps it, and most runs meet again what they met before an edit.
    """

    def __init__(self, shown: str, united: United) -> None:
        self._shown = shown
        self._united = united
        self._runs: dict[Site, list[Met]] = {}

    def add(self, shapes: Mapping[Site, Met]) -> None:
        """What one run met, which is over."""
        for site, met in shapes.items():
            if site.path == self._shown:
                self._runs.setdefault(site, []).append(met)

    def at(self, site: Site) -> Met:
        """All that was met at a place."""
        runs = self._runs.get(site, [])
        if len(runs) == 1:
            return runs[0]
        known = self._united.setdefault(site, [])
        same = next((i for i, (one, before) in enumerate(zip(runs, known)) if one != before[0]), len(known))
        if same < len(runs):
            del known[same:]
        for one in runs[same:]:
            known.append((one, (known[-1][1] if known else Met()).united_with(one)))
        return known[len(runs) - 1][1] if runs else Met()

    def all(self) -> dict[Site, Met]:
        """Each place of the file at which something was met, in the order in which they were reached."""
        return {site: self.at(site) for site in self._runs}

    def forget_others(self) -> None:
        """Keeps nothing of places that these runs did not reach."""
        for site in self._united.keys() - self._runs.keys():
            del self._united[site]


def note(machine: Machine, span: ir.Span, value: Value) -> None:
    """Keeps a tensor or an int for a place of the running code."""
    if isinstance(value, Opaque):
        value = value.bound
    if not isinstance(value, SHOWN) or isinstance(value, bool):
        return
    met = machine.record.shapes.setdefault(Site(machine.frame.file, span), Met())
    frozen = freeze(value, machine.path)
    at = _outermost(machine.stack)
    if _runs_by_itself(machine, at):
        met.add(frozen)
    else:
        met.add_call(Called(frozen, _call_of(machine, at)))


def _outermost(stack: list[Frame]) -> int:
    """The frame of the function in which the running code is written: closures run as parts of it."""
    at = len(stack) - 1
    while (function := stack[at].function) is not None:
        around = _written_in(function.scope)
        outer = next((i for i in range(at) if stack[i].function and _written_in(stack[i].scope) is around), None)
        if outer is None:
            break
        at = outer
    return at


def _written_in(scope: Scope | None) -> Scope | None:
    """The scope of the function around."""
    while scope is not None and (scope.is_comprehension or scope.is_class):
        scope = scope.parent
    return scope


def _runs_by_itself(machine: Machine, at: int) -> bool:
    frame = machine.stack[at]
    if frame.function is None:
        return True
    return at == ENTERED and not machine.entering.is_definite and _brought(frame) is None


def _brought(frame: Frame) -> Site | None:
    """Where the object was made that a method is entered on, or the class defined that inherits it; None for an object
    of our own making."""
    receiver = frame.first_argument
    if frame.owner is None:
        return None
    if isinstance(receiver, Instance):
        is_made = receiver.site is not None and receiver.site.span != NOWHERE
        if is_made or receiver.cls is frame.owner:
            return receiver.site if is_made else None
        return receiver.cls.site
    return receiver.site if isinstance(receiver, ClassValue) and receiver is not frame.owner else None


def _call_of(machine: Machine, at: int) -> Site | None:
    if at == ENTERED and not machine.entering.is_definite:
        return _brought(machine.stack[at])
    return machine.stack[at - 1].site
