"""Shapes in docstrings, which name the sizes of a function's arguments and of its result. They are never facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from shapecheck.source import ir
from shapecheck.source.docstring_shapes import INPUT, OUTPUT, documented_shapes
from shapecheck.source.shape_notation import DimSpec
from shapecheck.symbolic import Dim, Expr, eq
from shapecheck.values import FunctionValue, Opaque, Shape, Star, Tensor, Value, star_index

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

Documented = Mapping[str, tuple[DimSpec, ...]]
CALLED = ("forward", "__call__")
"""The methods that the docstring of a class speaks of."""


def shapes_of(function: FunctionValue) -> Documented:
    """The shapes that the docstring of a function gives, or that of its class if it has none."""
    node = function.node
    if isinstance(node, ir.Lambda):
        return {}
    found: Documented = documented_shapes(node.docstring) if node.docstring else {}
    if not found and function.owner is not None and node.name in CALLED and function.owner.docstring:
        found = documented_shapes(function.owner.docstring)
    return found


def name_sizes(
    machine: Machine, function: FunctionValue, documented: Documented, arguments: Mapping[str, Value], result: Value
) -> None:
    """Names the sizes of a call that has ended, when all is known of its arguments that the body tells.

    A name that stands for two sizes is dropped. Names that the code itself gives come first.
    """
    names = [param.name for param in function.node.params]
    first = names[1:2] if function.owner is not None else names[:1]
    values = {INPUT: arguments.get(first[0]) if first else None, **arguments, OUTPUT: result}
    sizes: dict[str, Dim | None] = {}
    for name, dims in documented.items():
        value = values.get(name)
        if isinstance(value, Opaque):
            value = value.bound
        if isinstance(value, Tensor):
            _collect(machine, sizes, dims, machine.path.resolve(value.shape))
    for name, size in sizes.items():
        if isinstance(size, Expr) and size.is_symbol:
            machine.path.hints.setdefault(size.name, name)


def _collect(machine: Machine, sizes: dict[str, Dim | None], dims: Sequence[DimSpec], shape: Shape) -> None:
    """The size that each name stands for; None once it has stood for two."""
    for spec, size in _beside(dims, shape):
        if spec.kind != "named" or isinstance(size, Star):
            continue
        known = sizes.setdefault(spec.name, size)
        if known is None or machine.path.decide(eq(known, size)) is not True:
            sizes[spec.name] = None


def _beside(dims: Sequence[DimSpec], shape: Shape) -> list[tuple[DimSpec, Dim | Star]]:
    """The named dims beside the sizes: from both ends, where one of the two has a part of any length."""
    at = next((i for i, dim in enumerate(dims) if dim.variadic), None)
    star = star_index(shape)
    if at is None and star is None:
        return list(zip(dims, shape)) if len(dims) == len(shape) else []
    if (star is None and len(shape) < len(dims) - 1) or (at is None and len(dims) < len(shape) - 1):
        return []
    front = min(one for one in (at, star) if one is not None)
    behind = min(len(one) - place - 1 for one, place in ((dims, at), (shape, star)) if place is not None)
    last = list(zip(dims[-behind:], shape[-behind:])) if behind else []
    return [*zip(dims[:front], shape), *last]
