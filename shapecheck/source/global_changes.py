"""What the functions of a module change of what it leaves behind: its globals, the attributes of its classes, and the
items of both. A walk over the IR, which runs nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from shapecheck.source import ir
from shapecheck.source.walking import GROWING, last_name, nodes_in, own_statements


class Change(NamedTuple):
    """A function counts in a name of the module (`owner` is then empty) or in an attribute of the class `owner`: `seen
    += 1`; with `is_item` it changes the item `key` of it, or with no `key` puts items into it or takes them out.

    `looks` is true where the function looks at it, too: `if key not in table: table[key] = made()` keeps what it has
    made. What a function sets to something else (`global mode`, `state["mode"] = mode`) is no change of this kind: who
    sets it chooses how the module works, and what it chooses by itself is what a reader takes it for.
    """

    owner: str
    name: str
    function: str
    is_item: bool = False
    key: ir.Literal = None
    looks: bool = False


def global_changes(body: Sequence[ir.Statement]) -> tuple[Change, ...]:
    """The changes that the functions of a module make when they are called."""
    classes = {node.name for node in own_statements(body) if isinstance(node, ir.ClassDef)}
    return tuple(_changes_in(body, classes, "", frozenset()))


def _changes_in(
    body: Sequence[ir.Statement], classes: Set[str], cls: str, hidden: Set[str]
) -> Iterator[Change]:
    """`cls` is the class around the body, `hidden` are the names that functions around it have for themselves."""
    for node in own_statements(body):
        if isinstance(node, ir.ClassDef):
            yield from _changes_in(node.body, classes, node.name if node.name in classes else "", hidden)
        elif isinstance(node, ir.FunctionDef):
            declared = {
                name for one in own_statements(node.body) if isinstance(one, ir.Global) for name in one.names
            }
            inner = (hidden | node.locals) - declared
            yield from _Function(node, classes, cls, declared, inner).changes()
            yield from _changes_in(node.body, classes, cls, inner)


class _Function(NamedTuple):
    """A function of the module: `declared` are the names that it declares as global, `hidden` those that are none."""

    node: ir.FunctionDef
    classes: Set[str]
    cls: str
    declared: Set[str]
    hidden: Set[str]

    def changes(self) -> Iterator[Change]:
        found = list(self._written())
        for owner, name, is_item, key in found:
            writes = sum(other[:2] == (owner, name) for other in found)
            looks = self._mentions(owner, name) > writes
            yield Change(owner, name, self.node.name, is_item, key, looks)

    def _written(self) -> Iterator[tuple[str, str, bool, ir.Literal]]:
        for target, counts in self._targets():
            place = target
            while isinstance(place, ir.Subscript):
                place = place.value
            found = self._place(place, is_bound=place is target)
            if found is not None and (counts or place is not target):
                yield (*found, place is not target, _written_key(target, place) if counts else None)
        for grown in _grown(self.node.body):
            found = self._place(grown, is_bound=False)
            if found is not None:
                yield (*found, True, None)

    def _targets(self) -> Iterator[tuple[ir.Expression, bool]]:
        """What the statements bind or change, and whether they add to what is there."""
        for node in own_statements(self.node.body):
            if isinstance(node, ir.AugAssign):
                yield node.target, True
            elif isinstance(node, (ir.Assign, ir.Delete)):
                for target in node.targets:
                    for part in ir.bound_targets(target):
                        yield part, False

    def _place(self, node: object, is_bound: bool) -> tuple[str, str] | None:
        """The class, if there is one, and the name that an expression stands for."""
        if isinstance(node, ir.Name):
            is_global = node.id in self.declared if is_bound else node.id not in self.hidden
            return ("", node.id) if is_global else None
        owner = self._class_of(node.value) if isinstance(node, ir.Attribute) else ""
        return (owner, node.attr) if owner and isinstance(node, ir.Attribute) else None

    def _class_of(self, node: ir.Expression) -> str:
        """The class that `A`, `cls`, `type(self)` and `self.__class__` stand for."""
        if isinstance(node, ir.Name) and node.id in self.classes and node.id not in self.hidden:
            return node.id
        first = self.node.params[0].name if self.node.params else ""
        is_class_method = any(last_name(decorator) == "classmethod" for decorator in self.node.decorators)
        if isinstance(node, ir.Name):
            return self.cls if is_class_method and node.id == first else ""
        if isinstance(node, ir.Call):
            of = node.args[0] if last_name(node.func) == "type" and len(node.args) == 1 else None
        else:
            of = node.value if isinstance(node, ir.Attribute) and node.attr == "__class__" else None
        return self.cls if isinstance(of, ir.Name) and of.id == first else ""

    def _mentions(self, owner: str, name: str) -> int:
        if owner:
            return sum(isinstance(node, ir.Attribute) and node.attr == name for node in nodes_in(self.node.body))
        return sum(isinstance(node, ir.Name) and node.id == name for node in nodes_in(self.node.body))


_PASSED_BY = frozenset({ir.FunctionDef, ir.ClassDef, ir.Span, ir.Name, ir.Constant})


def _written_key(target: ir.Expression, place: ir.Expression) -> ir.Literal:
    """The literal key of the item of `place` that a statement adds to; None where there is none."""
    if isinstance(target, ir.Subscript) and target.value is place and isinstance(target.index, ir.Constant):
        return target.index.value
    return None


def _grown(body: Sequence[ir.Statement]) -> Iterator[ir.Expression]:
    """What a body calls a growing method of; functions and classes that it defines are not looked into."""
    pending: list[tuple[object, ...]] = [tuple(body)]
    while pending:
        node = pending.pop()
        if type(node) is ir.Call and type(node.func) is ir.Attribute and node.func.attr in GROWING:
            yield node.func.value
        pending += [part for part in node if isinstance(part, tuple) and type(part) not in _PASSED_BY]
