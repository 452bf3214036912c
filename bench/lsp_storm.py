"""Random edits of real files: after each hundred the server knows what a fresh check of the same text gives.

    python -m bench.lsp_storm [--edits 10000] [--every 100] [--seed 1] FILE...

Edits are those of people: characters typed and deleted, lines copied and removed, names changed, brackets left open,
letters of other scripts, undo; many an analysis is given up in its midst. Prints a line for each file, and fails at the
first difference.
"""

from __future__ import annotations

import argparse
import ast
import random
import re
import resource
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from pygls.workspace import PositionCodec

from shapecheck.interpret.entries.editing import Superseded
from shapecheck_lsp.checked import Checked
from shapecheck_lsp.projects import Projects
from shapecheck_lsp.requests.inlay_hint import hints
from shapecheck_lsp.settings import HintSettings, Settings
from shapecheck_lsp.texts import Cell, Text
from shapecheck_lsp.view import View

_WORD = re.compile(r"[^\W\d]\w*")
_NUMBER = re.compile(r"\d+")
SNIPPETS = (
    "(", ")", "[", '"', "'''", "\\", ":", "x = x.view(2, -1)", "# é😀", "λ", "pass", "return x", "    ", "x = x + 1",
    "reveal_shape(x)", "x = torch.zeros(3, 4)", "import torch", "def f(x): return x", "@", "  # shapecheck: ignore",
)  # fmt: skip


class Storm:
    """A text under random edits, always the same for a seed."""

    def __init__(self, text: str, seed: int) -> None:
        self._random = random.Random(seed)
        self._history = [text]

    @property
    def text(self) -> str:
        return self._history[-1]

    def edit(self) -> None:
        """One more edit, or the last ones taken back."""
        choose = self._random
        if len(self._history) > 1 and choose.random() < (0.3 if _is_python(self.text) else 0.8):
            del self._history[-choose.randint(1, min(3, len(self._history) - 1)) :]
            return
        lines = self.text.split("\n")
        line = choose.randrange(len(lines))
        choose.choice((self._type, self._delete, self._number, self._rename, self._copy, self._drop))(lines, line)
        self._history.append("\n".join(lines))

    def _type(self, lines: list[str], line: int) -> None:
        column = self._random.randint(0, len(lines[line]))
        snippet = self._random.choice(SNIPPETS)
        if self._random.random() < 0.5:
            indent = lines[line][: len(lines[line]) - len(lines[line].lstrip())]
            lines.insert(line, indent + snippet)
        else:
            lines[line] = lines[line][:column] + snippet + lines[line][column:]

    def _delete(self, lines: list[str], line: int) -> None:
        start = self._random.randint(0, len(lines[line]))
        lines[line] = lines[line][:start] + lines[line][start + self._random.randint(1, 4) :]

    def _number(self, lines: list[str], line: int) -> None:
        lines[line] = _NUMBER.sub(lambda m: str(int(m[0][:9]) + 1), lines[line], count=1)

    def _rename(self, lines: list[str], line: int) -> None:
        words = _WORD.findall(lines[line])
        if words:
            lines[line] = lines[line].replace(self._random.choice(words), "renamed", 1)

    def _copy(self, lines: list[str], line: int) -> None:
        lines.insert(line, lines[line])

    def _drop(self, lines: list[str], line: int) -> None:
        del lines[line]
        lines.extend([""] if not lines else [])


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True


def whole(text: str, file: Path) -> Text:
    """The text as if an editor had it open."""
    uri = file.as_uri()
    return Text(uri, file, text, (Cell(uri, 1, 0, text.count("\n") + 1),))


def check(projects: Projects, text: Text, settings: Settings) -> Checked:
    """The final result, from a session that is exact."""
    checked = projects.check(text, settings, lambda: False, lambda _: None)
    if not projects.stale():
        return checked
    for project in projects.stale():
        project.renew(lambda: False)
    return projects.check(text, settings, lambda: False, lambda _: None)


def hurried(projects: Projects, text: Text, settings: Settings, choose: random.Random) -> None:
    """A check that is often given up in its midst, as while somebody types."""
    left = choose.choice((0, 1, 5, 20, 1_000_000))

    def is_superseded() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    with suppress(Superseded):
        projects.check(text, settings, is_superseded, lambda _: None)


def known(checked: Checked) -> Any:
    """Diagnostics and hints, for comparison; while the text cannot be read there are only diagnostics."""
    found = checked.report.diagnostics
    if any(one.rule == "syntax-error" for one in found):
        return found, []
    view = View(checked, checked.text.uri, PositionCodec())
    return found, hints(view, range(1, len(checked.lines) + 1), HintSettings(longest=200))


def storm(
    file: Path, text: str, edits: int, every: int, seed: int, settings: Settings
) -> Iterator[tuple[int, Any, Any]]:
    """After each `every` edits their number, what the server knows, and what a fresh check gives."""
    wind = Storm(text, seed)
    projects = Projects()
    for number in range(1, edits + 1):
        wind.edit()
        now = whole(wind.text, file)
        if number % every:
            hurried(projects, now, settings, random.Random(number))
        else:
            yield number, known(check(projects, now, settings)), known(check(Projects(), now, settings))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--every", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("files", nargs="+", type=Path)
    given = parser.parse_args()
    for file in given.files:
        started = time.monotonic()
        print(f"{file}: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB before", flush=True)
        text = file.read_text(encoding="utf-8")
        edits = storm(file.absolute(), text, given.edits, given.every, given.seed, Settings())
        for number, mine, fresh in edits:
            if mine != fresh:
                raise SystemExit(f"{file}, seed {given.seed}: different after {number} edits\n{mine}\n{fresh}")
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        seconds = time.monotonic() - started
        print(f"{file}: {given.edits} edits, no difference, {seconds:.0f} s, {peak} MB", flush=True)


if __name__ == "__main__":
    main()
