"""Whole packages: seconds cold on one core, peak memory, diagnostics, crashes, share of tensors known."""

from __future__ import annotations

import contextlib
import json
import re
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import libcst

from bench.fetch import ENVIRONMENT, module_of, source
from bench.runner import Measured, environment, shapecheck
from bench.snippets import place_of

Json = Any
PARTS = {"transformers": "transformers/models"}
"""What is checked of a package, if not all of it."""
SHOWN = 3
"""Files."""


@dataclass(frozen=True)
class Outcome:
    """What shapecheck says about a package."""

    package: str
    lines: int
    run: Measured
    bare_parse: float
    """Seconds on the processor that libcst takes for nothing but parsing the same files, in the same run."""

    @property
    def diagnostics(self) -> list[Json]:
        found = (self.run.document or {}).get("diagnostics", [])
        return [one for one in found if one["severity"] != "info"]

    @property
    def slowest(self) -> list[tuple[str, float]]:
        """The files that took longest; nothing if the run was ended."""
        last = self.run.errors.rpartition("\n{")[2]
        times: dict[str, float] = json.loads("{" + last) if last.rstrip().endswith("}") else {}
        return sorted(times.items(), key=lambda one: -one[1])[:SHOWN]

    @property
    def summary(self) -> Json:
        document = self.run.document or {}
        tensors = document.get("statistics", {}).get("tensors", {})
        total = sum(tensors.values())
        files = document.get("files", [])
        severities = Counter(one["severity"] for one in self.diagnostics)
        return {
            "package": self.package,
            "files": len(files),
            "lines": self.lines,
            "seconds": round(self.run.seconds, 1),
            "seconds on the processor": round(self.run.processor, 1),
            "lines a second that libcst parses": round(self.lines / self.bare_parse),
            "times libcst's bare parse": round(self.run.processor / self.bare_parse, 1),
            "slowest files, seconds on the processor": ", ".join(f"{name} {t:.1f}" for name, t in self.slowest),
            "peak memory, MB": round(self.run.megabytes),
            "errors": severities["error"],
            "warnings": severities["warning"],
            "exit status": self.run.status,
            "crashed files": sum(file["status"] == "internal-error" for file in files),
            "files over budget": sum(file["status"] == "budget" for file in files),
            "tensors known": round(tensors["known"] / total, 3) if total else None,
            "tensors": tensors,
        }


def check(package: str, limit: float) -> Outcome:
    """Runs shapecheck over all of a package, with the other packages importable."""
    root = source(package)
    part = PARTS.get(package, module_of(package))
    lines = sum(path.read_bytes().count(b"\n") for path in (root / part).rglob("*.py"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        python = environment(folder / "venv", dict.fromkeys((*ENVIRONMENT, package)))
        options = [part, "--python", str(python), "--why-unknown", "--jobs", "1"]
        run = shapecheck(options, root.resolve(), folder / "cache", limit, "bench.timed")
    return Outcome(package, lines, run, bare_parse(root / part))


def bare_parse(folder: Path) -> float:
    """Seconds on the processor for libcst to parse the files of a folder; those that are no Python are left out."""
    texts = [path.read_bytes() for path in sorted(folder.rglob("*.py"))]
    begun = time.process_time()
    for text in texts:
        with contextlib.suppress(libcst.ParserSyntaxError, UnicodeDecodeError):
            libcst.parse_module(text)
    return time.process_time() - begun


def causes(outcome: Outcome, count: int) -> list[str]:
    """The commonest first causes of unknown results."""
    found = (outcome.run.document or {}).get("why_unknown", [])
    reasons: Counter[str] = Counter()
    for cause in found:
        reasons[cause["reason"]] += cause["results"]
    return [f"{results:7}  {reason}" for reason, results in reasons.most_common(count)]


NAMES = re.compile(r"(?<=attribute )\S+|(?<=parameter )\S+|(?<=name )\S+|(?<=method )\S+|(?<=module )\S+|\b\d+\b")
"""What a reason says of one place; without it the reasons of many packages are counted together."""


def common(outcomes: Sequence[Outcome], count: int) -> list[str]:
    """The commonest first causes of all packages: how many results each spoils, and in how many packages."""
    reasons: Counter[str] = Counter()
    packages: dict[str, set[str]] = {}
    for outcome in outcomes:
        for cause in (outcome.run.document or {}).get("why_unknown", []):
            reason = NAMES.sub("…", cause["reason"])
            reasons[reason] += cause["results"]
            packages.setdefault(reason, set()).add(outcome.package)
    rows = [f"{results:7} {len(packages[reason]):3}  {reason}" for reason, results in reasons.most_common(count)]
    return ["causes of unknown results in all packages: results, packages", *rows]


def report(outcome: Outcome, unknown: bool) -> str:
    """The figures of a package, its diagnostics, and on demand its causes."""
    figures = outcome.summary
    lines = [f"{figures.pop('package')}", *(f"  {name}: {value}" for name, value in figures.items())]
    lines += [f"  {one['severity']}: {place_of(one)}" for one in outcome.diagnostics]
    if outcome.run.crashed:
        lines.append(f"  {outcome.run.errors.strip()[-2000:]}")
    if unknown:
        lines += ["  causes of unknown results", *causes(outcome, 40)]
    return "\n".join(lines)
