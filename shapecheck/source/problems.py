"""What is wrong with a file that the parser refuses, in words that people know and with its place.

libcst names the token where its grammar stopped and everything that could have stood there; for errors in
the tokens themselves it names no place at all. Both are worked out again here, from our own tokens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from shapecheck.source.ir import Handler, Span
from shapecheck.source.tokens import Tokens

START = Span(1, 1, 1, 1)
MOST_BRACKETS = 200  # as in CPython
MOST_OPERATORS = 2_000  # libcst needs quadratic time for a chain of them


class Unreadable(Exception):
    """The parser let something pass that is no Python."""

    def __init__(self, span: Span, message: str) -> None:
        super().__init__(message)
        self.span = span
        self.message = message


def refuse_early_default(handlers: tuple[Handler, ...]) -> None:
    """An `except` without a type stands last: the parsers let others pass."""
    for handler in handlers[:-1]:
        if handler.type is None:
            raise Unreadable(handler.span, "an `except` without a type must be the last one")


_WHERE = re.compile(r"error at (\d+):(\d+): expected (?:one of )?(.*)", re.DOTALL)
_DIGITS = "[0-9](?:_?[0-9])*"
_POINT = rf"(?:{_DIGITS}\.(?:{_DIGITS})?|\.{_DIGITS})"
_EXPONENT = rf"(?:[eE][+-]?{_DIGITS})"
_NUMBER = re.compile(
    r"0[xX](?:_?[0-9a-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|0(?:_?0)*|[1-9](?:_?[0-9])*"
    rf"|{_POINT}{_EXPONENT}?[jJ]?|{_DIGITS}(?:{_EXPONENT}[jJ]?|[jJ])"
)
_OPENED = re.compile(r"""\b(?:[rR][bB]?|[bB][rR]?|[uU])['"]\Z""")
_PAIRS = {")": "(", "]": "[", "}": "{"}
_COMPARISONS = {"==", "!=", "<=", ">="}
_WORDY_OPERATORS = {"not", "and", "or", "if", "else", "lambda", "await"}
_SPOKEN = {"INDENT": "an indented block", "NAME": "a name", "NEWLINE": "the end of the line"}


def refusal(tokens: Tokens, message: str) -> tuple[Span, str]:
    """The place and the words for a message of libcst's parser."""
    if match := _WHERE.search(message):
        return _grammar(tokens, int(match[1]), int(match[2]), match[3].split(", "))
    return _token(tokens, message.removeprefix("tokenizer error: "))


def fear(tokens: Tokens) -> tuple[Span, str] | None:
    """Why a file must not be given to the recursive parser at all."""
    if tokens.deepest > MOST_BRACKETS:
        depth = 0
        for span, text in _texts(tokens):
            depth += (text in "([{") - (text in ")]}")
            if depth > MOST_BRACKETS:
                return span, "too many nested brackets"
        return START, "the code is nested too deeply"
    if tokens.longest > MOST_OPERATORS and (span_of_chain := _long_chain(tokens)):
        return span_of_chain, "the expression is too long"
    return None


def _texts(tokens: Tokens) -> Iterator[tuple[Span, str]]:
    """Each token with its text; the inside of an f-string is no text that can hold a bracket."""
    text, offset = tokens.text, tokens.offset
    for number, span in enumerate(tokens.spans):
        yield span, "text" if number in tokens.texts else text[offset(*span[:2]) : offset(*span[2:])]


# -------------------------------------------------------------------- errors of the grammar


def _grammar(tokens: Tokens, line: int, column: int, expected: list[str]) -> tuple[Span, str]:
    """libcst tells where the token after the one that it could not take begins, columns counted from 0."""
    behind = (line, column + 1)
    opened = _unclosed(tokens)
    if opened and opened[0][:2] < behind:
        return opened[0], f"`{opened[1]}` was never closed"
    last, text, depth = _last_before(tokens, behind)
    gap = tokens.text[tokens.offset(*last[2:]) : tokens.offset(*behind)] if last[:2] < behind else ""
    gap = re.sub(r"#.*", lambda comment: " " * len(comment[0]), gap)
    if (comma := max(gap.rfind(","), gap.rfind(";"))) >= 0:
        at = tokens.place(tokens.offset(*last[2:]) + comma)
        return Span(*at, at[0], at[1] + 1), f"unexpected `{gap[comma]}`"
    if expected == ["*"]:  # all that libcst says of `with a as b` without its colon
        return Span(*last[2:], *last[2:]), "expected `:`"
    if expected == ["INDENT"]:
        return last, "expected an indented block"
    if "\n" not in gap.replace("\\\n", "") or depth:
        if text.endswith("=") and text not in _COMPARISONS and "NEWLINE" in expected:
            return last, f"what stands left of this `{text}` cannot be assigned to"
        return last, _sentence(f"unexpected `{_shown(text)}`", _wanted(expected))
    if "DEDENT" in expected or "EOF" in expected:
        here = next((span for span in tokens.spans if span[:2] == behind), last)
        return here, "unexpected indentation"
    end = Span(*last[2:], *last[2:])
    found = "the file ends here" if last[2:] == tokens.spans[-1][2:] else "the line ends here"
    return end, _sentence(found, "`:`" if ":" in expected else _wanted(expected))


def _last_before(tokens: Tokens, place: tuple[int, int]) -> tuple[Span, str, int]:
    """The last token that begins before a place, and the number of brackets open there."""
    last, last_text, depth = START, "", 0
    for span, text in _texts(tokens):
        if span[:2] >= place:
            break
        last, last_text = span, text
        depth += (text in ("(", "[", "{")) - (text in _PAIRS)
    return last, last_text, depth


def _sentence(found: str, wanted: str) -> str:
    return f"{found}, expected {wanted}" if wanted else found


def _shown(text: str) -> str:
    first = text.partition("\n")[0]
    return text if len(text) <= 30 and first == text else first[:30] + "..."


def _wanted(expected: list[str]) -> str:
    """What should have stood there, if that can be said in a few words."""
    if len(expected) > 3 or {"DEDENT", "EOF"} & set(expected):
        return ""
    return " or ".join(_SPOKEN.get(item, f"`{item}`") for item in expected)


# -------------------------------------------------------------------- errors of the tokens


def _token(tokens: Tokens, message: str) -> tuple[Span, str]:
    if "parenthesis" in message or "unmatched" in message:
        return _mismatch(tokens) or (START, message)
    if "string literal" in message:
        quotes = (at for at in tokens.strays if tokens.text[at] not in "$?!`\\\0")
        return _stray(tokens, _string_start(tokens.text, next(quotes, None))), "the string is never closed"
    if "not a valid character" in message or "line continuation" in message:
        span = _stray(tokens, next(iter(tokens.strays), None))
        if "continuation" in message:
            return span, "nothing may follow a `\\` on its line"
        return span, f"{message.partition(' is not')[0].strip()} is no character of Python's"
    if "literal" in message:
        numbers = (span for span, text in _texts(tokens) if _bad_number(tokens, span, text))
        return next(numbers, START), message.partition(";")[0]
    if "dedent" in message or "indent" in message or "tabs" in message:
        return _indentation(tokens) or (START, message)
    return START, message


def _string_start(text: str, at: int | None) -> int | None:
    """Where the string of an open quote begins: at its prefix, which is a name to our tokens."""
    opened = None if at is None else _OPENED.search(text, max(at - 2, 0), at + 1)
    return opened.start() if opened else at


def _stray(tokens: Tokens, offset: int | None) -> Span:
    if offset is None:
        return START
    line, column = tokens.place(offset)
    return Span(line, column, line, column + 1)


def _bad_number(tokens: Tokens, span: Span, text: str) -> bool:
    if not text[0].isdecimal() and not (text[0] == "." and text[1:2].isdecimal()):
        return False
    behind = tokens.text[tokens.offset(*span[2:]) :][:1]
    return not _NUMBER.fullmatch(text) or behind.isidentifier()


def _unclosed(tokens: Tokens) -> tuple[Span, str] | None:
    """The innermost bracket that is open at the end of the file."""
    stack: list[tuple[Span, str]] = []
    for span, text in _texts(tokens):
        if text in ("(", "[", "{"):
            stack.append((span, text))
        elif text in _PAIRS and stack:
            stack.pop()
    return stack[-1] if stack else None


def _mismatch(tokens: Tokens) -> tuple[Span, str] | None:
    """The first closing bracket without its opening one."""
    stack: list[str] = []
    for span, text in _texts(tokens):
        if text in ("(", "[", "{"):
            stack.append(text)
        elif text in _PAIRS:
            if not stack:
                return span, f"`{text}` closes nothing"
            if stack.pop() != _PAIRS[text]:
                return span, f"`{text}` does not close what was opened"
    return None


def narrow_tabs(tokens: Tokens) -> str | None:
    """The text with one space for each tab of its indentation, where Python takes the indentation.

    Python wants lines to be related in the same way whether a tab is eight columns or one, so this means the same, and
    every token keeps its place. libcst does not take a tab that stands below a line that is indented by spaces.
    """
    if "\t" not in tokens.text or _indentation(tokens) is not None:
        return None
    lines = tokens.text.split("\n")
    comments = [comment.span for comment in tokens.comments if comment.own_line]
    for span in (*(span for span, _ in _logical_lines(tokens)), *comments):
        line = lines[span.line - 1]
        lines[span.line - 1] = line[: span.column - 1].replace("\t", " ") + line[span.column - 1 :]
    return "\n".join(lines)


def _indentation(tokens: Tokens) -> tuple[Span, str] | None:
    """What is wrong with the indentation of the logical lines: as in Python's tokenizer, tabs to multiples of 8."""
    mixed = "tabs and spaces are mixed in the indentation"
    stack = [(0, 0)]
    for span, line in _logical_lines(tokens):
        margin = line.rpartition("\f")[2]
        width, narrow = len(margin.expandtabs(8)), len(margin)
        if width > stack[-1][0]:
            if narrow <= stack[-1][1]:
                return span, mixed
            stack.append((width, narrow))
            if len(stack) > 100:
                return span, "too many levels of indentation"
            continue
        while width < stack[-1][0]:
            stack.pop()
        if width != stack[-1][0]:
            return span, "the indentation fits no line above"
        if narrow != stack[-1][1]:
            return span, mixed
    return None


def _logical_lines(tokens: Tokens) -> Iterator[tuple[Span, str]]:
    """The first token of each logical line, and the whitespace before it."""
    depth, line = 0, 0
    for span, text in _texts(tokens):
        if not depth and span.line > line:
            start = tokens.offset(span.line, 1)
            before = tokens.text[:start].rstrip("\n")
            if not before.endswith("\\") or line == 0:
                yield span, tokens.text[start : start + span.column - 1]
        line = span.end_line
        depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))


# -------------------------------------------------------------------- chains of operators


def _long_chain(tokens: Tokens) -> Span | None:
    """The start of an expression with more operators in a row than the parser bears.

    A comma or a new statement begins a new chain; brackets hold chains of their own.
    """
    counts, starts = [0], [START]
    previous_end, operand = 0, False
    line = 0
    for span, text in _texts(tokens):
        start = tokens.offset(*span[:2])
        gap = tokens.text[previous_end:start]
        if "," in gap or ";" in gap or (len(counts) == 1 and span.line > line):
            counts[-1], starts[-1] = 0, span
        if text in ("(", "[", "{"):
            counts[-1] += operand
            counts.append(0)
            starts.append(span)
        elif text in _PAIRS:
            if len(counts) > 1:
                counts.pop()
                starts.pop()
        elif text in _WORDY_OPERATORS or not (text[0].isalnum() or text[0] in "_\"'"):
            counts[-1] += 1
        if counts[-1] > MOST_OPERATORS:
            return starts[-1]
        ends_operand = text in _PAIRS or text[-1].isalnum() or text[-1] in "_\"'"
        operand = ends_operand and text not in _WORDY_OPERATORS
        previous_end, line = start + len(text), span.end_line
    return None
