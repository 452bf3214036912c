"""einsum of torch and of einops: readable cases, and random equations against both."""

from __future__ import annotations

import einops
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from shapecheck.rules.context import Rejected
from shapecheck.rules.einsum import einops_einsum, torch_einsum
from shapecheck.values import shape_text
from tests.kernels.context import Context, Lifted, examples, symbols

B, H, N, J, D, K = symbols("B H N J D K")


def rejection(function, shapes, equation):
    ctx = Context()
    with pytest.raises(Rejected):
        function(ctx, shapes, equation)
    return ctx.messages[0]


def test_torch():
    ctx = Context()
    shapes = [(B, H, N, D), (B, H, J, D)]
    assert torch_einsum(ctx, shapes, "b h i d, b h j d -> b h i j") == (B, H, N, J)
    assert torch_einsum(ctx, [(B, N, D), (B, D, K)], "...id,...dk->...ik") == (B, N, K)
    assert torch_einsum(ctx, [(N, N)], "ii->i") == (N,)
    assert torch_einsum(ctx, [(N, J)], "ba") == (J, N)
    assert torch_einsum(ctx, [(N, J), (J,)], "ij,j") == (N,)
    assert torch_einsum(ctx, [(N, 1), (J, K)], "ij,jk->ijk") == (N, J, K)
    assert ctx.required == []


def test_sizes_that_must_agree():
    ctx = Context()
    torch_einsum(ctx, [(N, D), (K, J)], "id,dj->ij")
    assert [str(cond) for cond in ctx.required] == ["D == 1 or D == K or K == 1"]
    ctx = Context()
    torch_einsum(ctx, [(N, J)], "ii")
    assert [str(cond) for cond in ctx.required] == ["J == N"]


def test_einops():
    ctx = Context()
    assert einops_einsum(ctx, [(B, N, D), (D, K)], "b i d, d o -> b i o") == (B, N, K)
    assert einops_einsum(ctx, [(B, N, D), (D, K)], "... d, d o -> ... o") == (B, N, K)
    assert ctx.required == []


def test_symbolic_rank():
    ctx = Context()
    star = ctx.path.fresh_star("x")
    assert torch_einsum(ctx, [(star, D), (D, K)], "...d,dk->...k") == (star, K)
    assert shape_text(torch_einsum(ctx, [(star,)], "bhd->dhb")) == "[x_2, x_1, x_0]"


@pytest.mark.parametrize(
    ("shapes", "equation", "message"),
    [
        (
            [(2, 4), (3, 5)],
            "ai,ib->ab",
            "einsum(): subscript i has size 3 for operand 1 which does not broadcast with previously seen",
        ),
        ([(2, 3)], "ii", "subscript i is repeated for operand 0 but the sizes don't match, 3 != 2"),
        ([(2, 3)], "ijk", "(3) does not match the number of dimensions (2) for operand 0 and no"),
        ([(2, 3)], "...ijk", "(3) is more than the number of dimensions (2) for operand 0"),
        ([(2, 3)], "ij->k", "output subscript k does not appear in the equation for any input operand"),
        ([(2, 3)], "ij->ii", "output subscript i appears more than once in the output"),
        ([(2, 3)], "i1", "invalid subscript given at index 1"),
        ([(2, 3)], "ij,jk", "fewer operands were provided"),
    ],
)
def test_errors(shapes, equation, message):
    assert message in rejection(torch_einsum, shapes, equation)


def test_einops_errors():
    assert "must contain '->'" in rejection(einops_einsum, [(2, 3)], "i j")
    assert "Unknown axis k on right side" in rejection(einops_einsum, [(2, 3)], "i j -> k")
    assert "not yet supported" in rejection(einops_einsum, [(6,)], "(i j) -> i j")


SIZES = st.sampled_from([0, 1, 2, 3])


@st.composite
def equations(draw):
    sizes = {name: draw(SIZES) for name in "ijKl"}
    ellipsis_sizes = draw(st.lists(SIZES, max_size=2))
    operands, shapes = [], []
    for _ in range(draw(st.integers(1, 3))):
        names = draw(st.lists(st.sampled_from("ijKl"), max_size=3))
        shape = [draw(st.sampled_from([sizes[name], sizes[name], sizes[name], 1, 2])) for name in names]
        if draw(st.integers(0, 2)) == 0:
            at = draw(st.integers(0, len(names)))
            own = ellipsis_sizes[draw(st.integers(0, len(ellipsis_sizes))) :]
            names.insert(at, "...")
            shape[at:at] = [draw(st.sampled_from([size, 1])) for size in own]
        if draw(st.integers(0, 12)) == 0:
            shape.append(2)
        operands.append(names)
        shapes.append(tuple(shape))
    if draw(st.booleans()):
        output = None
    else:
        every = list(dict.fromkeys(name for names in operands for name in names))
        output = draw(st.permutations(every))[: draw(st.integers(0, len(every)))]
        if draw(st.integers(0, 9)) == 0:
            output.append(draw(st.sampled_from("ij")))
    return shapes, operands, output


@examples(400)
@given(equations())
def test_against_torch(case):
    shapes, operands, output = case
    equation = ",".join("".join(names) for names in operands)
    if output is not None:
        equation += "->" + "".join(output)
    _compare(torch_einsum, shapes, equation, lambda tensors: torch.einsum(equation, *tensors))


@examples(200)
@given(equations())
def test_against_einops(case):
    shapes, operands, output = case
    pattern = ", ".join(" ".join(names) for names in operands) + " -> " + " ".join(output or [])
    _compare(einops_einsum, shapes, pattern, lambda tensors: einops.einsum(*tensors, pattern))


def _compare(function, shapes, equation, run):
    try:
        expected = tuple(run([torch.zeros(shape) for shape in shapes]).shape)
    except (RuntimeError, einops.EinopsError):
        with pytest.raises(Rejected):
            function(Context(), shapes, equation)
        return
    assert function(Context(), shapes, equation) == expected
    ctx, lifted = Context(), Lifted()
    lifted.check(ctx.path, function(ctx, [lifted.shape(shape) for shape in shapes], equation), expected)


@examples(300)
@given(st.text(alphabet="ij.,-> 1", max_size=9))
def test_whatever_the_equation_it_is_refused_or_read_as_torch_does(equation):
    _compare(torch_einsum, [(2, 1)], equation, lambda tensors: torch.einsum(equation, *tensors))
