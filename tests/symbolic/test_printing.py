"""How expressions are written; that what is written is read back is in test_expr."""

from __future__ import annotations

from shapecheck.symbolic import bcast, symbol
from shapecheck.values.present import size_text


def test_an_expression_that_repeats_itself_is_not_written_out() -> None:
    size = symbol("H", 0, None)
    for level in range(60):
        size = bcast(size // 2 + 1, size + level) if level % 2 else (size * 3 + level) // 2 + size * 2
    text = str(size)
    assert "(...)" in text
    assert len(text) < 100_000
    assert size_text(size, {}) is None
