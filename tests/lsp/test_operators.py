"""What hovers and the help on signatures look up of operators."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from shapecheck.check import operators
from shapecheck.rules import Registry, load
from shapecheck_lsp.operators import operator_of, page


def test_the_rules_are_read_once_for_all_operators(monkeypatch: pytest.MonkeyPatch) -> None:
    """To read them takes longer than anybody waits for a hover; a page asks for the function behind a layer, too."""
    read: list[Sequence[Path] | None] = []

    def counted(folders: Sequence[Path] | None = None) -> Registry:
        read.append(folders)
        return load(folders)

    operators._registry.cache_clear()
    monkeypatch.setattr(operators, "load", counted)

    async def ask() -> list[str]:
        names = ["torch.nn.Linear", "torch.nn.Conv2d", "torch.nn.LSTM", "torch.no_such", "torch.zeros_like"]
        found = await asyncio.gather(*(operator_of([name], (Path("stubs_of_nobody"),)) for name in names))
        return [page(operator) for operator in found if operator is not None]

    pages = asyncio.run(ask())
    assert len(pages) == 4 and "linear" in pages[0].lower()
    assert read == [(Path("stubs_of_nobody"),), ()]
