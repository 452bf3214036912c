"""S-expressions of SMT-LIB 2.6: one pass over the text, positions kept as line numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Union

Tree = Union[str, "list[Tree]"]

_TOKEN = re.compile(r'[ \t\r]+|;[^\n]*|\n|"(?:[^"]|"")*"|\|[^|\\]*\||[^\s()";|]+|.', re.DOTALL)


class SmtError(ValueError):
    """The text is no SMT-LIB, or uses what is not understood here."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.message = message


def commands(text: str, first_line: int = 1) -> Iterator[tuple[int, int, Tree]]:
    """(line where it begins, line where it ends, tree) of each command in the text."""
    stack: list[list[Tree]] = []
    line = begin = first_line
    for match in _TOKEN.finditer(text):
        token = match.group()
        head = token[0]
        if head == "\n":
            line += 1
        elif head == "(":
            if not stack:
                begin = line
            stack.append([])
        elif head == ")":
            if not stack:
                raise SmtError(line, "a closing bracket too many")
            done = stack.pop()
            if stack:
                stack[-1].append(done)
            else:
                yield begin, line, done
        elif head not in " \t\r;":
            if not stack:
                raise SmtError(line, f"a command must begin with a bracket, not with {token[:40]!r}")
            if head in '"|':
                if len(token) == 1:
                    raise SmtError(line, f"{token} without its end")
                line += token.count("\n")
                token = token[1:-1] if head == "|" else token
            stack[-1].append(token)
    if stack:
        raise SmtError(begin, "the bracket is never closed")


def text_of(tree: Tree) -> str:
    """The tree in one line; deep ones are walked with a stack of our own."""
    out: list[str] = []
    todo = [tree]
    while todo:
        part = todo.pop()
        if isinstance(part, str):
            out.append(part)
            continue
        out.append("(")
        todo.append(")")
        for inner in reversed(part):
            todo += (inner, " ")
        if part:
            todo.pop()  # no blank before the first
    return "".join(out)
