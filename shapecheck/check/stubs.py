"""Mistakes in the stubs of a user."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from shapecheck.rules import StubProblem, load


def stub_problems(folders: Sequence[Path]) -> Sequence[StubProblem]:
    """Each with its file and line; it disables only the rule that it is in."""
    return load(folders).check(folders)
