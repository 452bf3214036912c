"""torch.library: operators of one's own, and how they are found under `torch.ops`.

An operator is the function that runs in its place: what is registered for a kind of device, or, where that is compiled
code, what is registered for tensors without data. https://docs.pytorch.org/docs/2.13/library.html
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.tables import native_function
from shapecheck.values import FunctionValue, Instance, NativeFunction, PartialValue, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

OPERATORS = "torch.ops"
_NAMESPACE = "ns"


def is_operator_namespace(qualname: str) -> bool:
    """Whether a dotted name is one of a namespace of operators: `torch.ops.mine`."""
    return qualname.rpartition(".")[0] == OPERATORS


def custom_operators() -> dict[str, Value]:
    """The functions of torch.library that register operators, by their dotted names, and the class `Library`."""
    table: dict[str, Value] = {"torch.library.Library": _LIBRARY}
    table["torch.ops.load_library"] = native_function("torch.ops.load_library", _load_library)
    for name in ("custom_op", "triton_op"):
        table[f"torch.library.{name}"] = native_function(f"torch.library.{name}", _custom_op)
    for name in ("register_fake", "impl_abstract"):
        table[f"torch.library.{name}"] = native_function(f"torch.library.{name}", _register_fake)
    for name in ("impl", "register_kernel"):
        table[f"torch.library.{name}"] = native_function(f"torch.library.{name}", _impl)
    return table


def _load_library(machine: Machine, path: Value, /) -> Value:
    """It may be there or not."""
    module = machine.world.find_module("shapecheck.asking")
    assert module is not None  # it comes with the stubs
    return machine.call(machine.get_attribute(module, "load_library"), [path], {})


def _custom_op(machine: Machine, name: Value, fn: Value = None, /, **options: Value) -> Value:
    """The function itself, as a decorator or at once."""
    return _register(machine, _RUNS, name, fn)


def _register_fake(machine: Machine, op: Value, func: Value = None, /, **options: Value) -> Value:
    return _register(machine, _STANDS_IN, op, func)


def _impl(machine: Machine, where: Value, name: Value = None, function: Value = None, /, **options: Value) -> Value:
    """`impl(qualified_name, types, function)`, or as it was first: `impl(library, name, dispatch_key)`."""
    if not isinstance(where, Instance):
        return _register(machine, _RUNS, where, function)
    return _register(machine, _RUNS, _qualified(where, name), None)


def _register(machine: Machine, how: NativeFunction, name: Value, function: Value) -> Value:
    """Gives the function, or what decorates it."""
    if function is None:
        return PartialValue(how, [name], {})
    return machine.call(how, [name, function], {})


def _runs(machine: Machine, name: Value, function: Value, /) -> Value:
    """From now on the operator is this function."""
    place = _place(machine, name)
    if place is not None and isinstance(function, FunctionValue):
        namespace, operator = place
        machine.store.set_item(namespace, operator, function)
        machine.store.set_item(function.attrs, "default", function)
    return function


def _stands_in(machine: Machine, name: Value, function: Value, /) -> Value:
    """The operator is this function as long as there is no other."""
    place = _place(machine, name)
    if place is not None and not isinstance(place[0].get(place[1]), FunctionValue):
        _runs(machine, name, function)
    return function


_RUNS = native_function("torch.library.impl", _runs)
_STANDS_IN = native_function("torch.library.register_fake", _stands_in)


def _place(machine: Machine, name: Value) -> tuple[dict[str, Value], str] | None:
    """Where the operator `namespace::name.overload` stands."""
    namespace, separator, operator = name.partition("::") if isinstance(name, str) else ("", "", "")
    module = machine.world.find_module(f"{OPERATORS}.{namespace}") if separator else None
    return None if module is None else (module.namespace, operator.partition(".")[0])


# -------------------------------------------------------------------- Library


def _make(machine: Machine, self: Instance, /, ns: Value, *args: Value, **options: Value) -> Value:
    machine.store.set_item(self.attrs, _NAMESPACE, ns, self.birth)
    return None


def _define(machine: Machine, self: Instance, /, schema: Value, *args: Value, **options: Value) -> Value:
    return schema.partition("(")[0] if isinstance(schema, str) else machine.unknown("the name of an operator")


def _library_impl(
    machine: Machine, self: Instance, /, op_name: Value, fn: Value, *args: Value, **options: Value
) -> Value:
    _register(machine, _RUNS, _qualified(self, op_name), fn)
    return None


def _qualified(library: Instance, name: Value) -> Value:
    namespace = library.attrs.get(_NAMESPACE)
    return f"{namespace}::{name}" if isinstance(namespace, str) and isinstance(name, str) else None


_LIBRARY = new_class(
    "Library",
    "torch.library",
    [],
    {
        "__init__": native_function("torch.library.Library.__init__", _make),
        "define": native_function("torch.library.Library.define", _define),
        "impl": native_function("torch.library.Library.impl", _library_impl),
    },
)
