"""Outcomes survive being written and read, and reveals of several files meet as values of one do."""

from __future__ import annotations

import json
from typing import Any

import pytest

from shapecheck.check.outcome import Counts, Outcome, Place, Revealed, Trouble, from_plain, to_plain
from shapecheck.check.run import EVERYTHING_ON, Collector
from shapecheck.report import Options, render
from shapecheck.source import Suppression, Suppressions
from shapecheck.source.span import Span
from shapecheck.values.present import present
from shapecheck.values.thaw import frozen
from tests.report.fakes import files

HERE = Place("a.py", Span(1, 2, 3, 4))
FULL = Outcome(
    "a.py",
    "ok",
    (Span(1, 1, 1, 2), "no"),
    (Trouble("impossible-shape", "m", (HERE, HERE), ((HERE, "n"),), {"H": 7, "s": [1, 2]}, True),),
    (Revealed(HERE, "x", {"kind": "int", "value": 3}),),
    Counts({"proved": 1}, {"known": 2}, {"torch.f": 3}, ("timm",), ((HERE, "why", 4), (None, "where", 5))),
    Suppressions(
        True, {7: Suppression(Span(7, 1, 7, 9), frozenset({"b", "a"})), 9: Suppression(HERE.span, None)}
    ),
    ("crash",),
)


@pytest.mark.parametrize("outcome", [FULL, Outcome("b.py", "budget")])
def test_there_and_back(outcome: Outcome) -> None:
    text = json.dumps(to_plain(outcome))
    assert (
        from_plain(json.loads(text)) == outcome and json.dumps(to_plain(from_plain(json.loads(text)))) == text
    )


def tensor(*shape: Any) -> Any:
    return {"kind": "tensor", "shape": list(shape), "dtype": None}


@pytest.mark.parametrize(
    "value",
    [
        tensor("B", 3, "H//2 + 1", None, "*s"),
        {"kind": "dict", "items": {"a": {"kind": "tuple", "items": [{"kind": "int", "value": "max(2, n)"}]}}},
        {"kind": "union", "of": [{"kind": "none"}, {"kind": "object", "class": "pkg.C"}]},
        {"kind": "list", "items": None},
        {"kind": "str", "value": "B"},
        {"kind": "unknown"},
    ],
)
def test_thawing_is_the_inverse_of_presenting(value: Any) -> None:
    assert present(frozen(value), {}) == value


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ([tensor("B", "*s"), tensor("B", "*s")], tensor("B", "*s")),
        ([tensor(2), tensor(3), tensor(2)], {"kind": "union", "of": [tensor(2), tensor(3)]}),
        ([tensor("*s"), {"kind": "unknown"}], {"kind": "unknown"}),
    ],
)
def test_a_place_that_several_files_reach(values: list[Any], shown: Any) -> None:
    collector = Collector(files("a.py", "b.py", "c.py"), policy=EVERYTHING_ON)
    for name, value in zip("abc", values):
        collector.take(Outcome(f"{name}.py", "ok", reveals=(Revealed(HERE, "x", value),)))
    (reveal,) = json.loads(render(collector.report(), "json", Options()))["reveals"]
    assert reveal["value"] == shown
