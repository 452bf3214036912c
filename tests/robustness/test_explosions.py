"""Values that double in every round of a loop: what would fill the memory is not known, and the analysis ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from shapecheck.interpret.session import Session

PROGRAMS = {
    "squares of a size": "n = x.shape[0]\nfor i in range(60):\n    n = n * n + i\nreturn torch.zeros(n)",
    "two sizes in turn": (
        "n, m = x.shape\nfor i in range(60):\n    n, m = n * m + 1, (n // m) % 7 + min(n, m)\nreturn torch.zeros(n)"
    ),
    "squares of a number": "n = 3\nfor i in range(60):\n    n *= n\nreturn x[:n]",
    "powers": "n = 2\nfor i in range(60):\n    n = n ** n\nreturn x[:n]",
    "tuples": "s = (1, 2)\nfor i in range(60):\n    s = s + s\nreturn x.sum(), len(s)",
    "lists": "s = [1, 2]\nfor i in range(60):\n    s = s + s\nreturn x.sum(), len(s)",
    "a list that takes itself": "s = [1, 2]\nfor i in range(60):\n    s.extend(s)\nreturn x.sum(), len(s)",
    "bytes": "s = b'ab'\nfor i in range(60):\n    s += s\nreturn x.sum(), len(s)",
    "rows that are joined": "for i in range(40):\n    x = torch.cat([x, x[: x.shape[0] // 3]])\nreturn x",
}


@pytest.mark.parametrize("body", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_the_end_is_reached(body: str, tmp_path: Path) -> None:
    file = tmp_path / "grows.py"
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    call = "\n\ndef g(x):\n    f(x)\n    return torch.zeros(2, 3).view(5)\n"
    file.write_text(f"import torch\n\n\ndef f(x):\n{lines}{call}", encoding="utf-8")
    analysis = Session([tmp_path], []).analyze(file, "grows.py")
    assert analysis.status == "ok"
    assert [found.rule for found in analysis.record.findings] == ["impossible-shape"]
