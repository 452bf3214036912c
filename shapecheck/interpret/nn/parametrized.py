"""Weights that a module of the user computes: `torch.nn.utils.parametrize`.

Source: torch/nn/utils/parametrize.py.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.tables import native_function
from shapecheck.interpret.nn.parts import COMPUTED, MODULE
from shapecheck.interpret.signals import PythonError
from shapecheck.rules.context import Rejected
from shapecheck.symbolic import and_, eq
from shapecheck.values import ClassValue, Instance, Scalar, Tensor, Value, is_plain

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

UTILS = "torch.nn.utils."
LISTS = "parametrizations"
CHANGES_SHAPE = (
    "Registering a parametrization may not change the shape of the tensor, unless `unsafe` flag is specified."
)


def list_of(machine: Machine, module: Instance, name: str) -> Instance:
    """A new holder of the originals of a weight: `module.parametrizations.weight`."""
    lists = module.attrs.get(LISTS)
    if not isinstance(lists, Instance):
        lists = Instance(_class(machine, "ModuleDict"), machine.site)
        machine.store.set_item(module.attrs, LISTS, lists, module.birth)
    kind = new_class("ParametrizationList", f"{UTILS}parametrize", [_class(machine, "ModuleList")])
    made = Instance(kind, machine.site)
    machine.store.set_item(lists.attrs, name, made, lists.birth)
    return made


def norm_of(machine: Machine, name: str) -> Instance:
    """A parametrization of torch's own."""
    return Instance(new_class(name, f"{UTILS}{LISTS}", [MODULE]), machine.site)


def _class(machine: Machine, name: str) -> ClassValue:
    found = machine.named(f"torch.nn.{name}")
    return found if isinstance(found, ClassValue) else MODULE


def _known_list(module: Instance, name: str) -> Instance | None:
    lists = module.attrs.get(LISTS)
    held = lists.attrs.get(name) if isinstance(lists, Instance) else None
    return held if isinstance(held, Instance) else None


def register_parametrization(
    machine: Machine, module: Value, tensor_name: Value, parametrization: Value, *, unsafe: Value = False
) -> Value:
    """The weight is what the parametrization makes of the original, or of what an earlier one makes of it."""
    weight = module.attrs.get(tensor_name) if isinstance(module, Instance) and isinstance(tensor_name, str) else None
    if not isinstance(module, Instance) or not isinstance(weight, Tensor) or not isinstance(tensor_name, str):
        return module
    held = _known_list(module, tensor_name)
    if held is None:
        made = list_of(machine, module, tensor_name)
        originals = _originals(machine, weight, parametrization)
        for original, value in originals.items():
            machine.store.set_item(made.attrs, original, value, made.birth)
        given = list(originals.values())
    else:
        made, given = held, [weight]
    at = sum(isinstance(one, Instance) for one in made.attrs.values())
    machine.store.set_item(made.attrs, str(at), parametrization, made.birth)
    computed = machine.call(parametrization, given, {})
    if unsafe is False:
        computed = _of_same_shape(machine, weight, computed)
    _replace(machine, module, tensor_name, computed)
    return module


def _originals(machine: Machine, weight: Tensor, parametrization: Value) -> dict[str, Value]:
    """What the weight is computed of, by name: what `right_inverse` makes of it, which may be several."""
    found: Value = weight
    if isinstance(parametrization, Instance) and parametrization.cls.lookup("right_inverse") is not None:
        try:
            found = machine.call(machine.get_attribute(parametrization, "right_inverse"), [weight], {})
        except PythonError as error:
            if not _is_not_implemented(error.value):
                raise
    if isinstance(found, tuple):
        return {f"original{at}": _parameter(machine, one) for at, one in enumerate(found)}
    return {"original": _parameter(machine, found)}


def _is_not_implemented(error: Value) -> bool:
    return isinstance(error, Instance) and error.cls.is_subclass("builtins.NotImplementedError")


def _parameter(machine: Machine, value: Value) -> Value:
    if not isinstance(value, Tensor):
        return value
    return Tensor(value.shape, value.dtype, machine.site, value, is_parameter=True)


def _of_same_shape(machine: Machine, weight: Tensor, computed: Value) -> Value:
    """What is computed, which has to have the shape of the weight; the weight itself if nothing else is known of it."""
    if not isinstance(computed, Tensor):
        return weight
    before, after = machine.path.resolve(weight.shape), machine.path.resolve(computed.shape)
    if is_plain(before) and is_plain(after):
        same = len(before) == len(after) and and_(*(eq(a, b) for a, b in zip(before, after)))
        with suppress(Rejected):
            machine.require(same, CHANGES_SHAPE)
    return computed


def _replace(machine: Machine, module: Instance, name: str, value: Value) -> None:
    """The attribute is the value from here on, which is no parameter."""
    if isinstance(value, Tensor):
        value = Tensor(value.shape, value.dtype, machine.site, value)
        value.maker = COMPUTED
    machine.store.del_item(module.attrs, name, module.birth)
    machine.store.set_item(module.attrs, name, value, module.birth)


def remove_parametrizations(
    machine: Machine, module: Value, tensor_name: Value, leave_parametrized: Value = True
) -> Value:
    """The weight is a parameter again: what was computed last, or the original."""
    if not isinstance(module, Instance) or not isinstance(tensor_name, str):
        return module
    held, lists = _known_list(module, tensor_name), module.attrs.get(LISTS)
    if held is None or not isinstance(lists, Instance):
        return module
    left = module.attrs.get(tensor_name) if leave_parametrized is True else held.attrs.get("original")
    if not isinstance(leave_parametrized, bool) or left is None:
        left = machine.unknown("a weight that parametrizations have left")
    machine.store.del_item(lists.attrs, tensor_name, lists.birth)
    if not any(isinstance(one, Instance) for one in lists.attrs.values()):
        machine.store.del_item(module.attrs, LISTS, module.birth)
    machine.store.del_item(module.attrs, tensor_name, module.birth)
    machine.store.set_item(module.attrs, tensor_name, _parameter(machine, left), module.birth)
    return module


def is_parametrized(machine: Machine, module: Value, tensor_name: Value = None) -> Value:
    """Whether a weight of the module is computed by parametrizations; the one of that name, if there is one."""
    lists = module.attrs.get(LISTS) if isinstance(module, Instance) else None
    if not isinstance(lists, Instance) or not isinstance(tensor_name, (str, type(None))):
        return Scalar("bool")
    return tensor_name is None or tensor_name in lists.attrs


def parametrizing_functions() -> dict[str, Value]:
    """By their names in torch."""
    functions = (register_parametrization, remove_parametrizations, is_parametrized)
    names = {f"{UTILS}parametrize.{function.__name__}": function for function in functions}
    return {name: native_function(name, function) for name, function in names.items()}
