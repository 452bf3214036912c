"""Every block of `tests/cases/*.md`, against shapecheck and against torch."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.markdown import checker_side
from tests.markdown.parse import Case, parse_document

DOCUMENTS = sorted((Path(__file__).parent / "cases").glob("*.md"))
CASES = [case for path in DOCUMENTS for case in parse_document(path)]
BY_NAME = [pytest.param(case, id=case.name) for case in CASES]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, checker_side.Answer]:
    return checker_side.check_all(CASES, tmp_path_factory.mktemp("cases"))


@pytest.mark.parametrize("case", BY_NAME)
def test_checker(case: Case, answers: dict[str, checker_side.Answer]) -> None:
    answer = answers[case.name]
    if os.environ.get("UPDATE_CASES"):
        checker_side.update(case, answer)
        return
    found = checker_side.problems(case, answer)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("case", BY_NAME)
def test_torch(case: Case) -> None:
    if case.notorch is not None:
        pytest.skip(case.notorch)
    try:
        import torch  # noqa: F401
    except ImportError:
        if os.environ.get("CI"):
            raise
        pytest.skip("torch is not installed")
    from tests.markdown import torch_side

    found = torch_side.problems(case)
    assert not found, "\n".join(found)


def test_every_case_expects_something() -> None:
    silent = [case.name for case in CASES if not any(file.expectations for file in case.files)]
    assert len(CASES) >= 150
    assert not silent, silent
