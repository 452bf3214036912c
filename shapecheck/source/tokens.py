"""Where every token of a file lies: the lowering takes the spans of its nodes from here.

libcst's tree has no positions, and its own way to compute them costs three times the parse. But the
leaves of the tree, taken in source order, are exactly the tokens of the text, so one compiled regex over
the text gives all positions. Commas and semicolons make no token: no node begins with one, and a
lowering that need not count them is simpler.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from shapecheck.source.ir import Comment, Span

# Outside strings and comments every non-ASCII character belongs to a name: Python allows more of them
# there than the regex class for word characters covers (combining marks).
_WORD = r"A-Za-z0-9_\x80-\U0010ffff"
_SHORT = r"""(?!'{3}|"{3})(?:'[^'\\\n]*(?:\\.[^'\\\n]*)*'|"[^"\\\n]*(?:\\.[^"\\\n]*)*")"""
_LONG = r""""{3}[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"{3}""" + r"|'{3}[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'{3}"

_PLAIN, _OPEN, _CLOSE, _NEWLINE, _COMMENT, _STRING, _FSTRING, _CONTINUATION = range(1, 9)

_TOKEN = re.compile(
    rf"""[ \t\f,;]*(?:
      ( [A-Za-z_\x80-\U0010ffff][{_WORD}]*(?![{_WORD}"'])
      | \.\.\. | \.(?![0-9])
      | -> | \*\*=? | //=? | <<=? | >>=? | [-+*/%@&|^<>=:]=? | ~ | !=
      | 0[xX][0-9a-fA-F_]+ | 0[bB][01_]+ | 0[oO][0-7_]+
      | (?:[0-9][0-9_]*\.?(?:[0-9][0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][+-]?[0-9][0-9_]*)?[jJ]?
      )
    | ([(\[{{]) | ([)\]}}]) | (\n) | (\#[^\n]*)
    | ((?:[rR][bB]?|[bB][rR]?|[uU])?(?:{_LONG}|{_SHORT}))
    | ((?:[fFtT][rR]?|[rR][fFtT])(?:"{{3}}|'{{3}}|"|'))
    | (\\\n)
    | ([A-Za-z_\x80-\U0010ffff][{_WORD}]*)   # a keyword that touches a string: in"abc"
    | (.)                                      # no Python: libcst says so
    )""",
    re.VERBOSE | re.DOTALL,
)
_KEYWORD, _STRAY = 9, 10

# Runs of text in an f-string by (raw, format spec): doubled braces are text, except in a spec.
_RUN = r"[^{}\\'\"\n]+|\\[^{}]|\\|['\"\n]"
_NAMED = r"\\N\{[^}'\"\n]*\}"
_BRACES = r"\{\{|\}\}"
_PIECES = {
    (False, False): re.compile(f"{_NAMED}|{_RUN}|{_BRACES}", re.DOTALL),
    (True, False): re.compile(f"{_RUN}|{_BRACES}", re.DOTALL),
    (False, True): re.compile(f"{_NAMED}|{_RUN}", re.DOTALL),
    (True, True): re.compile(_RUN, re.DOTALL),
}
_SEPARATOR = re.compile(r"(?:[ \t\f\n]|\\\n|#[^\n]*)*[,;]")

# A limit for the recursion below: code of people nests two or three.
_MAX_FSTRINGS = 30


class Tokens:
    """The spans of all tokens of `text` (line ends are `\\n`), the comments, and what a parser should fear.

    `deepest` is the deepest nesting of brackets, `longest` the number of tokens of the longest logical line,
    `strays` the offsets of what is no token (an open quote, a `$`), `texts` the indices of f-strings' texts.
    """

    def __init__(self, text: str, first_line: int = 1) -> None:
        """`first_line` is the number of the text's first line, where it is a part of a file."""
        self.text = text
        self.spans: list[Span] = []
        self.comments: list[Comment] = []
        self.strays: list[int] = []
        self.texts: set[int] = set()
        self.deepest = 0
        self.longest = 0
        self.first_line = self._line = first_line
        self._base = -1  # offset of column 0, one before the line's first character
        self._line_starts: list[int] | None = None
        self._nesting = 0
        self._scan()

    def offset(self, line: int, column: int) -> int:
        """The index into the text of a place."""
        return self._starts()[line - self.first_line] + column - 1

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of an index into the text."""
        starts = self._starts()
        line = bisect_right(starts, offset)
        return line + self.first_line - 1, offset - starts[line - 1] + 1

    def end_after_separator(self, span: Span) -> tuple[int, int]:
        """The place behind the comma or semicolon that follows a token."""
        match = _SEPARATOR.match(self.text, self.offset(span.end_line, span.end_column))
        return self.place(match.end()) if match else (span.end_line, span.end_column)

    def _starts(self) -> list[int]:
        if self._line_starts is None:
            lines = self.text.split("\n")
            self._line_starts = [0, *accumulate(len(line) + 1 for line in lines[:-1])]
        return self._line_starts

    def _scan(self) -> None:
        """The hot loop: state in local names, f-strings left to `_fstring`."""
        text, append = self.text, self.spans.append
        spans = self.spans
        line, base = self._line, self._base
        depth = deepest = first = position = 0
        size = len(text)
        while position < size:
            for match in _TOKEN.finditer(text, position):
                kind = match.lastindex
                if kind in (_PLAIN, _KEYWORD):
                    start, end = match.span(kind)
                    append(Span(line, start - base, line, end - base))
                elif kind == _NEWLINE:
                    line += 1
                    base = match.end() - 1
                    if not depth:
                        if len(spans) - first > self.longest:
                            self.longest = len(spans) - first
                        first = len(spans)
                elif kind == _OPEN:
                    depth += 1
                    if depth > deepest:
                        deepest = depth
                    column = match.end() - base
                    append(Span(line, column - 1, line, column))
                elif kind == _CLOSE:
                    depth -= depth > 0
                    column = match.end() - base
                    append(Span(line, column - 1, line, column))
                else:
                    self._line, self._base = line, base
                    position = self._rare(match)
                    line, base = self._line, self._base
                    if position != match.end():
                        break
            else:
                break
        self.longest = max(self.longest, len(spans) - first)
        self.deepest = max(deepest, self.deepest)

    def _rare(self, match: re.Match[str]) -> int:
        """Comments, strings, continuations and stray characters; the offset where scanning goes on."""
        kind = match.lastindex
        if kind == _STRING:
            self._emit(*match.span(kind))
        elif kind == _COMMENT:
            start, end = match.span(kind)
            span = Span(self._line, start - self._base, self._line, end - self._base)
            own_line = not self.text[self._base + 1 : start].strip(" \t\f")
            self.comments.append(Comment(span, match[_COMMENT], own_line))
        elif kind == _CONTINUATION:
            self._line += 1
            self._base = match.end() - 1
        elif kind == _FSTRING:
            return self._fstring(match)
        else:
            self.strays.append(match.start(kind or 0))
        return match.end()

    def _emit(self, start: int, end: int) -> None:
        """Add a token that may span several lines."""
        line, column = self._line, start - self._base
        breaks = self.text.count("\n", start, end)
        if breaks:
            self._line += breaks
            self._base = self.text.rindex("\n", start, end)
        self.spans.append(Span(line, column, self._line, end - self._base))

    def _fstring(self, match: re.Match[str]) -> int:
        """Tokens of an f-string: its start, each run of text, each field, its end."""
        start, end = match.span(_FSTRING)
        prefix = match[_FSTRING].lower()
        quote = prefix.lstrip("frt")
        self._emit(start, end)
        self._nesting += 1
        self.deepest = max(self.deepest, self._nesting)
        end = self._parts(end, quote, "r" in prefix, spec=False)
        self._nesting -= 1
        if self.text.startswith(quote, end):
            self._emit(end, end + len(quote))
            end += len(quote)
        else:
            self.strays.append(start)
        return end

    def _parts(self, position: int, quote: str, raw: bool, spec: bool) -> int:
        """Runs of text and fields up to the closing quote, or to the `}` that ends a format spec."""
        text, begin = self.text, position
        piece = _PIECES[raw, spec]
        while position < len(text):
            if text.startswith(quote, position) or (len(quote) == 1 and text[position] == "\n"):
                break
            found = piece.match(text, position)
            if found:
                position = found.end()
                continue
            if text[position] == "}":
                break
            if self._nesting > _MAX_FSTRINGS:
                self.deepest = len(text)
                break
            self._text(begin, position)
            position = begin = self._field(position, quote, raw)
        self._text(begin, position)
        return position

    def _text(self, start: int, end: int) -> None:
        if end > start:
            self.texts.add(len(self.spans))
            self._emit(start, end)

    def _field(self, position: int, quote: str, raw: bool) -> int:
        """`{expression=!r:spec}`, from the brace on."""
        text = self.text
        self._emit(position, position + 1)
        position = self._field_code(position + 1)
        if text.startswith("!", position):
            end = position + 2
            self._emit(position, end)
            position = end
            while text[position : position + 1] in (" ", "\t"):
                position += 1
        if text.startswith(":", position):
            self._emit(position, position + 1)
            self._nesting += 1
            self.deepest = max(self.deepest, self._nesting)
            position = self._parts(position + 1, quote, raw, spec=True)
            self._nesting -= 1
        if text.startswith("}", position):
            self._emit(position, position + 1)
            position += 1
        return position

    def _field_code(self, position: int) -> int:
        """The expression of a field; stops before the `!`, `:` or `}` behind it."""
        text = self.text
        depth = 0
        while match := _TOKEN.match(text, position):
            kind = match.lastindex or _STRAY
            start, end = match.span(kind)
            if not depth and text[start] in ":!}" and match[kind] != "!=":
                return start
            if kind == _NEWLINE:
                self._line += 1
                self._base = end - 1
            elif kind in (_PLAIN, _KEYWORD, _OPEN, _CLOSE):
                depth += (kind == _OPEN) - (kind == _CLOSE)
                self.deepest = max(self.deepest, self._nesting + depth)
                self._emit(start, end)
            elif kind == _STRAY:
                return start
            else:
                end = self._rare(match)
            position = end
        return position
