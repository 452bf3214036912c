"""Marks stand under what they mark, whatever the width of the characters before it."""

from __future__ import annotations

import pytest

from shapecheck.report.frame import frame, printable, width
from shapecheck.source.ir import Span


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ("x = f(y)", "f(y)"),
        ("\tx = f(y)", "f(y)"),
        ("s = '漢字'; f(y)", "f(y)"),
        ("é = e\u0301; f(y)", "f(y)"),
        ("f(y)", "f(y)"),
    ],
)
def test_marks_are_below(line: str, marked: str) -> None:
    at = line.index(marked) + 1
    code, marks = frame([line], Span(1, at, 1, at + len(marked)), 3)
    shown = code.removeprefix("  1 | ")
    below = marks.removeprefix("    | ")
    lead = shown[: shown.index(marked)]
    assert below == " " * width(lead) + "^" * width(marked)


def test_an_empty_span_has_one_mark() -> None:
    assert frame(["def f(:"], Span(1, 7, 1, 7), 1)[-1] == "  |       ^"
    assert frame(["x ="], Span(1, 4, 1, 4), 1)[-1] == "  |    ^"


def test_a_span_of_several_lines_shows_the_first() -> None:
    assert frame(["y = f(", "    x,", ")"], Span(1, 5, 3, 2), 1) == ["1 | y = f(", "  |     ^^ ..."]


def test_a_line_that_is_gone_shows_nothing() -> None:
    assert frame([], Span(3, 1, 3, 2), 1) == []


def test_control_characters_do_not_reach_the_terminal() -> None:
    assert printable("a\x1b[31mb\x07") == "a?[31mb?"
