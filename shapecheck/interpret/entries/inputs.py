"""Values of described inputs: `float32[B, 3, H, W]`, containers of such, and literals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapecheck.symbolic import Dim, Expr, parse, symbol, symbols_of
from shapecheck.values import DictValue, DType, ListValue, SetValue, Star, Tensor, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def value_of(machine: Machine, spec: Any, names: dict[str, Expr | Star], name: str) -> Value:
    """The value that a spec of `shapecheck.check.inputs` describes; equal dim names are one symbol."""
    if hasattr(spec, "dims"):
        shape = tuple(_dim(machine, dim, names) for dim in spec.dims)
        dtype = None if spec.dtype is None else DType(spec.dtype)
        return Tensor(shape, dtype, machine.site, name=name)
    if hasattr(spec, "size"):
        size = _dim(machine, spec.size, names)
        assert not isinstance(size, Star)
        return size
    if hasattr(spec, "kind"):
        items = [value_of(machine, item, names, name) for item in spec.items]
        return tuple(items) if spec.kind == "tuple" else ListValue(items)
    if hasattr(spec, "items"):
        return DictValue({key: value_of(machine, item, names, name) for key, item in spec.items})
    return _literal(spec.value)


def _dim(machine: Machine, dim: int | str, names: dict[str, Expr | Star]) -> Dim | Star:
    if isinstance(dim, int):
        return dim
    if dim.startswith("*"):
        star = names.get(dim)
        if star is None:
            star = names[dim] = machine.path.fresh_star(dim[1:])
        return star
    expr = parse(dim)
    replacement: dict[Expr, Dim] = {}
    for free in sorted(symbols_of(expr), key=lambda e: e.name):
        known = names.get(free.name)
        if known is None:
            known = names[free.name] = symbol(machine.path.unique(free.name), 1)
        assert isinstance(known, Expr)
        replacement[free] = known
    return expr if isinstance(expr, int) else expr.substitute(replacement)


def _literal(value: Any) -> Value:
    if isinstance(value, tuple):
        return tuple(_literal(item) for item in value)
    if isinstance(value, list):
        return ListValue([_literal(item) for item in value])
    if isinstance(value, dict):
        return DictValue({key: _literal(item) for key, item in value.items()})
    if isinstance(value, (set, frozenset)):
        return SetValue({item: _literal(item) for item in sorted(value, key=repr)})
    plain: Value = value
    return plain
