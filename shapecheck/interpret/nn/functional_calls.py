"""torch.func.functional_call: a module that has other parameters and buffers for the time of one call.

https://docs.pytorch.org/docs/2.13/generated/torch.func.functional_call.html
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.tables import native_function
from shapecheck.interpret.nn.parts import joined, module_places
from shapecheck.values import DictValue, Instance, ListValue, Tensor, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

NAMES = "torch.func.functional_call", "torch.nn.utils.stateless.functional_call"


def functional_calls() -> dict[str, Value]:
    return {name: native_function(name, _call) for name in NAMES}


def _call(
    machine: Machine,
    /,
    module: Value,
    parameter_and_buffer_dicts: Value = None,
    args: Value = None,
    kwargs: Value = None,
    **options: Value,
) -> Value:
    """What the module gives; parameters of which no tensor is known keep the shapes of its own."""
    if kwargs is not None and not (isinstance(kwargs, DictValue) and all(type(key) is str for key in kwargs.entries)):
        return machine.unknown("a call with keywords that are not known")
    named = {} if kwargs is None else dict(kwargs.entries)
    given = [] if args is None else list(args) if type(args) is tuple else [args]
    with _replaced(machine, module, parameter_and_buffer_dicts):
        return machine.call(module, given, named)


@contextmanager
def _replaced(machine: Machine, module: Value, given: Value) -> Iterator[None]:
    """The module with the tensors that are given, by their dotted names."""
    swaps = list(_swaps(machine, module, _tensors_of(given))) if isinstance(module, Instance) else []
    for part, name, _, other in swaps:
        machine.store.set_item(part.attrs, name, other, part.birth)
    try:
        yield
    finally:
        for part, name, own, _ in swaps:
            machine.store.set_item(part.attrs, name, own, part.birth)


def _tensors_of(given: Value) -> dict[str, Tensor]:
    """One dict, or several: the keys and tensors of those that are known."""
    dicts = list(given) if type(given) is tuple else given.items or [] if isinstance(given, ListValue) else [given]
    entries = [item for one in dicts if isinstance(one, DictValue) for item in one.entries.items()]
    return {name: tensor for name, tensor in entries if isinstance(name, str) and isinstance(tensor, Tensor)}


def _swaps(
    machine: Machine, module: Instance, given: Mapping[str, Tensor]
) -> Iterator[tuple[Instance, str, Tensor, Tensor]]:
    """Which part has which tensor under which name, and what comes in its place; those of the same shape and dtype
    stay."""
    for prefix, part in module_places(module):
        for name, own in part.attrs.items():
            other = given.get(joined(prefix, name))
            if other is None or not isinstance(own, Tensor):
                continue
            if other.dtype is not own.dtype or machine.path.resolve(other.shape) != machine.path.resolve(own.shape):
                yield part, name, own, other
