"""The lists of their parameters that recurrent layers have: `all_weights`, and the private ones that code reads, too.

Source: https://github.com/pytorch/pytorch/blob/v2.13.0/torch/nn/modules/rnn.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.tables import native_function
from shapecheck.values import Instance, ListValue, NativeFunction, PropertyValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_LAYERS = 256
Make = Callable[["Machine", Value, "list[list[str]]"], "list[Value]"]
"""What a list holds, from the names of the parameters."""


def _names(machine: Machine, layer: Value) -> list[list[str]] | None:
    """The names of the parameters, of each layer and direction apart; None if it is not known which there are."""
    options = ("num_layers", "bias", "bidirectional", "proj_size")
    number, has_bias, is_double, projected = (machine.get_attribute(layer, option) for option in options)
    flags = (has_bias, is_double)
    is_known = type(projected) is int and all(type(flag) is bool for flag in flags)
    if type(number) is not int or number > MAX_LAYERS or not is_known:
        return None
    kinds = ["weight_ih", "weight_hh", *(["bias_ih", "bias_hh"] if has_bias else [])]
    kinds += ["weight_hr"] if projected else []
    ends = ("", "_reverse") if is_double else ("",)
    return [[f"{kind}_l{at}{end}" for kind in kinds] for at in range(number) for end in ends]


def _list(machine: Machine, layer: Value, make: Make) -> Value:
    names = _names(machine, layer) if isinstance(layer, Instance) else None
    if names is None:
        return machine.unknown("the parameters of a recurrent layer of which not all is known")
    return ListValue(make(machine, layer, names))


def _read(make: Make) -> PropertyValue:
    """An attribute that is only read."""
    return PropertyValue(
        native_function("torch.nn.RNNBase.weights", lambda machine, layer, /: _list(machine, layer, make))
    )


def _set(name: str, make: Make) -> Instance:
    """An attribute that torch sets, and which code may set to something else."""
    getter = NativeFunction(f"torch.nn.RNNBase.{name}", lambda machine, args, kwargs: _list(machine, args[1], make))
    return Instance(new_class(name, "torch.nn", [], {"__get__": getter}))


def _flat(names: list[list[str]]) -> list[str]:
    return [name for one in names for name in one]


def _taken(machine: Machine, layer: Value, names: list[str]) -> list[Value]:
    return [machine.get_attribute(layer, name) for name in names]


METHODS: dict[str, dict[str, Value]] = {
    "RNNBase": {
        "all_weights": _read(lambda machine, layer, names: [ListValue(_taken(machine, layer, one)) for one in names]),
        "_all_weights": _set("_all_weights", lambda machine, layer, names: [ListValue(list(one)) for one in names]),
        "_flat_weights": _set("_flat_weights", lambda machine, layer, names: _taken(machine, layer, _flat(names))),
        "_flat_weights_names": _set("_flat_weights_names", lambda machine, layer, names: list[Value](_flat(names))),
    }
}
"""Attributes of stub classes that the interpreter itself gives, by class."""
