"""ModuleList and ParameterList: what is done to them as to lists. https://docs.pytorch.org/docs/2.13/generated/torch.nn.ModuleList.html"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.nn.members import (
    _may_be_module,
    add_member,
    as_member,
    become_summary,
    entries_of,
    fill_list,
    is_list,
    note_growth,
    renumber,
    summary_of,
)
from shapecheck.interpret.nn.parts import is_module
from shapecheck.interpret.obligations import reject
from shapecheck.values import Instance, IteratorValue, ListValue, SliceValue, UnionValue, Value, each

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def fill_new_list(machine: Machine, self: Any, /, values: Value = None, **kwargs: Value) -> Value:
    values = next(iter(kwargs.values()), values)
    if values is not None:
        fill_list(machine, self, values)
    return None


def _append(machine: Machine, self: Instance, /, value: Value) -> Value:
    add_member(machine, self, value)
    return self


def _extend(machine: Machine, self: Instance, /, values: Value) -> Value:
    fill_list(machine, self, values)
    return self


def _insert(machine: Machine, self: Any, /, index: Value, value: Value) -> Value:
    items = list(entries_of(self).values())
    if not isinstance(index, int) or summary_of(self) is not None:
        become_summary(machine, self, [value], 1)
        return None
    items.insert(index, value)
    renumber(machine, self, items)
    return None


def pop(machine: Machine, self: Any, /, key: Value = -1) -> Value:
    entries, summary = entries_of(self), summary_of(self)
    if summary is not None:
        _lose_one(machine, summary, key)
        return taken(machine, summary.element)
    if isinstance(key, int) and entries:
        items = list(entries.values())
        _check_index(machine, entries, key)
        member = items.pop(key)
        renumber(machine, self, items)
        return member
    if isinstance(key, str) and key in entries:
        machine.store.del_item(self.attrs, key, self.birth)
        note_growth(machine, self)
        return entries[key]
    return machine.unknown("a member at an unknown position")


def _check_index(machine: Machine, entries: Mapping[str, Value], index: int) -> None:
    """Raises an IndexError of the analysed program where there is no such member."""
    if not -len(entries) <= index < len(entries):
        reject(machine, f"index {index} is out of range")
        raise machine.error("IndexError", f"index {index} is out of range")


def _lose_one(machine: Machine, summary: ListValue, index: Value) -> None:
    """Of members of which one stands for all there is one less; some less behind a slice."""
    is_one = not isinstance(index, SliceValue)
    machine.store.set_attr(summary, "length", summary.length - 1 if is_one else machine.path.fresh("length", 0))


def _has_doubtful(self: Instance) -> bool:
    """Whether an attribute of a list may be a member or not: it has no number for a name, and may be a module."""
    named = (value for name, value in self.attrs.items() if not name.isdigit())
    return any(_may_be_module(value) and not is_module(value) for value in named)


def number_of_members(machine: Machine, self: Any, /) -> Value:
    summary = summary_of(self)
    if summary is not None:
        return summary.length
    return machine.path.fresh("length", 0) if _has_doubtful(self) and is_list(self) else len(entries_of(self))


def _iterate(machine: Machine, self: Any, /) -> Value:
    summary = summary_of(self)
    if summary is not None:
        return IteratorValue(None, summary.element, summary.length)
    return IteratorValue(list(entries_of(self).values()))


def taken(machine: Machine, member: Value) -> Value:
    """What stands for the members, as one of them: sizes in which they differ are its own."""
    one: Value = each.taken(machine.path, member)
    return one


def member_at(machine: Machine, self: Any, /, index: Value) -> Value:
    summary = summary_of(self)
    if summary is not None:
        if isinstance(index, SliceValue):
            return _part_of_many(machine, self, machine.index(summary, index))
        one: Value = each.item_at(machine.path, summary, index)
        return one
    entries = entries_of(self)
    if isinstance(index, str):
        if index in entries:
            return entries[index]
        raise machine.error("KeyError", index)
    if isinstance(index, int):
        _check_index(machine, entries, index)
    chosen = machine.index(ListValue(list(entries.values())), index)
    if isinstance(index, SliceValue):
        if not isinstance(chosen, ListValue) or chosen.items is None:
            return _part_of_many(machine, self, chosen)
        part = Instance(self.cls, machine.site)
        names = machine.index(ListValue(list(entries)), index)
        keep = (
            names.items
            if isinstance(names, ListValue) and self.cls.is_subclass("torch.nn.Sequential")
            else None
        )
        for i, item in enumerate(chosen.items):
            part.attrs[str(keep[i]) if keep else str(i)] = item
        return part
    return chosen


def _part_of_many(machine: Machine, self: Any, chosen: Value) -> Value:
    """Some of the members, and it is not known which."""
    if not isinstance(chosen, ListValue) or not isinstance(chosen.element, (Instance, UnionValue)):
        return machine.unknown("some of the members of a list of modules")
    part = Instance(self.cls, machine.site)
    part.payload = ListValue(None, chosen.element, chosen.length)
    return part


def _set(machine: Machine, self: Any, /, index: Value, value: Value) -> Value:
    value = as_member(machine, self, value)
    names = list(entries_of(self))
    if summary_of(self) is not None or not isinstance(index, (int, str)):
        become_summary(machine, self, [value], 0)
    elif isinstance(index, int) and -len(names) <= index < len(names):
        machine.store.set_item(self.attrs, names[index], value, self.birth)
    elif isinstance(index, str):
        machine.store.set_item(self.attrs, index, value, self.birth)
        note_growth(machine, self)
    return None


def delete(machine: Machine, self: Any, /, index: Value) -> Value:
    entries, summary = entries_of(self), summary_of(self)
    note_growth(machine, self)
    if summary is not None and not isinstance(index, str):
        _lose_one(machine, summary, index)
    elif isinstance(index, str):
        machine.store.del_item(self.attrs, index, self.birth)
    elif isinstance(index, (int, SliceValue)):
        if isinstance(index, SliceValue):
            gone = machine.index(ListValue(list(entries)), index)
            names = set(gone.items or ()) if isinstance(gone, ListValue) else set()
        else:
            _check_index(machine, entries, index)
            names = {list(entries)[index]}
        items = [(name, value) for name, value in entries.items() if name not in names]
        for name in entries:
            machine.store.del_item(self.attrs, name, self.birth)
        keep_names = self.cls.is_subclass("torch.nn.Sequential") and not all(name.isdigit() for name, _ in items)
        for i, (name, value) in enumerate(items):
            machine.store.set_item(self.attrs, name if keep_names else str(i), value, self.birth)
    return None


def _add(machine: Machine, self: Any, /, other: Value) -> Value:
    part = Instance(self.cls, machine.site)
    for members in (self, other):
        fill_list(machine, part, members)
    return part


def _contains(machine: Machine, self: Any, /, item: Value) -> Value:
    entries = entries_of(self)
    return item in entries if isinstance(item, str) else any(value is item for value in entries.values())


LIST_METHODS: dict[str, Callable[..., Value]] = {
    "append": _append, "extend": _extend, "insert": _insert, "pop": pop, "__len__": number_of_members,
    "__iter__": _iterate, "__getitem__": member_at, "__setitem__": _set, "__delitem__": delete, "__add__": _add,
    "__iadd__": _extend, "__contains__": _contains,
}  # fmt: skip
