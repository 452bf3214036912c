"""Suppression comments: `# shapecheck: ignore[rule]`, `# shapecheck: ignore`, `# shapecheck: skip-file`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from shapecheck.source.span import Span

if TYPE_CHECKING:
    from shapecheck.source.ir import SourceFile

# Other tools' comments may stand before it: `# type: ignore  # shapecheck: ignore[unproved-shape]`.
_DIRECTIVE = re.compile(
    r"#\s*shapecheck\s*:\s*(?:(?P<skip>skip-file)|ignore(?:\s*\[(?P<rules>[^\]#]*)\])?)(?![\w\[-])"
)


class Suppression(NamedTuple):
    """What one comment suppresses on its line: `rules` is None for all of them. `span` is the directive."""

    span: Span
    rules: frozenset[str] | None


class Suppressions(NamedTuple):
    """The suppressions of one file, by the line of their comment."""

    skip_file: bool
    by_line: dict[int, Suppression]


def suppressions(file: SourceFile) -> Suppressions:
    """The suppression comments of a file."""
    skip_file = False
    by_line: dict[int, Suppression] = {}
    for comment in file.comments:
        match = _DIRECTIVE.search(comment.text)
        if match is None:
            continue
        if match["skip"]:
            skip_file = True
            continue
        names = match["rules"]
        rules = None
        if names is not None:
            rules = frozenset(name.strip() for name in names.split(",") if name.strip())
        line, column = comment.span[:2]
        span = Span(line, column + match.start(), line, column + match.end())
        by_line[line] = Suppression(span, rules)
    return Suppressions(skip_file, by_line)
