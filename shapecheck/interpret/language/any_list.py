"""One of many lists: `buckets[label]`, where nobody knows which. It is read as what they have in common; what is put
into it may be in each of them from then on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeGuard, TypeVar, cast

from shapecheck.interpret.signals import PythonError
from shapecheck.values import MAX_UNION, AnyList, ListValue, Value, each

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine
    from shapecheck.symbolic import Dim

P = ParamSpec("P")
R = TypeVar("R")
Change = Callable[Concatenate["Machine", ListValue, P], R]
MAX_ITEMS = 4_096
"""Lists that hold more items than that together are not met."""


def lists_in(values: Sequence[Value]) -> list[ListValue]:
    """The lists, if there are more than a union holds."""
    lists: dict[int, ListValue] = {}
    for value in values:
        if is_plain_list(value):
            lists.update(
                (id(one), one) for one in (value.members if isinstance(value, AnyList) else (value,))
            )
    found = list(lists.values())
    return found if len(found) > MAX_UNION and sum(map(_count, found)) <= MAX_ITEMS else []


def is_plain_list(value: Value) -> TypeGuard[ListValue]:
    """A list that is no deque of limited length, and of no other kind."""
    return isinstance(value, ListValue) and type(value) in (ListValue, AnyList) and value.limit is None


def any_list(machine: Machine, lists: Sequence[ListValue]) -> AnyList:
    """Any of the lists: item by item, where all are equally long."""
    machine.step(len(lists))
    rows = [one.items for one in lists if one.items is not None]
    if len(rows) == len(lists) and len({len(row) for row in rows}) == 1:
        return AnyList(tuple(lists), [machine.one_of(column) for column in zip(*rows)])
    lengths = [one.length if one.items is None else len(one.items) for one in lists]
    length: Dim = cast("Dim", machine.one_of(lengths))  # any of several numbers is a number
    return AnyList(tuple(lists), None, _summary(machine, lists), length)


def spread(change: Change[P, R]) -> Change[P, R]:
    """A change of a list that may be one of each of those that the list stands for."""

    @wraps(change)
    def changed(machine: Machine, target: ListValue, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if isinstance(target, AnyList):
            for member in target.members:
                _may_change(machine, member, lambda one: change(machine, one, *args, **kwargs))
        return change(machine, target, *args, **kwargs)

    return changed


def _may_change(machine: Machine, member: ListValue, change: Callable[[ListValue], object]) -> None:
    machine.step()
    items = None if member.items is None else list(member.items)
    new = ListValue(items, member.element, member.length)
    try:
        change(new)
    except PythonError:
        return  # then it was another
    covering = any_list(machine, (member, new))
    for name in ("items", "element", "length"):
        machine.store.set_attr(member, name, getattr(covering, name))


def _summary(machine: Machine, lists: Sequence[ListValue]) -> Value:
    is_new = each.born_since(machine.path)
    elements = [part for one in lists for part in ([one.element] if one.items is None else one.items)]
    element = machine.one_of(elements)
    each.vary(machine.path, element, is_new)
    return element


def _count(one: ListValue) -> int:
    return 1 if one.items is None else len(one.items)
