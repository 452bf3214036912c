"""How the tables of built-ins are filled: an entry is a Python function with the signature of the built-in.

    @native(FUNCTIONS, "sum")
    def sum_(machine: Machine, iterable: Value, /, start: Value = 0) -> Value: ...

A call whose arguments do not fit the signature gives an unknown value: the interpreter never crashes
on wrong code, and a signature here may be narrower than Python's.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from shapecheck.values import FunctionValue, Instance, NativeFunction, Opaque, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

Native: TypeAlias = "Callable[[Machine, list[Value], dict[str, Value]], Value]"
Method: TypeAlias = "Callable[[Machine, Any, list[Value], dict[str, Value]], Value]"
Getter: TypeAlias = "Callable[[Machine, Any], Value]"


def words(text: str) -> list[str]:
    """The names of a table that is written as one text."""
    return text.split()


F = TypeVar("F", bound=Callable[..., Any])

_VARARGS, _VARKEYWORDS = 4, 8  # flags of a code object


class Lazy:
    """A name of a module that is made when it is read: it can be changed, or needs the machine."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[Machine], Value]) -> None:
        self.make = make


class Namespace(dict[str, "Value | Lazy"]):
    """The names of a module of the standard library. `is_complete`: it has no others."""

    def __init__(self, name: str, is_complete: bool = False) -> None:
        super().__init__()
        self.name = name
        self.is_complete = is_complete

    def native(self, *names: str) -> Callable[[F], F]:
        """Registers a Python function under the names."""

        def register(function: F) -> F:
            for name in names:
                self[name] = native_function(f"{self.name}.{name}", function)
            return function

        return register


def native_function(name: str, function: Callable[..., Value]) -> NativeFunction:
    """A built-in from a Python function `function(machine, *args, **kwargs)`."""
    return NativeFunction(name, _guarded(name, function))


def native(table: dict[str, Native], *names: str) -> Callable[[F], F]:
    """Registers `function(machine, *args, **kwargs)` in a table of functions."""

    def register(function: F) -> F:
        for name in names:
            table[name] = _guarded(name, function)
        return function

    return register


def method(table: dict[str, Method], *names: str) -> Callable[[F], F]:
    """Registers `function(machine, receiver, *args, **kwargs)` in the methods of a type."""

    def register(function: F) -> F:
        for name in names:
            table[name] = _guarded_method(name, function)
        return function

    return register


def unwrap(value: Value) -> Value:
    """What a value is underneath: the payload of an instance of a subclass of a built-in type."""
    while isinstance(value, Opaque) and value.bound is not None:
        value = value.bound
    if isinstance(value, Instance) and value.payload is not None:
        return value.payload
    return value


def says(obj: Instance, name: str) -> bool:
    """Whether the class of an object has a method of that name in its source: it comes before what is built in."""
    found = obj.cls.lookup(name)
    return found is not None and isinstance(found[0], FunctionValue)


def says_its_items(obj: Instance) -> bool:
    """Whether its class says what is gone through, not the plain value in it, of which a number has no items."""
    return obj.payload is None or isinstance(obj.payload, int) or says(obj, "__iter__")


@lru_cache(4096)
def accepts(function: FunctionType, given: int, keywords: tuple[str, ...]) -> bool:
    """Can the function be called with so many positional arguments and these keywords?"""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    keyword_only = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    if given > len(names) and not code.co_flags & _VARARGS:
        return False
    free = names[max(given, code.co_posonlyargcount) :]
    if not code.co_flags & _VARKEYWORDS and any(k not in free and k not in keyword_only for k in keywords):
        return False
    if any(k in names[code.co_posonlyargcount : given] for k in keywords):
        return False
    required = names[given : len(names) - len(function.__defaults__ or ())]
    missing = [name for name in required if name not in free or name not in keywords]
    defaults = function.__kwdefaults__ or {}
    return not missing and all(name in keywords or name in defaults for name in keyword_only)


def _guarded(name: str, function: Any) -> Native:
    def call(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        if not accepts(function, len(args) + 1, tuple(kwargs)):
            return machine.unknown(f"these arguments of {name}()")
        result: Value = function(machine, *args, **kwargs)
        return result

    return call


def _guarded_method(name: str, function: Any) -> Method:
    def call(machine: Machine, receiver: Any, args: list[Value], kwargs: dict[str, Value]) -> Value:
        if not accepts(function, len(args) + 2, tuple(kwargs)):
            return machine.unknown(f"these arguments of {name}()")
        result: Value = function(machine, unwrap(receiver), *args, **kwargs)
        return result

    return call
