"""The runner of the cases notices what it should."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.markdown import checker_side
from tests.markdown.parse import Case, parse_document
from tests.markdown.shortform import matches_value, parse_short, short

TENSOR = {"kind": "tensor", "shape": ["b", "h*w", 3], "dtype": "int64"}
VALUES: list[tuple[str, dict[str, Any]]] = [
    ("[b, w * h, 3]", TENSOR),
    ("int64[b, h*w, 3]", TENSOR),
    ("[1]", {"kind": "tensor", "shape": [1], "dtype": None}),
    ("float32[]", {"kind": "tensor", "shape": [], "dtype": "float32"}),
    ("[_, *s]", {"kind": "tensor", "shape": [None, "*s"], "dtype": None}),
    ("tensor", {"kind": "tensor", "shape": None, "dtype": None}),
    ("(1, -2)", {"kind": "tuple", "items": [{"kind": "int", "value": 1}, {"kind": "int", "value": -2}]}),
    ("list('a')", {"kind": "list", "items": [{"kind": "str", "value": "a"}]}),
    ("{'n': 0.5}", {"kind": "dict", "items": {"n": {"kind": "float", "value": 0.5}}}),
    ("True", {"kind": "bool", "value": True}),
    ("None", {"kind": "none"}),
    ("n + 1", {"kind": "int", "value": "1 + n"}),
    ("int", {"kind": "int", "value": None}),
    ("object(Cls)", {"kind": "object", "class": "pkg.Cls"}),
    ("unknown", {"kind": "unknown"}),
    (
        "[2] | None",
        {"kind": "union", "of": [{"kind": "none"}, {"kind": "tensor", "shape": [2], "dtype": None}]},
    ),
]


@pytest.mark.parametrize(("text", "value"), VALUES, ids=[text for text, _ in VALUES])
def test_short_forms(text: str, value: dict[str, Any]) -> None:
    assert matches_value(parse_short(text), value)
    assert matches_value(parse_short(short(value, dtypes=True)), value)
    others = [other for _, other in VALUES if other != value]
    assert not any(matches_value(parse_short(text), other) for other in others)


@pytest.mark.parametrize(
    "text", ["[b, h + w, 3]", "float32[b, h * w, 3]", "[b, h, 3]", "[b, h * w]", "[b, _, 3]"]
)
def test_short_forms_that_differ(text: str) -> None:
    assert not matches_value(parse_short(text), TENSOR)


def document(folder: Path, *blocks: str) -> list[Case]:
    path = folder / "topic.md"
    path.write_text("".join(f"Why.\n\n```python\n{block}\n```\n\n" for block in blocks), encoding="utf-8")
    return parse_document(path)


WRONG = {
    "another shape": "import torch\nreveal_shape(torch.rand(2, 3))  # revealed: [3, 2]",
    "another dtype": "import torch\nreveal_shape(torch.rand(2, 3))  # revealed: int64[2, 3]",
    "nothing raised": 'x = 1  # error: [impossible-shape] "1"',
    "raised elsewhere": "import torch\ntorch.rand(2) @ torch.rand(3)",
    "not reached": "def f(x):\n    reveal_shape(x)  # revealed: [2]",
    "two sizes of one name": "import torch\nreveal_shape(torch.rand(2, 3))  # revealed: [n, n]",
}


@pytest.mark.parametrize("block", WRONG.values(), ids=WRONG.keys())
def test_torch_disagrees(block: str, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from tests.markdown import torch_side

    (case,) = document(tmp_path, block)
    assert torch_side.problems(case)


def test_checker_disagrees(tmp_path: Path) -> None:
    (case,) = document(tmp_path, 'x = 1  # error: [impossible-shape] "1"\nreveal_shape(x)  # revealed: 1')
    path = case.program.name
    one = {"start": {"line": 1, "column": 1}}
    two = {"start": {"line": 2, "column": 1}}
    said = {"path": path, "range": one, "rule": "impossible-shape", "severity": "error", "message": "size 1"}
    seen = {"path": path, "range": two, "value": {"kind": "int", "value": 1}}
    assert not checker_side.problems(case, checker_side.Answer([said], [seen]))
    assert checker_side.problems(case, checker_side.Answer([], [seen]))
    assert checker_side.problems(case, checker_side.Answer([said], []))
    assert checker_side.problems(case, checker_side.Answer([said, said], [seen]))
    assert checker_side.problems(case, checker_side.Answer([{**said, "message": "size 2"}], [seen]))


def test_update_rewrites_reveals(tmp_path: Path) -> None:
    (case,) = document(tmp_path, "x = 1\nreveal_shape(x)  # revealed: 2")
    seen = {"path": case.program.name, "range": {"start": {"line": 2}}, "value": {"kind": "int", "value": 1}}
    checker_side.update(case, checker_side.Answer([], [seen]))
    assert "reveal_shape(x)  # revealed: 1\n" in case.document.read_text(encoding="utf-8")
