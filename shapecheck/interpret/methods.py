"""The methods of a class, as far as the source defines them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from shapecheck.source import ir
from shapecheck.values import (
    ClassMethodValue,
    ClassValue,
    Decorated,
    FunctionValue,
    NativeFunction,
    PropertyValue,
    StaticMethodValue,
    UnionValue,
    Value,
)

if TYPE_CHECKING:
    from shapecheck.interpret.world import World


def plain_function(method: Value) -> Value:
    """The function in a static or class method, in a property, or in what a decorator has made; others as they are."""
    while True:
        if isinstance(method, (StaticMethodValue, ClassMethodValue)):
            method = method.function
        elif isinstance(method, PropertyValue):
            method = method.getter
        elif isinstance(method, (Decorated, NativeFunction)) and method.decorated is not None:
            method = method.decorated
        else:
            return method


def methods_of(world: World, cls: ClassValue) -> Sequence[tuple[str, ir.FunctionDef]]:
    """Their code by name, that of the bases last. Who looks at it depends on it, whether it is run or not."""
    world.reads.looked_at.add(cls)
    return [(name, node) for name, _, node in defined_methods(cls)]


def defined_methods(cls: ClassValue) -> Iterator[tuple[str, FunctionValue, ir.FunctionDef]]:
    """The same with the functions."""
    for base in cls.mro:
        if base.site is not None:
            for name, value in base.namespace.items():
                for one in value.members if isinstance(value, UnionValue) else (value,):
                    function = plain_function(one)
                    if isinstance(function, FunctionValue) and isinstance(function.node, ir.FunctionDef):
                        yield name, function, function.node
