"""The text of `infer` and `summary`, from their documents."""

from __future__ import annotations

from typing import Any

from shapecheck.check.value_text import value_text


def infer_text(document: dict[str, Any]) -> str:
    """`forward(x: float32[B, 3, H, W])  requires H >= 32  ->  float32[B, 1000]`"""
    inputs = ", ".join(f"{name}: {value_text(value)}" for name, value in document["inputs"].items())
    name = document["target"].rpartition(":")[2]
    requires = f"  requires {', '.join(document['requires'])}" if document["requires"] else ""
    return f"{name}({inputs}){requires}  ->  {value_text(document['output'])}\n"


def solve_text(document: dict[str, Any]) -> str:
    """`found: x: float32[7, 3, 1, 1]`, or the places that contradict each other, one a line."""
    if document["result"] == "found":
        inputs = ", ".join(f"{name}: {value_text(value)}" for name, value in document["inputs"].items())
        return f"found: {inputs}\n"
    if document["result"] == "unknown":
        return "unknown\n"
    lines = ["impossible:"]
    for one in document["conflict"]:
        start = one["range"]["start"]
        lines.append(f"  {one['path']}:{start['line']}:{start['column']}: {one['message']}")
    return "\n".join(lines) + "\n"


def summary_text(document: dict[str, Any]) -> str:
    """A table of layers, the total below."""
    rows = [("layer", "class", "output", "parameters")]
    for layer in document["layers"]:
        cls = layer["class"].rpartition(".")[2]
        rows.append((layer["name"], cls, value_text(layer["output"]), _count(layer["parameters"])))
    rows.append(("", "", value_text(document["output"]), _count(document["parameters"])))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        f"{name:<{widths[0]}}  {cls:<{widths[1]}}  {output:<{widths[2]}}  {count:>{widths[3]}}"
        for name, cls, output, count in rows
    ]
    rule = "-" * max(map(len, lines))
    return "".join(f"{line}\n" for line in [lines[0], rule, *lines[1:-1], rule, lines[-1]])


def _count(parameters: int | str | None) -> str:
    if parameters is None:
        return "?"
    return f"{parameters:,}" if isinstance(parameters, int) else parameters
