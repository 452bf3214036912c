"""The usage snippets of a README: code blocks, torch's shapes in them, and reveals behind assignments."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.fetch import VERSIONS, metadata

BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
SHAPE_ERRORS = (
    "EinopsError", "RuntimeError: The size", "RuntimeError: mat1 and mat2", "RuntimeError: Expected size",
    "RuntimeError: Sizes of tensors", "RuntimeError: shape '", "RuntimeError: Given groups", "RuntimeError: einsum(",
    "RuntimeError: shape mismatch", "RuntimeError: The expanded size", "IndexError: shape mismatch", "IndexError: Dim",
)  # fmt: skip
"""How torch's errors about shapes begin."""
Json = Any


@dataclass(frozen=True)
class Expected:
    """A tensor (or nested lists of tensors) that a block assigns: its shape under torch."""

    line: int
    name: str
    shape: list[Any]


@dataclass(frozen=True)
class Snippet:
    """One code block. `error` is torch's, None if the block runs."""

    package: str
    index: int
    section: str
    code: str
    error: str | None
    expected: tuple[Expected, ...]

    @property
    def name(self) -> str:
        return f"{self.package}_{self.index:02}"

    @property
    def is_shape_error(self) -> bool:
        """Does torch refuse a shape in it (SimMIM, MAE and MPP)?"""
        return self.error is not None and self.error.startswith(SHAPE_ERRORS)


def shared_folder() -> Path:
    """The facts measured with torch: `$SHAPECHECK_SHARED`, else `shared` beside the repository."""
    given = os.environ.get("SHAPECHECK_SHARED")
    return Path(given) if given else Path(__file__).resolve().parent.parent.parent / "shared"


def load() -> list[Snippet]:
    """All snippets whose text is the one that was measured."""
    rows = json.loads((shared_folder() / "data" / "snippets.json").read_text(encoding="utf-8"))
    texts = {package: BLOCK.findall(metadata(package)) for package in {row["package"] for row in rows}}
    return [_snippet(row, texts[row["package"]][row["index"]]) for row in rows]


def _snippet(row: Json, code: str) -> Snippet:
    digest = hashlib.sha256(code.encode()).hexdigest()[:16]
    if digest != row["sha256"] or row["version"] != VERSIONS[row["package"]]:
        raise ValueError(f"block {row['index']} of {row['package']} is not the one that was measured")
    expected = tuple(Expected(s["line"], s["name"], s["shape"]) for s in row["shapes"])
    error = None if row["ok"] else row["error"]
    return Snippet(row["package"], row["index"], row["section"], code, error, expected)


def instrumented(snippet: Snippet) -> tuple[str, dict[int, int]]:
    """The code with a `reveal_shape(name)` behind each assignment: number of the expectation by line."""
    try:
        ends = _ends(ast.parse(snippet.code))
    except SyntaxError:
        return snippet.code, {}
    lines = snippet.code.splitlines()
    behind: dict[int, list[int]] = {}
    for number, expected in enumerate(snippet.expected):
        behind.setdefault(ends.get(expected.line, expected.line), []).append(number)
    result: list[str] = []
    places: dict[int, int] = {}
    for line, text in enumerate(lines, 1):
        result.append(text)
        for number in behind.get(line, ()):
            first = lines[snippet.expected[number].line - 1]
            indent = first[: len(first) - len(first.lstrip())]
            result.append(f"{indent}reveal_shape({snippet.expected[number].name})")
            places[len(result)] = number
    return "\n".join(result) + "\n", places


def _ends(tree: ast.Module) -> dict[int, int]:
    """The last line of the simple statement that covers a line."""
    ends: dict[int, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and not hasattr(node, "body"):
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                ends[line] = node.end_lineno or node.lineno
    return ends
