"""A VALUE of the JSON contract as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def value_text(value: Mapping[str, Any]) -> str:
    """The value as a person writes it: `float32[B, 64, H//2]`, `(float32[4, 10], {'n': 4})`."""
    kind = value["kind"]
    if kind == "tensor":
        dtype, shape = value["dtype"] or "Tensor", value["shape"]
        return f"{dtype} of unknown shape" if shape is None else f"{dtype}[{', '.join(map(_shown, shape))}]"
    if kind in ("int", "float", "bool", "str"):
        known = value["value"]
        if known is None:
            return str(kind)
        return repr(known) if kind != "int" else str(known)
    if kind in ("tuple", "list"):
        return _sequence_text(kind, value["items"])
    if kind == "dict":
        return "{" + ", ".join(f"{key!r}: {value_text(item)}" for key, item in value["items"].items()) + "}"
    if kind == "object":
        return str(value["class"])
    if kind == "union":
        return " | ".join(map(value_text, value["of"]))
    return "None" if kind == "none" else "unknown"


def _shown(size: int | str | None) -> str:
    return "?" if size is None else str(size)


def _sequence_text(kind: str, items: list[Mapping[str, Any]] | None) -> str:
    if items is None:
        return str(kind)
    inside = ", ".join(map(value_text, items))
    if kind == "list":
        return f"[{inside}]"
    return f"({inside},)" if len(items) == 1 else f"({inside})"
