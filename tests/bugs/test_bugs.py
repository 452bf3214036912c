"""Twelve kinds of real bugs in unannotated code: reported on torch's line; their corrected twins are silent.

Each file of `models/` holds one bug: `# bug: "64" "32"` is on the line on which torch raises, with numbers
that the message must name; `# fix: code` replaces the line above it in the twin; `# call: code` is a call.
Every file is checked with the call and without it, where the contradiction is inside of the class.
"""

from __future__ import annotations

import re
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.markdown.checker_side import run_check

MODELS = sorted((Path(__file__).parent / "models").glob("*.py"))
FIX = re.compile(r"^( *).*\n +# fix: (.*)$", re.MULTILINE)
BUG = re.compile(r'# bug:((?: "[^"]*")+)')
CALL = re.compile(r"^# call: (.*)$", re.MULTILINE)

pytestmark = pytest.mark.parametrize("path", [pytest.param(p, id=p.stem) for p in MODELS])


@dataclass(frozen=True)
class Bug:
    """The wrong source, the right one, and what is to be said about the wrong one."""

    wrong: str
    right: str
    line: int
    numbers: list[str]

    @staticmethod
    def read(path: Path) -> Bug:
        text = path.read_text(encoding="utf-8")
        lines = [number for number, line in enumerate(text.splitlines(), 1) if BUG.search(line)]
        marked = BUG.search(text)
        assert len(lines) == 1 and marked and CALL.search(text) and FIX.search(text)
        return Bug(text, FIX.sub(r"\1\2", text), lines[0], re.findall(r'"([^"]*)"', marked.group(1)))


def called(source: str) -> str:
    """The source with its concrete call."""
    return CALL.sub(r"\1", source)


def diagnostics(source: str, folder: Path) -> list[Any]:
    (folder / "model.py").write_text(source, encoding="utf-8")
    found = run_check(folder)["diagnostics"]
    return [d for d in found if d["severity"] != "info"]


@pytest.mark.parametrize("call", [True, False], ids=["called", "uncalled"])
def test_wrong_is_reported(path: Path, call: bool, tmp_path: Path) -> None:
    bug = Bug.read(path)
    found = diagnostics(called(bug.wrong) if call else bug.wrong, tmp_path)
    said = [(d["rule"], d["severity"], d["range"]["start"]["line"]) for d in found]
    assert said == [("impossible-shape", "error", bug.line)], found
    assert all(number in found[0]["message"] for number in bug.numbers), found[0]["message"]
    if call:
        last = called(bug.wrong).count("\n")
        assert any(r["range"]["start"]["line"] == last for r in found[0]["related"]), found[0]["related"]


@pytest.mark.parametrize("call", [True, False], ids=["called", "uncalled"])
def test_right_is_silent(path: Path, call: bool, tmp_path: Path) -> None:
    bug = Bug.read(path)
    found = diagnostics(called(bug.right) if call else bug.right, tmp_path)
    assert not found, found


def test_torch_agrees(path: Path) -> None:
    pytest.importorskip("torch")
    bug = Bug.read(path)
    exec(compile(called(bug.right), "right.py", "exec"), {"__name__": "right"})
    with pytest.raises(Exception) as caught:
        exec(compile(called(bug.wrong), "wrong.py", "exec"), {"__name__": "wrong"})
    frames = [f for f in traceback.extract_tb(caught.value.__traceback__) if f.filename == "wrong.py"]
    assert frames[-1].lineno == bug.line
