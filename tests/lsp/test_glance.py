"""The first result of a cold server, before other files have been read."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.lsp_storm import whole
from shapecheck.interpret.entries.editing import Superseded
from shapecheck_lsp.checked import Checked
from shapecheck_lsp.projects import Projects
from shapecheck_lsp.settings import Settings

LAYERS = """import torch

class Wide(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(8, 16)

    def forward(self, x):
        return self.fc(x)
"""
MODEL = """import torch
from .layers import Wide

try:
    from . import missing
    SIZE = 3
except ImportError:
    SIZE = 4

fixed = torch.zeros(SIZE, 4) @ torch.zeros(4, 5)
known = torch.zeros(2, 3) @ torch.zeros(4, 5)
found = Wide()(torch.zeros(2, 9))
hidden = Wide()(torch.zeros(2, 9))  # shapecheck: ignore[impossible-shape]
"""


def results(tmp_path: Path, text: str) -> tuple[list[Checked], Checked]:
    package = tmp_path / "pkg"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "layers.py").write_text(LAYERS)
    file = package / "model.py"
    file.write_text(text)
    early: list[Checked] = []
    return early, Projects().check(whole(text, file), Settings(), lambda: False, early.append)


def test_what_the_file_says_by_itself_comes_first(tmp_path: Path) -> None:
    early, final = results(tmp_path, MODEL)
    first = early[0]
    assert not first.is_final
    assert [(one.rule, one.span.line) for one in first.report.diagnostics] == [("impossible-shape", 11)]
    assert [(one.rule, one.span.line) for one in final.report.diagnostics] == [
        ("impossible-shape", 11), ("impossible-shape", 12),
    ]  # fmt: skip
    shown = {first.source_of(one.span): first.shown_value(one.value) for one in first.sited}
    assert shown["fixed"]["shape"] == [None, 5], "whether the import fails is not known yet"


def test_a_check_that_was_given_up_does_not_count_as_the_first(tmp_path: Path) -> None:
    """Settings that arrive after the text, or a key pressed in the first seconds, give the first check up."""
    package = tmp_path / "pkg"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "layers.py").write_text(LAYERS)
    file, projects = package / "model.py", Projects()
    file.write_text(MODEL)

    def give_up(_: Checked) -> None:
        raise Superseded

    for text in (MODEL, MODEL + "later = 1\n"):
        with pytest.raises(Superseded):
            projects.check(whole(text, file), Settings(), lambda: False, give_up)
    early: list[Checked] = []
    final = projects.check(whole(MODEL, file), Settings(), lambda: False, early.append)
    assert [(one.rule, one.span.line) for one in early[0].report.diagnostics] == [("impossible-shape", 11)]
    assert len(final.report.diagnostics) == 2
    again: list[Checked] = []
    Projects().check(whole(MODEL, file), Settings(), lambda: False, again.append)
    assert again[0].report == final.report, "what was found is kept for the next server"


def test_a_file_that_needs_no_other_is_analysed_once(tmp_path: Path) -> None:
    early, final = results(tmp_path, MODEL.replace("from .layers import Wide", "Wide = torch.nn.ReLU"))
    assert not [one for one in early if one.report != final.report]
