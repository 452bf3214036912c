"""ModuleDict and ParameterDict: what is done to them as to dicts. https://docs.pytorch.org/docs/2.13/generated/torch.nn.ModuleDict.html"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.nn import names
from shapecheck.interpret.nn.member_lists import delete, member_at, pop, taken
from shapecheck.interpret.nn.members import as_member, entries_of, put_somewhere, rest_of, summary_of
from shapecheck.interpret.nn.module import add_named
from shapecheck.values import DictValue, Instance, IteratorValue, Opaque, Scalar, UnionValue, Unknown, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def fill_new_dict(machine: Machine, self: Any, /, values: Value = None, **kwargs: Value) -> Value:
    return None if values is None else _update(machine, self, values)


def _update(machine: Machine, self: Any, /, values: Value) -> Value:
    from shapecheck.interpret.language.classes import as_dict

    mapping = as_dict(machine, values)
    pairs = list(mapping.entries.items()) if mapping is not None else []
    if mapping is None:
        items = machine.iterate(values)
        for item in items or []:
            pair = machine.iterate(item)
            if pair is not None and len(pair) == 2:
                pairs.append((pair[0], pair[1]))
        if items is None:
            put_somewhere(machine, self, machine.unknown("a member of a dict that is not known"))
    elif mapping.is_open:
        unnamed = machine.unknown("a member of a dict that is not known")
        put_somewhere(machine, self, unnamed if mapping.element is None else as_member(machine, self, mapping.element))
    for name, value in pairs:
        _dict_set(machine, self, name, value)
    return None


def _dict_set(machine: Machine, self: Any, /, name: Value, value: Value) -> Value:
    value = as_member(machine, self, value)
    if isinstance(name, str):
        kind = names.PARAMETER if self.cls.is_subclass("torch.nn.ParameterDict") else names.MODULE
        add_named(machine, self, kind, name, value)
    else:
        put_somewhere(machine, self, value)
    return None


def _all_of(machine: Machine, self: Instance, rest: DictValue, paired: bool) -> Value:
    """The members, or names and members, of a dict of which not all names are known."""
    members = entries_of(self)
    value = machine.one_of([rest.element, *members.values()])
    name = machine.unknown("the name of a member")
    element: Value = (name, value) if paired else value
    return IteratorValue(None, element, machine.path.fresh("length", len(members)))


def _keys(machine: Machine, self: Any, /) -> Value:
    if rest_of(self) is not None:
        length = machine.path.fresh("length", len(entries_of(self)))
        return IteratorValue(None, machine.unknown("the name of a member"), length)
    return IteratorValue(list(entries_of(self)))


def _values(machine: Machine, self: Any, /) -> Value:
    rest = rest_of(self)
    return (
        IteratorValue(list(entries_of(self).values())) if rest is None else _all_of(machine, self, rest, False)
    )


def _items(machine: Machine, self: Any, /) -> Value:
    rest = rest_of(self)
    if rest is not None:
        return _all_of(machine, self, rest, True)
    return IteratorValue([(name, value) for name, value in entries_of(self).items()])


def _dict_length(machine: Machine, self: Any, /) -> Value:
    count = len(entries_of(self))
    return count if rest_of(self) is None else machine.path.fresh("length", count)


def _dict_item(machine: Machine, self: Any, /, name: Value) -> Value:
    rest = rest_of(self)
    if rest is None and not isinstance(name, str) and summary_of(self) is None:
        members = list(entries_of(self).values())
        if not members:  # whatever its name is, there is no such member
            raise machine.error("KeyError", "a member of an empty ModuleDict")
        return machine.one_of(members)
    if rest is None or (isinstance(name, str) and name in entries_of(self)):
        return member_at(machine, self, name)
    return taken(machine, rest.element) if isinstance(name, str) else machine.unknown("a member under an unknown name")


def _dict_get(machine: Machine, self: Any, /, key: Value, default: Value = None) -> Value:
    if not isinstance(key, str) or (rest_of(self) is not None and key not in entries_of(self)):
        return machine.unknown("a member under an unknown name")
    return entries_of(self).get(key, default)


def _dict_contains(machine: Machine, self: Any, /, name: Value) -> Value:
    if isinstance(name, str):
        doubt = machine.store.doubt(self.attrs, name)
        if doubt is not None:
            return Scalar("bool") if doubt.guard is None else doubt.guard
        return True if name in entries_of(self) else False if rest_of(self) is None else Scalar("bool")
    return Scalar("bool") if isinstance(name, (Unknown, Opaque, Scalar, UnionValue)) else False


def _clear(machine: Machine, self: Any, /) -> Value:
    for name in entries_of(self):
        machine.store.del_item(self.attrs, name, self.birth)
    return None


DICT_METHODS: dict[str, Callable[..., Value]] = {
    "update": _update, "keys": _keys, "values": _values, "items": _items, "get": _dict_get, "clear": _clear,
    "pop": pop, "__len__": _dict_length, "__iter__": _keys, "__getitem__": _dict_item, "__setitem__": _dict_set,
    "__delitem__": delete, "__contains__": _dict_contains,
}  # fmt: skip
