"""Parameters of unknown kind: which uses decide that one is a tensor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.importing.outside import has_other_tensors
from shapecheck.source import ir
from shapecheck.values import (
    NUMPY_ARRAY,
    TORCH_TENSOR,
    ListValue,
    Opaque,
    Scalar,
    SliceValue,
    Star,
    Tensor,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

LEAD_OPAQUE = frozenset({
    "shape", "size", "ndim", "dim", "view", "reshape", "permute", "unsqueeze", "squeeze", "transpose", "flatten",
    "contiguous", "numel", "chunk", "expand", "repeat_interleave", "T", "mT", "is_cuda", "detach",
    "unbind", "unflatten", "movedim", "swapdims", "view_as", "expand_as", "reshape_as", "type_as", "masked_fill",
    "masked_fill_", "index_select", "index_add_", "scatter_add", "scatter_add_", "new_zeros", "new_ones", "new_full",
    "new_empty", "new_tensor", "is_floating_point", "is_contiguous", "element_size", "data_ptr",
})  # fmt: skip
"""Attributes that only a tensor has (of what is commonly passed to a function): they decide what it is. A `device` and
a `dtype` modules and configurations have as well."""

NATIVE_ATTRIBUTES = frozenset({"shape", "dtype", "ndim", "data", "grad", "device", "layout"})


def bind_as_tensor(machine: Machine, value: Opaque) -> Tensor:
    """Decides that a parameter is a tensor, of a shape that nobody knows yet."""
    machine.path.take_for_sizes(value.front)
    tensor = Tensor((*value.front, machine.path.fresh_star(value.name)), None, value.site, name=value.name)
    tensor.is_sparse = None
    machine.store.set_attr(value, "bound", tensor)
    return tensor


def _guess(machine: Machine, value: Opaque, as_arrays: bool) -> Tensor | None:
    """Takes a parameter for a tensor because of a use, which may be one that arrays have as well."""
    file = machine.frame.module.file
    source = None if file is None else machine.world.files.source(file)
    if isinstance(source, ir.SourceFile) and has_other_tensors(source):
        return None
    tensor = bind_as_tensor(machine, value)
    tensor.is_guess = as_arrays and value.prefers != "tensor"
    return tensor


def bind_by_attribute(machine: Machine, value: Opaque, name: str) -> None:
    """Reading an attribute that only tensors have decides that a parameter is one."""
    if value.prefers in ("int", "object") or name.startswith("__"):
        return
    if name in LEAD_OPAQUE or (value.prefers == "tensor" and _is_of_tensors(machine, name)):
        in_numpy = name in NATIVE_ATTRIBUTES or machine.world.registry.find(f"{NUMPY_ARRAY}.{name}") is not None
        tensor = _guess(machine, value, in_numpy)
        if tensor is not None and name in ("shape", "size") and value.prefers != "tensor":
            machine.path.by_size_alone |= {dim.name for dim in tensor.shape if isinstance(dim, Star)}


def _is_of_tensors(machine: Machine, name: str) -> bool:
    return name in NATIVE_ATTRIBUTES or machine.world.registry.find(f"{TORCH_TENSOR}.{name}") is not None


def bind_by_index(machine: Machine, value: Opaque, index: Value) -> None:
    """x[:, 0] and x[..., None] are tensors; x[0] may be anything. No tensor takes x["key"], x[:, "key"] and x[::-1, 0],
    which are those of dicts, of tables and of NumPy."""
    if value.prefers == "int" or not isinstance(index, tuple) or has_a_key(index) or any(map(_goes_backwards, index)):
        return
    if any(not isinstance(i, int) for i in index):
        _guess(machine, value, True)


def has_a_key(index: Value) -> bool:
    """Whether there is a string among the indices."""
    items = index.items if isinstance(index, ListValue) else index
    if isinstance(items, (tuple, list)):
        return any(map(has_a_key, items))
    return isinstance(index, str) or (isinstance(index, Scalar) and index.kind == "str")


def _goes_backwards(index: Value) -> bool:
    return isinstance(index, SliceValue) and isinstance(index.step, int) and index.step < 0
