"""huggingface_hub.dataclasses: dataclasses whose values are validated. What is valid is a dataclass like any other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.stdlib.dataclasses import FIELD
from shapecheck.interpret.builtins.tables import Namespace
from shapecheck.values import Instance, NativeFunction, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

STRICT = Namespace("huggingface_hub.dataclasses")


@STRICT.native("strict")
def _strict(machine: Machine, cls: Value = None, /, *, accept_kwargs: Value = False) -> Value:
    """The class itself, with and without arguments of the decorator."""
    return cls if cls is not None else NativeFunction("strict()", lambda m, args, kwargs: args[0] if args else None)


@STRICT.native("validated_field")
def _validated_field(machine: Machine, validator: Value, **options: Value) -> Value:
    instance = Instance(FIELD, machine.site)
    instance.attrs.update(options)
    return instance


@STRICT.native("as_validated_field")
def _as_validated_field(machine: Machine, validator: Value, /) -> Value:
    def field(m: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        instance = Instance(FIELD, m.site)
        instance.attrs.update({**dict(zip(("default", "default_factory"), args)), **kwargs})
        return instance

    return NativeFunction("a validated field", field)
