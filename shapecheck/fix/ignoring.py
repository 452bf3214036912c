"""Suppression comments written into source: `# shapecheck: ignore[rule]` behind the code that a diagnostic marks."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from shapecheck.check.diagnostics import Diagnostic
from shapecheck.source.files import lines_with_ends

_OURS = re.compile(r"(#\s*shapecheck\s*:\s*ignore\s*\[)([^\]#]*)(\])")
_ALL = re.compile(r"#\s*shapecheck\s*:\s*ignore(?!\s*\[)\b")


class Ignored(NamedTuple):
    """The new text, and the diagnostics for which there is no line that a comment can end."""

    text: str
    left: tuple[Diagnostic, ...]


def ignoring(text: str, diagnostics: Iterable[Diagnostic]) -> Ignored:
    """The file with a comment for each diagnostic; unchanged if its meaning would change with them."""
    found = list(diagnostics)
    lines = lines_with_ends(text)
    free = _lines_for_comments(text)
    wanted: dict[int, list[str]] = {}
    left = []
    for one in found:
        span = one.span
        line = next((line for line in range(span.line, span.end_line + 1) if line in free), None)
        if line is None:
            left.append(one)
        else:
            wanted.setdefault(line, []).append(one.rule)
    for line, rules in wanted.items():
        lines[line - 1] = _with_comment(lines[line - 1], rules)
    edited = "".join(lines)
    if not _same_meaning(text, edited):
        return Ignored(text, tuple(found))
    return Ignored(edited, tuple(left))


def _lines_for_comments(text: str) -> frozenset[int]:
    """The lines that end where a comment may stand: not inside of a string, and not continued by `\\`."""
    free = set()
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in (tokenize.NEWLINE, tokenize.NL):
                free.add(token.start[0])
    except (tokenize.TokenError, SyntaxError):
        return frozenset()
    return frozenset(free)


def _with_comment(line: str, rules: Iterable[str]) -> str:
    code = line.rstrip("\r\n")
    end = line[len(code) :]
    ours = _OURS.search(code)
    if ours is not None:
        named = [name.strip() for name in ours[2].split(",") if name.strip()]
        listed = ", ".join(dict.fromkeys([*named, *sorted(rules)]))
        return f"{code[: ours.start(2)]}{listed}{code[ours.end(2) :]}{end}"
    if _ALL.search(code):
        return line
    return f"{code.rstrip()}  # shapecheck: ignore[{', '.join(sorted(set(rules)))}]{end}"


def _same_meaning(before: str, after: str) -> bool:
    """Whether both are the same program to Python: a last guard before a file is written."""
    try:
        return ast.dump(ast.parse(before)) == ast.dump(ast.parse(after))
    except (SyntaxError, ValueError, RecursionError):
        return False


def by_path(diagnostics: Iterable[Diagnostic]) -> Mapping[str, list[Diagnostic]]:
    """The diagnostics of each file."""
    found: dict[str, list[Diagnostic]] = {}
    for one in diagnostics:
        found.setdefault(one.path, []).append(one)
    return found


def without_comments(text: str, diagnostics: Iterable[Diagnostic]) -> str:
    """The file without the suppression comments that these diagnostics mark; unchanged if its meaning would change."""
    lines = lines_with_ends(text)
    for one in sorted(diagnostics, key=lambda one: one.span, reverse=True):
        line, start, _, end = one.span
        code, rest = lines[line - 1][: start - 1], lines[line - 1][end - 1 :]
        if not rest.strip():
            code = code.rstrip()
        lines[line - 1] = code + rest
    edited = "".join(lines)
    return edited if _same_meaning(text, edited) else text
