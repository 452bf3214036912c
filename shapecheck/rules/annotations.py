"""Annotations of parameters: `Tensor["*N C", integral] | None`, `Pair | Padding`, `Sequence[Tensor]`."""

from __future__ import annotations

import ast
from typing import NamedTuple

from shapecheck.rules.array_kinds import ARRAY
from shapecheck.rules.errors import StubError
from shapecheck.rules.kinds import KINDS, NONE, TENSOR, IntsKind, Kind, SequenceKind, TensorKind, UnionKind
from shapecheck.rules.patterns import Pattern, parse_pattern


class Annotation(NamedTuple):
    """`pattern` and `dtype` speak of the tensor when the value is one."""

    kind: Kind
    pattern: Pattern | None = None
    dtype: ast.expr | None = None
    is_only_tensor: bool = False
    is_dims: bool = False


def read_annotation(node: ast.expr) -> Annotation:
    """What the annotation says."""
    members = _members(node)
    read = [_read_member(member) for member in members]
    if len(read) == 1:
        return read[0]
    tensors = [one for one in read if one.pattern is not None or one.dtype is not None]
    if len(tensors) > 1:
        raise StubError(node.lineno, "one pattern for a parameter")
    pattern, dtype = (tensors[0].pattern, tensors[0].dtype) if tensors else (None, None)
    return Annotation(
        UnionKind([one.kind for one in read]), pattern, dtype, is_dims=any(one.is_dims for one in read)
    )


def _members(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*_members(node.left), *_members(node.right)]
    return [node]


def _read_member(node: ast.expr) -> Annotation:
    if isinstance(node, ast.Constant) and node.value is None:
        return Annotation(NONE)
    if isinstance(node, ast.Name):
        kind = KINDS.get(node.id)
        if kind is None:
            raise StubError(node.lineno, f"`{node.id}` is no kind of parameter")
        return Annotation(kind, is_only_tensor=isinstance(kind, TensorKind), is_dims=node.id == "Dims")
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        return _read_subscript(node, node.value.id)
    raise StubError(node.lineno, f"`{ast.unparse(node)}` is no annotation of the stub language")


def _read_subscript(node: ast.Subscript, name: str) -> Annotation:
    if name in ("Tensor", "Array"):
        elements = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        first = elements[0]
        if not (isinstance(first, ast.Constant) and isinstance(first.value, str)) or len(elements) > 2:
            raise StubError(node.lineno, 'a tensor is written Tensor["N C"] or Tensor["N C", dtype]')
        dtype = elements[1] if len(elements) == 2 else None
        return Annotation(TENSOR if name == "Tensor" else ARRAY, parse_pattern(first.value, node.lineno), dtype, True)
    if name in ("Sequence", "tuple", "list"):
        inner = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) else node.slice
        item = read_annotation(inner).kind
        return Annotation(IntsKind("Ints") if item is KINDS["int"] else SequenceKind(item))
    raise StubError(node.lineno, f"`{name}[...]` is no annotation of the stub language")
