"""The classes torch.Tensor, nn.Parameter and the legacy typed tensors, and what calling them makes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.tables import native_function
from shapecheck.interpret.builtins.tensor_numbers import written_out
from shapecheck.interpret.language.tensor_kinds import OVERRIDE, note_kind, of_kind, overriding
from shapecheck.interpret.language.unknown_kinds import bind_as_tensor
from shapecheck.interpret.nn.constants import PERSISTENT
from shapecheck.interpret.nn.parts import BUFFER_CLASS
from shapecheck.rules.kinds import settled
from shapecheck.values import (
    ClassMethodValue,
    ClassValue,
    DictValue,
    DType,
    Opaque,
    StaticMethodValue,
    Tensor,
    Value,
)
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
    """torch.Tensor, and what classes of the code's own inherit from it."""
    cls.construct = lambda machine, args, kwargs: _make_tensor(machine, DType("float32"), args, kwargs)
    cls.namespace["__new__"] = _static("__new__", _new)
    cls.namespace["_make_subclass"] = _static("_make_subclass", _make_subclass)
    cls.namespace["_make_wrapper_subclass"] = _static("_make_wrapper_subclass", _make_wrapper)
    cls.namespace["as_subclass"] = native_function("torch.Tensor.as_subclass", _as_subclass)
    override = native_function("torch.Tensor.__torch_function__", _leave_to_torch)
    cls.namespace[OVERRIDE] = ClassMethodValue(override)


def _static(name: str, call: Callable[..., Value]) -> StaticMethodValue:
    return StaticMethodValue(native_function(f"torch.Tensor.{name}", call))


def _new(machine: Machine, cls: Value, /, *args: Value, **kwargs: Value) -> Value:
    """Tensor.__new__(cls, ...): what Tensor(...) gives, of that class."""
    made = _make_tensor(machine, DType("float32"), list(args), kwargs)
    return of_kind(machine, made, cls) if isinstance(made, Tensor) else made


def _make_subclass(machine: Machine, cls: Value, data: Value, /, *rest: Value, **kwargs: Value) -> Value:
    return _as_subclass(machine, data, cls)


def _as_subclass(machine: Machine, tensor: Value, cls: Value, /) -> Value:
    """https://docs.pytorch.org/docs/2.13/generated/torch.Tensor.as_subclass.html"""
    tensor = bind_as_tensor(machine, tensor) if isinstance(tensor, Opaque) and tensor.bound is None else settled(tensor)
    if not isinstance(tensor, Tensor) or not isinstance(cls, ClassValue):
        return machine.unknown("a tensor of a class that is not known")
    return of_kind(machine, tensor, cls)


def _make_wrapper(machine: Machine, cls: Value, size: Value, /, *rest: Value, **kwargs: Value) -> Value:
    """A tensor of a class that has no numbers of its own."""
    given = {name: kwargs[name] for name in ("dtype",) if name in kwargs}
    made = machine.call(machine.named("torch.empty"), [size], given)
    return of_kind(machine, made, cls) if isinstance(made, Tensor) else made


def _leave_to_torch(
    machine: Machine, cls: Value, function: Value, types: Value, args: Value = (), kwargs: Value = None, /
) -> Value:  # fmt: skip
    """What torch does where a class says nothing else: results are of the class."""
    items, named = machine.iterate(args), DictValue({}) if kwargs is None else kwargs
    if items is None or not isinstance(named, DictValue) or named.is_open:
        return machine.unknown("an operator with arguments that are not known")
    since = machine.store.now()
    with overriding(machine):
        result = machine.call(function, list(items), {str(name): value for name, value in named.entries.items()})
    if isinstance(cls, ClassValue) and cls.site is not None:
        note_kind(machine, result, cls, since)
    return result


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


def parameter(machine: Machine, data: Value = None, /, **kwargs: Value) -> Tensor:
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

    def made_of(machine: Machine, args: Sequence[Value], kwargs: dict[str, Value]) -> Tensor:
        given = {**dict(zip(("data", "requires_grad"), args)), **kwargs}
        return parameter(machine, **{name: given[name] for name in ("data", "requires_grad") if name in given})

    def new(machine: Machine, of: Value, /, *args: Value, **kwargs: Value) -> Value:
        made = made_of(machine, args, kwargs)
        return made if of is cls else of_kind(machine, made, of)

    cls.construct = made_of
    cls.namespace["__new__"] = StaticMethodValue(native_function("torch.nn.Parameter.__new__", new))
