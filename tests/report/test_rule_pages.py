"""The pages of the rules: complete, and true."""

from __future__ import annotations

from pathlib import Path

import pytest

from shapecheck.check.rulebook import rules
from tests.markdown import checker_side
from tests.markdown.parse import parse_document

CONTRACT = {
    "impossible-shape": "error", "impossible-assert": "error", "unproved-shape": "warning",
    "unproved-assert": "warning", "declared-shape": "error", "suspicious-broadcast": "warning",
    "shape-comment": "warning", "bad-annotation": "error", "unused-suppression": "warning",
    "unknown-operator": "off", "syntax-error": "error", "revealed-shape": "info",
}  # fmt: skip


def test_the_pages_are_the_contract() -> None:
    assert {name: rule.level for name, rule in rules().items()} == CONTRACT


@pytest.mark.parametrize("name", CONTRACT)
def test_every_page_says_what_to_do(name: str) -> None:
    body = rules()[name].body()
    assert body.startswith(f"# {name}\n") and ("## What to do" in body or name == "revealed-shape")


@pytest.mark.parametrize("name", sorted(CONTRACT))
def test_the_examples_of_a_page_are_true(name: str, tmp_path: Path) -> None:
    rule = rules()[name]
    cases = parse_document(rule.page)
    answers = checker_side.check_all(cases, tmp_path)
    found = [problem for case in cases for problem in checker_side.problems(case, answers[case.name])]
    # The page on syntax errors has a broken file on purpose.
    assert not [problem for problem in found if "status syntax-error" not in problem], found
