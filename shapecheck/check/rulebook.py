"""The rules that shapecheck can report. One page a rule: `docs/rules/<rule>.md`.

The page's head (`name`, `level`, `summary`, perhaps `reported`, between two `---` lines) is the registry
entry, its body is what `shapecheck explain` prints, and its code blocks are tests.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

LEVELS = ("error", "warning", "info", "off")


class Rule(NamedTuple):
    """`level` is the severity of its diagnostics; `off`: only reported when it is selected."""

    name: str
    level: str
    summary: str
    page: Path

    def body(self) -> str:
        """The page without its head."""
        return _split(self.page.read_text(encoding="utf-8"), self.page)[1]


@lru_cache(maxsize=1)
def rules() -> dict[str, Rule]:
    """All rules by name, in the order of their names."""
    return {page.stem: _read(page) for page in sorted(_folder().glob("*.md"))}


def _folder() -> Path:
    """Inside of the package in a wheel, in the documentation of a checkout."""
    packaged = Path(__file__).parent / "rule_pages"
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / "docs" / "rules"


def _read(page: Path) -> Rule:
    head, _ = _split(page.read_text(encoding="utf-8"), page)
    rule = Rule(head["name"], head["level"], head["summary"], page)
    if rule.name != page.stem or rule.level not in LEVELS:
        raise ValueError(f"{page}: the head does not fit the page")
    return rule


def _split(text: str, page: Path) -> tuple[dict[str, str], str]:
    before, _, rest = text.partition("---\n")
    head, end, body = rest.partition("\n---\n")
    if before or not end:
        raise ValueError(f"{page}: a page begins with a head between two `---` lines")
    fields = (line.partition(":") for line in head.splitlines())
    return {key.strip(): value.strip() for key, _, value in fields}, body.lstrip("\n")
