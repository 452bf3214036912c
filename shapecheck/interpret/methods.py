"""The methods of a class, as far as the source defines them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from shapecheck.source import ir
from shapecheck.source.walking import last_name
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

ABSTRACT_DECORATORS = frozenset({"abstractmethod", "abstractclassmethod", "abstractstaticmethod", "abstractproperty"})


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


def plain_name(method: Value) -> str:
    """The name of that function."""
    function = plain_function(method)
    return function.name if isinstance(function, FunctionValue) else ""


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


def setters_of(world: World, cls: ClassValue) -> Iterator[tuple[str, ir.FunctionDef]]:
    """The code of the setters of its properties by their names."""
    world.reads.looked_at.add(cls)
    for base in cls.mro:
        for name, value in base.namespace.items() if base.site is not None else ():
            setter = plain_function(value.setter) if isinstance(value, PropertyValue) else None
            if isinstance(setter, FunctionValue) and isinstance(setter.node, ir.FunctionDef):
                yield name, setter.node


def is_abstract(value: Value) -> bool:
    """Whether a method, or a property, is left to the classes below."""
    if isinstance(value, PropertyValue):
        return is_abstract(value.getter)
    if isinstance(value, (ClassMethodValue, StaticMethodValue)):
        return is_abstract(value.function)
    if not isinstance(value, FunctionValue) or not isinstance(value.node, ir.FunctionDef):
        return False
    return any(last_name(node) in ABSTRACT_DECORATORS for node in value.node.decorators)


def is_left_to_others(method: Value) -> bool:
    """Whether a method or property is abstract and does nothing: what it gives, a class below says."""
    function = plain_function(method)
    node = function.node if isinstance(function, FunctionValue) and is_abstract(method) else None
    return isinstance(node, ir.FunctionDef) and (is_left_open(node) or _does_nothing(node))


def is_left_open(node: ir.FunctionDef) -> bool:
    """Whether a method does nothing but say that it is not there: `raise NotImplementedError`, `...`."""
    body = [one for one in node.body if not (isinstance(one, ir.Expr) and _is_text(one.value))]
    if len(body) != 1:
        return False
    only = body[0]
    if isinstance(only, ir.Raise):
        raised = only.exc.func if isinstance(only.exc, ir.Call) else only.exc
        return last_name(raised) == "NotImplementedError"
    return isinstance(only, ir.Expr) and isinstance(only.value, ir.Constant) and only.value.value is ...


def gives_nothing(method: Value) -> bool:
    """Whether a method is there to be replaced: it does nothing, or gives None, 0 or what is empty."""
    function = plain_function(method)
    node = function.node if isinstance(function, FunctionValue) else None
    if not isinstance(node, ir.FunctionDef):
        return False
    body = [one for one in node.body if not (isinstance(one, ir.Expr) and _is_text(one.value))]
    given = body[0].value if len(body) == 1 and isinstance(body[0], ir.Return) else None
    if isinstance(given, (ir.List, ir.Tuple)):
        return not given.elts
    is_empty = isinstance(given, ir.Constant) and not given.value
    return is_empty or _does_nothing(node) or is_left_open(node)


def _is_text(node: ir.Expression) -> bool:
    return isinstance(node, ir.Constant) and isinstance(node.value, str)


def _does_nothing(node: ir.FunctionDef) -> bool:
    return all(isinstance(one, ir.Pass) or (isinstance(one, ir.Expr) and _is_text(one.value)) for one in node.body)
