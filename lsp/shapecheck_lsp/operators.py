"""What an editor shows of an operator: its rule in words, its examples."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

from shapecheck.check.operators import Operator, declared_as

MOST_EXAMPLES = 4
MOST_REFUSED = 8

_found = lru_cache(maxsize=512)(declared_as)


_READING = threading.Lock()


async def operator_of(names: Iterable[str], stubs: Sequence[Path] = ()) -> Operator | None:
    """The first of these names that is an operator. The first to ask waits until the stubs have been read, and nobody
    else meanwhile."""
    return await asyncio.to_thread(_first, tuple(names), tuple(stubs))


def _first(names: tuple[str, ...], stubs: tuple[Path, ...]) -> Operator | None:
    with _READING:
        return next((found for name in names if (found := _found(name, stubs)) is not None), None)


def page(operator: Operator) -> str:
    """Markdown on an operator: how it is called, what it refuses, examples."""
    out = ["```python", *(one.text for one in operator.forms), "```"] if operator.forms else [f"**{operator.name}**"]
    if operator.applied:
        out += ["", "```python", *(one.text for one in operator.applied), "```"]
    refused = dict.fromkeys(said for one in [*operator.forms, *operator.applied] for said in one.demands)
    if refused:
        out += ["", "Refused:", "", *(f"- {said}" for said in list(refused)[:MOST_REFUSED])]
    examples = [line.strip() for line in operator.doc.splitlines() if line.strip().startswith(">>>")]
    if examples:
        out += ["", "Examples:", "", "```text"]
        out += [*(line.removeprefix(">>>").strip() for line in examples[:MOST_EXAMPLES]), "```"]
    if operator.source is not None:
        out += ["", f"[documentation]({operator.source})"]
    return "\n".join(out)
