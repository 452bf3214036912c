"""Sizes that every item of a list has for itself: which symbols are new."""

from __future__ import annotations

from shapecheck.symbolic import symbol
from shapecheck.values import Path
from shapecheck.values.each import born_since


def test_the_number_of_elements_is_as_old_as_its_star() -> None:
    path = Path(realm=7)
    old = path.fresh_star("x")
    is_new = born_since(path)
    new = path.fresh_star("x")
    assert not is_new(symbol(f"{old.name}.numel"))
    assert not is_new(old.rank)
    assert is_new(symbol(f"{new.name}.numel"))
    assert is_new(new.rank)
