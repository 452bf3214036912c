"""torch as the oracle: calls of its own test suite, those that were recorded and those that it makes anew here."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tests.rules.replay import Outcome, refusal, replay
from tests.rules.rows import Call, data_folder, read_calls
from tests.rules.unranked import replay_unranked

pytestmark = pytest.mark.filterwarnings("ignore")  # of torch's own suite

CAP = 30
SUITE_CAP = 8
GOOD = ("right", "open")
BAD = ("wrong", "rejected")


@pytest.fixture(scope="module")
def data() -> Path:
    folder = data_folder()
    if folder is None:
        if os.environ.get("CI"):
            pytest.fail("the recorded calls are missing: set SHAPECHECK_SHARED")
        pytest.skip("the recorded calls are left out: set SHAPECHECK_SHARED")
    return folder


def held(calls: Iterable[Call], run: Callable[[Call], Outcome]) -> float:
    """The part of the calls that is right; none is wrong and none of them is refused."""
    verdicts: Counter[str] = Counter()
    bad: list[str] = []
    for call in calls:
        outcome = run(call)
        verdicts[outcome.verdict] += 1
        if outcome.verdict in BAD:
            bad.append(f"{call}: {outcome}")
    assert bad == []
    return sum(verdicts[verdict] for verdict in GOOD) / verdicts.total()


@pytest.mark.parametrize("symbolic", [False, True], ids=["concrete", "symbolic"])
def test_recorded_calls_that_torch_accepts(data: Path, symbolic: bool) -> None:
    calls = read_calls(data / "conformance_accept.jsonl", CAP)
    assert held(calls, lambda call: replay(call, symbolic)) > (0.90 if symbolic else 0.97)


def test_recorded_calls_on_tensors_of_unknown_rank(data: Path) -> None:
    """What a rule gives and teaches before a rank is known holds when it is."""
    assert held(read_calls(data / "conformance_accept.jsonl", CAP), replay_unranked) > 0.4


def test_recorded_calls_that_torch_refuses(data: Path) -> None:
    outcomes = [refusal(call) for call in read_calls(data / "conformance_reject.jsonl")]
    assert sum(outcome.verdict == "rejected" for outcome in outcomes) > 0.85 * len(outcomes)


def test_samples_of_torch_on_tensors_of_unknown_rank(suite: list[Call]) -> None:
    assert held(suite, replay_unranked) > 0.4


@pytest.fixture(scope="module")
def suite() -> list[Call]:
    """The first samples of every operator and module of torch's own test suite."""
    pytest.importorskip("expecttest")
    from tests.rules import suite

    samples = [
        *suite.op_samples(suite.op_infos(), SUITE_CAP),
        *suite.module_samples(suite.module_infos(), SUITE_CAP),
    ]
    return [call for sample in samples for call in sample.calls]


@pytest.mark.parametrize("symbolic", [False, True], ids=["concrete", "symbolic"])
def test_calls_of_torchs_suite(suite: list[Call], symbolic: bool) -> None:
    assert held(suite, lambda call: replay(call, symbolic)) > (0.90 if symbolic else 0.97)


def test_error_inputs_of_torchs_suite() -> None:
    """What torch refuses is mostly refused; what it takes after all is not."""
    pytest.importorskip("expecttest")
    from tests.rules import suite

    verdicts: Counter[str] = Counter()
    for sample in suite.op_errors(suite.op_infos()):
        for call in sample.calls:
            if isinstance(call.out, str):
                verdicts[refusal(call).verdict] += 1
            else:
                assert replay(call).verdict not in BAD, call
    assert verdicts["rejected"] > 0.5 * verdicts.total()
