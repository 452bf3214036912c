"""What a body reads before it binds it itself: names that a round of a loop may have from the rounds before."""

from __future__ import annotations

from collections.abc import Sequence

from shapecheck.source import ir
from shapecheck.source.scope import Scope
from shapecheck.source.walking import blocks_of, names_in, nodes_in, once_per_node


@once_per_node
def read_first(loop: ir.For | ir.While) -> frozenset[str]:
    """The names that a round may read before it binds them."""
    order = _Order()
    if isinstance(loop, ir.For):
        order._binds(loop.target)
    return frozenset(order.block(loop.body).read)


@once_per_node
def _bound_inside(node: object) -> frozenset[str]:
    """The targets of comprehensions and the parameters of lambdas, which are names of their own."""
    found: set[str] = set()
    for inner in nodes_in(node):
        if isinstance(inner, ir.For_):
            found |= names_in(inner.target)
        elif isinstance(inner, ir.Lambda):
            found.update(param.name for param in inner.params)
    return frozenset(found)


class _Order:
    """A walk in the order of execution: `read` are the names that were read unbound, `bound` those that are bound."""

    def __init__(self, bound: frozenset[str] = frozenset()) -> None:
        self.read: set[str] = set()
        self.bound = set(bound)

    def block(self, body: Sequence[ir.Statement]) -> _Order:
        for node in body:
            self._statement(node)
        return self

    def _statement(self, node: ir.Statement) -> None:
        if isinstance(node, ir.Assign):
            self._reads(node.value)
            for target in node.targets:
                self._binds(target)
        elif isinstance(node, ir.AugAssign):
            self._reads((node.value, node.target))
        elif isinstance(node, ir.AnnAssign):
            self._reads(node.value)
            if node.value is not None:
                self._binds(node.target)
        elif isinstance(node, ir.With):
            for item in node.items:
                self._reads(item.context)
                self._binds(item.target)
            self.block(node.body)
        elif isinstance(node, ir.If):
            self._one_of(node)
        elif isinstance(node, (ir.FunctionDef, ir.ClassDef)):
            self.bound.add(node.name)  # what is in it runs when it is called
        elif any(True for block in blocks_of(node) if block):
            self._perhaps(node)
        else:
            self._reads(node)

    def _one_of(self, node: ir.If) -> None:
        """A chain of `elif` without an `else` names all cases that there are."""
        chain = [node]
        while len(orelse := chain[-1].orelse) == 1 and isinstance(nested := orelse[0], ir.If):
            chain.append(nested)
        for branch in chain:
            self._reads(branch.test)
        blocks = [branch.body for branch in chain]
        if orelse or len(chain) == 1:
            blocks.append(orelse)
        sides = [_Order(frozenset(self.bound)).block(block) for block in blocks]
        for side in sides:
            self.read |= side.read
        self.bound = set.intersection(*(side.bound for side in sides))

    def _perhaps(self, node: ir.Statement) -> None:
        """A loop, a `try`, a `match`: its blocks run in their order, or not at all."""
        inside = _Order(frozenset(self.bound))
        if isinstance(node, ir.For):
            self._reads(node.iter)
            inside._binds(node.target)
        elif isinstance(node, (ir.While, ir.Match)):
            self._reads(node.test if isinstance(node, ir.While) else node.subject)
        for block in blocks_of(node):
            inside.block(block)
        self.read |= inside.read

    def _reads(self, node: object) -> None:
        self.read |= names_in(node) - self.bound - _bound_inside(node)

    def _binds(self, target: ir.Expression | None) -> None:
        if target is not None:
            scope = Scope()
            scope.bind(target)
            self.bound |= scope.bound
            if not isinstance(target, ir.Name):
                self._reads(target)  # the containers of items, the objects of attributes
