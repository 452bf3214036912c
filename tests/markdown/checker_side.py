"""Runs shapecheck over all cases and says where a case and its answer disagree."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.markdown.parse import Case, Expectation, SourceFile
from tests.markdown.shortform import matches_value, parse_short, short

Json = Any


@dataclass(frozen=True)
class Answer:
    """What shapecheck says about the files of one case."""

    diagnostics: list[Json]
    reveals: list[Json]
    status: str = "ok"


def check_all(cases: list[Case], folder: Path, *options: str) -> dict[str, Answer]:
    """Answers by case name: one run for all cases of one file, one more for each case of several."""
    alone = [case for case in cases if len(case.files) == 1]
    answers = {}
    if alone:
        together = folder / "alone"
        for case in alone:
            _write(case, together)
        document = run_check(together, *options)
        answers = {case.name: _answer(case, document) for case in alone}
    for case in cases:
        if len(case.files) > 1:
            place = folder / case.name.replace(":", "_").replace(".", "_")
            _write(case, place)
            answers[case.name] = _answer(case, run_check(place, *options))
    return answers


def run_check(folder: Path, *options: str) -> Json:
    """The JSON document of `shapecheck check .` in a folder."""
    command = [sys.executable, "-m", "shapecheck", "check", ".", "--output-format", "json", *options]
    environ = {**os.environ, "PYTHONSAFEPATH": "1"}
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environ, check=False)
    if result.returncode not in (0, 1, 3):
        raise RuntimeError(f"shapecheck exits with {result.returncode}: {result.stderr[-2000:]}")
    return json.loads(result.stdout)


def _write(case: Case, folder: Path) -> None:
    for file in case.files:
        path = folder / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.code, encoding="utf-8")


def _answer(case: Case, document: Json) -> Answer:
    names = {file.name for file in case.files}
    statuses = [f["status"] for f in document["files"] if f["path"] in names and f["status"] != "ok"]
    return Answer(
        [d for d in document["diagnostics"] if d["path"] in names and d["severity"] != "info"],
        [r for r in document["reveals"] if r["path"] in names],
        statuses[0] if statuses else "ok",
    )


def problems(case: Case, answer: Answer) -> list[str]:
    """Expectations that are not met, and what is reported and not expected."""
    found = [] if answer.status == "ok" else [f"{case.name}: status {answer.status}"]
    left = list(answer.diagnostics)
    for file in case.files:
        for expectation in file.expectations:
            where = f"{case.document.name}:{file.start + expectation.line - 1}"
            if expectation.kind == "revealed":
                found += _reveal_problems(file, expectation, answer, where)
            elif expectation.kind != "raises":
                met = next((d for d in left if _is_met(file, expectation, d)), None)
                if met is None:
                    found.append(f"{where}: not reported: {expectation.kind} {expectation.text}")
                else:
                    left.remove(met)
    starts = {file.name: file.start for file in case.files}
    for d in left:
        line = starts[d["path"]] + d["range"]["start"]["line"] - 1
        found.append(f"{case.document.name}:{line}: reported: {d['severity']} [{d['rule']}] {d['message']}")
    return found


def _is_met(file: SourceFile, expectation: Expectation, diagnostic: Json) -> bool:
    place = (diagnostic["path"], diagnostic["range"]["start"]["line"])
    said = (diagnostic["severity"], diagnostic["rule"])
    if place != (file.name, expectation.line) or said != (expectation.kind, expectation.rule):
        return False
    return all(part in diagnostic["message"] for part in expectation.parts)


def revealed(file: SourceFile, line: int, answer: Answer) -> Json | None:
    """The VALUE that the answer reveals on a line."""
    for reveal in answer.reveals:
        if (reveal["path"], reveal["range"]["start"]["line"]) == (file.name, line):
            return reveal["value"]
    return None


def _reveal_problems(file: SourceFile, expectation: Expectation, answer: Answer, where: str) -> list[str]:
    value = revealed(file, expectation.line, answer)
    if value is None:
        return [f"{where}: no reveal, expected {expectation.text}"]
    if matches_value(parse_short(expectation.text), value):
        return []
    return [f"{where}: revealed {short(value, dtypes=True)}, expected {expectation.text}"]


def update(case: Case, answer: Answer) -> None:
    """Rewrites the reveals of a case in its document (`UPDATE_CASES=1`)."""
    lines = case.document.read_text(encoding="utf-8").splitlines(keepends=True)
    for file in case.files:
        for expectation in file.expectations:
            value = revealed(file, expectation.line, answer)
            if expectation.kind != "revealed" or value is None:
                continue
            if not matches_value(parse_short(expectation.text), value):
                index = file.start + expectation.line - 2
                dtypes = "64[" in expectation.text or "32[" in expectation.text or "bool[" in expectation.text
                lines[index] = lines[index].replace(expectation.text, short(value, dtypes))
    case.document.write_text("".join(lines), encoding="utf-8")
