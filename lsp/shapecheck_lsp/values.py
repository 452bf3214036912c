"""Values as editors show them: short in hints, whole in hovers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shapecheck.check.value_text import value_text

MOST_ALTERNATIVES = 2
MOST_ITEMS = 4


def short_text(value: Mapping[str, Any], with_dtype: bool) -> str | None:
    """The shapes in a value, `[B, 64, H//2]`; None if there is nothing to say."""
    kind = value["kind"]
    if kind == "tensor":
        if value["shape"] is None:
            return None
        shape = ", ".join("?" if size is None else str(size) for size in value["shape"])
        return f"{value['dtype'] or ''}[{shape}]" if with_dtype else f"[{shape}]"
    if kind == "int":
        return None if value["value"] is None else str(value["value"])
    if kind == "union":
        return _alternatives([short_text(one, with_dtype) for one in value["of"]])
    return None


def _alternatives(texts: list[str | None]) -> str | None:
    known = list(dict.fromkeys(text for text in texts if text is not None))
    if len(known) < len(set(texts)) or len(known) > MOST_ALTERNATIVES:
        return None
    return " | ".join(known)


def clipped(text: str, longest: int) -> str:
    """The text, or its beginning."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def signature_text(document: Mapping[str, Any]) -> str:
    """`forward(x: float32[B, 3, H, W]) -> float32[B, 10]`, from a document of `infer`."""
    name = str(document["target"]).rpartition(":")[2]
    inputs = ", ".join(f"{key}: {value_text(value)}" for key, value in document["inputs"].items())
    return f"{name}({inputs}) -> {value_text(document['output'])}"


def needs(document: Mapping[str, Any]) -> list[str]:
    """Markdown on what the inputs have to satisfy, from a document of `infer`."""
    required = document["requires"]
    if "False" in required:
        return ["", "No input gets through: it always fails."]
    return ["", "needs", "", *(f"- `{one}`" for one in required)] if required else []
