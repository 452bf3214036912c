"""The text of a file to the IR by way of libcst's parser, or what is wrong with it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager

from libcst import BaseExpression, CSTNode, Module, ParserSyntaxError, parse_expression, parse_module

from shapecheck.source import ir
from shapecheck.source.from_cst.statements import StatementLowering
from shapecheck.source.problems import START, Unreadable, narrow_tabs, refusal
from shapecheck.source.scope import Scope
from shapecheck.source.tokens import Tokens


def body(tokens: Tokens) -> tuple[ir.Statement, ...]:
    """The statements of a text. Raises Unreadable with what is wrong and where, or RecursionError."""
    try:
        return StatementLowering(tokens).module(_tree_of(tokens))
    except (Unreadable, RecursionError, KeyboardInterrupt, SystemExit):
        raise
    except ParserSyntaxError as error:
        raise Unreadable(*refusal(tokens, error.message)) from None
    except BaseException as error:  # a panic of the native parser is no Exception
        raise Unreadable(START, f"the code cannot be read: {error}") from None


def formatted(tokens: Tokens, span: ir.Span, scope: Scope) -> ir.Expression:
    """A string with fields that stands in a text that is Python's; `scope` is where its expressions bind names."""
    text, offset = tokens.text, tokens.offset
    with _unchecked():
        tree = parse_expression(f"({text[offset(*span[:2]) : offset(*span[2:])]})")
    assert isinstance(tree, BaseExpression)
    return StatementLowering(tokens).inside(tree, bisect_left(tokens.spans, span[:2]), scope)


def _tree_of(tokens: Tokens) -> Module:
    """libcst's tree of a text, with narrow tabs if it refuses the text as it is."""
    try:
        return _tree(tokens.text)
    except ParserSyntaxError:
        narrow = narrow_tabs(tokens)
        if narrow is None:
            raise
        return _tree(narrow)


def _tree(text: str) -> Module:
    with _unchecked():
        return parse_module(text)


_CHECKS = CSTNode.__post_init__


def _no_checks(self: CSTNode) -> None:
    """Takes the place of a node's checks."""


@contextmanager
def _unchecked() -> Iterator[None]:
    """While libcst's nodes do not check themselves, which takes a third of the time of a parse.

    The checks are for those who build nodes by hand. What the grammar lets pass and they do not (text beside bytes,
    an `except` without a type before others), the lowering refuses. Every node calls its checks by the attribute that
    is replaced here, which a type checker takes for a mistake.
    """
    CSTNode.__post_init__ = _no_checks  # type: ignore[method-assign]
    try:
        yield
    finally:
        CSTNode.__post_init__ = _CHECKS  # type: ignore[method-assign]
