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


def forms(path: Path) -> dict[str, str]:
    """The wrong source and the right one, each with its concrete call and without it, by the name of a file."""
    bug = Bug.read(path)
    return {
        f"{path.stem}_{kind}_{form}.py": called(source) if form == "called" else source
        for kind, source in (("wrong", bug.wrong), ("right", bug.right))
        for form in ("called", "uncalled")
    }


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """What is said of all forms of all files, in one run."""
    folder = tmp_path_factory.mktemp("bugs")
    sources = {name: source for path in MODELS for name, source in forms(path).items()}
    for name, source in sources.items():
        (folder / name).write_text(source, encoding="utf-8")
    said: dict[str, list[Any]] = {name: [] for name in sources}
    document = run_check(folder)
    assert {file["path"]: file["status"] for file in document["files"]} == dict.fromkeys(sources, "ok")
    for one in document["diagnostics"]:
        if one["severity"] != "info":
            said[one["path"]].append(one)
    return said


@pytest.mark.parametrize("call", ["called", "uncalled"])
def test_wrong_is_reported(path: Path, call: str, found: dict[str, list[Any]]) -> None:
    bug, said = Bug.read(path), found[f"{path.stem}_wrong_{call}.py"]
    places = [(d["rule"], d["severity"], d["range"]["start"]["line"]) for d in said]
    assert places == [("impossible-shape", "error", bug.line)], said
    assert all(number in said[0]["message"] for number in bug.numbers), said[0]["message"]
    if call == "called":
        last = called(bug.wrong).count("\n")
        assert any(r["range"]["start"]["line"] == last for r in said[0]["related"]), said[0]["related"]


@pytest.mark.parametrize("call", ["called", "uncalled"])
def test_right_is_silent(path: Path, call: str, found: dict[str, list[Any]]) -> None:
    assert found[f"{path.stem}_right_{call}.py"] == []


def test_torch_agrees(path: Path) -> None:
    pytest.importorskip("torch")
    bug = Bug.read(path)
    exec(compile(called(bug.right), "right.py", "exec"), {"__name__": "right"})
    with pytest.raises(Exception) as caught:
        exec(compile(called(bug.wrong), "wrong.py", "exec"), {"__name__": "wrong"})
    frames = [f for f in traceback.extract_tb(caught.value.__traceback__) if f.filename == "wrong.py"]
    assert frames[-1].lineno == bug.line
