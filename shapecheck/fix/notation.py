"""Inferred values as jaxtyping annotations: `Float[Tensor, "b 3 h w"]`."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Mapping
from typing import Any

_KINDS = {"float": "Float", "bfloat": "Float", "int": "Int", "uint": "UInt", "bool": "Bool", "complex": "Complex"}


def annotation_of(value: Mapping[str, Any], bound: Collection[str]) -> str | None:
    """The annotation of a VALUE of the JSON contract; None if it says nothing of a shape.

    `bound` are the names that the parameters bind: only over those may an expression be written, because
    jaxtyping evaluates it where it stands.
    """
    if value["kind"] == "tensor" and value["shape"] is not None:
        dims, names = [], set(bound)
        for size in value["shape"]:
            dims.append(_dim(size, names))
            if isinstance(size, str) and size.isidentifier():
                names.add(size)  # what stands further to the left is bound too
        return f'{_kind(value["dtype"])}[Tensor, "{" ".join(dims)}"]'
    if value["kind"] == "tuple" and value["items"]:
        items = [annotation_of(item, bound) for item in value["items"]]
        return None if None in items else f"tuple[{', '.join(map(str, items))}]"
    return None


def kinds_in(annotation: str) -> set[str]:
    """The names of jaxtyping that an annotation uses."""
    return {name for name in (*_KINDS.values(), "Shaped") if f"{name}[" in annotation}


def names_bound(values: Iterable[Mapping[str, Any]]) -> set[str]:
    """The plain names of dims in the values of parameters."""
    found: set[str] = set()
    for value in values:
        if value["kind"] == "tensor":
            found.update(size for size in value["shape"] or () if isinstance(size, str) and size.isidentifier())
    return found


def _kind(dtype: str | None) -> str:
    if dtype is None:
        return "Shaped"
    return _KINDS.get(dtype.rstrip("0123456789_"), "Shaped")


def _dim(size: int | str | None, bound: Collection[str]) -> str:
    if size is None:
        return "_"
    if isinstance(size, int):
        return str(size)
    if size.isidentifier() or (size.startswith("*") and size[1:].isidentifier()):
        return size
    names = {node.id for node in ast.walk(ast.parse(size)) if isinstance(node, ast.Name)} - {"min", "max"}
    return size.replace(" ", "") if names <= set(bound) else "_"
