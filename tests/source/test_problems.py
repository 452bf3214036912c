"""What is said of files that are no Python, and that no file ends the process."""

from __future__ import annotations

import random
import sys
import threading
from pathlib import Path

import pytest

from shapecheck.source import ir, parse

HERE = Path(__file__).parent

MESSAGES = [
    ("def f(x)\n  pass", (1, 9, 1, 9), "the line ends here, expected `:`"),
    ("with open(x) as f\n  pass", (1, 18, 1, 18), "expected `:`"),
    ("é = b c", (1, 7, 1, 8), "unexpected `c`"),
    ("x = (1,\n  2\ny = 3", (1, 5, 1, 6), "`(` was never closed"),
    ("f(a b\n, c)", (1, 5, 1, 6), "unexpected `b`"),
    ("x = )", (1, 5, 1, 6), "`)` closes nothing"),
    ("f(]", (1, 3, 1, 4), "`]` does not close what was opened"),
    ("x = ,", (1, 5, 1, 6), "unexpected `,`"),
    ("for x y: z", (1, 7, 1, 8), "unexpected `y`, expected `in`"),
    ("try:\n  a\nb", (3, 1, 3, 2), "unexpected `b`, expected `except` or `finally`"),
    ("if a:\nb", (2, 1, 2, 2), "expected an indented block"),
    ("if x:\n  y\n    z", (3, 5, 3, 6), "unexpected indentation"),
    ("if x:\n    y\n  z", (3, 3, 3, 4), "the indentation fits no line above"),
    ("if a:\n\tx\n        y", (3, 9, 3, 10), "tabs and spaces are mixed in the indentation"),
    ("f() = 2", (1, 5, 1, 6), "what stands left of this `=` cannot be assigned to"),
    ("import", (1, 7, 1, 7), "the file ends here, expected a name"),
    ("'''\n'''\nx = 'abc", (3, 5, 3, 6), "the string is never closed"),
    ('x = """abc\nd', (1, 5, 1, 6), "the string is never closed"),
    ("f(rb'''abc)", (1, 3, 1, 4), "the string is never closed"),
    ('a("""b", 1)', (1, 3, 1, 4), "the string is never closed"),
    ("a ? b", (1, 3, 1, 4), "'?' is no character of Python's"),
    ("x = 1 + 07", (1, 9, 1, 11), "leading zeros in decimal integer literals are not permitted"),
    ("x = 'a' b'c'", (1, 9, 1, 13), "text and bytes cannot be joined"),
    ("x = f'{a}' b'c'", (1, 12, 1, 16), "text and bytes cannot be joined"),
    ("try: a\nexcept: b\nexcept C: d", (2, 1, 2, 10), "an `except` without a type must be the last one"),
    ("'\\x1'", (1, 1, 1, 6), "the escape \\x is not complete"),
    ("x = " + "9" * 5000, (1, 5, 1, 5005), "the number has too many digits"),
    (b"a\n\xc3\xa9b = '\xff'", (2, 7, 2, 7), "this is no utf-8 text"),
    (b"# coding: zip\n", (1, 1, 1, 1), "the encoding `zip` is not known"),
]


@pytest.mark.parametrize(("source", "span", "message"), MESSAGES, ids=[message for *_, message in MESSAGES])
def test_message(source: str | bytes, span: tuple[int, ...], message: str) -> None:
    assert parse(source, "a.py") == ir.SyntaxProblem("a.py", ir.Span(*span), message)


LATE = "from __future__ imports must occur at the beginning of the file"
UNCOMPILED = [
    ("if x:\n    break", (2, 5), "'break' outside loop"),
    ("continue", (1, 1), "'continue' not properly in loop"),
    ("class A:\n    return 1", (2, 5), "'return' outside function"),
    ("é = 'é'; yield 1", (1, 10), "'yield' outside function"),
    ("await x", (1, 1), "'await' outside function"),
    ("def f():\n    async with a: pass", (2, 5), "'async with' outside async function"),
    ("def f(a, a): pass", (1, 10), "duplicate argument 'a' in function definition"),
    ("lambda x, x: 1", (1, 11), "duplicate argument 'x' in function definition"),
    ("f(a=1, a=2)", (1, 8), "keyword argument repeated: a"),
    ("class A(a=1, a=2): pass", (1, 14), "keyword argument repeated: a"),
    ("nonlocal x", (1, 1), "nonlocal declaration not allowed at module level"),
    ("def f():\n    x = 1\n    global x", (3, 5), "name 'x' is assigned to before global declaration"),
    ("def f():\n    from os import *", (2, 20), "import * only allowed at module level"),
    ("*a = 1", (1, 1), "starred assignment target must be in a list or tuple"),
    ("*a, *b = c", (1, 1), "multiple starred expressions in assignment"),
    ("def f():\n    return *a", (2, 12), "can't use starred expression here"),
    ("x = 1\nfrom __future__ import division", (2, 1), LATE),
    ("from __future__ import foo", (1, 1), "future feature foo is not defined"),
    ("match x:\n case _: pass\n case 1: pass", (2, 7), "wildcard makes remaining patterns unreachable"),
    ("def é(a, a): pass", (1, 10), "duplicate argument 'a' in function definition"),
]


@pytest.mark.parametrize(("source", "start", "message"), UNCOMPILED, ids=[source for source, *_ in UNCOMPILED])
def test_what_the_compiler_refuses(source: str, start: tuple[int, int], message: str) -> None:
    """The places and words are those of Python 3.11; others may have others."""
    problem = parse(source, "a.py")
    assert isinstance(problem, ir.SyntaxProblem)
    if sys.version_info[:2] == (3, 11):
        assert (problem.span[:2], problem.message) == (start, message)


def test_the_compiler_is_silent_and_runs_nothing(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "made"
    source = f"open({str(file)!r}, 'w')\nx = 1 is 1, '\\d', ()()\nassert (x, 1)\n"
    assert isinstance(parse(source, "a.py"), ir.SourceFile)
    assert not file.exists() and capfd.readouterr() == ("", "")


def test_cells_of_a_notebook() -> None:
    """They are compiled one by one, and may await."""
    source = "x = await y\nfrom __future__ import annotations\nasync with x: z = [await a for a in b]\n"
    assert isinstance(parse(source, "a.py"), ir.SyntaxProblem)
    assert isinstance(parse(source, "a.ipynb"), ir.SourceFile)
    problem = parse(f"{source}break", "a.ipynb")
    assert isinstance(problem, ir.SyntaxProblem) and problem.message == "'break' outside loop"


DEEP = {
    "brackets": "(" * 100_000,
    "closed brackets": "(" * 100_000 + ")" * 100_000,
    "mixed brackets": "[({" * 30_000,
    "sum": "a" + "+a" * 20_000,
    "logic": "a" + " and a" * 20_000,
    "not": "not " * 20_000 + "a",
    "minus": "-" * 20_000 + "a",
    "attributes": "a" + ".a" * 20_000,
    "calls": "a" + "()" * 20_000,
    "lambda": "lambda:" * 20_000 + "a",
    "conditional": "a" + " if a else a" * 20_000,
    "fstrings": "f'{a}' " * 5_000,
    "nested fstrings": 'f"{' * 5_000,
    "nested specs": 'f"' + "{a:" * 5_000,
    "indentation": "".join(" " * depth + "if a:\n" for depth in range(1_000)) + " " * 1_000 + "a",
    "import": "import a" + ".a" * 20_000,
    "elif": "if a:\n pass\n" + "elif a:\n pass\n" * 50_000,
}


@pytest.mark.parametrize("source", DEEP.values(), ids=DEEP)
def test_deep_nesting_is_no_crash(source: str) -> None:
    problem = parse(source, "a.py")
    assert isinstance(problem, ir.SyntaxProblem)
    assert "cannot be read" not in problem.message


@pytest.mark.parametrize(
    "source",
    [
        "x = a" + " + a" * 1_500,
        "x = a" + " or a" * 1_500,
        "if a:\n pass\n" + "elif a:\n pass\n" * 3_000,
        "x = [" + "(a, -1), " * 3_000 + "]",
        "x = (" + "'a'\n" * 20_000 + ")",
        "(" * 150 + "a" + ")" * 150,
        "a" + ".a" * 900,
        "a" + "**a" * 900,
        "a" + "()" * 900,
    ],
    ids=["sum", "logic", "elif", "table", "strings", "brackets", "attributes", "powers", "calls"],
)
def test_long_code_is_read(source: str) -> None:
    """Whatever limit the process has: analyses raise it, a caller may have lowered it."""
    before = sys.getrecursionlimit()
    results: list[object] = []
    for limit in (300, 1_000, 60_000):
        sys.setrecursionlimit(limit)
        try:
            results.append(parse(source, "a.py"))
        finally:
            sys.setrecursionlimit(before)
    assert [type(result) for result in results] == [ir.SourceFile] * 3


def test_a_deep_caller_changes_nothing() -> None:
    source = "(" * 40 + "a" + ")" * 40

    def call(depth: int) -> object:
        return call(depth - 1) if depth else parse(source, "a.py")

    results: list[object] = []
    thread = threading.Thread(target=lambda: results.append(call(sys.getrecursionlimit() - 150)))
    thread.start()
    thread.join()
    assert results == [parse(source, "a.py")]


@pytest.mark.parametrize("seed", range(10))
def test_mutated_files(seed: int) -> None:
    """Thirty files a seed: truncated, spliced, bytes flipped."""
    chance = random.Random(seed)
    sources = [(HERE / "syntax" / name).read_bytes() for name in ("python310.txt", "python312.txt")]
    sources += [file.read_bytes() for file in sorted(HERE.glob("*.py"))]
    for _ in range(30):
        data = mutated(chance, bytearray(chance.choice(sources)), sources)
        result = parse(data, "a.py")
        assert isinstance(result, (ir.SourceFile, ir.SyntaxProblem))
        if isinstance(result, ir.SyntaxProblem):
            assert "cannot be read" not in result.message, (result, data)
            assert result.span.line <= len(data.splitlines()) + 1


def mutated(chance: random.Random, data: bytearray, sources: list[bytes]) -> bytes:
    kind = chance.randrange(4)
    at = chance.randrange(len(data))
    if kind == 0:
        return bytes(data[:at])
    if kind == 1:
        other = chance.choice(sources)
        start = chance.randrange(len(other))
        return bytes(data[:at]) + other[start : start + chance.randrange(400)] + bytes(data[at:])
    if kind == 2:
        for _ in range(chance.randrange(1, 6)):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        return bytes(data)
    del data[at : at + chance.randrange(1, 30)]
    return bytes(data)
