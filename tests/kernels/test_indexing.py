"""Indexing: readable cases, and random shapes and indices against torch."""

from __future__ import annotations

import warnings

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from shapecheck.rules.context import Rejected
from shapecheck.rules.indexing import check_set_index, index_shape
from shapecheck.symbolic import eq, ge, le, symbol
from shapecheck.values import (
    DType,
    ListValue,
    RangeValue,
    Scalar,
    SliceValue,
    Star,
    Tensor,
    Undecided,
    shape_text,
)
from tests.kernels.context import Context, Lifted, examples, symbols

INT, BOOL = DType("int64"), DType("bool")


class Slices:
    """S[1:, ..., None] is the index value that the interpreter makes of it."""

    def __getitem__(self, index: object) -> object:
        if isinstance(index, tuple):
            return tuple(self[item] for item in index)
        if isinstance(index, list):
            return ListValue([self[item] for item in index])
        if isinstance(index, slice):
            return SliceValue(index.start, index.stop, index.step)
        return index


S = Slices()


def indexed(shape, index, *facts):
    ctx = Context()
    for name in ("s", "t"):
        ctx.path.unique(name)
    for fact in facts:
        ctx.path.assume(fact)
    return shape_text(ctx.path.resolve(index_shape(ctx, Tensor(shape), index)))


def rejection(shape, index):
    ctx = Context()
    with pytest.raises(Rejected):
        index_shape(ctx, Tensor(shape, DType("float32")), index)
    return ctx.messages[0]


B, C, H, W, N = symbols("B C H W N")
Z = symbol("Z")


@pytest.mark.parametrize(
    ("shape", "index", "expected"),
    [
        ((B, 3, H, W), S[:, 0, ..., None, 1:], "[B, H, 1, W - 1]"),
        ((B, N, C), S[:, :-1], "[B, N - 1, C]"),
        ((B, N, C), S[:, :0], "[B, 0, C]"),
        ((B, N, C), S[:, : N // 2], "[B, N//2, C]"),
        ((B, N, C), S[:, N // 2 :], "[B, N - N//2, C]"),
        ((B, N), S[:, :C], "[B, min(C, N)]"),
        ((B, N), S[:, :3], "[B, min(3, N)]"),
        ((B, N), S[:, -3:], "[B, min(3, N)]"),
        ((B, N), S[:, 3:], "[B, max(0, N - 3)]"),
        ((B, N), S[:, 1:-1], "[B, max(0, N - 2)]"),
        ((B, N), S[..., ::2], "[B, (N + 1)//2]"),
        ((B, N), S[..., 1::2], "[B, N//2]"),
        ((B, N), S[None, :, None], "[1, B, 1, N]"),
        ((B, N), S[...], "[B, N]"),
        ((B, N), 0, "[N]"),
        ((B, N), True, "[1, B, N]"),
        ((B, N), False, "[0, B, N]"),
        ((B, N, C), S[[0, 2], ...], "[2, N, C]"),
        ((B, N, C), S[:, [[0, 1], [1, 0]]], "[B, 2, 2, C]"),
        ((B, N, C), S[[0, 1], [0, 1]], "[2, C]"),
        ((B, N, C), S[[0, 1], :, [0, 1]], "[2, N]"),
        ((B, N, C), S[0, :, [0, 1]], "[N, 2]"),
        ((B, N, C), (Tensor((H,), INT),), "[H, N, C]"),
        ((B, N, C), (slice_all := SliceValue(None, None, None), Tensor((H, W), INT)), "[B, H, W, C]"),
        ((B, N, C), (Tensor((H,), INT), slice_all, Tensor((H,), INT)), "[H, N]"),
        ((B, N, C), (Tensor((), INT), slice_all, Tensor((H,), INT)), "[N, H]"),
        ((B, N, C), Tensor((B, N), BOOL), "[selected, C]"),
        ((B, N, C), S[[True, False, True]], "[2, N, C]"),
        ((B, N, C), RangeValue(0, H, 1), "[H, N, C]"),
        ((B, N, C), Tensor((H,), None), "[selected, N, C]"),
        ((B, N, C), (slice_all, Scalar("bool")), "[*selected]"),  # of a comparison that may be one of elements
        ((B, N, C), Tensor((H, W), None), "[*selected]"),
        ((B, N, C), Context().unknown("?"), "[*selected]"),
        ((Star("s"), C), S[..., 0], "[*s]"),
        ((Star("s"), C), S[..., None, :], "[*s, 1, C]"),
        ((Star("s"),), S[:, 0], "[s_0, *s#2]"),
        ((Star("s"),), S[..., 0, :1], "[*s#2, 1]"),
        ((Star("s"), C), S[[0, 1], ..., [0, 1]], "[2, *s#2]"),
        ((Star("s"), C), Tensor((Star("t"),), BOOL), "[selected, *selected#2]"),
    ],
)
def test_shapes(shape, index, expected):
    assert indexed(shape, index) == expected


def test_an_index_of_unknown_rank_asks_whether_it_meets_the_star():
    shape, index = (Star("s"), C), Tensor((Star("t"),), INT)
    with pytest.raises(Undecided):
        indexed(shape, index)
    assert indexed(shape, index, ge(shape[0].rank, 1)) == "[*joined, C]"


def test_the_mask_of_a_tensor_of_unknown_rank():
    star = Star("s")
    assert indexed((star, C), Tensor((star,), BOOL)) == "[selected, C]"
    assert indexed((star,), Tensor((star,), BOOL)) == "[selected]"
    mask, other = Tensor((star,), BOOL), Tensor((Star("t"),), BOOL)
    assert indexed((star, C), (mask, 0)) == "[selected]"
    assert indexed((star, C), (other, 0, 0)) == "[*selected#2]"
    again = Tensor((star,), BOOL)
    assert indexed((star, C), (again, again)) == "[*selected#2]"
    assert "too many indices" in rejection((star, C), (mask, 0, 0))


def test_bounds_under_facts():
    assert indexed((B, N), S[:, 3:], ge(N, 3)) == "[B, N - 3]"
    assert indexed((B, N), S[:, :C], le(C, N)) == "[B, C]"
    assert indexed((B, N), S[:, :C], eq(N, C + 1)) in ("[B, C]", "[B, N - 1]")
    assert indexed((B, N), S[:, Z:], ge(Z, 0), le(Z, N)) == "[B, N - Z]"


@pytest.mark.parametrize(
    ("shape", "index", "message"),
    [
        ((3, 4), 5, "index 5 is out of bounds for dimension 0 with size 3"),
        ((3, 4), S[..., -5], "index -5 is out of bounds for dimension 1 with size 4"),
        ((B, N), S[0, 0, 0], "too many indices for tensor of dimension 2"),
        ((), 0, "invalid index of a 0-dim tensor. Use `tensor.item()`"),
        ((), S[:], "slice() cannot be applied to a 0-dim tensor."),
        ((3, 4), 0.5, "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables"),
        ((3, 4), S[:, "a"], "(got str)"),
        ((3, 4), Tensor((2,), DType("float32")), "tensors used as indices must be long, int, byte or bool"),
        (
            (3, 4),
            Tensor((3, 5), BOOL),
            "mask [3, 5] at index 1 does not match the shape of the indexed tensor [3, 4] at index 1",
        ),
        ((3, 4), S[[0, 1], [0, 1, 2]], "tensors could not be broadcast together with shapes [2], [3]"),
        ((3, 4), S[[0, 3]], "index 3 is out of bounds for dimension 0 with size 3"),
        ((3, 4), S[::-1], "step must be greater than zero"),
    ],
)
def test_errors(shape, index, message):
    assert message in rejection(shape, index)


def test_a_symbolic_size_must_hold_the_index():
    ctx = Context()
    assert index_shape(ctx, Tensor((B, N)), S[:, 5]) == (B,)
    assert [str(cond) for cond in ctx.required] == ["N >= 6"]


def test_all_aliases_see_the_rank_that_an_index_needs():
    ctx = Context()
    tensor = Tensor((ctx.path.fresh_star("s"),))
    index_shape(ctx, tensor, S[:, 0])
    assert len(ctx.path.resolve(tensor.shape)) == 3


def test_setting():
    ctx = Context()
    x = Tensor((B, N, C))
    check_set_index(ctx, x, 0, (N, C))
    check_set_index(ctx, x, 0, (1, 1, N, C))
    check_set_index(ctx, x, 0, None)
    check_set_index(ctx, x, False, (7, 7, 7, 7))
    check_set_index(ctx, x, Tensor((B, N), BOOL), (C,))
    assert ctx.required == []
    with pytest.raises(Rejected):
        check_set_index(ctx, Tensor((3, 4)), S[[0, 1]], (5,))
    with pytest.raises(Rejected):
        check_set_index(ctx, Tensor((3, 4)), S[:, 0], (5,))
    assert ctx.messages == [
        "shape mismatch: value tensor of shape [5] cannot be broadcast to indexing result of shape [2, 4]",
        "The expanded size of the tensor (3) must match the existing size (5) at non-singleton dimension 0.  "
        "Target sizes: [3].  Tensor sizes: [5]",
    ]


# ------------------------------------------------------------------------------------ against torch

SIZES = st.sampled_from([0, 1, 2, 3, 3, 4])
END = st.one_of(st.none(), st.integers(-5, 5))
SMALL = st.lists(st.integers(-2, 2), max_size=3)
ITEMS = st.one_of(
    st.integers(-2, 2),
    st.builds(slice, END, END, st.sampled_from([None, 1, 2, 3])),
    st.none(),
    st.just(...),
    st.booleans(),
    SMALL,
    st.lists(st.booleans(), min_size=2, max_size=4),
    st.tuples(st.just("int"), st.lists(st.sampled_from([1, 2, 2, 3]), max_size=2)),
    st.tuples(st.just("mask"), st.integers(1, 2), st.booleans()),
)


def _torch_item(item, sizes, at):
    if isinstance(item, tuple) and item[0] == "int":
        return torch.zeros(item[1], dtype=torch.int64)
    if isinstance(item, tuple):
        shape = list(sizes[at : at + item[1]])
        if item[2] and shape:
            shape[-1] += 1
        mask = torch.zeros(shape, dtype=torch.bool)
        mask.view(-1)[::2] = True
        return mask
    return item


def _value(item, lifted=None):
    if isinstance(item, torch.Tensor):
        sizes = tuple(item.shape)
        shape = sizes if lifted is None else lifted.shape(sizes)
        return Tensor(shape, BOOL if item.dtype == torch.bool else INT)
    if isinstance(item, list):
        return ListValue([_value(each) for each in item])
    return S[item]


@st.composite
def cases(draw):
    sizes = tuple(draw(st.lists(SIZES, max_size=4)))
    items, at = [], 0
    for item in draw(st.lists(ITEMS, max_size=4)):
        made = _torch_item(item, sizes, at)
        items.append(made)
        if isinstance(made, torch.Tensor) and made.dtype == torch.bool:
            at += made.ndim
        elif made is not None and made is not ... and not isinstance(made, bool):
            at += 1
    return sizes, items[0] if len(items) == 1 and draw(st.booleans()) else tuple(items)


def _shape_in_torch(sizes, index):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return tuple(torch.empty(sizes)[index].shape)
        except (IndexError, ValueError):
            return None


def _wrapped(index, lifted=None):
    if isinstance(index, tuple):
        return tuple(_value(item, lifted) for item in index)
    return _value(index, lifted)


def _is_vague(result):
    return any(isinstance(dim, Star) for dim in result)


@examples(600)
@given(cases())
def test_against_torch(case):
    sizes, index = case
    expected = _shape_in_torch(sizes, index)
    ctx, lifted = Context(), Lifted()
    if expected is None:
        # Only what follows from the shapes is an error: how many elements a mask selects is not known.
        masks = [i for i in (index if isinstance(index, tuple) else (index,)) if isinstance(i, torch.Tensor)]
        if not any(mask.dtype == torch.bool for mask in masks) and not _many_dots(index):
            with pytest.raises(Rejected):
                index_shape(ctx, Tensor(sizes), _wrapped(index))
        return
    result = index_shape(ctx, Tensor(sizes), _wrapped(index))
    if not _is_vague(result) or not _many_dots(index):
        lifted.check(ctx.path, result, expected)
        ctx = Context()
        result = index_shape(ctx, Tensor(lifted.shape(sizes)), _wrapped(index, lifted))
        lifted.check(ctx.path, result, expected)


def _many_dots(index):
    return isinstance(index, tuple) and sum(item is ... for item in index) > 1


@examples(300)
@given(cases(), st.data())
def test_setting_against_torch(case, data):
    sizes, index = case
    target = _shape_in_torch(sizes, index)
    if target is None or index is False or _many_dots(index):
        return
    value = tuple(data.draw(st.sampled_from([1, size, size, size + 1])) for size in target)
    value = value[data.draw(st.integers(0, len(value))) :]
    value = data.draw(st.sampled_from([(), (1,), (1, 1), (2,)])) + value
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            torch.empty(sizes)[index] = torch.empty(value)
            fits = True
        except (IndexError, RuntimeError):
            fits = False
    masks = [i for i in (index if isinstance(index, tuple) else (index,)) if isinstance(i, torch.Tensor)]
    ctx, lifted = Context(), Lifted()
    if fits:
        check_set_index(ctx, Tensor(sizes), _wrapped(index), value)
        check_set_index(ctx, Tensor(lifted.shape(sizes)), _wrapped(index, lifted), lifted.shape(value))
    elif not any(mask.dtype == torch.bool for mask in masks):
        with pytest.raises(Rejected):
            check_set_index(ctx, Tensor(sizes), _wrapped(index), value)


@examples(300)
@given(st.integers(0, 6), END, END, st.sampled_from([None, 1, 2, 3]))
def test_slices_with_symbolic_ends(size, lower, upper, step):
    expected = (len(range(size)[lower:upper:step]),)
    env = {"n": size, "a": lower or 0, "b": upper or 0, "k": step or 1}
    n, k = symbol("n", 0), symbol("k", 1)
    a = None if lower is None else symbol("a")
    b = None if upper is None else symbol("b")
    for index in (SliceValue(a, b, step), SliceValue(lower, upper, step), SliceValue(a, b, step and k)):
        lifted = Lifted()
        lifted.env = env
        ctx = Context()
        lifted.check(ctx.path, index_shape(ctx, Tensor((n,)), index), expected)
