"""Writing and deleting attributes with Python's order: properties, data descriptors, `__setattr__`, the object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.language import descriptors, givens, tensors
from shapecheck.interpret.language.escapes import escape, hold, keep_parts
from shapecheck.interpret.language.given_dicts import delete_named, forget_named, set_named
from shapecheck.interpret.language.hidden import hide
from shapecheck.interpret.language.tensor_kinds import ATTRIBUTES, overriding, own_member
from shapecheck.interpret.nn.constants import constant_numbers
from shapecheck.interpret.nn.parts import is_module
from shapecheck.values import (
    TORCH_TENSOR,
    ClassValue,
    DictValue,
    FunctionValue,
    Instance,
    ModuleValue,
    NativeFunction,
    Opaque,
    PropertyValue,
    SuperValue,
    Tensor,
    UnionValue,
    Unknown,
    Value,
    forget_numbers,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def set_attribute(machine: Machine, obj: Value, name: str, value: Value) -> None:
    """obj.name = value"""
    if isinstance(obj, Instance):
        custom = _written_by(obj, "__setattr__")
        if custom is not None:
            machine.call(custom, [obj, name, value], {})
        else:
            set_plainly(machine, obj, name, value)
    elif isinstance(obj, (ClassValue, ModuleValue)):
        machine.store.set_item(obj.namespace, name, value)
    elif isinstance(obj, FunctionValue):
        machine.store.set_item(obj.attrs, name, value)
    elif isinstance(obj, Tensor):
        _set_on_tensor(machine, obj, name, value)
    elif isinstance(obj, SuperValue):
        set_attribute(machine, obj.receiver, name, value)
    elif isinstance(obj, UnionValue):
        for member in obj.members:
            if isinstance(member, Instance):
                machine.store.set_item(member.attrs, name, machine.join(member.attrs.get(name), value))
            elif isinstance(member, Tensor) and member.attrs is not None:
                machine.store.set_attr(member, "attrs", None)
    elif isinstance(obj, (Unknown, Opaque)):
        if isinstance(obj, Opaque):
            givens.note_change(machine, obj)
        hold(machine, value)


def _set_on_tensor(machine: Machine, tensor: Tensor, name: str, value: Value) -> None:
    """What attributes of tensors hold is known of those whose class the code defines; of others, which tensors and
    whether any: numbers are not followed, for one tensor may stand for all of a list."""
    if tensor.kind is not None:
        found, custom = own_member(tensor.kind, name), own_member(tensor.kind, "__setattr__")
        if isinstance(custom, FunctionValue) and not machine.is_overriding:
            with overriding(machine):  # what it calls in the end is `object`'s
                machine.call(custom, [tensor, name, value], {})
            return
        if isinstance(found, PropertyValue) and not found.is_cached:
            if found.setter is not None:
                machine.call(found.setter, [tensor, value], {})
            return
    _set_plainly_on_tensor(machine, tensor, name, value)


def _set_plainly_on_tensor(machine: Machine, tensor: Tensor, name: str, value: Value) -> None:
    if tensor.kind is not None and name == ATTRIBUTES:
        machine.store.set_attr(tensor, "attrs", value if isinstance(value, DictValue) else None)
        return
    if (tensor.kind is not None or tensor.cls == TORCH_TENSOR) and not tensors.is_of_torch(machine, name):
        if tensor.kind is None and not (value is None or isinstance(value, Tensor)):
            value = machine.unknown(f"the attribute {name} of a tensor")
        if tensor.attrs is None:
            machine.store.set_attr(tensor, "attrs", DictValue({}, is_open=True))
        attrs = tensor.attrs
        assert attrs is not None
        machine.store.set_item(attrs.entries, name, value, attrs.birth)
    tensors.set_attribute(machine, tensor, name, value)


def set_plainly(machine: Machine, obj: Instance, name: str, value: Value) -> None:
    """object.__setattr__: past any `__setattr__` of the class, but properties and descriptors are asked."""
    found = obj.cls.lookup(name)
    if found is not None and isinstance(found[0], PropertyValue) and not found[0].is_cached:
        if _is_registered(obj, value):
            set_named(machine, obj, name, value)
        elif found[0].setter is not None:
            machine.call(found[0].setter, [obj, value], {})
        return
    if found is not None and descriptors.is_data_descriptor(found[0]):
        descriptors.write(machine, found[0], obj, value)
        return
    if obj.cls.lookup("__annotations__") is not None and not _is_made_as_record(machine, obj):
        from shapecheck.interpret.declarations.checking import check_attribute

        check_attribute(machine, obj, name, value)
    if constant_numbers(machine, obj, name, value) is None:
        forget_numbers(machine.store, value)
    if found is not None:
        hide(machine, obj, name)
    set_named(machine, obj, name, value)
    if obj.is_held is not False:
        escape(machine, (value,))
    elif not obj.cls.is_complete:
        keep_parts(machine, value)


def _is_registered(obj: Instance, value: Value) -> bool:
    """Whether a module keeps the value with its parameters or submodules, and asks no property of that name."""
    return is_module(obj) and (is_module(value) or (isinstance(value, Tensor) and value.is_parameter))


def _is_made_as_record(machine: Machine, obj: Instance) -> bool:
    """Whether the generated constructor of a dataclass sets the attribute, at whose end all of them are checked."""
    constructs = machine.frame.constructs
    return constructs is not None and constructs[0] is obj and obj.cls.dataclass_fields is not None


def del_attribute(machine: Machine, obj: Value, name: str) -> None:
    """del obj.name"""
    if isinstance(obj, Instance):
        custom = _written_by(obj, "__delattr__")
        if custom is not None:
            machine.call(custom, [obj, name], {})
        else:
            delete_named(machine, obj, name)
    elif isinstance(obj, (ClassValue, ModuleValue)):
        machine.store.del_item(obj.namespace, name)
    elif isinstance(obj, Tensor) and obj.attrs is not None:
        machine.store.del_item(obj.attrs.entries, name, obj.attrs.birth)


def _written_by(obj: Instance, name: str) -> Value:
    """What a class of the code's own has for it: `__setattr__ = dict.__setitem__` makes attributes keys."""
    found = obj.cls.lookup(name)
    is_own = found is not None and (
        isinstance(found[0], FunctionValue) or (isinstance(found[0], NativeFunction) and found[1].site is not None)
    )
    return found[0] if found is not None and is_own else None


# -------------------------------------------------------------------- the methods of `object`, called by their names


def object_setattr(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """object.__setattr__(obj, name, value)"""
    if len(args) == 3 and isinstance(args[0], Tensor) and isinstance(args[1], str):
        _set_plainly_on_tensor(machine, args[0], args[1], args[2])
    elif len(args) == 3 and isinstance(args[0], Instance):
        obj, name, value = args
        assert isinstance(obj, Instance)
        if isinstance(name, str):
            set_plainly(machine, obj, name, value)
        else:
            hold(machine, value)
            forget_named(machine, obj, machine.unknown("an attribute that was set by an unknown name"))
    return None


def object_delattr(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """object.__delattr__(obj, name)"""
    if len(args) == 2 and isinstance(args[0], Instance) and isinstance(args[1], str):
        delete_named(machine, args[0], args[1])
    return None
