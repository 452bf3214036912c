"""From the bytes of a file to the IR, or to the reason why it is no Python."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

import libcst
from libcst import native

from shapecheck.source import ir
from shapecheck.source.lower_expressions import Unreadable
from shapecheck.source.lower_statements import StatementLowering, docstring
from shapecheck.source.tokens import Tokens

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK = re.compile(rb"^[ \t\f]*(?:#.*)?$")
_START = ir.Span(1, 1, 1, 1)
_TOO_DEEP = "the code is nested too deeply to be read"


def read_source(path_on_disk: Path) -> bytes:
    """The bytes of a file; an OSError passes."""
    return path_on_disk.read_bytes()


def parse(data: bytes | str, path: str) -> ir.SourceFile | ir.SyntaxProblem:
    """Read a file: never raises, whatever the bytes are. `path` is how the file is shown to the user."""
    try:
        text = _decode(data) if isinstance(data, bytes) else data
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        return _file(text, path)
    except Unreadable as problem:
        return ir.SyntaxProblem(path, problem.span, problem.message)


def _file(text: str, path: str) -> ir.SourceFile:
    tokens = Tokens(text)
    try:
        module = native.parse_module(text)
        body = StatementLowering(tokens).module(module)
    except (Unreadable, KeyboardInterrupt, SystemExit):
        raise
    except libcst.ParserSyntaxError as error:
        place = ir.Span(error.raw_line, error.raw_column + 1, error.raw_line, error.raw_column + 1)
        raise Unreadable(place, error.message) from None
    except BaseException as error:  # a panic of the native parser is no Exception
        message = _TOO_DEEP if isinstance(error, RecursionError) else f"the code cannot be read: {error}"
        raise Unreadable(_START, message) from None
    return ir.SourceFile(path, body, tuple(tokens.comments), docstring(body))


def _decode(data: bytes) -> str:
    """The text of a file in UTF-8, or in the encoding that a comment in its first two lines names."""
    encoding = "utf-8"
    if not data.startswith(codecs.BOM_UTF8):
        for line in data.splitlines()[:2]:
            if cookie := _COOKIE.match(line):
                encoding = cookie[1].decode("ascii")
            if cookie or not _BLANK.match(line):
                break
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(encoding, "replace").replace("\r\n", "\n").replace("\r", "\n")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise Unreadable(ir.Span(line, column, line, column), f"this is no {encoding} text") from None
    except Exception:  # whatever the codec that a stranger's file names may raise
        raise Unreadable(_START, f"the encoding `{encoding}` is not known") from None
