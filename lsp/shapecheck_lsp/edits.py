"""A changed text as edits of what the editor holds."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from lsprotocol import types

from shapecheck.source.files import lines_with_ends


def edits_between(old: str, new: str) -> list[types.TextEdit]:
    """The whole lines that have changed, with their ends: such edits need no columns, so no encoding."""
    before, after = lines_with_ends(old), lines_with_ends(new)
    start = _shared(before, after)
    behind = _shared(before[start:][::-1], after[start:][::-1])
    changed, written = before[start : len(before) - behind], after[start : len(after) - behind]
    found = []
    for tag, first, last, own, own_last in SequenceMatcher(None, changed, written, autojunk=False).get_opcodes():
        if tag != "equal":
            at = types.Range(types.Position(start + first, 0), types.Position(start + last, 0))
            found.append(types.TextEdit(at, "".join(written[own:own_last])))
    return found


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines are the same from the first on."""
    return next((i for i, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
