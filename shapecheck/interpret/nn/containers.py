"""Sequential, ModuleList, ModuleDict, ParameterList and ParameterDict.

Their members are attributes named as torch names them ("0", "1", ...). A list of unknown length has its
summary in `payload` instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.iteration import Items, folded
from shapecheck.interpret.builtins.tables import native_function
from shapecheck.interpret.nn import names
from shapecheck.interpret.nn.module import add_named
from shapecheck.interpret.nn.parts import MODULE, is_module
from shapecheck.interpret.nn.tensor_classes import parameter
from shapecheck.interpret.obligations import reject
from shapecheck.symbolic import Expr
from shapecheck.values import (
    UNNAMED,
    ClassValue,
    DictValue,
    FunctionValue,
    Instance,
    IteratorValue,
    ListValue,
    NativeFunction,
    Opaque,
    RuleFunction,
    Scalar,
    SliceValue,
    Tensor,
    UnionValue,
    Unknown,
    Value,
    each,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def _entries(self: Instance) -> dict[str, Value]:
    """The members: what has a number for a name (a parameter of unknown kind, too, or None, an absent one), and what is
    or may be a module among the other attributes, or in a dict of parameters a tensor; in a dict absent ones, too."""
    is_member = _may_be_part if self.cls.is_subclass("torch.nn.ParameterDict") else _may_be_module
    return {
        name: value
        for name, value in self.attrs.items()
        if name.isdigit() or is_member(value) or (value is None and _is_dict(self))
    }


def _may_be_module(value: Value) -> bool:
    if isinstance(value, UnionValue):
        return any(map(_may_be_module, value.members))
    return isinstance(value, (Unknown, Opaque)) or is_module(value)


def _may_be_part(value: Value) -> bool:
    return isinstance(value, (Tensor, UnionValue)) or _may_be_module(value)


def _has_doubtful(self: Instance) -> bool:
    """Whether an attribute of a list may be a member or not: it has no number for a name, and may be a module."""
    named = (value for name, value in self.attrs.items() if not name.isdigit())
    return any(_may_be_module(value) and not is_module(value) for value in named)


def _fill_list(machine: Machine, self: Instance, values: Value) -> None:
    items = machine.iterate(values)
    if items is None:
        _become_summary(machine, self, [_member(machine, self, machine.element_of(values))], machine.length(values))
        return
    items = [_member(machine, self, item) for item in items]
    if _summary(self) is not None:
        _become_summary(machine, self, items, len(items))
        return
    start = len(_entries(self))
    for i, item in enumerate(items):
        machine.store.set_item(self.attrs, str(start + i), item, self.birth)
    note_growth(machine, self)


def _member(machine: Machine, self: Instance, value: Value) -> Value:
    """What a container makes of what it is given: a list or dict of parameters makes one of a tensor."""
    if not isinstance(value, Tensor) or value.is_parameter:
        return value
    holds_parameters = any(self.cls.is_subclass(f"torch.nn.Parameter{kind}") for kind in ("List", "Dict"))
    return parameter(machine, value) if holds_parameters else value


def _renumber(machine: Machine, self: Instance, items: list[Value]) -> None:
    for name in list(_entries(self)):
        machine.store.del_item(self.attrs, name, self.birth)
    for i, item in enumerate(items):
        machine.store.set_item(self.attrs, str(i), item, self.birth)
    note_growth(machine, self)


def _summary(self: Instance) -> ListValue | None:
    payload = self.payload
    return payload if isinstance(payload, ListValue) and payload.items is None else None


def _become_summary(machine: Machine, self: Instance, added: list[Value], number: Value) -> None:
    """Members of which not all is known: one of those there were or of `added`, which stand for `number` more."""
    more = number if isinstance(number, (int, Expr)) else machine.path.fresh("length", 0)
    summary = _summary(self)
    if summary is None:
        held = list(_entries(self).values())
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
    if not is_list(self) or _summary(self) is not None:
        return False
    return not -len(_entries(self)) <= index < len(_entries(self))


def is_list(self: Instance) -> bool:
    """Whether they have numbers, and a name of their own at most beside it."""
    return is_container(self) and not _is_dict(self)


def _is_dict(self: Instance) -> bool:
    return any(self.cls.is_subclass(f"torch.nn.{kind}") for kind in ("ModuleDict", "ParameterDict"))


def may_have_members(machine: Machine, self: Instance) -> None:
    """An empty container, or a module without parts, that code not followed may have filled."""
    if _entries(self):
        return
    member = machine.unknown("a member that code not followed may have added")
    if not is_container(self):
        machine.store.set_item(self.attrs, UNNAMED, member, self.birth)
    elif _is_dict(self):
        if _rest(self) is None:
            _put_somewhere(machine, self, member)
    elif _summary(self) is None:
        _become_summary(machine, self, [member], machine.path.fresh("length", 0))


def members_differ(machine: Machine, self: Instance) -> None:
    """Paths meet of which some have added members: which there are is not known any more."""
    members = list(_entries(self).values())
    element = machine.one_of(members) if members else machine.unknown("a member that only some paths have added")
    rest: Value = ListValue(None, element, machine.path.fresh("length", 0))
    if _is_dict(self):
        rest = DictValue({}, is_open=True)
        rest.element = element
    machine.store.set_attr(self, "payload", rest)


# -------------------------------------------------------------------- lists


def _list_init(machine: Machine, self: Any, /, values: Value = None, **kwargs: Value) -> Value:
    values = next(iter(kwargs.values()), values)
    if values is not None:
        _fill_list(machine, self, values)
    return None


def _append(machine: Machine, self: Instance, /, value: Value) -> Value:
    add_member(machine, self, value)
    return self


def add_member(machine: Machine, self: Instance, value: Value) -> None:
    """One more member, behind the others."""
    value = _member(machine, self, value)
    if _summary(self) is not None:
        _become_summary(machine, self, [value], 1)
    else:
        machine.store.set_item(self.attrs, str(len(_entries(self))), value, self.birth)
        note_growth(machine, self)


def grown_in_loop(machine: Machine, self: Instance, written: dict[str, Value]) -> bool:
    """A list of modules to which a round of a loop has added some of these becomes one of unknown length.

    True if it was one of known length.
    """
    added = [value for name, value in written.items() if name.isdigit() and name not in self.attrs]
    if _summary(self) is not None or not added:
        return False
    members = [*_entries(self).values(), *added]
    element = machine.one_of(members)
    length = machine.path.fresh("length", len(members) - len(added))
    machine.store.set_attr(self, "payload", ListValue(None, element, length))
    return True


def _extend(machine: Machine, self: Instance, /, values: Value) -> Value:
    _fill_list(machine, self, values)
    return self


def _insert(machine: Machine, self: Any, /, index: Value, value: Value) -> Value:
    items = list(_entries(self).values())
    if not isinstance(index, int) or _summary(self) is not None:
        _become_summary(machine, self, [value], 1)
        return None
    items.insert(index, value)
    _renumber(machine, self, items)
    return None


def _pop(machine: Machine, self: Any, /, key: Value = -1) -> Value:
    entries = _entries(self)
    if isinstance(key, int) and entries:
        items = list(entries.values())
        taken = items.pop(key)
        _renumber(machine, self, items)
        return taken
    if isinstance(key, str) and key in entries:
        machine.store.del_item(self.attrs, key, self.birth)
        note_growth(machine, self)
        return entries[key]
    return machine.unknown("a member at an unknown position")


def _length(machine: Machine, self: Any, /) -> Value:
    summary = _summary(self)
    if summary is not None:
        return summary.length
    return machine.path.fresh("length", 0) if _has_doubtful(self) and is_list(self) else len(_entries(self))


def _iterate(machine: Machine, self: Any, /) -> Value:
    summary = _summary(self)
    if summary is not None:
        return IteratorValue(None, summary.element, summary.length)
    return IteratorValue(list(_entries(self).values()))


def _taken(machine: Machine, member: Value) -> Value:
    """What stands for the members, as one of them: sizes in which they differ are its own."""
    one: Value = each.taken(machine.path, member)
    return one


def _get(machine: Machine, self: Any, /, index: Value) -> Value:
    summary = _summary(self)
    if summary is not None:
        if isinstance(index, SliceValue):
            return _part_of_many(machine, self, machine.index(summary, index))
        return _taken(machine, summary.element)
    entries = _entries(self)
    if isinstance(index, str):
        if index in entries:
            return entries[index]
        raise machine.error("KeyError", index)
    if isinstance(index, int) and not -len(entries) <= index < len(entries):
        reject(machine, f"index {index} is out of range")
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
    value = _member(machine, self, value)
    names = list(_entries(self))
    if _summary(self) is not None or not isinstance(index, (int, str)):
        _become_summary(machine, self, [value], 0)
    elif isinstance(index, int) and -len(names) <= index < len(names):
        machine.store.set_item(self.attrs, names[index], value, self.birth)
    elif isinstance(index, str):
        machine.store.set_item(self.attrs, index, value, self.birth)
        note_growth(machine, self)
    return None


def _delete(machine: Machine, self: Any, /, index: Value) -> Value:
    entries = _entries(self)
    note_growth(machine, self)
    if isinstance(index, str):
        machine.store.del_item(self.attrs, index, self.birth)
    elif isinstance(index, (int, SliceValue)):
        if isinstance(index, SliceValue):
            gone = machine.index(ListValue(list(entries)), index)
            names = set(gone.items or ()) if isinstance(gone, ListValue) else set()
        else:
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
        _fill_list(machine, part, members)
    return part


def _contains(machine: Machine, self: Any, /, item: Value) -> Value:
    entries = _entries(self)
    return item in entries if isinstance(item, str) else any(value is item for value in entries.values())


LIST_METHODS: dict[str, Callable[..., Value]] = {
    "append": _append, "extend": _extend, "insert": _insert, "pop": _pop, "__len__": _length,
    "__iter__": _iterate, "__getitem__": _get, "__setitem__": _set, "__delitem__": _delete, "__add__": _add,
    "__iadd__": _extend, "__contains__": _contains,
}  # fmt: skip


# -------------------------------------------------------------------- Sequential


def _sequential_init(machine: Machine, self: Any, /, *modules: Value) -> Value:
    """A list of unknown length stands in the place of its items."""
    for module in modules[len(modules) == 1 and isinstance(modules[0], DictValue) :]:
        kind = _kind_of_no_module(module)
        if kind:
            reject(machine, f"{kind} is not a Module subclass")
    many = [one for one in modules if isinstance(one, ListValue)]
    if many:
        known = [one for one in modules if not isinstance(one, ListValue)]
        length = sum((one.length for one in many), len(known))
        _become_summary(machine, self, [*known, *(one.element for one in many)], length)
        return None
    if len(modules) == 1 and isinstance(modules[0], DictValue):
        mapping = modules[0]
        for name, value in mapping.entries.items():
            add_named(machine, self, names.MODULE, str(name), value)
        if mapping.is_open:
            _become_summary(machine, self, [mapping.element], machine.path.fresh("length", 0))
        return None
    for i, module in enumerate(modules):
        machine.store.set_item(self.attrs, str(i), module, self.birth)
    return None


def _kind_of_no_module(value: Value) -> str:
    """What a value is that is surely no module; a list of unknown length stands for the modules in it."""
    if isinstance(value, ListValue):
        return "list" if value.items is not None else ""
    if isinstance(value, (FunctionValue, NativeFunction, RuleFunction, ClassValue)):
        return value.name
    return type(value).__name__ if isinstance(value, (tuple, str, int, float)) else ""


def _sequential_forward(machine: Machine, self: Any, /, *inputs: Value) -> Value:
    if len(inputs) != 1:
        return machine.unknown("a Sequential of several inputs")
    summary, value = _summary(self), inputs[0]
    if summary is not None:
        many = Items(None, summary.element, summary.length)
        made = folded(machine, lambda x, member: machine.call(member, [x], {}), many, value)
        return machine.unknown("a Sequential of unknown length") if made is None else made[0]
    for member in _entries(self).values():
        value = machine.call(member, [value], {})
    return value


# -------------------------------------------------------------------- dicts


def _dict_init(machine: Machine, self: Any, /, values: Value = None, **kwargs: Value) -> Value:
    return None if values is None else _update(machine, self, values)


def _rest(self: Instance) -> DictValue | None:
    """What stands for the members of a dict whose names are not known, if it may have such."""
    payload: Any = self.payload  # a union where not every path has added some
    members = payload.members if isinstance(payload, UnionValue) else (payload,)
    if any(isinstance(member, Unknown) for member in members):
        rest = DictValue({}, is_open=True)
        rest.element = next(member for member in members if isinstance(member, Unknown))
        return rest
    return next((member for member in members if isinstance(member, DictValue)), None)


def _put_somewhere(machine: Machine, self: Instance, value: Value) -> None:
    """A member under a name that is not known."""
    rest = _rest(self)
    if rest is None:
        rest = DictValue({}, is_open=True)
        rest.element = value
        machine.store.set_attr(self, "payload", rest)
    else:
        machine.store.set_attr(rest, "element", machine.join(rest.element, value))


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
            _put_somewhere(machine, self, machine.unknown("a member of a dict that is not known"))
    elif mapping.is_open:
        unnamed = machine.unknown("a member of a dict that is not known")
        _put_somewhere(machine, self, unnamed if mapping.element is None else _member(machine, self, mapping.element))
    for name, value in pairs:
        _dict_set(machine, self, name, value)
    return None


def _dict_set(machine: Machine, self: Any, /, name: Value, value: Value) -> Value:
    value = _member(machine, self, value)
    if isinstance(name, str):
        kind = names.PARAMETER if self.cls.is_subclass("torch.nn.ParameterDict") else names.MODULE
        add_named(machine, self, kind, name, value)
    else:
        _put_somewhere(machine, self, value)
    return None


def _all_of(machine: Machine, self: Instance, rest: DictValue, paired: bool) -> Value:
    """The members, or names and members, of a dict of which not all names are known."""
    members = _entries(self)
    value = machine.one_of([rest.element, *members.values()])
    name = machine.unknown("the name of a member")
    element: Value = (name, value) if paired else value
    return IteratorValue(None, element, machine.path.fresh("length", len(members)))


def _keys(machine: Machine, self: Any, /) -> Value:
    if _rest(self) is not None:
        length = machine.path.fresh("length", len(_entries(self)))
        return IteratorValue(None, machine.unknown("the name of a member"), length)
    return IteratorValue(list(_entries(self)))


def _values(machine: Machine, self: Any, /) -> Value:
    rest = _rest(self)
    return (
        IteratorValue(list(_entries(self).values())) if rest is None else _all_of(machine, self, rest, False)
    )


def _items(machine: Machine, self: Any, /) -> Value:
    rest = _rest(self)
    if rest is not None:
        return _all_of(machine, self, rest, True)
    return IteratorValue([(name, value) for name, value in _entries(self).items()])


def _dict_length(machine: Machine, self: Any, /) -> Value:
    count = len(_entries(self))
    return count if _rest(self) is None else machine.path.fresh("length", count)


def _dict_item(machine: Machine, self: Any, /, name: Value) -> Value:
    rest = _rest(self)
    if rest is None and not isinstance(name, str) and _summary(self) is None:
        members = list(_entries(self).values())
        if not members:  # whatever its name is, there is no such member
            raise machine.error("KeyError", "a member of an empty ModuleDict")
        return machine.one_of(members)
    if rest is None or (isinstance(name, str) and name in _entries(self)):
        return _get(machine, self, name)
    return _taken(machine, rest.element) if isinstance(name, str) else machine.unknown("a member under an unknown name")


def _dict_get(machine: Machine, self: Any, /, key: Value, default: Value = None) -> Value:
    if not isinstance(key, str) or (_rest(self) is not None and key not in _entries(self)):
        return machine.unknown("a member under an unknown name")
    return _entries(self).get(key, default)


def _dict_contains(machine: Machine, self: Any, /, name: Value) -> Value:
    if isinstance(name, str):
        doubt = machine.store.doubt(self.attrs, name)
        if doubt is not None:
            return Scalar("bool") if doubt.guard is None else doubt.guard
        return True if name in _entries(self) else False if _rest(self) is None else Scalar("bool")
    return Scalar("bool") if isinstance(name, (Unknown, Opaque, Scalar, UnionValue)) else False


def _clear(machine: Machine, self: Any, /) -> Value:
    for name in _entries(self):
        machine.store.del_item(self.attrs, name, self.birth)
    return None


DICT_METHODS: dict[str, Callable[..., Value]] = {
    "update": _update, "keys": _keys, "values": _values, "items": _items, "get": _dict_get, "clear": _clear,
    "pop": _pop, "__len__": _dict_length, "__iter__": _keys, "__getitem__": _dict_item, "__setitem__": _dict_set,
    "__delitem__": _delete, "__contains__": _dict_contains,
}  # fmt: skip

CONTAINERS: dict[str, dict[str, Callable[..., Value]]] = {
    "ModuleList": {"__init__": _list_init, **LIST_METHODS},
    "ParameterList": {"__init__": _list_init, **LIST_METHODS},
    "ModuleDict": {"__init__": _dict_init, **DICT_METHODS},
    "ParameterDict": {"__init__": _dict_init, **DICT_METHODS},
    "Sequential": {"__init__": _sequential_init, "forward": _sequential_forward, **LIST_METHODS},
}
CONTAINER_CLASSES = frozenset(f"torch.nn.{name}" for name in CONTAINERS)


def container_classes() -> list[ClassValue]:
    """The container classes, made anew."""
    classes = []
    for name, methods in CONTAINERS.items():
        namespace: dict[str, Value] = {
            method: native_function(f"torch.nn.{name}.{method}", function)
            for method, function in methods.items()
        }
        classes.append(new_class(name, "torch.nn", [MODULE], namespace))
    return classes
