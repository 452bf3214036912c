"""A VALUE of the JSON contract as a frozen value again: the inverse of `present`, over display names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from shapecheck.symbolic.parsing import parse
from shapecheck.values.freeze import (
    NONE,
    UNKNOWN,
    Frozen,
    FrozenDict,
    FrozenObject,
    FrozenScalar,
    FrozenSequence,
    FrozenTensor,
    FrozenUnion,
    Size,
)
from shapecheck.values.shape import Star


def frozen(value: Mapping[str, Any]) -> Frozen:
    """The value; its sizes are expressions over what people see."""
    kind = value["kind"]
    if kind == "tensor":
        shape = value["shape"]
        return FrozenTensor(None if shape is None else tuple(map(_size, shape)), value["dtype"])
    if kind in ("int", "float", "bool", "str"):
        known = value["value"]
        return FrozenScalar(kind, parse(known) if kind == "int" and isinstance(known, str) else known)
    if kind in ("tuple", "list"):
        items = value["items"]
        return FrozenSequence(kind, None if items is None else tuple(map(frozen, items)))
    if kind == "dict":
        return FrozenDict(tuple((key, frozen(item)) for key, item in value["items"].items()))
    if kind == "object":
        return FrozenObject(value["class"])
    if kind == "union":
        return FrozenUnion(tuple(map(frozen, value["of"])))
    return NONE if kind == "none" else UNKNOWN


def _size(size: int | str | None) -> Size:
    if not isinstance(size, str):
        return size
    return _star(size[1:]) if size.startswith("*") else parse(size)


@lru_cache(maxsize=256)
def _star(name: str) -> Star:
    """Stars are equal if they are the same one: here, those of one name."""
    return Star(name, 0)
