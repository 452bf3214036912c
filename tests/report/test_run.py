"""From what the interpreter notes to one report."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from shapecheck.check.diagnostics import Report
from shapecheck.check.run import EVERYTHING_ON, Selection, check_files, exit_status
from shapecheck.interpret.record import Record
from shapecheck.report import Options, render
from shapecheck.values import Cause, Tensor
from shapecheck.values import Path as ValuePath
from shapecheck.values.freeze import freeze
from tests.report.fakes import FakeSession, files, finding, reveal, site

TEXT = "a\nb\nc\n"


def report(
    *findings: Any, text: str = TEXT, selection: Selection = EVERYTHING_ON, names: tuple[str, ...] = ("a.py",)
) -> Report:
    def notes(shown: str, record: Record) -> None:
        record.findings.extend(findings)

    return check_files(FakeSession(dict.fromkeys(names, text), notes), files(*names), selection)


def test_the_primary_place_is_the_innermost_checked_frame() -> None:
    frames = (site("/site-packages/lib.py", 9), site("a.py", 2), site("a.py", 1))
    (one,) = report(finding(*frames, notes=[(site("a.py", 3), "made here")])).diagnostics
    assert (one.path, one.span.line, one.severity) == ("a.py", 2, "error")
    assert [(r.path, r.span.line, r.message) for r in one.related] == [
        ("/site-packages/lib.py", 9, "the error is raised here"),
        ("a.py", 3, "made here"),
        ("a.py", 1, "called from here"),
    ]


def test_no_checked_frame_no_diagnostic() -> None:
    assert report(finding(site("/other.py", 1))).diagnostics == ()


def test_several_calls_are_one_diagnostic() -> None:
    found = [
        finding(site("a.py", 3), site("a.py", 2), site("a.py", line), message=f"n{line}")
        for line in (10, 11, 12, 13)
    ]
    (one,) = report(*found, *found).diagnostics
    assert one.message == "n10 (in 4 calls)"
    assert [r.span.line for r in one.related] == [2, 10, 11, 12]


def test_a_certain_finding_wins_over_an_uncertain_one() -> None:
    (one,) = report(
        finding(site("a.py", 3), uncertain=True), finding(site("a.py", 3), message="sure")
    ).diagnostics
    assert (one.severity, one.message) == ("error", "sure")
    (one,) = report(finding(site("a.py", 3), uncertain=True)).diagnostics
    assert one.severity == "warning"


def test_long_chains_of_calls_are_shortened() -> None:
    (one,) = report(finding(*(site("a.py", line) for line in range(1, 40)))).diagnostics
    assert [r.span.line for r in one.related] == [2, 3, 4, 5, 6, 7, 8, 39]


def test_suppressions() -> None:
    text = "x = 1  # shapecheck: ignore[impossible-shape]\ny = 2  # shapecheck: ignore[impossible-assert]\n"
    shown = report(finding(site("a.py", 1)), finding(site("a.py", 2)), text=text).diagnostics
    assert [(d.rule, d.span.line) for d in shown] == [("impossible-shape", 2), ("unused-suppression", 2)]
    assert "impossible-assert" in shown[1].message


def test_a_suppression_of_an_ignored_rule_is_not_unused() -> None:
    text = "x = 1  # shapecheck: ignore[impossible-shape]\n"
    assert report(text=text).diagnostics
    assert not report(text=text, selection=Selection(ignore=frozenset({"impossible-shape"}))).diagnostics


def test_an_unknown_rule_in_a_suppression() -> None:
    (one,) = report(text="x = 1  # shapecheck: ignore[imposible]\n").diagnostics
    assert one.rule == "unused-suppression" and "no rule `imposible`" in one.message


def test_skip_file() -> None:
    done = report(finding(site("a.py", 2)), text="# shapecheck: skip-file\nx = 1\n")
    assert done.diagnostics == () and done.files[0].status == "ok"


def test_selection() -> None:
    both = [finding(site("a.py", 1)), finding(site("a.py", 2), rule="unknown-operator")]
    assert [d.rule for d in report(*both).diagnostics] == ["impossible-shape"]
    only = Selection(select=frozenset({"unknown-operator"}))
    assert [d.rule for d in report(*both, selection=only).diagnostics] == ["unknown-operator"]


def test_reveals_are_merged_by_place() -> None:
    def notes(shown: str, record: Record) -> None:
        for shape in ((2,), (3,), (2,)):
            record.reveals.append(reveal(site("a.py", 1), freeze(Tensor(shape), ValuePath())))

    done = check_files(FakeSession({"a.py": TEXT, "b.py": TEXT}, notes), files("a.py", "b.py"))
    (one,) = done.reveals
    assert [member["shape"] for member in one.value["of"]] == [[2], [3]]


@pytest.mark.parametrize(
    ("comment", "selection", "told"),
    [
        ("", Selection(), True),
        ("ignore[revealed-shape]", Selection(), False),
        ("ignore", Selection(), False),
        ("", Selection(ignore=frozenset({"revealed-shape"})), False),
        ("", Selection(levels={"revealed-shape": "off"}), False),
        ("ignore[revealed-shape]", Selection(ignore=frozenset({"revealed-shape"})), False),
    ],
)
def test_silenced_reveals_are_not_told(comment: str, selection: Selection, told: bool) -> None:
    """Nor is what silences them unused. Programs still find them in `reveals`."""

    def notes(shown: str, record: Record) -> None:
        record.reveals.append(reveal(site("a.py", 1), freeze(Tensor((2,)), ValuePath())))

    text = f"x = 1  # shapecheck: {comment}\n" if comment else "x = 1\n"
    done = check_files(FakeSession({"a.py": text}, notes), files("a.py"), selection)
    assert done.diagnostics == ()
    assert [one["value"]["shape"] for one in json.loads(render(done, "json", Options()))["reveals"]] == [[2]]
    for name in ("text", "concise"):
        assert ("revealed-shape" in render(done, name, Options())) == told


def test_names_in_messages_and_counterexamples() -> None:
    def notes(shown: str, record: Record) -> None:
        record.findings.append(
            finding(site("a.py", 1), message="got x_1#2 and x_0", counterexample={"x_1#2": 7, "x_0": 1})
        )

    session = FakeSession({"a.py": TEXT}, notes)
    session.hints = {"x_0": "b"}
    (one,) = check_files(session, files("a.py")).diagnostics
    assert one.message == "got x_1 and b" and one.counterexample == {"x_1": 7, "b": 1}


def test_a_broken_file_spoils_nothing() -> None:
    done = check_files(FakeSession({"a.py": "def f(:\n", "b.py": TEXT}), files("a.py", "b.py"))
    assert [(f.path, f.status) for f in done.files] == [("a.py", "syntax-error"), ("b.py", "ok")]
    assert [d.rule for d in done.diagnostics] == ["syntax-error"] and exit_status(done, False) == 1


def test_a_crash_costs_its_file_only() -> None:
    def notes(shown: str, record: Record) -> None:
        if shown == "a.py":
            raise RecursionError("deep")
        record.findings.append(finding(site(shown, 1)))

    done = check_files(FakeSession({"a.py": TEXT, "b.py": TEXT}, notes), files("a.py", "b.py"))
    assert [f.status for f in done.files] == ["internal-error", "ok"]
    assert len(done.diagnostics) == 1 and exit_status(done, False) == 3 and "deep" in done.crashes[0]


def test_statistics_are_summed() -> None:
    def notes(shown: str, record: Record) -> None:
        record.tensors["known"] += 1
        record.unresolved_imports.add("timm")
        record.causes[Cause(site(str(Path("a.py").absolute()), 1), "why")] += 2

    counts = check_files(FakeSession({"a.py": TEXT, "b.py": TEXT}, notes), files("b.py", "a.py")).statistics
    assert counts.tensors == {"known": 2, "partial": 0, "unknown": 0}
    assert counts.unresolved_imports == ("timm",)
    assert [(c.path, c.results) for c in counts.causes] == [("a.py", 4)]


def test_the_order_of_files_and_findings_makes_no_difference() -> None:
    texts = dict.fromkeys(("a.py", "b.py", "c.py"), TEXT)
    found = [finding(site(name, 1), site(caller, 2), message=caller) for name in texts for caller in texts]

    def notes(shown: str, record: Record) -> None:
        record.findings.extend(one for one in found if one.frames[1].path == shown)

    outputs = {
        render(check_files(FakeSession(texts, notes), files(*order)), "json", Options())
        for order in itertools.permutations(texts)
    }
    assert len(outputs) == 1


@pytest.mark.parametrize(("warnings_count", "status"), [(False, 0), (True, 1)])
def test_exit_status_of_warnings(warnings_count: bool, status: int) -> None:
    assert exit_status(report(finding(site("a.py", 1), uncertain=True)), warnings_count) == status
