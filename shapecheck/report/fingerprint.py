"""What names a diagnostic across runs: it stays the same while lines above it come and go.

Code-quality reports and baselines compare runs of different versions of a file, so neither a line number nor
the message (whose sizes change with code elsewhere) can be part of it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from shapecheck.check.diagnostics import Diagnostic

Lines = Mapping[str, Sequence[str]]


def code_of(diagnostic: Diagnostic, lines: Lines) -> str:
    """The marked lines of source without indentation; empty if the source is not there."""
    span = diagnostic.span
    marked = lines.get(diagnostic.path, ())[span.line - 1 : span.end_line]
    return "\n".join(line.strip() for line in marked)


def fingerprints(diagnostics: Iterable[Diagnostic], lines: Lines) -> Iterator[str]:
    """One a diagnostic: of its path, rule and code, and which of several equal ones in the file it is."""
    seen: Counter[tuple[str, str, str]] = Counter()
    for one in diagnostics:
        key = (one.path, one.rule, code_of(one, lines))
        text = "\0".join((*key, str(seen[key])))
        seen[key] += 1
        yield hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
