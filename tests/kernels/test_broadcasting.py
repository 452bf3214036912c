"""Broadcasting: readable cases, and random shapes against torch."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from shapecheck.rules.broadcasting import broadcast_shapes
from shapecheck.rules.context import Rejected
from shapecheck.symbolic import bcast, eq, ge
from tests.kernels.context import Context, Lifted, examples, symbols

SIZES = st.sampled_from([0, 1, 1, 2, 3, 3])
SHAPES = st.lists(SIZES, max_size=4).map(tuple)


def test_ints():
    ctx = Context()
    assert broadcast_shapes(ctx, [(3, 1, 4), (5, 1)]) == (3, 5, 4)
    assert broadcast_shapes(ctx, []) == ()
    assert broadcast_shapes(ctx, [(2,)]) == (2,)


def test_ints_that_differ_are_rejected_in_the_words_of_torch():
    ctx = Context()
    with pytest.raises(Rejected):
        broadcast_shapes(ctx, [(2, 3), (2, 4)], "add")
    assert ctx.messages == [
        "add: The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 1"
    ]


def test_an_int_beside_a_symbol_decides_the_result():
    ctx = Context()
    b, n = symbols("b n")
    assert broadcast_shapes(ctx, [(b, n), (8,)]) == (b, 8)
    assert [str(cond) for cond in ctx.required] == ["n == 8 or n == 1"]


def test_two_symbols():
    ctx = Context()
    a, b = symbols("a b")
    assert broadcast_shapes(ctx, [(a,), (b,)]) == (bcast(a, b),)
    assert broadcast_shapes(ctx, [(a,), (a,)]) == (a,)
    ctx.path.assume(eq(a, b))
    assert len(set(broadcast_shapes(ctx, [(a, 1), (b, 1)]))) == 2


def test_a_symbol_known_to_be_one():
    ctx = Context()
    a, b = symbols("a b")
    ctx.path.assume(eq(a, 1))
    assert broadcast_shapes(ctx, [(a,), (b,)]) == (b,)
    assert ctx.required == []


def test_a_star_over_its_known_suffix():
    ctx = Context()
    (c,) = symbols("c")
    star = ctx.path.fresh_star("s")
    assert broadcast_shapes(ctx, [(star, c), (c,)]) == (star, c)
    assert broadcast_shapes(ctx, [(c,), (star, c)]) == (star, c)
    assert broadcast_shapes(ctx, [(star, c), (star, 1)]) == (star, c)
    assert broadcast_shapes(ctx, [(2, star, c), ()]) == (2, star, c)
    assert ctx.required == []


def test_a_star_whose_rank_is_known_to_reach_is_split():
    ctx = Context()
    star = ctx.path.fresh_star("s")
    ctx.path.assume(ge(star.rank, 2))
    ctx.path.assume(eq(star.rank, 2))
    result = broadcast_shapes(ctx, [(star,), (4, 5)])
    assert result == (4, 5)
    assert len(ctx.required) == 2


def test_stars_that_cannot_be_aligned_keep_what_is_certain():
    ctx = Context()
    s, t = ctx.path.fresh_star("s"), ctx.path.fresh_star("t")
    (c,) = symbols("c")
    front, last = broadcast_shapes(ctx, [(s, c), (t, c)])
    assert last is c and front not in (s, t)
    front, six = broadcast_shapes(ctx, [(s,), (c, 6)])
    assert six == 6 and front not in (s, t)


@examples(200)
@given(st.lists(SHAPES, min_size=1, max_size=3))
def test_against_torch(shapes):
    try:
        expected = tuple(torch.broadcast_tensors(*(torch.empty(shape) for shape in shapes))[0].shape)
    except RuntimeError:
        with pytest.raises(Rejected):
            broadcast_shapes(Context(), shapes)
        return
    assert broadcast_shapes(Context(), shapes) == expected
    ctx, lifted = Context(), Lifted()
    lifted.check(ctx.path, broadcast_shapes(ctx, [lifted.shape(shape) for shape in shapes]), expected)
