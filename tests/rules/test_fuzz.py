"""A fixed part of `python -m bench ops-fuzz`: recorded calls of torch's suite, changed at random, beside torch."""

from __future__ import annotations

import pytest

from tests.rules.rows import data_folder, read_calls

pytestmark = pytest.mark.filterwarnings("ignore")

CAP = 12
COUNT = 5


def test_changed_calls_are_judged_as_torch_judges_them() -> None:
    """None that torch takes is refused, and no result is wrong."""
    pytest.importorskip("torch")
    from tests.rules import fuzz
    from tests.rules.own_samples import own_samples

    folder = data_folder()
    calls = [call for sample in own_samples() for call in sample.calls]
    if folder is not None:
        calls += read_calls(folder / "conformance_accept.jsonl", CAP)
    findings = [
        finding
        for name, own in fuzz.by_operator(calls).items()
        if name not in fuzz.ENDS_THE_PROCESS
        for call in fuzz.near(own, COUNT)
        for finding in fuzz.judged(call)
    ]
    alarms = [one for one in findings if one.kind in fuzz.ALARMS and fuzz.known(one) is None]
    assert [f"{one.kind} ({one.mode}): {one.call}: {one.outcome.detail}" for one in alarms] == []
    refused = [one for one in findings if not one.torch_takes]
    assert sum(one.kind == "refused by both" for one in refused) > 0.5 * len(refused)
