"""What an object that a method is called on may have become since it was made."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from shapecheck.interpret.builtins.arrays import held_by
from shapecheck.interpret.language.assigned_later import assigned_later, counted_later
from shapecheck.interpret.language.classes import is_nothing
from shapecheck.interpret.language.given_dicts import DATA
from shapecheck.interpret.language.numpy_arrays import holds_numbers
from shapecheck.interpret.machine import Machine
from shapecheck.interpret.methods import methods_of, plain_function, setters_of
from shapecheck.interpret.nn.members import is_container, may_have_members
from shapecheck.interpret.nn.parts import is_module
from shapecheck.interpret.world import World
from shapecheck.source import ir
from shapecheck.symbolic import Expr
from shapecheck.values import (
    ClassValue,
    DictValue,
    FunctionValue,
    Instance,
    ListValue,
    SetValue,
    Tensor,
    Value,
    is_plain,
)

WALKS = frozenset({"_modules", "children", "named_children"})
"""What a module goes over its direct parts by."""
MAX_PARTS = 2_000
MAX_NESTED = 16
"""How deep empty containers are looked for in empty containers; one may hold itself."""


def forget_what_changes(machine: Machine, receiver: Instance, kept: Container[str] = ()) -> None:
    """An object that a method is called on need not be as it was made: what others than its constructor (and what
    that calls) assign is unknown, and so are containers that they fill or empty. What is `kept` may be anything."""
    for attribute, name in assigned_later(machine.world, receiver):
        if attribute not in kept and (attribute in receiver.attrs or _is_data_of(receiver.cls, attribute)):
            _forget(machine, receiver, attribute, f"the attribute {attribute}, which {name} assigns")
    forget_placeholders(machine, receiver)


def forget_placeholders(machine: Machine, receiver: Instance) -> None:
    """What the body of its class holds that is nothing yet (None, 0, what is empty), if a class below it in the same
    module says what it is there."""
    module = machine.world.find_module(receiver.cls.module) if receiver.cls.site is not None else None
    below = () if module is None else (one for one in module.namespace.values() if isinstance(one, ClassValue))
    for cls in below:
        for name in _said_by(machine, cls) if receiver.cls in cls.mro[1:] else ():
            found = receiver.cls.lookup(name)
            if found is not None and is_nothing(found[0]) and name not in receiver.attrs and not name.startswith("__"):
                _forget(machine, receiver, name, f"the attribute {name}, of which {cls.name} says more")


def _said_by(machine: Machine, cls: ClassValue) -> Iterator[str]:
    """What the body of a class and its methods give its objects that is no method."""
    for name, value in cls.namespace.items():
        function = plain_function(value)
        if not isinstance(function, (FunctionValue, ClassValue)):
            yield name
        elif isinstance(function, FunctionValue) and isinstance(function.node, ir.FunctionDef):
            yield from machine.world.use_of_self(function.node).assigned


def _is_data_of(cls: ClassValue, attribute: str) -> bool:
    """Whether the body of the class gives its objects plain data under a name: `count = 0`."""
    found = cls.lookup(attribute)
    return found is not None and found[1].site is not None and isinstance(found[0], DATA)


def forget_what_is_counted(machine: Machine, receiver: Instance) -> None:
    """The same of the plain objects that it holds, and of modules, as far as they count: how many rows a buffer has by
    now, which step it is. Of a plain object it is the flags, too: whether it is full. A module keeps its layers, and
    the flags that choose between the ways it was made for."""
    held = [one for one in receiver.attrs.values() if isinstance(one, Instance) and not is_module(one)]
    modules = (part for part in _parts(receiver) if part.cls.site is not None and is_module(part))
    for part in (*held, *modules):
        changed = counted_later if is_module(part) else assigned_later
        for attribute, name in changed(machine.world, part):
            value = part.attrs.get(attribute, "")
            is_choice = is_module(part) and isinstance(value, bool)
            if isinstance(value, (int, float)) and not is_choice or _holds_numbers(value):
                _forget(machine, part, attribute, f"the attribute {attribute}, which {name} assigns")


def forget_what_others_set(machine: Machine, receiver: Instance) -> None:
    """What those who use an object may set before they call it, in it and in its parts: what methods other than the
    constructor assign, and what the file gives to objects from outside. The parts themselves and parameters stay: who
    sets those makes another network. Containers do not: they hold what that is made of."""
    site = receiver.cls.site
    given = machine.world.files.given_attributes(site.path) if site is not None else frozenset()
    for part in (part for part in _parts(receiver) if part.cls.site is not None):
        names = given.union(attribute for attribute, _ in assigned_later(machine.world, part))
        for _, setter in setters_of(machine.world, part.cls):
            names = names.union(machine.world.use_of_self(setter).assigned)
        of_class = {name for name in names if name not in part.attrs and _is_data_of(part.cls, name)}
        for name in sorted(names & part.attrs.keys() | of_class):
            value = part.attrs.get(name)
            is_part = isinstance(value, Instance) and not _only_holds_parts(value)
            if not is_part and not (isinstance(value, Tensor) and value.is_parameter):
                _forget(machine, part, name, f"the attribute {name}, which others set")


def _only_holds_parts(value: Instance) -> bool:
    """Whether it is a container that nobody calls."""
    return is_container(value) and not value.cls.is_subclass("torch.nn.Sequential")


def _holds_numbers(value: Value) -> bool:
    """Whether a container holds numbers alone."""
    if isinstance(value, DictValue):
        items: Iterable[Value] = value.entries.values()
    else:
        items = value.items or () if isinstance(value, ListValue) else ()
    return bool(items) and all(isinstance(item, (int, float, Expr)) for item in items)


class Placeholders(NamedTuple):
    """What is empty in an object of our own making, and in its parts, is there to be replaced before it is used:
    tensors without elements (`self.bank = torch.empty(0)`), containers that some method fills, and those of modules,
    which anyone fills; a module that goes over its parts is one. Only a `Sequential` among the parts means what it is:
    it gives back what it gets."""

    containers: Sequence[Instance] = ()
    attributes: Sequence[tuple[Instance, str]] = ()

    @classmethod
    def of(cls, machine: Machine, made: Instance) -> Placeholders:
        """Those of an object as it is now."""
        containers: list[Instance] = []
        attributes: list[tuple[Instance, str]] = []
        for part in _parts(made):
            if holds_numbers(part):
                continue
            if is_container(part):
                is_for_others = part is made or _only_holds_parts(part)
            else:
                is_for_others = _walks_over_no_parts(machine.world, part)
            if is_for_others:
                containers.append(part)
            empty = [name for name, value in part.attrs.items() if _is_empty(machine, value)]
            filled = {name for name, _ in assigned_later(machine.world, part)} if empty else set()
            attributes += [(part, name) for name in empty if name in filled or _is_array(part.attrs[name])]
        return cls(containers, attributes)

    def forget(self, machine: Machine) -> None:
        """From here on they may hold anything."""
        for part in self.containers:
            may_have_members(machine, part)
        for part, name in self.attributes:
            _forget(machine, part, name, f"the attribute {name}, which is empty when it is made")


def _forget(machine: Machine, obj: Instance, attribute: str, why: str) -> None:
    machine.store.set_item(obj.attrs, attribute, machine.unknown(why))


def _walks_over_no_parts(world: World, module: Instance) -> bool:
    """Whether a module goes over its parts and has none: `add_module` of those who use it gives it some."""
    if not is_module(module) or any(map(is_module, module.attrs.values())):
        return False
    return any(world.use_of_self(node).mentioned & WALKS for _, node in methods_of(world, module.cls))


def _is_array(value: Value) -> bool:
    return isinstance(value, Tensor) or holds_numbers(value)


def _is_empty(machine: Machine, value: Value) -> bool:
    if isinstance(value, Instance) and holds_numbers(value):
        value = held_by(value)
    if isinstance(value, Tensor):
        shape = machine.path.resolve(value.shape)
        return is_plain(shape) and 0 in shape
    return holds_nothing(value)


def holds_nothing(value: Value) -> bool:
    """Whether a container has no items, or only such containers: `{"loss": [], "accuracy": []}`."""
    return _holds_nothing(value, MAX_NESTED)


def _holds_nothing(value: Value, depth: int) -> bool:
    items: Collection[Value] | None
    if isinstance(value, DictValue):
        items = None if value.is_open else value.entries.values()
    else:
        items = value.items if isinstance(value, (ListValue, SetValue)) else None
    return items is not None and all(depth > 0 and _holds_nothing(item, depth - 1) for item in items)


def _parts(root: Instance) -> Iterator[Instance]:
    """The object and the objects that it holds, each once."""
    seen: set[int] = set()
    pending: list[Value] = [root]
    while pending and len(seen) < MAX_PARTS:
        value = pending.pop()
        if not isinstance(value, (Instance, ListValue, DictValue)) or id(value) in seen:
            continue
        seen.add(id(value))  # a list may hold itself
        if isinstance(value, Instance):
            yield value
            pending.extend((*value.attrs.values(), value.payload))
        elif isinstance(value, ListValue):
            pending.extend((value.element,) if value.items is None else value.items)
        elif isinstance(value, DictValue):
            pending.extend(value.entries.values())
