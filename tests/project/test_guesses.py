"""What we take a parameter for of which nothing is said: a guess, from which nothing is concluded."""

from __future__ import annotations

from pathlib import Path

from shapecheck.project.checking import Execution, analyze
from shapecheck.project.plan import Given, make_plan

SCORER = """import torch


def mask_of(lengths, most):
    assert len(lengths.shape) == 1
    return torch.arange(most)[None] < lengths[:, None]


class Scorer:
    def __init__(self, x, lengths):
        self.last = lengths - 1
        self.mask = mask_of(lengths, x.size(1))
"""


def test_a_number_that_is_asked_for_its_shape_is_none(tmp_path: Path) -> None:
    """A constructor that reckons with a parameter seems to get a number; an assert on its shape then failed."""
    file = tmp_path / "scorer.py"
    file.write_text(SCORER, encoding="utf-8")
    report = analyze(make_plan((str(file),), Given(cache=False)), Execution(jobs=1))
    assert "impossible-assert" not in repr(report) and "scorer" in repr(report)
