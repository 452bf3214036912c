"""torch.utils._pytree: a function of every leaf of nested containers.

Source: torch/utils/_pytree.py. Nodes are lists, tuples and dicts; all else is a leaf, None too. What else may be
registered as a node (named tuples, output classes) gives an unknown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.tables import native_function
from shapecheck.values import DictValue, Instance, ListValue, Opaque, Unknown, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


def pytree_functions() -> dict[str, Value]:
    """The functions, by their dotted names."""
    functions: dict[str, Callable[..., Value]] = {"tree_map": _tree_map, "tree_map_only": _tree_map_only}
    return {
        f"torch.utils._pytree.{name}": native_function(f"torch.utils._pytree.{name}", function)
        for name, function in functions.items()
    }


def _tree_map(machine: Machine, func: Value, tree: Value, *rests: Value, is_leaf: Value = None) -> Value:
    if rests or is_leaf is not None:
        return machine.unknown("tree_map of several trees, or with leaves of its own")
    return _mapped(machine, func, tree)


def _mapped(machine: Machine, func: Value, tree: Value) -> Value:
    if isinstance(tree, Opaque) and tree.bound is not None:
        tree = tree.bound
    if isinstance(tree, tuple):
        return tuple(_mapped(machine, func, item) for item in tree)
    if isinstance(tree, ListValue):
        if tree.items is None:
            return ListValue(None, _mapped(machine, func, tree.element), tree.length)
        return ListValue([_mapped(machine, func, item) for item in tree.items])
    if isinstance(tree, DictValue):
        mapped = DictValue({key: _mapped(machine, func, item) for key, item in tree.entries.items()}, tree.is_open)
        if tree.is_open:
            mapped.element = machine.unknown("tree_map of a dict with unknown keys")
        return mapped
    if isinstance(tree, (Unknown, Opaque)):
        return machine.unknown("tree_map of something whose kind is not known")
    if isinstance(tree, Instance) and tree.payload is not None:
        return machine.unknown("tree_map of an object that is a container")
    return machine.call(func, [tree], {})


def _tree_map_only(
    machine: Machine, kind: Value, func: Value, tree: Value = None, is_leaf: Value = None
) -> Value:
    def only(machine: Machine, leaf: Value) -> Value:
        holds = machine.is_instance(leaf, kind)
        if holds is None:
            return machine.unknown("tree_map_only of a leaf whose kind is not known")
        return machine.call(func, [leaf], {}) if holds else leaf

    return _tree_map(machine, native_function("tree_map_only", only), tree, is_leaf=is_leaf)
