"""Evaluates the original program at points: whole, and again where little has changed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from shapecheck.symbolic.smt.program import Node, Program
from shapecheck.symbolic.smt.values import FUNCTIONS

_LEAVES = frozenset(("const", "var"))
_FAILED = (ZeroDivisionError, TypeError, AttributeError)
"""What an operation raises that has no exact value: a division by zero, arithmetic on an irrational."""

Function = Callable[..., Any]
Instruction = tuple[int, Function, int, int]
"""(slot, function, slot, slot): slot = function(slot, slot). An operator of one operand gets it twice."""


class Evaluator:
    """Values of the nodes that asserts depend on; the rest is evaluated when it is asked for."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._asserted = [one.node for one in program.asserts]
        self._unknowns: list[tuple[int, str]] = []
        self._begin: list[Any] = [None] * len(program.nodes)
        """The slots before an evaluation: one a node, with the values of literals, and some more."""
        self.needed: list[int] = []
        """The nodes that asserts depend on, in order."""
        self._code: list[Instruction] = []
        """Their operators, in order."""
        self._compile()
        self._reached: dict[frozenset[int], list[int]] = {}

    def _compile(self) -> None:
        """From the last node to the first: an operand is numbered before its operator."""
        nodes, begin, functions = self.program.nodes, self._begin, FUNCTIONS
        needed, code = self.needed, self._code
        wanted = bytearray(len(nodes))
        for at in self._asserted:
            wanted[at] = 1
        at = wanted.rfind(1)
        while at >= 0:
            needed.append(at)
            node = nodes[at]
            op = node[0]
            if op == "const":
                begin[at] = node[1]
            elif op == "var":
                self._unknowns.append((at, node[1]))
            elif op == "ite":
                wanted[node[1]] = wanted[node[2]] = wanted[node[3]] = 1
                code.append((at, _chosen, node[1], len(begin)))
                code.append((len(begin), _pair, node[2], node[3]))
                begin.append(None)
            else:
                a, b = node[1], node[-1]
                wanted[a] = wanted[b] = 1
                code.append((at, functions[op] if len(node) == 3 else _OF_ONE[op], a, b))
            at = wanted.rfind(1, 0, at)
        needed.reverse()
        code.reverse()

    def values(self, point: Mapping[str, Any]) -> list[Any] | None:
        """The value of every node that an assert needs; None if some of them has none."""
        out = self._at(point)
        try:
            for at, function, a, b in self._code:
                out[at] = function(out[a], out[b])
        except _FAILED:
            return None
        return out

    def known_values(self, point: Mapping[str, Any]) -> list[Any]:
        """The same; what has no value is None, and so is most that depends on it."""
        out = self._at(point)
        for at, function, a, b in self._code:
            try:
                out[at] = function(out[a], out[b])
            except _FAILED:
                continue
        return out

    def _at(self, point: Mapping[str, Any]) -> list[Any]:
        out = self._begin.copy()
        for at, name in self._unknowns:
            out[at] = point[name]
        return out

    def violated(self, values: Sequence[Any]) -> list[int]:
        """The indices of the asserts that do not hold."""
        return [index for index, at in enumerate(self._asserted) if values[at] is not True]

    def holds(self, point: Mapping[str, Any]) -> bool:
        """Whether every assert of the original program has a value there and it is true."""
        values = self.values(point)
        return values is not None and not self.violated(values)

    def value_of(self, node: int, point: Mapping[str, Any]) -> Any:
        """The value of any node; ZeroDivisionError where it has none."""
        nodes = self.program.nodes
        out: dict[int, Any] = {}
        for at in cone(nodes, (node,)):
            out[at] = _evaluate(nodes[at], out, point)
        return out[node]

    # ---------------------------------------------------------------- what changes with an unknown

    @cached_property
    def users(self) -> list[list[int]]:
        """The nodes that use each node, among those that asserts need."""
        out: list[list[int]] = [[] for _ in self.program.nodes]
        for at in self.needed:
            node = self.program.nodes[at]
            if node[0] not in _LEAVES:
                for part in node[1:]:
                    out[part].append(at)
        return out

    def affected(self, constants: frozenset[int], limit: int) -> list[int]:
        """The nodes up to `limit` whose value may change with these constants, in order."""
        reached = self._reached.get(constants)
        if reached is None:
            reached = self._reached[constants] = _reached(self.users, constants)
        return reached[: bisect_right(reached, limit)]


def _reached(users: Sequence[Sequence[int]], constants: Iterable[int]) -> list[int]:
    """The constants and all that depends on them, in order."""
    seen = set(constants)
    todo = list(seen)
    while todo:
        for user in users[todo.pop()]:
            if user not in seen:
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
    if op == "var":
        return point[node[1]]
    return FUNCTIONS[op](*[values[part] for part in node[1:]])


def cone(nodes: Sequence[Node], targets: Iterable[int]) -> list[int]:
    """The targets and all that they depend on, in order: an operand is numbered before its operator."""
    needed = bytearray(len(nodes))
    for at in targets:
        needed[at] = 1
    out = []
    at = needed.rfind(1)
    while at >= 0:
        out.append(at)
        node = nodes[at]
        if node[0] not in _LEAVES:
            for part in node[1:]:
                needed[part] = 1
        at = needed.rfind(1, 0, at)
    out.reverse()
    return out


def _of_one(function: Function) -> Function:
    return lambda a, _: function(a)


def _not(a: bool, _: bool) -> bool:
    return not a


def _pair(a: Any, b: Any) -> tuple[Any, Any]:
    return a, b


def _chosen(cond: bool, pair: tuple[Any, Any]) -> Any:
    return pair[0] if cond else pair[1]


_OF_ONE: dict[str, Function] = {
    "not": _not,
    **{op: _of_one(FUNCTIONS[op]) for op in ("neg", "abs", "to_real", "to_int", "ceil", "sqrt")},
}
