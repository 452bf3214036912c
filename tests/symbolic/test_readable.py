"""Conditions as a person writes them: they say the same, for all values."""

from __future__ import annotations

from itertools import product

import pytest

from shapecheck.symbolic import Cond, Dim, Formula, bcast, ceildiv, eq, ge, max_, min_, or_, symbol
from shapecheck.symbolic.expr import UndefinedError
from shapecheck.symbolic.readable import conjuncts, readable

H, W, C = (symbol(name, 1) for name in "HWC")


@pytest.mark.parametrize(
    ("cond", "text"),
    [
        (eq(H, 4 * (H // 4)), "H % 4 == 0"),
        (ge(2 * (H // 2), H), "H % 2 == 0"),
        (eq(H // 2, ceildiv(H, 2)), "H % 2 == 0"),
        (eq(H, 3 * ceildiv(H, 3)), "H % 3 == 0"),
        (eq(H * W, 49 * (H // 7) * (W // 7)), "H % 7 == 0 and W % 7 == 0"),
        (eq(H * W, 7 * (H // 7) * W), "H % 7 == 0"),
        (eq(H, W * (H // W)), "H % W == 0"),
        (eq(C * H, C * W * (H // W)), "H % W == 0"),
        (eq(H, min_(16, H)), "H <= 16"),
        (eq(H, max_(W, C, H)), "C <= H and H >= W"),
        (eq(H, 4 * (W // 4)), "H == 4*(W//4)"),
        (eq(H, bcast(H, W)), "H == W or W == 1"),
        (eq(bcast(H, W), 8), "(H == 8 or H == 1) and (H == 8 or W == 8) and (W == 8 or W == 1)"),
        (eq(2 * C, bcast(H, W)), "(2*C == H or 2*C == W) and (2*C == H or H == 1) and (2*C == W or W == 1)"),
        (eq(H // 2, W // 2), "H//2 == W//2"),
        (eq(H * W, 16), "H*W == 16"),
    ],
)
def test_text(cond: Cond, text: str) -> None:
    assert isinstance(cond, Formula)
    said = readable(cond)
    assert str(said) == text
    assert isinstance(said, Formula)
    assert len(conjuncts(said)) == 1 + text.count(" and ")
    for h, w, c in product(range(1, 30), range(1, 30), (1, 5, 16)):
        sizes = {"H": h, "W": w, "C": c}
        try:
            expected = cond.evaluate(sizes)
        except UndefinedError:
            expected = False
        assert expected == said.evaluate(sizes), sizes


@pytest.mark.parametrize("other", [C, 8, 2 * C])
def test_fits_to_what_sizes_broadcast_to(other: Dim) -> None:
    """They say the same of sizes that do fit; that they do is said where they are broadcast."""
    both = bcast(H, W)
    cond = or_(eq(both, 1), eq(other, 1), eq(both, other))
    assert isinstance(cond, Formula)
    said = readable(cond)
    assert isinstance(said, Formula)
    assert len(conjuncts(said)) == 2
    assert "bcast" not in str(said)
    for h, w, c in product(range(1, 10), range(1, 10), (1, 2, 5, 8)):
        if h in (1, w) or w == 1:
            sizes = {"H": h, "W": w, "C": c}
            assert cond.evaluate(sizes) == said.evaluate(sizes), sizes
