"""inspect.Signature.bind: which parameter gets what in a call. https://docs.python.org/3/library/inspect.html"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.tables import native_function
from shapecheck.source import ir
from shapecheck.values import (
    BoundMethod,
    DictValue,
    FunctionValue,
    Instance,
    NativeFunction,
    PropertyValue,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

BOUND_ARGUMENTS = new_class("BoundArguments", "inspect", [CLASSES["object"]])
OF = "<function>"
"""The function that a signature, or what was bound by it, is of; no attribute is called so."""
_ALL = "<all>"
"""Every parameter's value, defaults among them."""
_AT_A_PLACE = ("positional", "normal")


def _plain(function: Value) -> tuple[FunctionValue | None, list[Value]]:
    """The function of the source that is called in the end, with the object that it is called on."""
    receivers: list[Value] = []
    if isinstance(function, BoundMethod):
        receivers = [function.receiver]
        function = function.function
    while isinstance(function, FunctionValue) and "__wrapped__" in function.attrs:
        function = function.attrs["__wrapped__"]
    return (function, receivers) if isinstance(function, FunctionValue) else (None, [])


def _bind(machine: Machine, self: Value, /, *args: Value, **kwargs: Value) -> Value:
    from shapecheck.interpret.language.calls import bind

    function, receivers = _plain(self.attrs.get(OF)) if isinstance(self, Instance) else (None, [])
    if function is None:
        return machine.unknown("arguments bound to parameters that are not known")
    bound = bind(machine, function, [*receivers, *args], dict(kwargs))
    params = function.node.params[len(receivers) :]
    placed = [param for param in params[: len(args)] if param.kind in _AT_A_PLACE]
    given = [one for one in params if one in placed or one.name in kwargs or _holds_more(one, bound[one.name])]
    made = Instance(BOUND_ARGUMENTS, machine.site)
    made.attrs.update({
        "signature": self, OF: function, _ALL: DictValue({param.name: bound[param.name] for param in params}),
        "arguments": DictValue({param.name: bound[param.name] for param in given}),
    })  # fmt: skip
    return made


def _holds_more(param: ir.Parameter, value: Value) -> bool:
    """Whether it is what `*args` or `**kwargs` has gathered, and that is something."""
    if param.kind == "star":
        return value != ()
    is_empty = isinstance(value, DictValue) and not value.entries and not value.is_open
    return param.kind == "double_star" and not is_empty


def _init(machine: Machine, self: Value, /, signature: Value, arguments: Value) -> Value:
    """inspect.BoundArguments(signature, arguments)"""
    function, receivers = _plain(signature.attrs.get(OF)) if isinstance(signature, Instance) else (None, [])
    if isinstance(self, Instance):
        made: dict[str, Value] = {"signature": signature, "arguments": arguments}
        if function is not None and not receivers:
            made |= {OF: function, _ALL: DictValue({})}
        for name, value in made.items():
            machine.store.set_item(self.attrs, name, value, self.birth)
    return None


def _apply_defaults(machine: Machine, self: Value, /) -> Value:
    if isinstance(self, Instance):
        every, given = self.attrs.get(_ALL), self.attrs.get("arguments")
        if isinstance(every, DictValue) and isinstance(given, DictValue):
            machine.store.set_item(self.attrs, "arguments", DictValue({**every.entries, **given.entries}), self.birth)
    return None


def _parts(self: Value) -> tuple[Sequence[ir.Parameter], DictValue] | None:
    if not isinstance(self, Instance):
        return None
    function, given = self.attrs.get(OF), self.attrs.get("arguments")
    if not isinstance(function, FunctionValue) or not isinstance(given, DictValue) or given.is_open:
        return None
    return function.node.params, given


def _args(machine: Machine, self: Value, /) -> Value:
    """What is passed by its place."""
    parts = _parts(self)
    if parts is None:
        return machine.unknown("arguments that are not known")
    found: list[Value] = []
    for param in parts[0]:
        value = parts[1].entries.get(param.name)
        if param.kind == "star" and isinstance(value, tuple):
            found += value
        elif param.kind in _AT_A_PLACE and param.name in parts[1].entries:
            found.append(value)
    return tuple(found)


def _kwargs(machine: Machine, self: Value, /) -> Value:
    """What is passed by its name."""
    parts = _parts(self)
    if parts is None:
        return machine.unknown("arguments that are not known")
    found = DictValue({})
    for param in parts[0]:
        value = parts[1].entries.get(param.name)
        if param.kind == "double_star" and isinstance(value, DictValue):
            found.entries.update(value.entries)
        elif param.kind == "keyword" and param.name in parts[1].entries:
            found.entries[param.name] = value
    return found


BINDING: dict[str, NativeFunction] = {"bind": native_function("inspect.Signature.bind", _bind)}
"""The methods of a signature."""
BOUND_ARGUMENTS.namespace["__init__"] = native_function("inspect.BoundArguments.__init__", _init)
BOUND_ARGUMENTS.namespace["apply_defaults"] = native_function("inspect.BoundArguments.apply_defaults", _apply_defaults)
for _name, _getter in {"args": _args, "kwargs": _kwargs}.items():
    BOUND_ARGUMENTS.namespace[_name] = PropertyValue(native_function(f"inspect.BoundArguments.{_name}", _getter))
