"""The rules beside torch: every sample of its own test suite, every error input, with sizes and with symbols.

`make bench-ops` prints the figures; with --write they become docs/operators.md.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from bench import ops_page, ops_size, ops_speed, ops_use
from tests.rules import suite
from tests.rules.own_samples import own_samples
from tests.rules.replay import Outcome, refusal, replay
from tests.rules.rows import Call, data_folder, read_calls
from tests.rules.suite import Sample

WORST_FIRST = ("rejected", "wrong", "unknown", "partial", "open", "data", "right")
GOOD = ("right", "data")


class Tally:
    """Verdicts by operator; `data` is right but for sizes that the data decides, for torch as for us."""

    def __init__(self) -> None:
        self.by_op: dict[str, Counter[str]] = defaultdict(Counter)
        self.failures: dict[str, list[tuple[Call, Outcome]]] = defaultdict(list)

    def add(self, names: Iterable[str], call: Call, outcome: Outcome) -> None:
        """One sample, by its operator's name and by those under which it is called."""
        for name in dict.fromkeys(names):
            self.by_op[name][outcome.verdict] += 1
        if outcome.verdict not in GOOD:
            self.failures[call.op].append((call, outcome))


class Figures(NamedTuple):
    """`verdicts` counts samples; `rates` is what part of the samples of a name is right."""

    verdicts: Counter[str]
    rates: dict[str, float]
    failures: dict[str, list[tuple[Call, Outcome]]]

    @property
    def right(self) -> float:
        """In percent."""
        return 100 * sum(self.verdicts[verdict] for verdict in GOOD) / max(1, self.verdicts.total())


def judged(samples: Iterable[Sample], symbolic: bool, as_method: bool = False) -> Figures:
    """What came out of all samples; of a sample of several calls the worst counts."""
    tally, verdicts = Tally(), Counter[str]()
    for sample in samples:
        calls = [ops_use.method_of(call) for call in sample.calls] if as_method else list(sample.calls)
        if any(call is None for call in calls):
            continue
        outcomes = [(_judge(call, sample, symbolic), call) for call in calls if call is not None]
        outcome, call = min(outcomes, key=lambda one: WORST_FIRST.index(one[0].verdict))
        verdicts[outcome.verdict] += 1
        tally.add((sample.op, *(call.op for call in sample.calls)), call, outcome)
    rates = {op: sum(own[one] for one in GOOD) / own.total() for op, own in tally.by_op.items()}
    return Figures(verdicts, rates, tally.failures)


def _judge(call: Call, sample: Sample, symbolic: bool) -> Outcome:
    outcome = replay(call, symbolic)
    if outcome.verdict == "open" and sample.again is not None and ops_speed.is_decided_by_data(sample.again):
        return outcome._replace(verdict="data")
    return outcome


class Refusals(NamedTuple):
    """Calls that torch refuses: how many are reported, and the others with torch's words. `alarms` are calls that
    torch takes after all and that are reported, or wrong."""

    total: int
    reported: int
    missed: list[Call]
    alarms: list[Call]


def refusals(calls: Iterable[Call]) -> Refusals:
    total = reported = 0
    missed, alarms = [], []
    for call in calls:
        if not isinstance(call.out, str):
            if replay(call).verdict in ("rejected", "wrong"):
                alarms.append(call)
            continue
        total += 1
        if refusal(call).verdict == "rejected":
            reported += 1
        else:
            missed.append(call)
    return Refusals(total, reported, missed, alarms)


def main(write: bool = False) -> None:
    """Prints everything; several minutes."""
    started = time.process_time()
    infos = suite.op_infos()
    groups = {
        "operators": list(suite.op_samples(infos)),
        "modules": list(suite.module_samples(suite.module_infos())),
        "our own": list(own_samples()),
    }
    page = ops_page.Page()
    for name, samples in groups.items():
        for mode in ("concrete", "symbolic"):
            page.samples(name, mode, judged(samples, mode == "symbolic"))
    for mode in ("concrete", "symbolic"):
        page.samples("operators as methods", mode, judged(groups["operators"], mode == "symbolic", True))
    page.use(ops_use.weighted(page.rates("concrete")), ops_use.weighted(page.rates("symbolic")))
    folder = data_folder()
    if folder is not None:
        page.refusals("recorded", refusals(read_calls(folder / "conformance_reject.jsonl")))
    page.refusals("error inputs", refusals(call for one in suite.op_errors(infos) for call in one.calls))
    page.speed(ops_speed.measure(groups["operators"]))
    page.size(ops_size.measure(ops_use.names()))
    print(f"{time.process_time() - started:.0f} s on the processor")
    if write:
        page.write()
