"""A changed text as edits of what the editor holds."""

from __future__ import annotations

from difflib import SequenceMatcher

from lsprotocol import types

from shapecheck.source.files import lines_of


def edits_between(old: str, new: str) -> list[types.TextEdit]:
    """The whole lines that have changed: such edits need no columns, so no encoding."""
    before, after = _lines(old), _lines(new)
    found = []
    for tag, start, end, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            at = types.Range(types.Position(start, 0), types.Position(end, 0))
            found.append(types.TextEdit(at, "".join(f"{line}\n" for line in after[first:last])))
    return found


def _lines(text: str) -> list[str]:
    lines = lines_of(text.encode("utf-8", "surrogatepass"))
    return lines[:-1] if lines and not lines[-1] else lines
