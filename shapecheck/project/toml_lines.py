"""On which line each key of a TOML document stands: tomllib gives values without their places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

Key: TypeAlias = "tuple[str | int, ...]"
"""The way to a value: names of tables and keys, and the index of a table in an array of tables."""

_TOKEN = re.compile(
    r'''
      (?P<skip> \#[^\n]* | [ \t\r]+ )
    | (?P<text> """ (?: \\. | [^\\] )*? """+ | \'\'\' .*? \'\'\'+ | " (?: \\. | [^"\\\n] )* " | \' [^\'\n]* \' )
    | (?P<end> \n )
    | (?P<mark> [\[\]{}=.,] )
    | (?P<word> [^\s\[\]{}=.,"\'\#]+ )
    | (?P<other> . )
    ''',
    re.VERBOSE | re.DOTALL,
)


def key_lines(text: str) -> dict[Key, int]:
    """The first line of every table and key of a valid document; those inside of inline tables are left out."""
    scan = _Scan()
    for match in _TOKEN.finditer(text):
        scan.take(match.lastgroup or "", match[0])
    scan.take("end", "\n")
    return scan.lines


def line_of(lines: dict[Key, int], key: Sequence[str | int]) -> int:
    """The line of the key, else that of the nearest one around it."""
    for length in range(len(key), 0, -1):
        known = lines.get(tuple(key[:length]))
        if known is not None:
            return known
    return 1


class _Scan:
    """Reads one logical line after the other: what stands before its `=`, or inside of its brackets."""

    def __init__(self) -> None:
        self.lines: dict[Key, int] = {}
        self._arrays: dict[Key, int] = {}
        """Arrays of tables, with the index of the last one."""
        self._table: Key = ()
        self._line, self._start = 1, 1
        self._names: list[str] = []
        self._marks = ""
        """The brackets at the start of the line: `[` or `[[` of a header."""
        self._depth, self._in_value = 0, False

    def take(self, kind: str, token: str) -> None:
        if kind == "end" and not self._depth:
            self._finish()
        elif kind == "mark":
            self._mark(token)
        elif kind in ("word", "text") and not self._in_value:
            self._names.append(token if kind == "word" else token[1:-1])
        self._line += token.count("\n")
        if not self._names and not self._marks:
            self._start = self._line

    def _mark(self, token: str) -> None:
        if token == "=" and not self._in_value:
            self._in_value = True
        elif self._in_value:
            self._depth += (token in "[{") - (token in "]}")
        elif token == "[" and not self._names:
            self._marks += token

    def _finish(self) -> None:
        if self._marks:
            self._open(tuple(self._names), is_array=self._marks == "[[")
        elif self._names:
            key = (*self._table, *self._names)
            for length in range(1, len(key) + 1):
                self.lines.setdefault(key[:length], self._start)
        self._names, self._marks, self._in_value = [], "", False

    def _open(self, names: tuple[str, ...], is_array: bool) -> None:
        key: Key = ()
        for i, name in enumerate(names):
            key = (*key, name)
            if is_array and i == len(names) - 1:
                self._arrays[key] = self._arrays.get(key, -1) + 1
            self.lines.setdefault(key, self._start)
            if key in self._arrays:
                key = (*key, self._arrays[key])
                self.lines.setdefault(key, self._start)
        self._table = key
