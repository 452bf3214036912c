"""Calls of torch's own test suite: what torch gives, and what it rejects."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from shapecheck.rules import Registry, load
from tests.rules.conformance import Outcome, data_folder, read_rows, rejects, replay

CAP = 30


@pytest.fixture(scope="module")
def registry() -> Registry:
    return load()


@pytest.fixture(scope="module")
def data() -> Path:
    folder = data_folder()
    if folder is None:
        if os.environ.get("CI"):
            pytest.fail("the recorded calls are missing: set SHAPECHECK_SHARED")
        pytest.skip("the recorded calls are left out: set SHAPECHECK_SHARED")
    return folder


@pytest.mark.parametrize("symbolic", [False, True], ids=["concrete", "symbolic"])
def test_calls_that_torch_accepts(registry: Registry, data: Path, symbolic: bool) -> None:
    verdicts: Counter[str] = Counter()
    bad: list[tuple[str, Outcome]] = []
    for row in read_rows(data / "conformance_accept.jsonl", CAP):
        outcome = replay(registry, row, symbolic)
        verdicts[outcome.verdict] += 1
        if outcome.verdict in ("wrong", "rejected"):
            bad.append((row["op"], outcome))
    print(f"{'symbolic' if symbolic else 'concrete'}: {dict(verdicts)}")
    assert bad == []
    assert verdicts["right"] > 0.85 * sum(verdicts.values())


def test_calls_that_torch_rejects(registry: Registry, data: Path) -> None:
    verdicts: Counter[str] = Counter()
    for row in read_rows(data / "conformance_reject.jsonl"):
        verdicts[rejects(registry, row).verdict] += 1
    print(dict(verdicts))
    assert verdicts["rejected"] > 0.78 * sum(verdicts.values())
