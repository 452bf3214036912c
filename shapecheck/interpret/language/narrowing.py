"""Of a union, what a test leaves on either of its sides: `if isinstance(x, list)`, `if self.norm is not None`."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from shapecheck.interpret.language.dispatch import evaluate
from shapecheck.interpret.signals import DeadPath, PythonError
from shapecheck.source import ir
from shapecheck.source.walking import names_in, once_per_node
from shapecheck.values import Instance, ListValue, Tensor, UnionValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def assume_truth(machine: Machine, test: ir.Expression, within: Collection[str] | None = None) -> None:
    """From here on the test holds: places in it (of these variables) that hold a union keep what admits it."""
    for place, holds, _ in list(narrowings(machine, test)):
        if holds and (within is None or names_in(place) <= set(within)):
            set_place(machine, place, holds)


class Narrowing(NamedTuple):
    """A place that holds a union: its members where a test holds, and where it fails."""

    place: ir.Expression
    holds: list[Value]
    fails: list[Value]

    def leaves_nothing(self, holds: bool) -> bool:
        """Whether a side is for empty lists alone, where there may be something else: what a path has put there that
        need not be taken, for who has nothing yet."""
        members, others = (self.holds, self.fails)[:: 1 if holds else -1]
        return bool(members) and all(map(_is_empty_list, members)) and not all(map(_is_empty_list, others))


def _is_empty_list(value: Value) -> bool:
    return isinstance(value, ListValue) and value.items == []


def narrowings(machine: Machine, test: ir.Expression) -> Iterator[Narrowing]:
    """For each place in the test that holds a union: what of it may be there on either side."""
    for place in _places(test):
        value = peek(machine, place)
        if not isinstance(value, UnionValue):
            continue
        holds: list[Value] = []
        fails: list[Value] = []
        for member in value.members:
            mark, base = machine.store.mark(), machine.path.snapshot()
            with machine.trial():
                set_place(machine, place, [member])
                try:
                    answer = machine.truth(evaluate(machine, test))
                except (PythonError, DeadPath):
                    answer = None
            machine.store.undo(mark)
            machine.path.restore(base)
            if answer is not False:
                holds.append(member)
            if answer is not True:
                fails.append(member)
        if len(holds) < len(value.members) or len(fails) < len(value.members):
            yield Narrowing(place, holds, fails)


@once_per_node
def _places(test: ir.Expression) -> list[ir.Expression]:
    """Names and attributes of names that occur in an expression."""
    return list(_places_in(test, 0))


def _places_in(node: Any, depth: int) -> Iterator[ir.Expression]:
    if isinstance(node, ir.Name) or (isinstance(node, ir.Attribute) and isinstance(node.value, ir.Name)):
        yield node
    if isinstance(node, (ir.Lambda, ir.Comprehension)) or depth > 6 or isinstance(node, (ir.Span, str)):
        return
    if isinstance(node, tuple):
        for part in node:
            if isinstance(part, tuple):
                yield from _places_in(part, depth + 1)


def peek(machine: Machine, place: ir.Expression) -> Value:
    """What a name, or an attribute of a name, holds; None if that is not known."""
    if isinstance(place, ir.Name):
        return machine.frame.scope.variables.get(place.id)
    if isinstance(place, ir.Attribute) and isinstance(place.value, ir.Name):
        return _attributes(machine.frame.scope.variables.get(place.value.id)).get(place.attr)
    return None


def _attributes(obj: Value) -> dict[str, Value]:
    """What an object holds under the names that code has given it."""
    if isinstance(obj, Tensor):
        return {} if obj.attrs is None else obj.attrs.entries
    return obj.attrs if isinstance(obj, Instance) else {}


def set_place(machine: Machine, place: ir.Expression, members: list[Value]) -> None:
    """A name, or an attribute of a name, holds one of these from here on."""
    value = members[0] if len(members) == 1 else UnionValue(tuple(members))
    if isinstance(place, ir.Name):
        scope = machine.frame.scope
        machine.store.set_item(scope.variables, place.id, value, scope.birth)
    elif isinstance(place, ir.Attribute) and isinstance(place.value, ir.Name):
        obj: Any = machine.frame.scope.variables[place.value.id]
        machine.store.set_item(_attributes(obj), place.attr, value, obj.birth)
