"""torch.utils._pytree: a function of every leaf of nested containers.

Source: torch/utils/_pytree.py. Nodes are lists, tuples and dicts; all else is a leaf, None too. What else may be
registered as a node (named tuples, output classes) gives an unknown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.exact import unknown_from
from shapecheck.interpret.builtins.hierarchy import new_class
from shapecheck.interpret.builtins.tables import native_function
from shapecheck.values import DictValue, Instance, ListValue, Opaque, Unknown, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


SPEC = new_class("TreeSpec", "torch.utils._pytree", [CLASSES["object"]])
"""What `tree_flatten` tells of the containers; its attribute `tree` holds them, with the leaves that they had."""


def pytree_functions() -> dict[str, Value]:
    """The functions, by their dotted names."""
    functions: dict[str, Callable[..., Value]] = {
        "tree_map": _tree_map, "tree_map_only": _tree_map_only, "tree_flatten": _tree_flatten,
        "tree_leaves": _tree_leaves, "tree_unflatten": _tree_unflatten,
    }  # fmt: skip
    return {
        f"torch.utils._pytree.{name}": native_function(f"torch.utils._pytree.{name}", function)
        for name, function in functions.items()
    }


def _tree_map(machine: Machine, func: Value, tree: Value, *rests: Value, is_leaf: Value = None) -> Value:
    if rests or is_leaf is not None:
        return machine.unknown("tree_map of several trees, or with leaves of its own")
    return _mapped(machine, lambda leaf: machine.call(func, [leaf], {}), tree)


def _mapped(machine: Machine, other: Callable[[Value], Value], tree: Value) -> Value:
    """The tree with other leaves."""
    if isinstance(tree, Opaque) and tree.bound is not None:
        tree = tree.bound
    if isinstance(tree, tuple):
        return tuple(_mapped(machine, other, item) for item in tree)
    if isinstance(tree, ListValue):
        if tree.items is None:
            return ListValue(None, _mapped(machine, other, tree.element), tree.length)
        return ListValue([_mapped(machine, other, item) for item in tree.items])
    if isinstance(tree, DictValue):
        mapped = DictValue({key: _mapped(machine, other, item) for key, item in tree.entries.items()}, tree.is_open)
        if tree.is_open:
            mapped.element = machine.unknown("tree_map of a dict with unknown keys")
        return mapped
    if isinstance(tree, (Unknown, Opaque)):
        return machine.unknown("tree_map of something whose kind is not known")
    if isinstance(tree, Instance) and tree.payload is not None:
        return machine.unknown("tree_map of an object that is a container")
    return other(tree)


def _tree_map_only(
    machine: Machine, kind: Value, func: Value, tree: Value = None, is_leaf: Value = None
) -> Value:
    def only(machine: Machine, leaf: Value) -> Value:
        holds = machine.is_instance(leaf, kind)
        if holds is None:
            return machine.unknown("tree_map_only of a leaf whose kind is not known")
        return machine.call(func, [leaf], {}) if holds else leaf

    return _tree_map(machine, native_function("tree_map_only", only), tree, is_leaf=is_leaf)


# -------------------------------------------------------------------- leaves in a row


def _tree_flatten(machine: Machine, tree: Value, is_leaf: Value = None) -> Value:
    """The leaves in order, and what puts others in their places."""
    if is_leaf is not None or not _is_known(tree):
        return unknown_from(machine, "the leaves of a tree that is not known", tree)
    spec = Instance(SPEC, machine.site)
    leaves: list[Value] = []
    spec.attrs["tree"] = _mapped(machine, _noting(leaves), tree)
    return (ListValue(leaves), spec)


def _tree_leaves(machine: Machine, tree: Value, is_leaf: Value = None) -> Value:
    pair = _tree_flatten(machine, tree, is_leaf)
    return pair[0] if isinstance(pair, tuple) else pair


def _tree_unflatten(machine: Machine, leaves: Value, treespec: Value) -> Value:
    given = machine.iterate(leaves)
    if given is None or not isinstance(treespec, Instance) or treespec.cls is not SPEC:
        return unknown_from(machine, "a tree of leaves that are not known", leaves, treespec)
    tree = treespec.attrs["tree"]
    flattened: list[Value] = []
    _mapped(machine, _noting(flattened), tree)
    if len(flattened) != len(given):
        raise machine.error("ValueError", "tree_unflatten: as many leaves are needed as were flattened")
    rest = iter(given)
    return _mapped(machine, lambda leaf: next(rest), tree)


def _is_known(tree: Value) -> bool:
    """Whether all the containers are known to their leaves."""
    if isinstance(tree, Opaque) and tree.bound is not None:
        tree = tree.bound
    if isinstance(tree, tuple):
        return all(map(_is_known, tree))
    if isinstance(tree, ListValue):
        return tree.items is not None and all(map(_is_known, tree.items))
    if isinstance(tree, DictValue):
        return not tree.is_open and all(map(_is_known, tree.entries.values()))
    return not isinstance(tree, (Unknown, Opaque)) and not (isinstance(tree, Instance) and tree.payload is not None)


def _noting(leaves: list[Value]) -> Callable[[Value], Value]:
    """Leaves a leaf as it is and notes it."""

    def noted(leaf: Value) -> Value:
        leaves.append(leaf)
        return leaf

    return noted
