"""The names under which a module takes its parts, its buffers and its parameters: `add_module` and what calls it.

Source: https://github.com/pytorch/pytorch/blob/v2.13.0/torch/nn/modules/module.py
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from shapecheck.rules.context import Rejected
from shapecheck.values import (
    DictValue,
    FunctionValue,
    Instance,
    ListValue,
    NativeFunction,
    RuleFunction,
    Tensor,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MODULE, BUFFER, PARAMETER = "module", "buffer", "parameter"
"""What is given a name; torch keeps each kind apart and calls it so."""
_PLAIN = (bool, int, float, str, tuple, ListValue, DictValue, FunctionValue)
_METHODS = (FunctionValue, NativeFunction, RuleFunction)


def check_name(machine: Machine, module: Instance, kind: str, name: str) -> None:
    """Reports a name that torch refuses; the part is taken all the same, as it is meant to be. Not where nobody knows
    that it is given one: a `__setattr__` asks of each value, known or not, whether it is a part."""
    refusal = _refusal(module, kind, name)
    if refusal is None or machine.is_doubtful:
        return
    if machine.catching or machine.regions_that_catch():
        raise machine.error("KeyError", refusal)
    with suppress(Rejected):
        machine.require(False, f"{module.cls.name}: {refusal}")


def _refusal(module: Instance, kind: str, name: str) -> str | None:
    if "." in name:
        return f'{kind} name can\'t contain "."' + (f", got: {name}" if kind == MODULE else "")
    if not name:
        return f'{kind} name can\'t be empty string ""'
    return f"attribute '{name}' already exists" if _is_taken(module, kind, name) else None


def _is_taken(module: Instance, kind: str, name: str) -> bool:
    """Whether the module certainly has another attribute of this name, which is not of the kind."""
    from shapecheck.interpret.nn.parts import counts, is_module

    if name in module.attrs:
        value = module.attrs[name]
        if type(value) is Tensor and not value.is_parameter:
            return kind != BUFFER or (module.cls.is_complete and not counts(module, name, value))
        own = MODULE if is_module(value) else PARAMETER if type(value) is Tensor else None
        return kind != own and (own is not None or isinstance(value, _PLAIN))
    found = module.cls.lookup(name)
    return name == "training" or (found is not None and isinstance(found[0], _METHODS))
