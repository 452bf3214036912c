"""The usage snippets of vit-pytorch and x-transformers: what shapecheck says, beside what torch does.

Of each block that runs the last tensor that it assigns is compared. `python -m bench snippets --why-unknown`
lists the causes of what is unknown, commonest first.
"""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bench.blocks import Expected, Snippet, instrumented, load
from bench.fetch import ENVIRONMENT
from bench.runner import Measured, environment, shapecheck

Json = Any
RIGHT, PARTLY, UNKNOWN, WRONG = KINDS = "right", "partly", "unknown", "wrong"


def compare(value: Json | None, shape: list[Any]) -> str:
    """How a revealed VALUE stands to torch's shape (or nested lists of shapes)."""
    if value is None or value["kind"] == "unknown":
        return UNKNOWN
    if value["kind"] == "union":
        verdicts = [compare(member, shape) for member in value["of"]]
        return WRONG if set(verdicts) == {WRONG} else PARTLY
    if shape and isinstance(shape[0], list):
        return _compare_items(value, shape)
    if value["kind"] != "tensor":
        return WRONG
    return _compare_dims(value["shape"], shape)


def _compare_items(value: Json, shapes: list[Any]) -> str:
    if value["kind"] not in ("tuple", "list"):
        return WRONG
    if value["items"] is None:
        return UNKNOWN
    if len(value["items"]) != len(shapes):
        return WRONG
    verdicts = {compare(item, shape) for item, shape in zip(value["items"], shapes, strict=True)}
    if len(verdicts) == 1:
        return verdicts.pop()
    return WRONG if WRONG in verdicts else PARTLY


def _compare_dims(dims: list[Any] | None, sizes: list[int]) -> str:
    if dims is None:
        return UNKNOWN
    if any(isinstance(dim, str) and dim.startswith("*") for dim in dims):
        return PARTLY
    if len(dims) != len(sizes):
        return WRONG
    known = [(dim, size) for dim, size in zip(dims, sizes, strict=True) if isinstance(dim, int)]
    if any(dim != size for dim, size in known):
        return WRONG
    return RIGHT if len(known) == len(sizes) else PARTLY


@dataclass(frozen=True)
class Outcome:
    """What shapecheck says about one block."""

    snippet: Snippet
    run: Measured
    verdicts: tuple[str, ...]
    values: tuple[Json | None, ...]

    @property
    def last(self) -> str | None:
        """The verdict on the last assigned tensor of a block that runs."""
        return self.verdicts[-1] if self.verdicts and self.snippet.error is None else None

    @property
    def as_torch_says(self) -> str:
        """Is torch's error reported: with torch's own numbers, with others, or not at all?"""
        numbers = set(re.findall(r"\d+", (self.snippet.error or "").partition("Additional info")[0]))
        if any(numbers <= set(re.findall(r"\d+", one["message"])) for one in self.errors):
            return "as torch says"
        return "another error" if self.errors else "not reported"

    @property
    def errors(self) -> list[Json]:
        found = (self.run.document or {}).get("diagnostics", [])
        return [one for one in found if one["severity"] == "error"]


def check(snippet: Snippet, folder: Path, python: Path, limit: float) -> Outcome:
    """Writes a block, runs shapecheck on it, and compares."""
    place = folder / snippet.name
    place.mkdir()
    code, lines = instrumented(snippet)
    (place / "snippet.py").write_text(code, encoding="utf-8")
    options = ["snippet.py", "--python", str(python), "--why-unknown"]
    return matched(snippet, shapecheck(options, place, folder / "cache", limit), lines)


def matched(snippet: Snippet, run: Measured, lines: dict[int, int]) -> Outcome:
    """What a run says, beside what is expected; `lines` are those of `blocks.instrumented`."""
    values: list[Json | None] = [None] * len(snippet.expected)
    for reveal in (run.document or {}).get("reveals", []):
        number = lines.get(reveal["range"]["start"]["line"])
        if number is not None:
            values[number] = reveal["value"]
    pairs = zip(values, snippet.expected, strict=True)
    return Outcome(snippet, run, tuple(compare(v, e.shape) for v, e in pairs), tuple(values))


def of_file(run: Measured, path: str) -> Measured:
    """The part of a run over several files that speaks of one of them."""
    if run.document is None:
        return run
    parts = {
        name: [one for one in run.document[name] if one["path"] == path] for name in ("diagnostics", "reveals")
    }
    return replace(run, document={**run.document, **parts})


def run_all(package: str | None, only: int | None, jobs: int, limit: float) -> list[Outcome]:
    """Outcomes of all snippets, or of those of one package, or of one block."""
    chosen = [s for s in load() if package in (None, s.package) and only in (None, s.index)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        python = environment(folder / "venv", ENVIRONMENT)
        with ThreadPoolExecutor(jobs) as pool:
            return list(pool.map(lambda s: check(s, folder, python, limit), chosen))


def summary(outcomes: list[Outcome]) -> Json:
    """The figures."""
    last = Counter(outcome.last for outcome in outcomes if outcome.last)
    total = sum(last.values())
    runs = [outcome for outcome in outcomes if outcome.snippet.error is None]
    everything = Counter(v for outcome in runs for v in outcome.verdicts)
    operators: Counter[str] = Counter()
    imports: Counter[str] = Counter()
    for outcome in outcomes:
        statistics = (outcome.run.document or {}).get("statistics", {})
        operators.update(statistics.get("unknown_operators", {}))
        imports.update(statistics.get("unresolved_imports", []))
    failing = {o.snippet.section: o.as_torch_says for o in outcomes if o.snippet.is_shape_error}
    return {
        "blocks": len(outcomes),
        "blocks that run": len(runs),
        "blocks with a tensor": total,
        "last tensor": {kind: last[kind] for kind in (RIGHT, PARTLY, UNKNOWN, WRONG)},
        "fully right": round(last[RIGHT] / total, 3) if total else None,
        "all tensors": {kind: everything[kind] for kind in (RIGHT, PARTLY, UNKNOWN, WRONG)},
        "false alarms": sum(bool(outcome.errors) for outcome in runs),
        "shape errors of torch": failing,
        "crashes": sum(outcome.run.crashed for outcome in outcomes),
        "operators without a rule": dict(operators.most_common()),
        "imports not found": dict(imports.most_common()),
        "seconds": round(sum(outcome.run.seconds for outcome in outcomes), 1),
        "seconds on the processor": round(sum(outcome.run.processor for outcome in outcomes), 1),
        "slowest block, seconds": round(max((o.run.seconds for o in outcomes), default=0.0), 1),
        "peak memory, MB": round(max((o.run.megabytes for o in outcomes), default=0.0)),
    }


def causes(outcomes: list[Outcome]) -> list[tuple[str, list[str]]]:
    """First causes in blocks that are not fully right, by the number of blocks that they spoil."""
    spoiled: dict[str, list[str]] = {}
    for outcome in outcomes:
        if outcome.last in (None, RIGHT):
            continue
        found = (outcome.run.document or {}).get("why_unknown", [])
        for cause in found or [{"path": None, "reason": "no cause is given"}]:
            line = cause["range"]["start"]["line"] if cause.get("range") else 0
            where = f"{Path(cause['path']).name}:{line}" if cause.get("path") else "-"
            spoiled.setdefault(f"{cause['reason']}  ({where})", []).append(outcome.snippet.name)
    return sorted(spoiled.items(), key=lambda item: (-len(item[1]), item[0]))


def place_of(diagnostic: Json) -> str:
    """Path, line, message, and the innermost related place of a diagnostic."""
    line = diagnostic["range"]["start"]["line"]
    related = [f"{Path(r['path']).name}:{r['range']['start']['line']}" for r in diagnostic["related"]]
    via = f"  [{', '.join(related)}]" if related else ""
    return f"{diagnostic['path']}:{line}: [{diagnostic['rule']}] {diagnostic['message']}{via}"


def shown(value: Json | None) -> str:
    """A VALUE in one line."""
    if value is None:
        return "not revealed"
    if value["kind"] == "tensor":
        return str(value["shape"])
    if value["kind"] in ("tuple", "list") and value["items"] is not None:
        return f"({', '.join(map(shown, value['items']))})"
    if value["kind"] == "union":
        return " | ".join(map(shown, value["of"]))
    return str(value["kind"])


def table(outcomes: list[Outcome]) -> str:
    """One line a block that is not simply right."""
    rows = []
    for outcome in outcomes:
        snippet = outcome.snippet
        state = outcome.last or ("fails" if snippet.error else "no tensor")
        if outcome.run.crashed:
            state = f"{state}, CRASH"
        row = f"{snippet.name:18} {state:10} {outcome.run.seconds:6.1f} s  {snippet.section[:40]}"
        if outcome.last not in (None, RIGHT):
            row += _difference(snippet.expected[-1], outcome.values[-1])
        rows.append(row)
        if outcome.run.crashed:
            rows.append(f"{'':20}crash: {' '.join(outcome.run.errors.strip().splitlines()[-3:])}")
        rows += [f"{'':20}error: {place_of(one)}" for one in outcome.errors]
    return "\n".join(rows)


def _difference(expected: Expected, value: Json | None) -> str:
    return f": {expected.name} is {expected.shape}, stated {shown(value)}"
