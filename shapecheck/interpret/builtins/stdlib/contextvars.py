"""contextvars: variables that a context sets. https://docs.python.org/3/library/contextvars.html"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.exact import unknown_from
from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.tables import Namespace, native_function
from shapecheck.values import Instance, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

CONTEXTVARS = Namespace("contextvars")
VARIABLE = CONTEXTVARS["ContextVar"] = new_class("ContextVar", "contextvars", [CLASSES["object"]])
TOKEN = CONTEXTVARS["Token"] = new_class("Token", "contextvars", [CLASSES["object"]])
_MISSING: Any = object()


def _init(machine: Machine, variable: Value, name: Value, /, *, default: Value = _MISSING) -> Value:
    assert isinstance(variable, Instance)
    machine.store.set_item(variable.attrs, "name", name, variable.birth)
    if default is not _MISSING:
        machine.store.set_item(variable.attrs, "value", default, variable.birth)
    return None


def _get(machine: Machine, variable: Value, default: Value = _MISSING, /) -> Value:
    if not isinstance(variable, Instance):
        return unknown_from(machine, "an unknown context variable", variable)
    if "value" in variable.attrs:
        return variable.attrs["value"]
    if default is _MISSING:
        raise machine.error("LookupError", "the context variable has no value")
    return default


def _set(machine: Machine, variable: Value, value: Value, /) -> Value:
    token = Instance(TOKEN, machine.site)
    if isinstance(variable, Instance):
        if "value" in variable.attrs:
            token.attrs["old_value"] = variable.attrs["value"]
        machine.store.set_item(variable.attrs, "value", value, variable.birth)
    return token


def _reset(machine: Machine, variable: Value, token: Value, /) -> Value:
    """Back to what it was before the `set` that gave the token."""
    if not isinstance(variable, Instance):
        return None
    if not isinstance(token, Instance) or token.cls is not TOKEN:
        unknown = unknown_from(machine, "a context variable that was reset", token)
        machine.store.set_item(variable.attrs, "value", unknown, variable.birth)
    elif "old_value" in token.attrs:
        machine.store.set_item(variable.attrs, "value", token.attrs["old_value"], variable.birth)
    else:
        machine.store.del_item(variable.attrs, "value", variable.birth)
    return None


_METHODS: dict[str, Callable[..., Value]] = {"__init__": _init, "get": _get, "set": _set, "reset": _reset}
for _name, _method in _METHODS.items():
    VARIABLE.namespace[_name] = native_function(f"ContextVar.{_name}", _method)
