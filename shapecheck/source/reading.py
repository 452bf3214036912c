"""From the bytes of a file to the IR, or to the reason why it is no Python."""

from __future__ import annotations

import codecs
import re

from libcst import CSTNode, Module, ParserSyntaxError, parse_module

from shapecheck.source import ir
from shapecheck.source.deep_stack import in_deep_stack
from shapecheck.source.lower_statements import StatementLowering, docstring
from shapecheck.source.problems import MOST_OPERATORS, START, Unreadable, fear, narrow_tabs, refusal
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


def parse_body(text: str, first_line: int, is_async: bool) -> tuple[ir.FunctionDef, tuple[ir.Comment, ...]] | None:
    """The body of a function, read for itself: `text` are its lines, of which the first has that number.

    Gives a function of no parameters with this body, and the comments; None if the lines are not exactly a body,
    or need more care than a body usually does.
    """
    header = "async def f():" if is_async else "def f():"
    tokens = Tokens(f"{header}\n{text}\n", first_line - 1)
    if tokens.strays or tokens.deepest > _DEEP_BRACKETS or tokens.longest > MOST_OPERATORS:
        return None
    try:
        body = StatementLowering(tokens).module(_tree(tokens.text))
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # whoever reads the whole file says what is wrong; a panic of the parser is no Exception
        return None
    only = body[0] if len(body) == 1 else None
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
    try:
        body = StatementLowering(tokens).module(_tree_of(tokens))
    except (Unreadable, RecursionError, KeyboardInterrupt, SystemExit):
        raise
    except ParserSyntaxError as error:
        raise Unreadable(*refusal(tokens, error.message)) from None
    except BaseException as error:  # a panic of the native parser is no Exception
        raise Unreadable(START, f"the code cannot be read: {error}") from None
    return ir.SourceFile(path, body, tuple(tokens.comments), docstring(body))


def _tree_of(tokens: Tokens) -> Module:
    """libcst's tree of a text, with narrow tabs if it refuses the text as it is."""
    try:
        return _tree(tokens.text)
    except ParserSyntaxError:
        narrow = narrow_tabs(tokens)
        if narrow is None:
            raise
        return _tree(narrow)


_CHECKS = CSTNode.__post_init__


def _unchecked(self: CSTNode) -> None:
    """Takes the place of a node's checks."""


def _tree(text: str) -> Module:
    """libcst's tree. Its nodes do not check themselves, which takes a third of the time of the parse.

    The checks are for those who build nodes by hand. What the grammar lets pass and they do not (text beside bytes,
    an `except` without a type before others), the lowering refuses. Every node calls its checks by the attribute that
    is replaced here, which a type checker takes for a mistake.
    """
    CSTNode.__post_init__ = _unchecked  # type: ignore[method-assign]
    try:
        return parse_module(text)
    finally:
        CSTNode.__post_init__ = _CHECKS  # type: ignore[method-assign]


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
