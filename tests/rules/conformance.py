"""Replays calls of torch's own test suite: python -m tests.rules.conformance [--symbolic] [--cap N] [OP]"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from shapecheck.rules import Registry, Rejected, Rule, load
from shapecheck.symbolic import Expr, evaluate
from shapecheck.values import DType, ListValue, Scalar, SliceValue, Star, Tensor, Unknown, shape_text
from tests.rules.context import PlainContext

SWAPPED = ("torch.nn.functional.embedding_bag",)
"""Operators whose recorded calls give the weight before the input (torch's suite calls a lambda)."""

NAMES = {"torch.torch.": "torch.", ".default": ""}


class Outcome(NamedTuple):
    """`verdict` is right, partial (unknown dims admitted), unknown, wrong, rejected, missing."""

    verdict: str
    detail: str


def data_folder() -> Path | None:
    """Where the recorded calls are."""
    named = os.environ.get("SHAPECHECK_SHARED")
    folder = Path(named) if named else Path(__file__).resolve().parents[3] / "shared"
    return folder / "data" if (folder / "data" / "conformance_accept.jsonl").is_file() else None


def read_rows(file: Path, cap: int | None = None, only: str | None = None) -> Iterator[dict[str, Any]]:
    """The rows, at most `cap` of an operator, spread evenly."""
    rows = defaultdict(list)
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if only is None or row["op"] == only:
                rows[row["op"]].append(row)
    for own in rows.values():
        step = 1 if cap is None else max(1, len(own) // cap)
        yield from own[::step][: cap or len(own)]


class Inputs:
    """The arguments of a row as values; in symbolic mode each size of 2 or more is a symbol of its own."""

    def __init__(self, ctx: PlainContext, symbolic: bool) -> None:
        self.ctx = ctx
        self.symbolic = symbolic
        self.env: dict[str, int] = {}

    def value(self, data: Any) -> Any:
        if isinstance(data, list):
            return ListValue([self.value(item) for item in data])
        if not isinstance(data, dict):
            return data
        if "t" in data:
            return Tensor(tuple(self.dim(size) for size in data["t"]), DType(data["dt"]))
        ((kind, content),) = list(data.items())[:1]
        if kind == "tuple":
            return tuple(self.value(item) for item in content)
        if kind == "list":
            return ListValue([self.value(item) for item in content])
        if kind == "slice":
            return SliceValue(*content)
        if kind == "ellipsis":
            return ...
        if kind == "float":
            return float(content)
        return DType(content) if kind == "dtype" else self.ctx.unknown(f"a {kind}")

    def dim(self, size: int) -> Any:
        if not self.symbolic or size < 2:
            return size
        made = self.ctx.path.fresh(f"d{len(self.env)}")
        self.env[str(made)] = size
        return made


def find_rule(registry: Registry, op: str) -> Rule | None:
    for old, new in NAMES.items():
        op = op.replace(old, new)
    found = registry.find(op)
    return found if isinstance(found, Rule) else None


def replay(registry: Registry, row: dict[str, Any], symbolic: bool = False) -> Outcome:
    """One call that torch accepts."""
    rule = find_rule(registry, row["op"])
    if rule is None:
        return Outcome("missing", "no rule")
    ctx = PlainContext(registry)
    inputs = Inputs(ctx, symbolic)
    args = [inputs.value(row["input"]), *(inputs.value(arg) for arg in row["args"])]
    if row["op"] in SWAPPED:
        args[0], args[1] = args[1], args[0]
    kwargs = {name: inputs.value(value) for name, value in row["kwargs"].items()}
    try:
        result = rule.apply(ctx, args, kwargs)
    except Rejected as error:
        return Outcome("rejected", str(error))
    return compare(ctx, inputs, result, row["out"])


def compare(ctx: PlainContext, inputs: Inputs, result: Any, out: Any) -> Outcome:
    if isinstance(result, Unknown):
        return Outcome("unknown", result.cause.reason)
    if isinstance(out, dict) and "t" in out:
        return compare_tensor(ctx, inputs, result, out)
    if isinstance(out, dict) and ("tuple" in out or "list" in out):
        out = out.get("tuple", out.get("list"))
    if isinstance(out, list):
        items = result.items if isinstance(result, ListValue) else result
        if not isinstance(items, (tuple, list)):
            return Outcome("wrong", f"{result} is no sequence")
        if len(items) != len(out):
            return Outcome("wrong", f"{len(items)} results, torch gives {len(out)}")
        verdicts = [compare(ctx, inputs, item, one) for item, one in zip(items, out)]
        for verdict in ("wrong", "unknown", "partial"):
            for one in verdicts:
                if one.verdict == verdict:
                    return one
        return Outcome("right", "")
    if isinstance(out, dict) and "py" in out:
        return (
            Outcome("right", "")
            if isinstance(result, (int, float, bool, Scalar, Expr))
            else Outcome("wrong", str(result))
        )
    return (
        Outcome("right", "")
        if not isinstance(result, Tensor)
        else Outcome("wrong", f"{result}, torch gives {out}")
    )


def compare_tensor(ctx: PlainContext, inputs: Inputs, result: Any, out: dict[str, Any]) -> Outcome:
    if not isinstance(result, Tensor):
        return Outcome("wrong", f"{result!r}, torch gives a tensor {out['t']}")
    shape = ctx.path.resolve(result.shape)
    shown = f"{shape_text(shape)} {result.dtype}, torch gives {out['t']} {out['dt']}"
    if any(isinstance(dim, Star) for dim in shape):
        return Outcome("unknown", "unknown rank")
    if len(shape) != len(out["t"]):
        return Outcome("wrong", shown)
    partial = ""
    for dim, size in zip(shape, out["t"]):
        value = _evaluated(dim, inputs.env)
        if value is None:
            partial = shown
        elif value != size:
            return Outcome("wrong", shown)
    if result.dtype is not None and result.dtype is not DType(out["dt"]):
        return Outcome("wrong", shown)
    if partial or (result.dtype is None):
        return Outcome("partial", shown)
    return Outcome("right", "")


def _evaluated(dim: Any, env: dict[str, int]) -> int | None:
    if isinstance(dim, int):
        return dim
    try:
        return evaluate(dim, env)
    except (KeyError, ArithmeticError):
        return None


def rejects(registry: Registry, row: dict[str, Any]) -> Outcome:
    """One call that torch rejects."""
    rule = find_rule(registry, row["op"])
    if rule is None:
        return Outcome("missing", "no rule")
    ctx = PlainContext(registry)
    inputs = Inputs(ctx, False)
    try:
        args = [inputs.value(row["input"]), *(inputs.value(arg) for arg in row["args"])]
        kwargs = {name: inputs.value(value) for name, value in row["kwargs"].items()}
        result = rule.apply(ctx, args, kwargs)
    except Rejected as error:
        return Outcome("rejected", str(error))
    return Outcome(
        "unknown" if isinstance(result, Unknown) else "accepted", f"torch: {row['eager_exc'][:150]}"
    )


def report(outcomes: Iterable[tuple[str, Outcome]], good: tuple[str, ...]) -> None:
    """Figures, and the failures by operator, the commonest first."""
    total: Counter[str] = Counter()
    failures: dict[str, list[Outcome]] = defaultdict(list)
    for op, outcome in outcomes:
        total[outcome.verdict] += 1
        if outcome.verdict not in good:
            failures[op].append(outcome)
    for op, own in sorted(failures.items(), key=lambda item: len(item[1])):
        verdicts = Counter(outcome.verdict for outcome in own)
        print(f"{op}: {dict(verdicts)}")
        for detail, count in Counter(f"{o.verdict}: {o.detail}" for o in own).most_common(4):
            print(f"    {count} {detail[:220]}")
    rows = sum(total.values())
    print(f"{rows} rows: {dict(total)}; right {100 * sum(total[v] for v in good) / max(1, rows):.1f} %")


def main(args: list[str]) -> None:
    folder = data_folder()
    if folder is None:
        sys.exit("no recorded calls: set SHAPECHECK_SHARED")
    symbolic = "--symbolic" in args
    cap = int(args[args.index("--cap") + 1]) if "--cap" in args else 40
    only = next((arg for arg in args if arg.startswith("torch.")), None)
    registry = load()
    if "--reject" not in args:
        rows = read_rows(folder / "conformance_accept.jsonl", cap, only)
        report(((row["op"], replay(registry, row, symbolic)) for row in rows), ("right",))
    if "--accept" not in args:
        rows = read_rows(folder / "conformance_reject.jsonl", None, only)
        report(((row["op"], rejects(registry, row)) for row in rows), ("rejected",))
    for problem in registry.problems:
        print(problem)


if __name__ == "__main__":
    main(sys.argv[1:])
