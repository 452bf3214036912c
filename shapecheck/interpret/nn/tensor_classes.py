"""The classes torch.Tensor, nn.Parameter and the legacy typed tensors, and what calling them makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.tables import native_function
from shapecheck.interpret.builtins.tensor_numbers import written_out
from shapecheck.interpret.language.unknown_kinds import bind_as_tensor
from shapecheck.interpret.nn.constants import PERSISTENT
from shapecheck.interpret.nn.parts import BUFFER_CLASS
from shapecheck.values import ClassValue, DType, Opaque, StaticMethodValue, Tensor, Value
from shapecheck.values.tensor_numbers import note_numbers, numbers_of

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def _make_tensor(machine: Machine, dtype: DType | None, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """Tensor(2, 3) has these sizes, Tensor([...]) this content, Tensor() no element: as x.new() of each."""
    if len(args) == 1 and isinstance(args[0], Tensor):
        return Tensor(args[0].shape, dtype or args[0].dtype, machine.site, args[0])
    new = machine.get_attribute(Tensor((0,), dtype, machine.site), "new")
    made = machine.call(new, args, kwargs)
    if isinstance(made, Tensor):
        return written_out(machine, Tensor(made.shape, dtype, machine.site), args)
    return Tensor((machine.path.fresh_star("data", 0),), dtype, machine.site)


def fill_tensor_class(cls: ClassValue) -> None:
    cls.construct = lambda machine, args, kwargs: _make_tensor(machine, DType("float32"), args, kwargs)


def tensor_type(tensor: ClassValue, name: str, dtype: str | None) -> ClassValue:
    """torch.LongTensor and the like: calling it makes a plain tensor of that dtype."""
    cls = new_class(name, "torch", [tensor])
    kind = None if dtype is None else DType(dtype)
    cls.construct = lambda machine, args, kwargs: _make_tensor(machine, kind, args, kwargs)
    return cls


def variable_type(tensor: ClassValue) -> ClassValue:
    """torch.autograd.Variable(data): the tensor itself, and `isinstance` says of every tensor that it is one.
    https://docs.pytorch.org/docs/2.13/autograd.html#variable-deprecated"""
    cls = new_class("Variable", "torch.autograd", [tensor])

    def construct(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        return args[0] if args else kwargs.get("data")

    cls.construct = construct
    return cls


def buffer_type(tensor: ClassValue) -> ClassValue:
    """nn.Buffer(data): a tensor that the module counts among its buffers."""
    cls = new_class(BUFFER_CLASS, "torch.nn", [tensor])

    def construct(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        made = _make_tensor(machine, None, args, {k: v for k, v in kwargs.items() if k != PERSISTENT})
        if isinstance(made, Tensor):
            made.maker = BUFFER_CLASS
            made.own |= {PERSISTENT} if kwargs.get(PERSISTENT, True) is False else set()
            if len(args) == 1 and isinstance(args[0], Tensor):
                note_numbers(made, numbers_of(args[0]))
        return made

    cls.construct = construct
    return cls


def parameter(machine: Machine, data: Value = None, /, **kwargs: Value) -> Value:
    """What nn.Parameter(data) makes."""
    data = kwargs.get("data", data)
    if isinstance(data, Opaque):
        data = bind_as_tensor(machine, data) if data.bound is None else data.bound
    if data is None:
        return Tensor((0,), DType("float32"), machine.site, is_parameter=True)
    if isinstance(data, Tensor):
        made = Tensor(data.shape, data.dtype, machine.site, data, is_parameter=True)
        made.own = frozenset(name for name in ("requires_grad",) if kwargs.get(name, True) is not True)
        made.is_sparse, made.strides = data.is_sparse, data.strides
        return made
    return Tensor((machine.path.fresh_star("data", 0),), None, machine.site, is_parameter=True)


def fill_parameter_class(cls: ClassValue) -> None:
    """nn.Parameter(data): a tensor of the same shape that the module counts among its parameters."""

    def construct(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        given = {**dict(zip(("data", "requires_grad"), args)), **kwargs}
        return parameter(machine, **{name: given[name] for name in ("data", "requires_grad") if name in given})

    cls.construct = construct
    new = native_function(
        "torch.nn.Parameter.__new__",
        lambda machine, cls, *args, **kwargs: construct(machine, list(args), kwargs),
    )
    cls.namespace["__new__"] = StaticMethodValue(new)
