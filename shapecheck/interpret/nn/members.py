"""The members of Sequential, ModuleList, ModuleDict, ParameterList and ParameterDict.

They are attributes named as torch names them ("0", "1", ...). A list of unknown length has its summary in `payload`
instead, a dict there what stands for the members whose names are not known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapecheck.interpret.nn.parts import is_module
from shapecheck.interpret.nn.tensor_classes import parameter
from shapecheck.symbolic import Expr
from shapecheck.values import (
    UNNAMED,
    DictValue,
    Instance,
    ListValue,
    Opaque,
    Tensor,
    UnionValue,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


CONTAINER_CLASSES = frozenset(
    f"torch.nn.{name}" for name in ("ModuleList", "ParameterList", "ModuleDict", "ParameterDict", "Sequential")
)


def entries_of(self: Instance) -> dict[str, Value]:
    """The members: what has a number for a name (a parameter of unknown kind, too, or None, an absent one), and what is
    or may be a module among the other attributes, or in a dict of parameters a tensor; in a dict absent ones, too."""
    is_member = _may_be_part if self.cls.is_subclass("torch.nn.ParameterDict") else _may_be_module
    return {
        name: value
        for name, value in self.attrs.items()
        if name.isdigit() or is_member(value) or (value is None and is_dict(self))
    }


def _may_be_module(value: Value) -> bool:
    """An object whose class has a base that was not found may be one, too."""
    if isinstance(value, UnionValue):
        return any(map(_may_be_module, value.members))
    if isinstance(value, Instance) and not value.cls.is_complete:
        return True
    return isinstance(value, (Unknown, Opaque)) or is_module(value)


def _may_be_part(value: Value) -> bool:
    return isinstance(value, (Tensor, UnionValue)) or _may_be_module(value)


def fill_list(machine: Machine, self: Instance, values: Value) -> None:
    items = machine.iterate(values)
    if items is None:
        become_summary(machine, self, [as_member(machine, self, machine.element_of(values))], machine.length(values))
        return
    items = [as_member(machine, self, item) for item in items]
    if summary_of(self) is not None:
        become_summary(machine, self, items, len(items))
        return
    start = len(entries_of(self))
    for i, item in enumerate(items):
        machine.store.set_item(self.attrs, str(start + i), item, self.birth)
    note_growth(machine, self)


def as_member(machine: Machine, self: Instance, value: Value) -> Value:
    """What a container makes of what it is given: a list or dict of parameters makes one of a tensor."""
    if not isinstance(value, Tensor) or value.is_parameter:
        return value
    holds_parameters = any(self.cls.is_subclass(f"torch.nn.Parameter{kind}") for kind in ("List", "Dict"))
    return parameter(machine, value) if holds_parameters else value


def renumber(machine: Machine, self: Instance, items: list[Value]) -> None:
    for name in list(entries_of(self)):
        machine.store.del_item(self.attrs, name, self.birth)
    for i, item in enumerate(items):
        machine.store.set_item(self.attrs, str(i), item, self.birth)
    note_growth(machine, self)


def summary_of(self: Instance) -> ListValue | None:
    payload = self.payload
    return payload if isinstance(payload, ListValue) and payload.items is None else None


def become_summary(machine: Machine, self: Instance, added: list[Value], number: Value) -> None:
    """Members of which not all is known: one of those there were or of `added`, which stand for `number` more."""
    more = number if isinstance(number, (int, Expr)) else machine.path.fresh("length", 0)
    summary = summary_of(self)
    if summary is None:
        held = list(entries_of(self).values())
        element = machine.one_of([*held, *added]) if held or added else None
        machine.store.set_attr(self, "payload", ListValue(None, element, len(held) + more))
        return
    for member in added:
        machine.store.set_attr(summary, "element", machine.join(summary.element, member))
    machine.store.set_attr(summary, "length", summary.length + more)


def note_growth(machine: Machine, self: Instance) -> None:
    """Members have come or gone: loops and branches look at what was written to `payload`."""
    machine.store.set_attr(self, "payload", self.payload)


def is_container(self: Instance) -> bool:
    """Whether the attributes that are modules are members, one after the other."""
    return any(cls.qualname in CONTAINER_CLASSES for cls in self.cls.mro)


def has_fewer(self: Instance, index: int) -> bool:
    """Whether a list of members has none there."""
    if not is_list(self) or summary_of(self) is not None:
        return False
    return not -len(entries_of(self)) <= index < len(entries_of(self))


def is_list(self: Instance) -> bool:
    """Whether they have numbers, and a name of their own at most beside it."""
    return is_container(self) and not is_dict(self)


def is_dict(self: Instance) -> bool:
    return any(self.cls.is_subclass(f"torch.nn.{kind}") for kind in ("ModuleDict", "ParameterDict"))


def rest_of(self: Instance) -> DictValue | None:
    """What stands for the members of a dict whose names are not known, if it may have such."""
    payload: Any = self.payload  # a union where not every path has added some
    members = payload.members if isinstance(payload, UnionValue) else (payload,)
    if any(isinstance(member, Unknown) for member in members):
        rest = DictValue({}, is_open=True)
        rest.element = next(member for member in members if isinstance(member, Unknown))
        return rest
    return next((member for member in members if isinstance(member, DictValue)), None)


def put_somewhere(machine: Machine, self: Instance, value: Value) -> None:
    """A member under a name that is not known."""
    rest = rest_of(self)
    if rest is None:
        rest = DictValue({}, is_open=True)
        rest.element = value
        machine.store.set_attr(self, "payload", rest)
    else:
        machine.store.set_attr(rest, "element", machine.join(rest.element, value))


def add_member(machine: Machine, self: Instance, value: Value) -> None:
    """One more member, behind the others."""
    value = as_member(machine, self, value)
    if summary_of(self) is not None:
        become_summary(machine, self, [value], 1)
    else:
        machine.store.set_item(self.attrs, str(len(entries_of(self))), value, self.birth)
        note_growth(machine, self)


def grown_in_loop(machine: Machine, self: Instance, written: dict[str, Value]) -> bool:
    """A list of modules to which a round of a loop has added some of these becomes one of unknown length.

    True if it was one of known length.
    """
    added = [value for name, value in written.items() if name.isdigit() and name not in self.attrs]
    if summary_of(self) is not None or not added:
        return False
    members = [*entries_of(self).values(), *added]
    element = machine.one_of(members)
    length = machine.path.fresh("length", len(members) - len(added))
    machine.store.set_attr(self, "payload", ListValue(None, element, length))
    return True


def is_summary_on_some(self: Instance, payloads: list[Any]) -> bool:
    """Whether a list of members has its summary on some of the paths that meet, and its members alone on others."""
    known = [one for one in payloads if isinstance(one, ListValue) and one.items is None]
    return len(known) < len(payloads) and bool(known) and is_list(self)


def may_have_members(machine: Machine, self: Instance) -> None:
    """An empty container, or a module without parts, that code not followed may have filled."""
    if entries_of(self):
        return
    member = machine.unknown("a member that code not followed may have added")
    if not is_container(self):
        machine.store.set_item(self.attrs, UNNAMED, member, self.birth)
    elif is_dict(self):
        if rest_of(self) is None:
            put_somewhere(machine, self, member)
    elif summary_of(self) is None:
        become_summary(machine, self, [member], machine.path.fresh("length", 0))


def members_differ(machine: Machine, self: Instance) -> None:
    """Paths meet of which some have added members: which there are is not known any more."""
    payload = self.payload
    of_paths = payload.members if isinstance(payload, UnionValue) else (payload,)
    summaries = [one.element for one in of_paths if isinstance(one, ListValue) and one.items is None]
    members = [*entries_of(self).values(), *summaries]
    element = machine.one_of(members) if members else machine.unknown("a member that only some paths have added")
    rest: Value = ListValue(None, element, machine.path.fresh("length", 0))
    if is_dict(self):
        rest = DictValue({}, is_open=True)
        rest.element = element
    machine.store.set_attr(self, "payload", rest)
