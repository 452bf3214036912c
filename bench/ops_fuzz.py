"""Random calls of every operator beside torch: the samples of torch's own suite, changed at random.

torch does not check everything: some calls end the process. So they are made in a child, which is started again behind
the operator whose call ended it.
"""

from __future__ import annotations

import os
import pickle
import tempfile
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

from tests.rules import suite
from tests.rules.fuzz import ALARMS, Finding, by_operator, judged, known, near
from tests.rules.own_samples import own_samples
from tests.rules.rows import Call

CAP = 40
"""Samples of one operator that are changed."""


def seeds() -> dict[str, list[Call]]:
    """The first samples of torch's suite and those of our own, by what they call."""
    samples = chain(
        suite.op_samples(suite.op_infos(), CAP), suite.module_samples(suite.module_infos(), CAP), own_samples()
    )
    return by_operator(call for sample in samples for call in sample.calls)


def run(calls: Mapping[str, Sequence[Call]], count: int, seed: int) -> dict[str, list[Finding]]:
    """What came out by operator; an operator that ends the process is printed and left out."""
    names, start = list(calls), 0
    findings: dict[str, list[Finding]] = {}
    while start < len(names):
        with tempfile.TemporaryDirectory() as folder:
            ended = _in_child(Path(folder), names[start:], calls, count, seed)
            done = sorted(Path(folder).iterdir(), key=lambda file: int(file.name))
            for name, file in zip(names[start:], done):
                findings[name] = pickle.loads(file.read_bytes())
        start += len(done)
        if ended and start < len(names):
            print(f"{names[start]}: a call ended the process")
            start += 1
    return findings


def _in_child(
    folder: Path, names: Sequence[str], calls: Mapping[str, Sequence[Call]], count: int, seed: int
) -> int:
    """One file for each operator that was gone through; the status of the process."""
    child = os.fork()
    if child == 0:
        for i, name in enumerate(names):
            found = [one for call in near(calls[name], count, seed) for one in judged(call)]
            (folder / str(i)).write_bytes(pickle.dumps(found))
        os._exit(0)
    return os.waitpid(child, 0)[1]


def report(findings: Mapping[str, Sequence[Finding]], shown: Sequence[str]) -> None:
    """By operator what differs, then the figures."""
    totals: Counter[str] = Counter()
    why: dict[str, int] = defaultdict(int)
    for op, own in findings.items():
        bad = [one for one in own if one.kind in shown]
        for one in own:
            reason = known(one)
            totals[f"{one.mode}: {one.kind if reason is None else 'a known difference'}"] += 1
            if reason is not None:
                why[reason] += 1
        if bad:
            kinds = Counter(one.kind for one in bad)
            print(f"{op}: {', '.join(f'{count} {kind}' for kind, count in sorted(kinds.items()))}")
        for one in bad[:4]:
            print(f"    {one.kind} ({one.mode}) {one.call}\n        {one.outcome.detail} {one.words}"[:600])
    for kind, count in sorted(totals.items()):
        print(f"{count:8} {kind}")
    for reason, times in sorted(why.items()):
        print(f"{times:8} known: {reason}")


def main(operators: Sequence[str], count: int, seed: int, missed: bool) -> None:
    """Prints false alarms, wrong answers and crashes; with `missed` also what torch alone refuses."""
    calls = {name: own for name, own in seeds().items() if not operators or name in operators}
    report(run(calls, count, seed), (*ALARMS, "missed") if missed else ALARMS)
