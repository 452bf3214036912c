"""What Python's parser lets pass and its compiler does not: a `break` outside of a loop, two parameters of one name ...

Compiling runs nothing of the code; what is made of it is thrown away.
"""

from __future__ import annotations

import ast
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from shapecheck.source.ir import Span
from shapecheck.source.problems import Unreadable

_WARNINGS = threading.Lock()
_NAME = "<code>"


@contextmanager
def unwarned() -> Iterator[None]:
    """While nothing is said on the console of whoever runs us: an escape that is none is only warned of."""
    with _WARNINGS, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def refuse_uncompiled(text: str, is_notebook: bool = False) -> None:
    """Raises Unreadable for a text that the running Python parses and does not compile, or RecursionError.

    What it does not parse may be the syntax of a later one: others say whether it is.
    """
    try:
        with unwarned():
            if is_notebook:
                _compile_cells(text)
            else:
                compile(text, _NAME, "exec", dont_inherit=True, optimize=0)
    except SyntaxError as error:
        if _is_parsed(text):
            raise Unreadable(_span(error, text), error.msg) from None
    except (ValueError, MemoryError, OverflowError):
        pass  # null bytes and surrogates, or more than Python's own parser bears


def _compile_cells(text: str) -> None:
    """Each statement for itself: where a cell begins, `from __future__` may stand, and `await` stands anywhere."""
    for statement in ast.parse(text).body:
        cell = ast.Module([statement], [])
        compile(cell, _NAME, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True, optimize=0)


def _is_parsed(text: str) -> bool:
    try:
        with unwarned():
            ast.parse(text)
    except (SyntaxError, ValueError, MemoryError):
        return False
    return True


def _span(error: SyntaxError, text: str) -> Span:
    """Where the compiler stopped; it counts columns in bytes, from 1."""
    lines = text.split("\n")

    def place(line: int | None, offset: int | None) -> tuple[int, int]:
        at = min(max(line or 1, 1), len(lines))
        before = lines[at - 1].encode("utf-8", "surrogatepass")[: max((offset or 1) - 1, 0)]
        return at, len(before.decode("utf-8", "replace")) + 1

    start = place(error.lineno, error.offset)
    return Span(*start, *max(start, place(error.end_lineno, error.end_offset)))
