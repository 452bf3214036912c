"""A fixed part of `python -m bench ops-fuzz`: recorded calls of torch's suite, changed at random, beside torch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pytest

from tests.rules.rows import Call, data_folder, read_calls

pytestmark = pytest.mark.filterwarnings("ignore")

CAP = 12
COUNT = 5
FLOATS = 3
"""Calls of one operator whose whole numbers become floats."""


def _calls() -> Mapping[str, Sequence[Call]]:
    from tests.rules import fuzz
    from tests.rules.own_samples import own_samples

    folder = data_folder()
    calls = [call for sample in own_samples() for call in sample.calls]
    if folder is not None:
        calls += read_calls(folder / "conformance_accept.jsonl", CAP)
    by_name = fuzz.by_operator(calls)
    return {name: own for name, own in by_name.items() if name not in fuzz.ENDS_THE_PROCESS}


def _judged(calls: Iterable[Call], least: float) -> None:
    from tests.rules import fuzz

    findings = [finding for call in calls for finding in fuzz.judged(call)]
    alarms = [one for one in findings if one.kind in fuzz.ALARMS and fuzz.known(one) is None]
    assert [f"{one.kind} ({one.mode}): {one.call}: {one.outcome.detail}" for one in alarms] == []
    refused = [one for one in findings if not one.torch_takes]
    assert sum(one.kind == "refused by both" for one in refused) > least * len(refused)


def test_changed_calls_are_judged_as_torch_judges_them() -> None:
    """None that torch takes is refused, and no result is wrong."""
    pytest.importorskip("torch")
    from tests.rules import fuzz

    _judged((call for own in _calls().values() for call in fuzz.near(own, COUNT)), 0.5)


def test_floats_are_refused_where_torch_takes_ints_alone() -> None:
    pytest.importorskip("torch")
    from tests.rules import fuzz

    _judged((one for own in _calls().values() for call in own[:FLOATS] for one in fuzz.with_a_float(call)), 0.7)
