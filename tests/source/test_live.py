"""A tree that has followed edits is the tree of the text, once its spans are put where they stand now."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bench.lsp_storm import Storm
from shapecheck.source import ir, parse
from shapecheck.source.live import LiveSource, Replaced

ROOT = Path(__file__).parents[2]
SOURCE = """import torch


class Net:
    @property
    def size(self):
        # its size
        return 3

    def forward(self, x):
        y = x + 1  # one more
        return y


def last(x):
    return x
"""


def placed(node: Any, live: LiveSource) -> Any:
    """The node with real spans."""
    if isinstance(node, ir.Span):
        return live.real(node)
    if isinstance(node, tuple):
        parts = [placed(part, live) for part in node]
        return type(node)(*parts) if hasattr(node, "_fields") else tuple(parts)
    return node


def assert_same(live: LiveSource, text: str) -> None:
    fresh = parse(text, "net.py")
    if isinstance(fresh, ir.SyntaxProblem):
        assert live.problem == fresh
        return
    assert live.problem is None
    assert placed(live.file.body, live) == fresh.body
    assert sorted(placed(live.file.comments, live)) == sorted(fresh.comments)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("y = x + 1", "y = (x +\n            2)"),
        ("        return y\n", "        return y\n        # behind it\n"),
        ("        return y\n", "        z = y\n        return z\n"),
        ("return 3", '"""said"""\n        return 4'),
        ("    return x\n", "    yield x\n    w = 1\n"),
        ("    return x\n", "    def g():\n        nonlocal x\n        x = 1\n    return g\n"),
        ("y = x + 1  # one more", "@f\n        def y(): pass"),
    ],
)
def test_a_body_is_read_for_itself(old: str, new: str) -> None:
    live = LiveSource(SOURCE, "net.py")
    text = SOURCE.replace(old, new)
    before = live.file.body[0]
    assert isinstance(live.update(text), Replaced)
    assert live.file.body[0] is before
    assert_same(live, text)
    live.update(SOURCE)
    assert_same(live, SOURCE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("import torch", "import torch.nn"),
        ("def forward(self, x):", "def forward(self, x, z):"),
        ("        y = x + 1  # one more\n        return y", "      y = x + 1\n      return y"),
        ("    return x\n", "    return x\n\n\ndef more(): pass\n"),
        ("y = x + 1", "y = '''"),
        ("return 3", "return 3 \\"),
        ("        y = x + 1  # one more\n        return y\n", ""),
        ("y = x + 1", "break"),
        ("y = x + 1", "global x"),
        ("return 3", "nonlocal x"),
    ],
)
def test_what_is_more_than_a_body(old: str, new: str) -> None:
    live = LiveSource(SOURCE, "net.py")
    text = SOURCE.replace(old, new)
    assert not isinstance(live.update(text), Replaced)
    assert_same(live, text)
    live.update(SOURCE)
    assert_same(live, SOURCE)


@pytest.mark.parametrize("seed", range(8))
def test_after_a_storm(seed: int) -> None:
    text = SOURCE if seed % 2 else (ROOT / "examples/right/attention.py").read_text(encoding="utf-8")
    wind, live = Storm(text, seed), LiveSource(text, "net.py")
    for _ in range(150):
        wind.edit()
        live.update(wind.text)
        assert_same(live, wind.text)
