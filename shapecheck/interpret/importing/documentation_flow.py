"""Statements of a function that only work out a docstring.

Scientific packages parse the docstring of each function that they decorate, add a section and write it back, in
thousands of steps a function while they are imported. What flows into a `__doc__` and nowhere else changes no shape,
so these statements are left out. (A decorator that does nothing else is not even called: `documentation`.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from shapecheck.source import ir
from shapecheck.source.walking import assigned_names, names_in, nodes_in, own_statements

if TYPE_CHECKING:
    from shapecheck.interpret.world import World

Body = tuple[ir.Statement, ...]


def followed_body(world: World, node: ir.FunctionDef) -> Body:
    """The statements of a function without those that only serve a docstring."""
    found = world.followed.get(id(node))
    if found is None or found[0] is not node:  # the node is kept, too: another may get its number
        found = world.followed[id(node)] = (node, _without_documentation(node))
    return found[1]


def _without_documentation(node: ir.FunctionDef) -> Body:
    statements = list(own_statements(node.body))
    if not any(_is_documenting(statement) for statement in statements):
        return node.body
    texts = _only_for_documentation(node, statements)
    return _left(node.body, texts) if texts else node.body


def _is_documenting(node: ir.Statement) -> bool:
    return isinstance(node, ir.Assign) and all(
        isinstance(target, ir.Attribute) and target.attr == "__doc__" for target in node.targets
    )


def _only_for_documentation(node: ir.FunctionDef, statements: Sequence[ir.Statement]) -> set[str]:
    """The largest set of local names that flow into a `__doc__` and that nothing reads but what writes one of them."""
    own = assigned_names(node.body) - {param.name for param in node.params}
    for statement in statements:
        if isinstance(statement, (ir.Global, ir.Nonlocal)):
            own -= set(statement.names)
    texts = _sources(statements, own)
    while texts:
        kept = {name for part in _read_elsewhere(node.body, texts) for name in names_in(part)}
        if texts.isdisjoint(kept):
            return texts
        texts -= kept
    return texts


def _sources(statements: Sequence[ir.Statement], own: set[str]) -> set[str]:
    """The names from which a `__doc__` is made, directly or through others."""
    sources = {name for node in statements if _is_documenting(node) for name in names_in(node)} & own
    while True:
        read = {name for node in statements if _goes(node, sources) for name in names_in(node)} & own
        if read <= sources:
            return sources
        sources |= read


def _read_elsewhere(body: Sequence[ir.Statement], texts: set[str]) -> Iterator[object]:
    """The parts of a body that stay if what is made of `texts` goes."""
    for node in body:
        if _goes(node, texts):
            continue
        blocks = _blocks(node)
        if blocks:
            parts: tuple[object, ...] = node
            yield tuple(part for field, part in zip(node._fields, parts) if field not in _BLOCKS)
            for handler in getattr(node, "handlers", ()):
                yield handler._replace(body=())
            for block in blocks:
                yield from _read_elsewhere(block, texts)
        else:
            yield node


def _goes(node: ir.Statement, texts: set[str]) -> bool:
    """Whether a statement only writes `texts` or, from them, a `__doc__`."""
    if _is_documenting(node):
        assert isinstance(node, ir.Assign)
        return not texts.isdisjoint(names_in(node.value))
    if isinstance(node, ir.Assign):
        return all(_root(target) in texts for target in node.targets) and not _binds_in_passing(node)
    if isinstance(node, ir.AugAssign):
        return _root(node.target) in texts and not _binds_in_passing(node)
    if isinstance(node, ir.Expr) and isinstance(node.value, ir.Call):
        function = node.value.func
        return isinstance(function, ir.Attribute) and _root(function) in texts and not _binds_in_passing(node)
    if isinstance(node, ir.If):
        return all(_goes(inner, texts) for inner in (*node.body, *node.orelse)) and not _binds_in_passing(
            node.test
        )
    return False


def _binds_in_passing(node: ir.Statement | ir.Expression) -> bool:
    return any(isinstance(part, (ir.NamedExpr, ir.Await, ir.Yield, ir.YieldFrom)) for part in nodes_in(node))


def _root(node: ir.Expression) -> str | None:
    while isinstance(node, (ir.Attribute, ir.Subscript)):
        node = node.value
    return node.id if isinstance(node, ir.Name) else None


_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


def _blocks(node: ir.Statement) -> list[Body]:
    if isinstance(node, (ir.FunctionDef, ir.ClassDef, ir.Match)):
        return []
    blocks: list[Body] = [getattr(node, field) for field in _BLOCKS[:3] if getattr(node, field, ())]
    return blocks + [handler.body for handler in getattr(node, "handlers", ())]


def _left(body: Sequence[ir.Statement], texts: set[str]) -> Body:
    return tuple(_trimmed(node, texts) for node in body if not _goes(node, texts))


def _trimmed(node: Any, texts: set[str]) -> ir.Statement:
    if not _blocks(node):
        return node  # type: ignore[no-any-return]
    changed: dict[str, Any] = {
        field: _left(getattr(node, field), texts) for field in _BLOCKS[:3] if getattr(node, field, ())
    }
    if getattr(node, "handlers", ()):
        changed["handlers"] = tuple(
            handler._replace(body=_left(handler.body, texts)) for handler in node.handlers
        )
    return node._replace(**changed)  # type: ignore[no-any-return]
