"""From the bytes of a file to the IR, or to the reason why it is no Python."""

from __future__ import annotations

import codecs
import re

from shapecheck.source import ir
from shapecheck.source.compiling import refuse_uncompiled
from shapecheck.source.deep_stack import in_deep_stack
from shapecheck.source.files import NOTEBOOK
from shapecheck.source.from_ast import parsing as from_ast
from shapecheck.source.problems import MOST_OPERATORS, START, Unreadable, fear
from shapecheck.source.scope import Scope, docstring
from shapecheck.source.tokens import Tokens

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK = re.compile(rb"^[ \t\f]*(?:#.*)?$")

# A file that may need a deep stack is read in a thread that has one: the main thread's stack is small on
# some systems, an overflow in the native parser ends the process, and Python's limit counts from the caller.
_DEEP_BRACKETS, _MANY_ELIFS, _MOST_ELIFS = 50, 500, 20_000


def parse(data: bytes | str, path: str) -> ir.SourceFile | ir.SyntaxProblem:
    """What `shapecheck.source.parse` is."""
    try:
        text = _decode(data) if isinstance(data, bytes) else data
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        if not text.endswith("\n"):
            text += "\n"  # the parser's errors at the end of the file are clearer with it
        return _file(text, path)
    except Unreadable as problem:
        return ir.SyntaxProblem(path, problem.span, problem.message)
    except Exception as error:  # one file that breaks us must not end a run over a thousand
        return ir.SyntaxProblem(path, START, f"the code cannot be read: {error}")


def parse_body(
    text: str, first_line: int, function: ir.FunctionDef
) -> tuple[ir.FunctionDef, tuple[ir.Comment, ...]] | None:
    """Another body of a function, read for itself: `text` are its lines, of which the first has that number.

    Gives a function with this body and nothing of the parameters but their names, and the comments; None if the
    lines are not exactly a body, or need more care than a body usually does.
    """
    names = ", ".join(param.name for param in function.params)  # which the body may not declare global
    header = f"async def f({names}):" if function.is_async else f"def f({names}):"
    tokens = Tokens(f"{header}\n{text}\n", first_line - 1)
    if tokens.strays or tokens.deepest > _DEEP_BRACKETS or tokens.longest > MOST_OPERATORS:
        return None
    try:
        body = from_ast.body(tokens, _formatted)
        refuse_uncompiled(tokens.text)
    except (Unreadable, RecursionError):  # whoever reads the whole file says what is wrong
        return None
    only = body[0] if body and len(body) == 1 else None
    return (only, tuple(tokens.comments)) if isinstance(only, ir.FunctionDef) else None


def _file(text: str, path: str) -> ir.SourceFile:
    tokens = Tokens(text)
    elifs = text.count("elif")
    reason = fear(tokens)
    if elifs > _MOST_ELIFS:
        reason = START, "too many `elif`"
    if reason is not None:
        raise Unreadable(*reason)
    if tokens.deepest <= _DEEP_BRACKETS and tokens.longest <= MOST_OPERATORS and elifs <= _MANY_ELIFS:
        try:
            return _lowered(tokens, path)
        except RecursionError:
            pass  # the caller may be deep in the stack itself
    return _with_large_stack(tokens, path)


def _lowered(tokens: Tokens, path: str) -> ir.SourceFile:
    text = tokens.text
    body = _body(tokens)
    refuse_uncompiled(text, path.endswith(NOTEBOOK))
    return ir.SourceFile(path, body, tuple(tokens.comments), docstring(body))


def _body(tokens: Tokens) -> tuple[ir.Statement, ...]:
    """By Python's own parser, which is nine times as fast, or where it does not do, by libcst's."""
    body = from_ast.body(tokens, _formatted)
    if body is not None:
        return body
    from shapecheck.source.from_cst import parsing as from_cst

    return from_cst.body(Tokens(tokens.text))  # the tokens are worn: the lowering of a formatted string changes some


def _formatted(tokens: Tokens, span: ir.Span, scope: Scope) -> ir.Expression:
    from shapecheck.source.from_cst import parsing as from_cst  # most files come without it

    return from_cst.formatted(tokens, span, scope)


def _with_large_stack(tokens: Tokens, path: str) -> ir.SourceFile:
    """Lower where every file fits that `fear` lets pass, whatever limits the process has."""
    try:
        return in_deep_stack(lambda: _lowered(Tokens(tokens.text), path))
    except RecursionError:
        raise Unreadable(START, "the code is nested too deeply") from None


def _decode(data: bytes) -> str:
    """The text of a file in UTF-8, or in the encoding that a comment in its first two lines names."""
    encoding = "utf-8"
    if not data.startswith(codecs.BOM_UTF8):
        for head in data.splitlines()[:2]:
            if cookie := _COOKIE.match(head):
                encoding = cookie[1].decode("ascii")
            if cookie or not _BLANK.match(head):
                break
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(encoding, "replace").replace("\r\n", "\n").replace("\r", "\n")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise Unreadable(ir.Span(line, column, line, column), f"this is no {encoding} text") from None
    except Exception:  # whatever the codec that a stranger's file names may raise
        raise Unreadable(START, f"the encoding `{encoding}` is not known") from None
