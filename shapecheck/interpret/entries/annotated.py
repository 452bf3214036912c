"""What annotations say, as they are written: the members of a union, what is outermost, the class that is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set

from shapecheck.interpret.declarations.reading import class_of, expression_of, value_of
from shapecheck.interpret.importing import lazy_modules
from shapecheck.interpret.machine import Machine
from shapecheck.source import ir
from shapecheck.source.walking import last_name, nodes_in, once_per_node
from shapecheck.values import ClassValue, TypeExpression, Unknown, Value

TENSORS = frozenset({"Tensor", "FloatTensor", "HalfTensor", "LongTensor", "IntTensor", "BoolTensor", "Variable"})


def outer_name(annotation: TypeExpression) -> str:
    """`Optional` of `typing.Optional[int]`, and what is outermost in a string."""
    node = unquoted(annotation.node)
    return last_name(node.value if isinstance(node, ir.Subscript) else node)


def may_be_tensor(annotation: TypeExpression) -> bool:
    """Whether one of what the annotation names is a tensor."""
    return any(last_name(one) in TENSORS for one in members(annotation.node))


@once_per_node
def taken_apart(function: ir.FunctionDef | ir.Lambda) -> frozenset[str]:
    """Names of which the function only hands single items to layers, at least two of them: `self.a(x[0])`,
    `self.b(x[1])`. It is passed a list of feature maps, also where somebody has written that it is a tensor."""
    handed: dict[str, set[tuple[str, int]]] = {}
    reads, of_items = Counter[str](), Counter[str]()
    for part in nodes_in(function.body):
        if isinstance(part, ir.Name):
            reads[part.id] += 1
        elif (item := _item_of(part)) is not None:
            of_items[item[0]] += 1
        elif isinstance(part, ir.Call) and isinstance(part.func, ir.Attribute):
            for name, number in filter(None, map(_item_of, part.args)):
                handed.setdefault(name, set()).add((part.func.attr, number))
    only_items = (name for name in handed if reads[name] == of_items[name])
    return frozenset(name for name in only_items if all(len(set(parts)) > 1 for parts in zip(*handed[name])))


def _item_of(node: object) -> tuple[str, int] | None:
    """`x` and 1 of `x[1]`."""
    if isinstance(node, ir.Subscript) and isinstance(node.value, ir.Name) and isinstance(node.index, ir.Constant):
        return (node.value.id, node.index.value) if type(node.index.value) is int else None
    return None


def is_of_class_elsewhere(machine: Machine, annotation: TypeExpression, words: Set[str]) -> bool:
    """Whether an annotation names a class that is not followed, and no tensor: `column: pyarrow.ChunkedArray`,
    `mesh: torch.distributed.device_mesh.DeviceMesh`."""
    if any("tensor" in word.lower() for word in words):
        return False
    namespace = annotation.module.namespace
    if any(isinstance(namespace.get(word), Unknown) for word in words):
        return True
    named = [unquoted(node) for node in members(unquoted(annotation.node)) if not is_none(node)]
    written = [
        TypeExpression(node, annotation.scope, annotation.module, annotation.file)
        for node in named
        if isinstance(node, ir.Attribute)
    ]
    if any(isinstance(value_of(machine, one), Unknown) for one in written):
        return True
    return isinstance(_told(machine, annotation), Unknown)


def are_other_classes(machine: Machine, annotation: TypeExpression) -> bool:
    """Whether all that is named are classes of which the source is known, none of them below Tensor: what they have,
    they say themselves, be it `size` or `shape`."""
    nodes = [node for node in members(annotation.node) if not is_none(node)]
    named = [TypeExpression(node, annotation.scope, annotation.module, annotation.file) for node in nodes]
    found = [class_named(machine, one) for one in named]
    return bool(found) and all(
        cls is not None and cls.site is not None and cls.is_complete and machine.world.tensor_class not in cls.mro
        for cls in found
    )


def class_named(machine: Machine, annotation: TypeExpression) -> ClassValue | None:
    """The class that is named, which may be imported for type checkers alone."""
    cls = class_of(machine, annotation)
    if cls is not None:
        return cls
    told = _told(machine, annotation)
    return told if isinstance(told, ClassValue) else None


def _told(machine: Machine, annotation: TypeExpression) -> Value:
    """What is imported for type checkers alone by the name in the annotation."""
    with machine.trial():
        return lazy_modules.told_type_checkers(machine, annotation.module, unquoted(annotation.node))


def unquoted(node: ir.Expression) -> ir.Expression:
    if isinstance(node, ir.Constant) and isinstance(node.value, str):
        return expression_of(node.value) or node
    return node


def members(node: ir.Expression) -> Sequence[ir.Expression]:
    """The members of a union, or the one thing that is named."""
    node = unquoted(node)
    if isinstance(node, ir.BinOp) and node.op == "|":
        return [*members(node.left), *members(node.right)]
    if isinstance(node, ir.Subscript) and last_name(node.value) in ("Optional", "Union"):
        items = ir.alternatives(node.index)
        none = [ir.Constant(node.span, None)] if last_name(node.value) == "Optional" else []
        return [member for one in (*items, *none) for member in members(one)]
    return [node]


def is_none(node: ir.Expression) -> bool:
    return isinstance(node, ir.Constant) and node.value is None
