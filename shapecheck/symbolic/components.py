"""Splits what has to be found into parts that have no symbol in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Union

from shapecheck.symbolic.expr import Expr, Symbol
from shapecheck.symbolic.facts import Facts
from shapecheck.symbolic.formula import Formula, flag

Node = Union[Symbol, str]
UNLIMITED = 1 << 30


class Component(NamedTuple):
    """Unsolved symbols and flags that facts connect, and those facts."""

    symbols: list[Symbol]
    flags: list[str]
    conds: list[Formula]


class _Groups:
    """Union-find over symbols and flags."""

    def __init__(self) -> None:
        self.parent: dict[Node, Node] = {}

    def root(self, node: Node) -> Node:
        path = []
        while (up := self.parent.setdefault(node, node)) is not node:
            path.append(node)
            node = up
        for below in path:
            self.parent[below] = node
        return node

    def join(self, nodes: Sequence[Node]) -> None:
        for node in nodes[1:]:
            a, b = self.root(nodes[0]), self.root(node)
            if a is not b:
                self.parent[b] = a


def unsolved(facts: Facts, formulas: Iterable[Formula]) -> list[Symbol]:
    """The symbols that the formulas' symbols come down to, in order of appearance."""
    out: dict[Symbol, None] = {}
    seen: set[Symbol] = set()
    for formula in formulas:
        left = sorted(formula.free - seen, key=lambda symbol: symbol.key, reverse=True)
        while left:
            s = left.pop()
            if s in seen:
                continue
            seen.add(s)
            value = facts.solution(s)
            if value is None:
                out[s] = None
            elif isinstance(value, Expr):
                left += sorted(value.free - seen, key=lambda symbol: symbol.key, reverse=True)
    return list(out)


def components(facts: Facts, formulas: Sequence[Formula]) -> list[Component]:
    """The independent parts of finding a point for the facts, over all symbols of the formulas."""
    symbols = unsolved(facts, formulas)
    names = dict.fromkeys(sorted({name for formula in formulas for name in formula.flags}))
    flags = [name for name in names if isinstance(facts.simplify_condition(flag(name)), Formula)]
    conds = facts.relevant(symbols, UNLIMITED)
    listed = set(conds)
    conds += [cond for cond in facts.flagged() if cond not in listed]
    groups = _Groups()
    for cond in conds:
        nodes: list[Node] = [*sorted(cond.free, key=lambda s: s.key), *sorted(cond.flags)]
        groups.join(nodes)
    parts: dict[Node, Component] = {}
    for s in symbols:
        parts.setdefault(groups.root(s), Component([], [], [])).symbols.append(s)
    for name in flags:
        parts.setdefault(groups.root(name), Component([], [], [])).flags.append(name)
    for cond in conds:
        node = next(iter(cond.free), None) or next(iter(cond.flags), None)
        part = parts.get(groups.root(node)) if node is not None else None
        if part is not None:
            part.conds.append(cond)
    return list(parts.values())
