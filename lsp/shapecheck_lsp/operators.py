"""What an editor shows of an operator: its rule in words, its examples."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

from shapecheck.check.operators import Operator
from shapecheck.rules import Rule, StubClass, load

MOST_EXAMPLES = 4


@lru_cache(maxsize=512)
def _found(name: str, stubs: tuple[Path, ...]) -> Rule | StubClass | None:
    declared = load(stubs).find(name)
    return declared if isinstance(declared, (Rule, StubClass)) else None


def rule_of(names: Iterable[str], stubs: Sequence[Path] = ()) -> Rule | None:
    """The rule of the first of these names that has one; that of a class makes an instance."""
    for name in names:
        found = _found(name, tuple(stubs))
        if isinstance(found, Rule):
            return found
        if isinstance(found, StubClass):
            return found.methods.get("__init__")
    return None


def operator_page(names: Iterable[str], stubs: Sequence[Path] = ()) -> str | None:
    """Markdown on the first of these names that is an operator."""
    for name in names:
        found = _found(name, tuple(stubs))
        if found is not None:
            return _page(Operator(name, "rule", None, None, found.doc, found))
    return None


def _page(operator: Operator) -> str:
    out = [f"**{operator.name}**", "", *(f"- {line}" for line in operator.words)]
    examples = [line.strip() for line in operator.doc.splitlines() if line.strip().startswith(">>>")]
    if examples:
        out += ["", "```text", *(line.removeprefix(">>>").strip() for line in examples[:MOST_EXAMPLES]), "```"]
    if operator.source is not None:
        out += ["", f"[documentation]({operator.source})"]
    return "\n".join(out)
