"""The states of modules: what `state_dict` gives and `load_state_dict` takes.

Source: torch/nn/modules/module.py. A parameter of a known size takes only one of the same size. Which names are missing
is not asked: a buffer may be left out of the state, and a module may rename what it loads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapecheck.interpret.nn.conversions import set_dtype
from shapecheck.interpret.nn.module import register
from shapecheck.interpret.nn.parts import (
    MODULE,
    all_known,
    is_module,
    joined,
    module_places,
    named_modules,
    named_tensors,
    own_tensors,
    registered,
)
from shapecheck.rules.context import Rejected
from shapecheck.values import DictValue, Instance, Tensor, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

_PRE_HOOKS = "_load_state_dict_pre_hooks"
_LOADERS = ("_load_from_state_dict", "load_state_dict")


@register("state_dict")
def _state_dict(machine: Machine, self: Value, /, *args: Value, **kwargs: Value) -> Value:
    if not isinstance(self, Instance) or not all_known(self):
        return machine.unknown("the state of a module that is not fully known")
    front = kwargs.get("prefix", args[1] if len(args) > 1 else "")
    if not isinstance(front, str):
        return machine.unknown("the state of a module under names that are not known")
    state: dict[Any, Value] = {}
    for prefix, part in module_places(self):
        kept = dict(own_tensors(part, True)) | _persistent(part)
        state.update({front + joined(prefix, name): tensor for name, tensor in kept.items()})
    return DictValue(state)


def _persistent(module: Instance) -> dict[str, Tensor]:
    """The buffers of a module that belong to its state."""
    names = registered(module)
    return {n: tensor for n, tensor in own_tensors(module, False) if names.get(n) is not False}


@register("load_state_dict")
def _load_state_dict(machine: Machine, self: Value, /, state: Value = None, *args: Value, **kwargs: Value) -> Value:
    if is_module(self) and isinstance(self, Instance) and type(state) is DictValue and all_known(self):
        misfits = [] if _loads_in_its_own_way(self) else list(_misfits(machine, self, state))
        if misfits:
            try:
                machine.require(False, f"Error(s) in loading state_dict for {self.cls.name}: {misfits[0]}")
            except Rejected:
                if machine.catching:
                    raise machine.shape_error() from None
    if isinstance(self, Instance) and (args[1:] or kwargs.get("assign", False) is not False):
        set_dtype(machine, self, None)  # the tensors of the state are taken as they are
    return machine.unknown("which names of a state were missing or unexpected")


@register("register_load_state_dict_pre_hook", "_register_load_state_dict_pre_hook")
def _add_pre_hook(machine: Machine, self: Value, /, *args: Value, **kwargs: Value) -> Value:
    if isinstance(self, Instance):
        machine.store.set_item(self.attrs, _PRE_HOOKS, DictValue({}), self.birth)
    return machine.unknown("the handle of a hook")


def _loads_in_its_own_way(module: Instance) -> bool:
    """Whether a part of it has its own way of loading, which may change what it is given."""
    return any(
        part.cls.lookup(name) != MODULE.lookup(name) or _PRE_HOOKS in part.attrs
        for _, part in named_modules(module)
        for name in _LOADERS
    )


def _misfits(machine: Machine, module: Instance, state: DictValue) -> list[str]:
    """The parameters and buffers that are given with another size, both of them known."""
    found: list[str] = []
    for is_parameter in (True, False):
        for name, own in named_tensors(module, is_parameter):
            given = state.entries.get(name)
            if not isinstance(given, Tensor):
                continue
            theirs, ours = machine.path.resolve(given.shape), machine.path.resolve(own.shape)
            known = all(type(dim) is int for dim in (*theirs, *ours))
            is_old_scalar = not ours and len(theirs) == 1
            if known and theirs != ours and not is_old_scalar:
                found.append(
                    f"size mismatch for {name}: copying a param with shape {list(theirs)} from checkpoint, "
                    f"the shape in current model is {list(ours)}"
                )
    return found
