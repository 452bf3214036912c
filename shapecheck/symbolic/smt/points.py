"""Evaluates the original program at points: whole, and again where little has changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from shapecheck.symbolic.smt.program import Node, Program
from shapecheck.symbolic.smt.values import FUNCTIONS

_LEAVES = frozenset(("const", "var"))
_FAILED = (ZeroDivisionError, TypeError, AttributeError)
"""What an operation raises that has no exact value: a division by zero, arithmetic on an irrational."""


class Evaluator:
    """Values of the nodes that asserts depend on; the rest is evaluated when it is asked for."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._needed = _cone(program.nodes, (one.node for one in program.asserts))
        self._users: list[list[int]] | None = None

    def values(self, point: Mapping[str, Any]) -> list[Any] | None:
        """The value of every node that an assert needs; None if some of them has none."""
        nodes = self.program.nodes
        out: list[Any] = [None] * len(nodes)
        try:
            for at in self._needed:
                out[at] = _evaluate(nodes[at], out, point)
        except _FAILED:
            return None
        return out

    def known_values(self, point: Mapping[str, Any]) -> list[Any]:
        """The same; what has no value is None, and so is most that depends on it."""
        nodes = self.program.nodes
        out: list[Any] = [None] * len(nodes)
        for at in self._needed:
            try:
                out[at] = _evaluate(nodes[at], out, point)
            except _FAILED:
                continue
        return out

    def first_violated(self, values: Sequence[Any]) -> int | None:
        """The index of the first assert that does not hold; None if all hold."""
        for index, one in enumerate(self.program.asserts):
            if values[one.node] is not True:
                return index
        return None

    def holds(self, point: Mapping[str, Any]) -> bool:
        """Whether every assert of the original program has a value there and it is true."""
        values = self.values(point)
        return values is not None and self.first_violated(values) is None

    def value_of(self, node: int, point: Mapping[str, Any]) -> Any:
        """The value of any node; ZeroDivisionError where it has none."""
        nodes = self.program.nodes
        out: dict[int, Any] = {}
        for at in _cone(nodes, (node,)):
            out[at] = _evaluate(nodes[at], out, point)
        return out[node]

    # ---------------------------------------------------------------- what changes with an unknown

    @property
    def users(self) -> list[list[int]]:
        """The nodes that use each node, among those that asserts need."""
        if self._users is None:
            self._users = [[] for _ in self.program.nodes]
            for at in self._needed:
                node = self.program.nodes[at]
                if node[0] not in _LEAVES:
                    for part in node[1:]:
                        self._users[part].append(at)
        return self._users

    def affected(self, constants: Iterable[int], limit: int) -> list[int]:
        """The nodes up to `limit` whose value may change with these constants, in order."""
        users = self.users
        seen = set(constants)
        todo = list(seen)
        while todo:
            for user in users[todo.pop()]:
                if user <= limit and user not in seen:
                    seen.add(user)
                    todo.append(user)
        return sorted(seen)


def changed(
    program: Program, base: Sequence[Any], affected: Iterable[int], point: Mapping[str, Any]
) -> dict[int, Any] | None:
    """New values of the affected nodes that differ from the base; None if some of them has none."""
    nodes = program.nodes
    new: dict[int, Any] = {}
    try:
        for at in affected:
            node = nodes[at]
            op = node[0]
            if op == "var":
                value = point[node[1]]
            elif len(node) == 3:
                a, b = node[1], node[2]
                value = FUNCTIONS[op](new[a] if a in new else base[a], new[b] if b in new else base[b])
            else:
                value = FUNCTIONS[op](*[new[p] if p in new else base[p] for p in node[1:]])
            if value != base[at] or value.__class__ is not base[at].__class__:
                new[at] = value
    except _FAILED:
        return None
    return new


def _evaluate(node: Node, values: Any, point: Mapping[str, Any]) -> Any:
    op = node[0]
    if op == "const":
        return node[1]
    if len(node) == 3:
        return FUNCTIONS[op](values[node[1]], values[node[2]])
    if op == "var":
        return point[node[1]]
    return FUNCTIONS[op](*[values[part] for part in node[1:]])


def _cone(nodes: Sequence[Node], targets: Iterable[int]) -> list[int]:
    """The targets and all that they depend on, in order."""
    seen: set[int] = set()
    todo = list(targets)
    while todo:
        at = todo.pop()
        if at not in seen:
            seen.add(at)
            node = nodes[at]
            if node[0] not in _LEAVES:
                todo.extend(node[1:])
    return sorted(seen)
