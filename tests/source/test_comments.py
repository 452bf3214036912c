"""Comments and suppressions."""

from __future__ import annotations

import pytest

from shapecheck.source import Suppression, ir, parse, suppressions


def read(text: str) -> ir.SourceFile:
    file = parse(text, "a.py")
    assert isinstance(file, ir.SourceFile)
    return file


def test_comments() -> None:
    file = read("# a\nx = '# no'  # b\n  # c\nf(  # d\n  # e\n)\ny = f'''{\n  z  # f\n}'''\n")
    assert [(comment.text, comment.own_line) for comment in file.comments] == [
        ("# a", True), ("# b", False), ("# c", True), ("# d", False), ("# e", True), ("# f", False),
    ]  # fmt: skip
    assert file.comments[1].span == ir.Span(2, 13, 2, 16)


@pytest.mark.parametrize(
    ("comment", "rules"),
    [
        ("# shapecheck: ignore", None),
        ("#shapecheck:ignore", None),
        ("# shapecheck: ignore because of this", None),
        ("# shapecheck: ignore[impossible-shape]", {"impossible-shape"}),
        ("# shapecheck: ignore[ a , b-c ]  why", {"a", "b-c"}),
        ("# shapecheck: ignore[]", set()),
        ("# type: ignore  # shapecheck: ignore[a]", {"a"}),
    ],
)
def test_suppression(comment: str, rules: set[str] | None) -> None:
    found = suppressions(read(f"\nx = 1  {comment}\n"))
    assert not found.skip_file
    assert found.by_line[2].rules == (None if rules is None else frozenset(rules))


@pytest.mark.parametrize(
    "comment", ["# shapecheck: ignored", "# shapecheck", "# shapecheck: ignore[a", "# ignore[a]"]
)
def test_no_suppression(comment: str) -> None:
    assert suppressions(read(f"x = 1  {comment}\n")).by_line == {}


def test_span_is_the_directive() -> None:
    found = suppressions(read("x  # é  # shapecheck: ignore[a]  # more\n"))
    assert found.by_line == {1: Suppression(ir.Span(1, 9, 1, 32), frozenset({"a"}))}


def test_in_a_string_it_is_no_comment() -> None:
    assert suppressions(read("x = '# shapecheck: skip-file'\n")).skip_file is False
    assert suppressions(read("'''\n# shapecheck: ignore\n'''\n")).by_line == {}


def test_skip_file() -> None:
    assert suppressions(read("# shapecheck: skip-file\nx\n")).skip_file
