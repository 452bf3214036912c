"""functools: partial application, decorators that keep a function's meaning, and reduce."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.exact import unknown_from
from shapecheck.interpret.builtins.hierarchy import inherit_immutable, new_class, returns_first
from shapecheck.interpret.builtins.iteration import Items, contents, folded
from shapecheck.interpret.builtins.tables import Namespace, native_function
from shapecheck.source import ir
from shapecheck.values import (
    BoundMethod,
    ClassValue,
    FunctionValue,
    Instance,
    NativeFunction,
    PartialValue,
    PropertyValue,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

FUNCTOOLS = Namespace("functools")
_ABSENT: Any = object()


def _partial(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    if not args:
        return machine.unknown("partial() of nothing")
    function, *rest = args
    if isinstance(function, PartialValue):
        return PartialValue(function.function, [*function.args, *rest], {**function.kwargs, **kwargs})
    return PartialValue(function, rest, kwargs)


PARTIAL = new_class("partial", "functools", [CLASSES["object"]])
PARTIAL.construct = _partial
FUNCTOOLS["partial"] = PARTIAL
inherit_immutable(PARTIAL, _partial)


def _called(machine: Machine, self: Value, /, *args: Value, **kwargs: Value) -> Value:
    given = self.payload if isinstance(self, Instance) else None
    return machine.call(given, list(args), kwargs) if given is not None else machine.unknown("a partial function")


def _part(machine: Machine, self: Value, name: Value, /) -> Value:
    """What no attribute of the object's own hides: the function and what it is given."""
    given = self.payload if isinstance(self, Instance) else None
    return machine.get_attribute(given, str(name)) if given is not None else machine.unknown("a partial function")


PARTIAL.namespace["__call__"] = native_function("partial.__call__", _called)
PARTIAL.namespace["__getattr__"] = native_function("partial.__getattr__", _part)


MAX_WRAPPERS = 16
"""So many wrappers around each other are looked through."""


@FUNCTOOLS.native("wraps")
def _wraps(machine: Machine, wrapped: Value, *args: Value, **kwargs: Value) -> Value:
    def decorate(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        return _wrapping(machine, args[0], wrapped) if args else None

    return NativeFunction("wraps", decorate)


def _wrapping(machine: Machine, wrapper: Value, wrapped: Value) -> Value:
    """As in CPython: the wrapper takes over the attributes of what it wraps, which may be a wrapper itself."""
    if isinstance(wrapper, FunctionValue):
        if isinstance(wrapped, FunctionValue):
            for name, value in {"__name__": wrapped.name, "__qualname__": wrapped.qualname, **wrapped.attrs}.items():
                machine.store.set_item(wrapper.attrs, name, value)
        machine.store.set_item(wrapper.attrs, "__wrapped__", wrapped)
    return wrapper


def unwrapped(function: FunctionValue) -> FunctionValue:
    """The function that is meant by a wrapper which passes on whatever it is given: its parameters count."""
    for _ in range(MAX_WRAPPERS):
        inside = function.attrs.get("__wrapped__")
        if not isinstance(inside, FunctionValue) or not passes_on(function):
            break
        function = inside
    return function


def passes_on(function: FunctionValue) -> bool:
    """Whether it takes whatever it is given, behind its object: `def wrapper(self, *args, **kwargs)`."""
    kinds = [param.kind for param in function.node.params]
    return "double_star" in kinds and {"star", "double_star"}.issuperset(kinds[1:])


@FUNCTOOLS.native("update_wrapper")
def _update_wrapper(machine: Machine, wrapper: Value, wrapped: Value, *args: Value, **kwargs: Value) -> Value:
    return _wrapping(machine, wrapper, wrapped)


@FUNCTOOLS.native("cache", "total_ordering")
def _same(machine: Machine, function: Value, *args: Value, **kwargs: Value) -> Value:
    return function


@FUNCTOOLS.native("lru_cache")
def _lru_cache(machine: Machine, maxsize: Value = 128, typed: Value = False) -> Value:
    """With a function it decorates it, with options it gives a decorator."""
    is_function = isinstance(maxsize, (FunctionValue, NativeFunction, BoundMethod, ClassValue, PartialValue))
    return maxsize if is_function else returns_first("lru_cache")


@FUNCTOOLS.native("cached_property")
def cached_property(machine: Machine, function: Value, /) -> Value:
    """A property that is computed once."""
    return PropertyValue(function, None, is_cached=True)


def _method_of_part(machine: Machine, self: Value, obj: Value, cls: Value = None, /) -> Value:
    """`partialmethod(function, ...)` read through an object, which goes before what is given."""
    given = self.payload if isinstance(self, Instance) else None
    if not isinstance(given, PartialValue):
        return machine.unknown("a partial method")
    return given if obj is None else PartialValue(given.function, [obj, *given.args], given.kwargs)


_PARTIAL_METHOD = new_class("partialmethod", "functools", [CLASSES["object"]])
_PARTIAL_METHOD.namespace["__get__"] = native_function("partialmethod.__get__", _method_of_part)


@FUNCTOOLS.native("partialmethod")
def _partialmethod(machine: Machine, function: Value, /, *args: Value, **kwargs: Value) -> Value:
    made = Instance(_PARTIAL_METHOD, machine.site)
    machine.store.set_attr(made, "payload", PartialValue(function, list(args), kwargs))
    return made


@FUNCTOOLS.native("singledispatch")
def _singledispatch(machine: Machine, function: Value, /) -> Value:
    from shapecheck.interpret.builtins.stdlib.singledispatch import single_dispatch

    return single_dispatch(machine, function)


@FUNCTOOLS.native("singledispatchmethod")
def _singledispatchmethod(machine: Machine, function: Value, /) -> Value:
    from shapecheck.interpret.builtins.stdlib.singledispatch import single_dispatch_method

    return single_dispatch_method(machine, function)


@FUNCTOOLS.native("cmp_to_key")
def _cmp_to_key(machine: Machine, function: Value, /) -> Value:
    def key(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        return machine.unknown("a key of functools.cmp_to_key")

    return NativeFunction("cmp_to_key", key)


@FUNCTOOLS.native("reduce")
def _reduce(machine: Machine, function: Value, iterable: Value, initial: Value = _ABSENT, /) -> Value:
    known = contents(machine, iterable)
    if known.items is None:
        return _over_many(machine, function, known, None if initial is _ABSENT else initial)
    items = known.items if initial is _ABSENT else [initial, *known.items]
    if not items:
        raise machine.error("TypeError", "reduce() of empty iterable with no initial value")
    result = items[0]
    for item in items[1:]:
        result = machine.call(function, [result, item], {})
    return result


def _over_many(machine: Machine, function: Value, known: Items, start: Value | None) -> Value:
    """Over an unknown number of items, by a function that does nothing but compute."""
    made = None
    if not isinstance(function, FunctionValue) or isinstance(function.node, ir.Lambda):
        made = folded(machine, lambda *pair: machine.call(function, [*pair], {}), known, start)
    return unknown_from(machine, "reduce over an unknown number of items", known.element) if made is None else made[0]
