"""Tensors of classes that the code defines: their methods and attributes, and what torch computes of them.

That is of the same class, without the attributes, unless the class has a `__torch_function__` of its own.
https://docs.pytorch.org/docs/2.13/notes/extending.html#subclassing-torch-tensor
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.tables import says
from shapecheck.interpret.language import attributes, descriptors, tensors
from shapecheck.interpret.language.tensor_kinds import (
    ATTRIBUTES,
    note_kind,
    overridden,
    override_of,
    own_member,
)
from shapecheck.values import BoundMethod, Instance, NativeFunction, PropertyValue, Tensor, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

GET_ITEM = NativeFunction(
    "torch.Tensor.__getitem__", lambda machine, args, kwargs: tensors.read_items(machine, (args[0],), args[1])
)
NATIVE_METHODS = frozenset({"as_subclass"})


def get_attribute(machine: Machine, tensor: Tensor, name: str) -> Value:
    """tensor.name: what its class has before what all tensors have, in the order of Python's data model."""
    if tensor.kind is None:
        return plain_attribute(machine, tensor, name)
    found = own_member(tensor.kind, name)
    is_data = isinstance(found, PropertyValue) or descriptors.is_data_descriptor(found)
    if not is_data and tensor.attrs is not None and name in tensor.attrs.entries:
        return tensor.attrs.entries[name]
    if found is not None:
        return attributes.bind(machine, found, tensor, tensor.kind)
    if name == ATTRIBUTES:
        return machine.unknown("what attributes a tensor has") if tensor.attrs is None else tensor.attrs
    return plain_attribute(machine, tensor, name)


def plain_attribute(machine: Machine, tensor: Tensor, name: str) -> Value:
    """What all tensors have under the name."""
    native = machine.world.tensor_class.namespace.get(name) if name in NATIVE_METHODS else None
    return tensors.get_attribute(machine, tensor, name) if native is None else BoundMethod(native, tensor)


def defines(value: Value, method: str) -> bool:
    """Whether the class of an operand says itself what an operator does."""
    if type(value) is Tensor:
        return value.kind is not None and own_member(value.kind, method) is not None
    return type(value) is Instance and says(value, method)


def find_method(machine: Machine, value: Value, name: str) -> Value | None:
    """A method of an object, of a tensor one that its class defines itself, bound; None when there is none."""
    if isinstance(value, Instance):
        return attributes.find_method(machine, value, name)
    if not isinstance(value, Tensor) or value.kind is None:
        return None
    found = own_member(value.kind, name)
    return None if found is None else attributes.bind(machine, found, value, value.kind)


def get_item(machine: Machine, tensor: Tensor, index: Value) -> Value:
    """tensor[index]"""
    kind = tensor.kind
    if kind is None:
        return tensors.read_items(machine, (tensor,), index)
    method = find_method(machine, tensor, "__getitem__")
    if method is not None:
        return machine.call(method, [index], {})
    override = override_of(machine, kind)
    if override is not None:
        return overridden(machine, override, kind, GET_ITEM, [tensor, index], {})
    since = machine.store.now()
    result = tensors.read_items(machine, (tensor,), index)
    if not machine.is_overriding:
        note_kind(machine, result, kind, since)
    return result


def initialize(machine: Machine, tensor: Tensor, args: list[Value], kwargs: dict[str, Value]) -> Tensor:
    """What `__new__` has made of a class, after its `__init__`."""
    method = find_method(machine, tensor, "__init__")
    if method is not None:
        machine.call(method, args, kwargs)
    return tensor


attributes.GETTERS[Tensor] = get_attribute
