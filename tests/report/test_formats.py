"""Each format of a report, by its own rules."""

from __future__ import annotations

import json
from importlib.resources import files

import jsonschema
import pytest

from shapecheck.check.diagnostics import Report, Statistics
from shapecheck.report import FORMATS, Options, render
from tests.report.samples import REPORT

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
    assert text.splitlines()[-1].startswith("3 files, 83 %")


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_writes_an_empty_report(name: str) -> None:
    assert render(EMPTY, name, Options()).endswith("\n")
