"""Frozen values as JSON, with the names that a person sees.

`names` maps the internal name of a symbol (or `*` and that of a star) to its display name; what is not
in it keeps its own name. See `check.naming`, which chooses them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from shapecheck.symbolic import Dim, Expr, Formula, symbol
from shapecheck.values.freeze import (
    Frozen,
    FrozenDict,
    FrozenNone,
    FrozenObject,
    FrozenScalar,
    FrozenSequence,
    FrozenTensor,
    FrozenUnion,
    Size,
)
from shapecheck.values.grammar import is_size_text
from shapecheck.values.path import base_name
from shapecheck.values.shape import Star

Names = Mapping[str, str]
_POWER = re.compile(r"\*\*(\d+)")
_NAME_BEFORE = re.compile(r"\w*\Z")
_DIVIDED = re.compile(r"(//|%) ?\Z")
MAX_POWER = 8
"""Powers up to this one are written as products: the contract's grammar has none."""


def renamed(expression: Expr | Formula, names: Names) -> Any:
    """The expression or condition over display names; two symbols never get one name (see `names`)."""
    mapping: dict[Expr, Dim] = {}
    for old in expression.symbols:
        display = names.get(old.name, old.name)
        if display != old.name:
            mapping[old] = symbol(display, *old.range)
    return expression.substitute(mapping) if mapping else expression


NAMELESS = frozenset({"?", "either", "int"})
"""Sizes that no name tells: numbers of which nothing is known, and what two branches leave."""


def is_nameless(one: Expr) -> bool:
    """Whether a symbol is one of those that no name tells."""
    return base_name(one.name) in NAMELESS


def size_text(size: Dim, names: Names) -> str | None:
    """The size in the contract's grammar, None if it cannot be written in it."""
    if isinstance(size, int):
        return str(size)
    text = with_products(str(renamed(size, names)))
    return text if is_size_text(text) else None


def with_products(text: str) -> str:
    """The text of an expression with `k*k` for `k**2`, in brackets where it is a divisor."""
    while (power := _POWER.search(text)) is not None and 0 < int(power[1]) <= MAX_POWER:
        begin = _begin_of_operand(text, power.start())
        product = "*".join([text[begin : power.start()]] * int(power[1]))
        is_divisor = _DIVIDED.search(text, 0, begin) is not None
        text = f"{text[:begin]}{f'({product})' if is_divisor else product}{text[power.end():]}"
    return text


def _begin_of_operand(text: str, end: int) -> int:
    """Where the name, call or bracket begins that ends there."""
    begin, depth = end, 0
    while text[begin - 1] == ")" or depth:
        begin -= 1
        depth += (text[begin] == ")") - (text[begin] == "(")
    name = _NAME_BEFORE.search(text, 0, begin)
    return begin if name is None else name.start()


def star_text(star: Star, names: Names) -> str:
    """`*name`"""
    return "*" + names.get(f"*{star.name}", star.name)


def present(value: Frozen, names: Names) -> dict[str, Any]:
    """The value as a VALUE of the JSON contract."""
    if isinstance(value, FrozenTensor):
        shape = None if value.shape is None else [_size(size, names) for size in value.shape]
        return {"kind": "tensor", "shape": shape, "dtype": value.dtype}
    if isinstance(value, FrozenScalar):
        known = value.value
        return {"kind": value.kind, "value": _size(known, names) if isinstance(known, Expr) else known}
    if isinstance(value, FrozenSequence):
        items = None if value.items is None else [present(item, names) for item in value.items]
        return {"kind": value.kind, "items": items}
    if isinstance(value, FrozenDict):
        return {"kind": "dict", "items": {key: present(item, names) for key, item in value.items}}
    if isinstance(value, FrozenObject):
        return {"kind": "object", "class": value.cls}
    if isinstance(value, FrozenUnion):
        return {"kind": "union", "of": [present(member, names) for member in value.of]}
    return {"kind": "none" if isinstance(value, FrozenNone) else "unknown"}


def _size(size: Size, names: Names) -> int | str | None:
    if size is None or isinstance(size, int):
        return size
    if isinstance(size, Expr) and any(map(is_nameless, size.symbols)):
        return None
    return star_text(size, names) if isinstance(size, Star) else size_text(size, names)
