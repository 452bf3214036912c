"""Reads a document of cases: prose, fenced Python blocks, and expectations in comments beside the lines.

A block is a case. Blocks that name a file (```` ```python file=net.py ````) belong together until the next
block without a name or the next heading; the last of them is the program, the others are what it imports.
`notorch="reason"` in the head of a block keeps a case away from torch.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field
from pathlib import Path

FENCE = re.compile(r"^```python(?P<head>.*)$")
FILE = re.compile(r"\bfile=(\S+)")
NOTORCH = re.compile(r'\bnotorch="([^"]+)"')
EXPECTATION = re.compile(r"#\s*(revealed|error|warning|raises):\s*")
FINDING = re.compile(r'\[(?P<rule>[a-z-]+)\](?P<texts>(?:\s*"[^"]*")*)\s*$')
CALL = re.compile(r"^# torch: (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Expectation:
    """What the comment beside a line says: `kind` is revealed, error, warning or raises."""

    line: int
    kind: str
    text: str
    rule: str = ""
    parts: tuple[str, ...] = ()


@dataclass(frozen=True)
class SourceFile:
    """One block: its file name, its code, and the line of the document on which the code starts."""

    name: str
    code: str
    start: int
    expectations: tuple[Expectation, ...]

    @property
    def calls(self) -> list[str]:
        """Calls that only torch makes (`# torch: f(torch.rand(2, 3))`), after the block has run."""
        return CALL.findall(self.code)


@dataclass(frozen=True)
class Case:
    """Files that are checked together; the last one is the program."""

    document: Path
    files: tuple[SourceFile, ...]
    notorch: str | None = None

    @property
    def name(self) -> str:
        return f"{self.document.stem}.md:{self.files[0].start - 1}"

    @property
    def program(self) -> SourceFile:
        return self.files[-1]


@dataclass
class _Block:
    head: str
    start: int
    lines: list[str] = field(default_factory=list)


def parse_document(path: Path) -> list[Case]:
    """All cases of a document, in order."""
    cases: list[Case] = []
    together: list[SourceFile] = []
    notorch: str | None = None

    def close() -> None:
        nonlocal notorch
        if together:
            cases.append(Case(path, tuple(together), notorch))
        together.clear()
        notorch = None

    for item in _blocks(path):
        if item is None:
            close()
            continue
        named = FILE.search(item.head)
        reason = NOTORCH.search(item.head)
        if not named:
            close()
        notorch = reason.group(1) if reason else notorch
        together.append(_source_file(named.group(1) if named else "", item, path))
        if not named:
            close()
    close()
    return cases


def _blocks(path: Path) -> list[_Block | None]:
    """The Python blocks of a document; None stands for a heading."""
    found: list[_Block | None] = []
    current: _Block | None = None
    other = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if current is not None:
            if line == "```":
                current = None
            else:
                current.lines.append(line)
        elif other or line.startswith("```"):
            match = FENCE.match(line) if not other else None
            if match:
                current = _Block(match.group("head"), number + 1)
                found.append(current)
            else:
                other = not (other and line == "```")
        elif line.startswith("#"):
            found.append(None)
    if current is not None:
        raise ValueError(f"{path}:{current.start}: the block is not closed")
    return found


def _source_file(name: str, block: _Block, path: Path) -> SourceFile:
    expectations = [
        expectation
        for number, line in enumerate(block.lines, 1)
        for expectation in _expectations(line, number, f"{path}:{block.start + number - 1}")
    ]
    stem = name or f"{path.stem.replace('-', '_')}_{block.start - 1}.py"
    return SourceFile(stem, "\n".join(block.lines) + "\n", block.start, tuple(expectations))


def _expectations(line: str, number: int, place: str) -> list[Expectation]:
    marks = list(EXPECTATION.finditer(line))
    found = []
    for mark, following in itertools.zip_longest(marks, marks[1:]):
        text = line[mark.end() : following.start() if following else None].strip()
        kind = mark.group(1)
        if kind in ("error", "warning"):
            finding = FINDING.match(text)
            if not finding:
                raise ValueError(f'{place}: expected [rule] "text", got {text}')
            parts = tuple(re.findall(r'"([^"]*)"', finding.group("texts")))
            found.append(Expectation(number, kind, text, finding.group("rule"), parts))
        else:
            found.append(Expectation(number, kind, text))
    return found
