"""The numbers that a small tensor holds: who may read them, and what takes them away."""

from __future__ import annotations

from typing import Any

from shapecheck.values.objects import Value
from shapecheck.values.store import Store
from shapecheck.values.tensors import Tensor
from shapecheck.values.unknowns import Opaque

MAX_CHAIN = 100
"""So many tensors back are those looked for that one may be a view of."""
VIEWS = frozenset({
    "getitem", "view", "view_as", "reshape", "reshape_as", "flatten", "unflatten", "unsqueeze", "squeeze", "ravel", "t",
    "T", "mT", "H", "mH", "transpose", "swapaxes", "swapdims", "permute", "movedim", "moveaxis", "rollaxis", "adjoint",
    "expand", "expand_as", "expand_dims", "broadcast_to", "atleast_1d", "atleast_2d", "atleast_3d", "narrow", "select",
    "diagonal", "unfold", "as_strided", "real", "imag", "view_as_real", "view_as_complex", "detach", "unbind", "split",
    "split_with_sizes", "tensor_split", "array_split", "hsplit", "vsplit", "dsplit", "chunk", "contiguous", "to",
    "type", "type_as", "astype", "cpu", "cuda", "long", "int", "short", "float", "double", "half", "bfloat16", "bool",
    "numpy", "data", "as_tensor", "asarray", "ascontiguousarray", "from_numpy", "pin_memory", "rearrange",
})  # fmt: skip
"""Operators whose result may lie in the memory of their operand."""
OF_DATA = frozenset({"as_tensor", "asarray"})
"""Those whose result lies in memory of its own, if the operand was no tensor."""


def numbers_of(tensor: Tensor) -> Any:
    """What the tensor holds; None where that is not known, or may have been changed by way of what it is a view of."""
    one = tensor
    for _ in range(MAX_CHAIN):
        if one.numbers is None:
            return None
        if _has_own_memory(one):
            return tensor.numbers
        if one.parent is None or (one.read_from is not None and one.read_from is not one.parent.numbers):
            return None
        one = one.parent
    return None


def _has_own_memory(tensor: Tensor) -> bool:
    """Whether it is no view of anything."""
    return tensor.maker not in VIEWS or (tensor.parent is None and tensor.maker in OF_DATA)


def note_numbers(tensor: Tensor, numbers: Any) -> None:
    """The new tensor holds these numbers, as long as what it may be a view of holds what it does now."""
    tensor.numbers = numbers
    tensor.read_from = None if tensor.parent is None else tensor.parent.numbers


def replace_numbers(store: Store, tensor: Tensor, numbers: Any) -> None:
    """What a tensor that is no view holds after a write; its views are known no more."""
    forget_numbers(store, tensor)
    if _has_own_memory(tensor):
        store.set_attr(tensor, "numbers", numbers)


def number_in(value: Value) -> Value:
    """The number of a tensor that holds just one; any other value is itself."""
    if type(value) is not Tensor or value.numbers is None:
        return value
    number = numbers_of(value)
    while type(number) is tuple and len(number) == 1:
        number = number[0]
    return value if number is None or type(number) is tuple else number


def forget_numbers(store: Store, value: Value) -> None:
    """The tensor is changed in place, and with it what it may be a view of."""
    one = value.bound if isinstance(value, Opaque) else value
    for _ in range(MAX_CHAIN):
        if not isinstance(one, Tensor):
            return
        if one.numbers is not None:
            store.set_attr(one, "numbers", None)
        if one.trues is not None:
            store.set_attr(one, "trues", None)
        if one.maker is not None and one.maker.removesuffix("_copy") not in VIEWS:  # rules may be shared with copies
            return
        one = one.parent
