"""A file whose top-level code takes more steps than there are is not called ok."""

from __future__ import annotations

from pathlib import Path

import pytest

from shapecheck.interpret import world
from shapecheck.interpret.session import Session

TEXT = """
total = 0
while total < 1000:
    total += 1
"""


@pytest.mark.parametrize(("steps", "status"), [(200, "budget"), (200_000, "ok")])
def test_top_level_code(steps: int, status: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world, "MODULE_BUDGET", steps)
    file = tmp_path / "long.py"
    file.write_text(TEXT, encoding="utf-8")
    assert Session([tmp_path], []).analyze(file, "long.py").status == status
