"""Sequential, and the classes of all containers of modules and parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.iteration import Items, folded
from shapecheck.interpret.builtins.tables import native_function
from shapecheck.interpret.language import forgotten
from shapecheck.interpret.nn import names
from shapecheck.interpret.nn.member_dicts import DICT_METHODS, fill_new_dict
from shapecheck.interpret.nn.member_lists import LIST_METHODS, fill_new_list
from shapecheck.interpret.nn.members import become_summary, entries_of, summary_of
from shapecheck.interpret.nn.module import add_named
from shapecheck.interpret.nn.parts import MODULE
from shapecheck.interpret.obligations import reject
from shapecheck.values import (
    ClassValue,
    DictValue,
    FunctionValue,
    ListValue,
    NativeFunction,
    RuleFunction,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


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
        become_summary(machine, self, [*known, *(one.element for one in many)], length)
        return None
    if len(modules) == 1 and isinstance(modules[0], DictValue):
        mapping = modules[0]
        for name, value in mapping.entries.items():
            add_named(machine, self, names.MODULE, str(name), value)
        if mapping.is_open:
            become_summary(machine, self, [mapping.element], machine.path.fresh("length", 0))
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
        reject(machine, f"Sequential.forward() takes 2 positional arguments but {len(inputs) + 1} were given")
        return machine.unknown("a Sequential of several inputs")
    summary, value = summary_of(self), inputs[0]
    if summary is not None:
        many = Items(None, summary.element, summary.length)
        made = folded(machine, lambda x, member: machine.call(member, [x], {}), many, value)
        return machine.unknown("a Sequential of unknown length") if made is None else made[0]
    before: Value = None
    for member in entries_of(self).values():
        if value is None:
            forgotten.hand_on(machine, before)
        value, before = machine.call(member, [value], {}), member
    return value


CONTAINERS: dict[str, dict[str, Callable[..., Value]]] = {
    "ModuleList": {"__init__": fill_new_list, **LIST_METHODS},
    "ParameterList": {"__init__": fill_new_list, **LIST_METHODS},
    "ModuleDict": {"__init__": fill_new_dict, **DICT_METHODS},
    "ParameterDict": {"__init__": fill_new_dict, **DICT_METHODS},
    "Sequential": {"__init__": _sequential_init, "forward": _sequential_forward, **LIST_METHODS},
}


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
