"""Replays recorded calls of torch's own test suite.

python -m tests.rules.conformance [--symbolic] [--accept | --reject] [--cap N] [OP]
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable

from tests.rules.replay import Outcome, refusal, replay, world
from tests.rules.rows import data_folder, read_calls


def report(outcomes: Iterable[tuple[str, Outcome]], good: tuple[str, ...]) -> None:
    """Figures, and the failures by operator, the commonest last."""
    total: Counter[str] = Counter()
    failures: dict[str, list[Outcome]] = defaultdict(list)
    for op, outcome in outcomes:
        total[outcome.verdict] += 1
        if outcome.verdict not in good:
            failures[op].append(outcome)
    for op, own in sorted(failures.items(), key=lambda item: len(item[1])):
        print(f"{op}: {dict(Counter(outcome.verdict for outcome in own))}")
        for detail, count in Counter(f"{o.verdict}: {o.detail}" for o in own).most_common(4):
            print(f"    {count} {detail[:220]}")
    rows = sum(total.values())
    print(f"{rows} rows: {dict(total)}; right {100 * sum(total[v] for v in good) / max(1, rows):.1f} %")


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.rules.conformance")
    parser.add_argument("op", nargs="?", help="the calls of this operator only")
    parser.add_argument("--symbolic", action="store_true")
    parser.add_argument("--cap", type=int, default=40, help="calls of an operator at most")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--accept", action="store_true", help="only calls that torch accepts")
    which.add_argument("--reject", action="store_true", help="only calls that torch refuses")
    options = parser.parse_args(arguments)
    folder = data_folder()
    if folder is None:
        sys.exit("no recorded calls: set SHAPECHECK_SHARED")
    if not options.reject:
        calls = read_calls(folder / "conformance_accept.jsonl", options.cap, options.op)
        report(((call.op, replay(call, options.symbolic)) for call in calls), ("right", "open"))
    if not options.accept:
        calls = read_calls(folder / "conformance_reject.jsonl", None, options.op)
        report(((call.op, refusal(call)) for call in calls), ("rejected",))
    for problem in world().registry.problems:
        print(problem)


if __name__ == "__main__":
    main(sys.argv[1:])
