"""Every node and span of the IR against Python's own `ast`."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

from shapecheck.source import ir, parse

Compare = Callable[[bytes | str], list[str]]

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SYNTAX = (HERE / "syntax" / "python310.txt").read_bytes().decode()
NEW_SYNTAX = (HERE / "syntax" / "python312.txt").read_text(encoding="utf-8")
PROJECT = sorted([*ROOT.glob("shapecheck/**/*.py"), *HERE.glob("*.py")])[::6]
"""Every sixth file of our own: they are written in one way, the standard library in many."""

# Modules that use much of the language; those that a Python lacks are left out.
MODULES = [
    "__future__", "_collections_abc", "abc", "asyncio/tasks", "asyncio/taskgroups", "base64", "bdb",
    "bisect", "calendar", "cmd", "codecs", "collections/__init__", "concurrent/futures/process",
    "contextlib", "copy", "csv", "ctypes/__init__", "dataclasses", "decimal", "dis", "enum",
    "fractions", "ftplib", "functools", "heapq", "html/parser", "importlib/_bootstrap", "ipaddress",
    "json/decoder", "keyword", "multiprocessing/pool", "opcode", "operator", "pathlib", "platform",
    "pprint", "pyclbr", "random", "re/_parser", "sre_constants", "string", "symtable", "textwrap",
    "tokenize", "traceback", "types", "queue", "sched", "selectors", "socket", "tempfile", "threading",
    "token", "trace", "uuid", "wave", "weakref", "webbrowser", "zipapp", "numbers", "nturl2path",
    "netrc", "fnmatch", "glob", "gzip", "hmac",
]  # fmt: skip
STDLIB = Path(sysconfig.get_paths()["stdlib"])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "change",
    [
        lambda text: text,
        lambda text: text.encode(),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: text.rstrip("\n"),
        lambda text: b"\xef\xbb\xbf" + text.encode(),
    ],
    ids=["text", "bytes", "crlf", "cr", "no-last-newline", "bom"],
)
def test_every_syntax(compare: Compare, change: Callable[[str], str | bytes]) -> None:
    assert compare(change(SYNTAX)) == []


@pytest.mark.skipif(sys.version_info < (3, 13), reason="the running Python does not know this syntax")
def test_new_syntax_exactly(compare: Compare) -> None:
    assert compare(NEW_SYNTAX) == []


def test_new_syntax_is_read_by_every_python() -> None:
    file = read(NEW_SYNTAX)
    first = file.body[0]
    assert isinstance(first, ir.FunctionDef)
    assert [parameter.name for parameter in first.params] == ["x", "y"]
    assert [type(statement).__name__ for statement in file.body[:6]] == [
        "FunctionDef", "ClassDef", "ClassDef", "TypeAlias_", "TypeAlias_", "FunctionDef",
    ]  # fmt: skip


def test_plain_files_need_no_libcst() -> None:
    program = "import sys; from shapecheck.source import parse; "
    program += "print(len(parse('x = 1; y = a.b[c]', '').body), 'libcst' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["2", "False"]


@pytest.mark.parametrize("file", PROJECT, ids=lambda file: str(file.relative_to(ROOT)))
def test_project(compare: Compare, file: Path) -> None:
    data = file.read_bytes()
    try:
        compile(data, "file.py", "exec", dont_inherit=True)
    except SyntaxError:
        pytest.skip("not Python at the moment")
    assert compare(data) == []


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("module", MODULES)
def test_standard_library(compare: Compare, module: str) -> None:
    file = STDLIB / f"{module}.py"
    if not file.exists():
        pytest.skip("this Python has no such module")
    assert compare(file.read_bytes()) == []


def test_encoding_cookie(compare: Compare) -> None:
    assert compare("# coding: latin-1\nü = 'ß' + x\n".encode("latin-1")) == []
    assert compare("#!/bin/python\n# vim: set fileencoding=cp1252 :\né = '€'; x\n".encode("cp1252")) == []


def test_columns_count_code_points() -> None:
    file = read("x = '😀é'; y\n")
    assert file.body[1].span == ir.Span(1, 11, 1, 12)


def test_spans_in_fstrings() -> None:
    text = "x = f'a{b.c!r:>{w}}d' 'e'\n"
    value = read(text).body[0].value  # type: ignore[union-attr]
    assert isinstance(value, ir.FString)
    first, field, last = value.parts
    assert (
        isinstance(first, ir.Constant) and isinstance(field, ir.Formatted) and isinstance(last, ir.Constant)
    )
    assert isinstance(field.value, ir.Attribute) and field.spec is not None
    width = field.spec.parts[1]
    assert (first.value, field.conversion, last.value) == ("a", "r", "de")
    places = [value, field, field.value, field.spec, width]
    expected = ["f'a{b.c!r:>{w}}d' 'e'", "{b.c!r:>{w}}", "b.c", ":>{w}", "{w}"]
    assert [text[node.span.column - 1 : node.span.end_column - 1] for node in places] == expected


def test_elif_is_a_nested_if() -> None:
    outer = read("if a:\n  b\nelif c:\n  d\nelse:\n  e\n").body[0]
    assert isinstance(outer, ir.If)
    inner = outer.orelse[0]
    assert isinstance(inner, ir.If)
    assert (outer.span, inner.span) == (ir.Span(1, 1, 6, 4), ir.Span(3, 1, 6, 4))
    assert len(inner.orelse) == 1


def test_template_string_is_no_text() -> None:
    statement = read('t"a{b}"\n').body[0]
    assert isinstance(statement, ir.Expr)
    assert isinstance(statement.value, ir.Call)


def read(text: str) -> ir.SourceFile:
    file = parse(text, "file.py")
    assert isinstance(file, ir.SourceFile), file
    return file


def test_tabs_below_spaces() -> None:
    """Python compares the widths of the indentation; libcst wants the tab below a tab."""
    text = 'class A:\n    def f(self):\n\t    # one\n\t    """a\n\t    b"""\n\t    return "\t"  # two\n    x = 1\n'
    compile(text, "file.py", "exec")
    outer = read(text).body[0]
    assert isinstance(outer, ir.ClassDef)
    function, value = outer.body
    assert isinstance(function, ir.FunctionDef)
    assert (function.name, value.span) == ("f", ir.Span(7, 5, 7, 10))
    returned = function.body[1]
    assert isinstance(returned, ir.Return) and isinstance(returned.value, ir.Constant)
    assert (returned.value.value, returned.value.span) == ("\t", ir.Span(6, 13, 6, 16))
