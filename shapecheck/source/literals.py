"""The values of literals: what `ast.literal_eval` gives, without its warnings and recursion."""

from __future__ import annotations

import re
import sys
import unicodedata

_SIMPLE_ESCAPES = {
    "\n": "",
    "\\": "\\",
    "'": "'",
    '"': '"',
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
}
_NUMERIC = r"[0-7]{1,3}|x[0-9a-fA-F]{2}"
_ESCAPE = re.compile(rf"\\({_NUMERIC}|u[0-9a-fA-F]{{4}}|U[0-9a-fA-F]{{8}}|N\{{[^}}]*\}}|.)", re.DOTALL)
_BYTES_ESCAPE = re.compile(rf"\\({_NUMERIC}|.)", re.DOTALL)
_ESCAPE_OR_BRACE = re.compile(rf"{_ESCAPE.pattern}|\{{\{{|\}}\}}", re.DOTALL)


def number(text: str) -> int | float | complex:
    """The value of a numeric literal; ValueError where Python refuses it (too many digits)."""
    text = text.replace("_", "")
    if text[:2] in ("0x", "0X", "0o", "0O", "0b", "0B"):
        return int(text, 0)
    if text[-1] in "jJ":
        return complex(0.0, float(text[:-1]))
    if text.isdigit():
        return int(text)
    return float(text)


def string(text: str) -> str | bytes:
    """The value of a literal with its prefix and quotes; ValueError where Python refuses it."""
    prefix = text[: min(at for at in (text.find("'"), text.find('"')) if at >= 0)].lower()
    quote = 3 if text[len(prefix) :][:3] in ("'''", '"""') and len(text) >= len(prefix) + 6 else 1
    body = text[len(prefix) + quote : -quote]
    if "b" not in prefix:
        return body if "r" in prefix or "\\" not in body else _ESCAPE.sub(_character, body)
    if not body.isascii():
        raise ValueError("bytes hold only ASCII characters")
    if "r" not in prefix and "\\" in body:
        body = _BYTES_ESCAPE.sub(_byte, body)
    return body.encode("latin-1")


def fstring_text(text: str, raw: bool) -> str:
    """The value of a run of text in an f-string, where doubled braces stand for one."""
    if raw or "\\" not in text:
        return text.replace("{{", "{").replace("}}", "}")
    return _ESCAPE_OR_BRACE.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    escape = match[1]
    if escape is None:
        return match[0][0]
    if escape in _SIMPLE_ESCAPES:
        return _SIMPLE_ESCAPES[escape]
    if escape[0] in "01234567":
        return chr(int(escape, 8))
    if len(escape) == 1:
        return _unknown(escape, "xuUN")
    if escape[0] == "N":
        try:
            return unicodedata.lookup(escape[2:-1])
        except KeyError:
            raise ValueError(f"there is no character named {escape[2:-1]}") from None
    code = int(escape[1:], 16)
    if code > sys.maxunicode:
        raise ValueError(f"there is no character {match[0]}")
    return chr(code)


def _byte(match: re.Match[str]) -> str:
    escape = match[1]
    if escape in _SIMPLE_ESCAPES:
        return _SIMPLE_ESCAPES[escape]
    if escape[0] in "01234567":
        return chr(int(escape, 8) & 0xFF)
    if len(escape) == 1:
        return _unknown(escape, "x")
    return chr(int(escape[1:], 16))


def _unknown(escape: str, incomplete: str) -> str:
    """An escape that is none stands for itself, unless it began one that needs more digits."""
    if escape in incomplete:
        raise ValueError(f"the escape \\{escape} is not complete")
    return "\\" + escape
