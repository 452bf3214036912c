"""einops: readable cases, and random patterns against the library."""

from __future__ import annotations

import einops
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from shapecheck.rules.context import Rejected
from shapecheck.rules.einops import (
    check_pattern,
    pack,
    parse_shape_dict,
    rearrange_shape,
    reduce_shape,
    repeat_shape,
    unpack,
)
from shapecheck.values import shape_text
from tests.kernels.context import Context, Lifted, examples, symbols

B, C, H, W, N, D = symbols("B C H W N D")


def shown(function, shape, pattern, **axes):
    ctx = Context()
    return shape_text(ctx.path.resolve(function(ctx, shape, pattern, axes)))


def rejection(function, *args, **axes):
    ctx = Context()
    with pytest.raises(Rejected):
        function(ctx, *args, axes)
    return ctx.messages[0]


def test_rearrange():
    assert shown(rearrange_shape, (B, C, H, W), "b c h w -> b (h w) c") == "[B, H*W, C]"
    assert shown(rearrange_shape, (B, N, 512), "b n (h d) -> b h n d", h=8) == "[B, 8, N, 64]"
    assert shown(rearrange_shape, (B, N, D), "b n (h d) -> b h n d", h=8) == "[B, 8, N, D//8]"
    patches = "b c (h p1) (w p2) -> b (h w) (p1 p2 c)"
    assert shown(rearrange_shape, (B, 3, 224, 224), patches, p1=16, p2=16) == "[B, 196, 768]"
    assert shown(rearrange_shape, (B, 3, H, W), patches, p1=8, p2=8) == "[B, (H//8)*(W//8), 192]"
    assert shown(rearrange_shape, (B, 1, N), "b 1 n -> n b ()") == "[N, B, 1]"
    assert shown(rearrange_shape, (B, N, D), "... d -> d ...") == "[D, B, N]"
    assert shown(rearrange_shape, (B, N, D), "... d -> (...) d") == "[B*N, D]"


def test_repeat_and_reduce():
    assert shown(repeat_shape, (1, N, D), "1 n d -> b n d", b=B) == "[B, N, D]"
    assert shown(repeat_shape, (N, D), "n d -> b n (d 2)", b=4) == "[4, N, 2*D]"
    assert shown(reduce_shape, (B, N, D), "b n d -> b d") == "[B, D]"
    assert shown(reduce_shape, (B, C, H, W), "b c (h 2) (w 2) -> b c h w") == "[B, C, H//2, W//2]"
    assert shown(reduce_shape, (B, N, D), "b ... -> b") == "[B]"


def test_what_is_required():
    ctx = Context()
    rearrange_shape(ctx, (B, C, H, W), "b c (h p) w -> b c h p w", {"p": 8})
    assert [str(cond) for cond in ctx.required] == ["H % 8 == 0"]
    ctx = Context()
    rearrange_shape(ctx, (B, N), "b (h w) -> b h w", {"h": 4, "w": 5})
    assert [str(cond) for cond in ctx.required] == ["N == 20"]


def test_a_size_that_is_not_known():
    ctx = Context()
    assert shape_text(rearrange_shape(ctx, (B, D), "b (h d) -> b h d", {"h": None})) == "[B, h, D//h]"


def test_symbolic_rank():
    ctx = Context()
    star = ctx.path.fresh_star("x")
    assert rearrange_shape(ctx, (star, D), "... d -> d ...", {}) == (D, star)
    assert shape_text(rearrange_shape(ctx, (star, D), "... d -> (...) d", {})) == "[product, D]"
    assert shape_text(rearrange_shape(ctx, (star,), "b n d -> b (n d)", {})) == "[x_0, x_1*x_2]"
    assert len(ctx.path.resolve((star,))) == 3


@pytest.mark.parametrize(
    ("function", "shape", "pattern", "axes", "message"),
    [
        (rearrange_shape, (2, 65), "a (b c) -> a b c", {"c": 8}, "divide axis of length 65 in chunks of 8"),
        (rearrange_shape, (2, 65), "a (b c) -> a b c", {"b": 8, "c": 8}, "Shape mismatch, 65 != 64"),
        (rearrange_shape, (2, 3, 4), "b (h w) c d -> b h w c d", {"h": 1}, "expected 4 dims. Received 3-dim"),
        (rearrange_shape, (2,), "a b ... -> a b ...", {}, "expected >=2 dims. Received 1-dim tensor."),
        (rearrange_shape, (2, 3), "a b -> a", {}, "Identifiers only on one side of expression"),
        (rearrange_shape, (2, 6), "a (b c) -> a b c", {}, "Could not infer sizes for {'b', 'c'}"),
        (rearrange_shape, (2, 6), "a b -> b a", {"c": 3}, "Axis c is not used in transform"),
        (rearrange_shape, (2, 6), "a b -> b (a", {}, "Imbalanced parentheses"),
        (rearrange_shape, (2, 6), "a a -> a", {}, 'duplicate dimension "a"'),
        (rearrange_shape, (2, 6), "a b -> a b 2", {}, "Non-unitary anonymous axes are not supported"),
        (rearrange_shape, (2, 6), "a 1 -> a", {}, "Shape mismatch, 6 != 1"),
        (repeat_shape, (2,), "a -> a b", {}, "Specify sizes for new axes in repeat: {'b'}"),
        (repeat_shape, (2, 3), "a b -> a", {}, "Unexpected identifiers on the left side of repeat: {'b'}"),
        (reduce_shape, (2,), "a -> a b", {}, "Unexpected identifiers on the right side of reduce"),
    ],
)
def test_errors(function, shape, pattern, axes, message):
    assert message in rejection(function, shape, pattern, **axes)


def test_the_whole_message():
    assert rejection(rearrange_shape, (2, 65), "a (b c) -> a b c", c=8) == (
        'Error while processing rearrange-reduction pattern "a (b c) -> a b c". Input tensor shape: [2, 65]. '
        "Additional info: {'c': 8}. Shape mismatch, can't divide axis of length 65 in chunks of 8"
    )


def test_a_layer_checks_its_pattern_when_it_is_made():
    check_pattern(Context(), "rearrange", "b (h w) -> b h w", {"h": 3})
    ctx = Context()
    with pytest.raises(Rejected):
        check_pattern(ctx, "rearrange", "b (h w) -> b h w", {})
    assert "Could not infer sizes" in ctx.messages[0]


def test_parse_shape():
    assert parse_shape_dict(Context(), (B, 3, H, W), "b _ h w") == {"b": B, "h": H, "w": W}
    assert parse_shape_dict(Context(), (B, 3, H, W), "b ... w") == {"b": B, "w": W}
    ctx = Context()
    with pytest.raises(Rejected):
        parse_shape_dict(ctx, (2, 3), "a b c")


def test_pack_and_unpack():
    ctx = Context()
    whole, packed = pack(ctx, [(2, 3, 5), (2, 3, 7, 5), (2, 3, 7, 9, 5)], "i j * k")
    assert (whole, packed) == ((2, 3, 71, 5), [(), (7,), (7, 9)])
    assert unpack(ctx, whole, packed, "i j * k") == [(2, 3, 5), (2, 3, 7, 5), (2, 3, 7, 9, 5)]
    assert unpack(ctx, (2, 71), [(7,), (-1, 8)], "i *") == [(2, 7), (2, 8, 8)]
    whole, packed = pack(ctx, [(B, 1, D), (B, N, D)], "b * d")
    assert shape_text(whole) == "[B, N + 1, D]"
    assert unpack(ctx, whole, packed, "b * d") == [(B, 1, D), (B, N, D)]
    assert unpack(ctx, (B, N), None, "b *") is None
    assert ctx.required == []


def test_packing_errors():
    ctx = Context()
    with pytest.raises(Rejected):
        pack(ctx, [(2, 3), (3, 3)], "i *")
    with pytest.raises(Rejected):
        unpack(ctx, (2, 10), [(3,), (6,)], "i *")
    with pytest.raises(Rejected):
        pack(ctx, [(2,)], "i j *")
    assert ctx.messages[0].startswith(
        "Sizes of tensors must match except in dimension 1. Expected size 2 but"
    )
    assert ctx.messages[1] == (
        'Error during unpack(..., "i *"): could not split axis of size 10 into requested [[3], [6]]'
    )
    assert "packed tensor #0 (enumeration starts with 0) has shape [2]" in ctx.messages[2]


def test_packing_with_symbolic_rank():
    ctx = Context()
    star = ctx.path.fresh_star("x")
    whole, packed = pack(ctx, [(star, D)], "* d")
    assert shape_text(whole) == "[product, D]" and packed == [(star,)]
    assert unpack(ctx, whole, packed, "* d") == [(star, D)]


# ------------------------------------------------------------------------------------ against einops


def _text(groups):
    return " ".join(f"({' '.join(group)})" if len(group) != 1 else group[0] for group in groups)


def _grouped(draw, names):
    groups, i = [], 0
    while i < len(names):
        n = draw(st.integers(1, 3))
        group = names[i : i + n]
        groups.extend([[name] for name in group] if "..." in group else [group])
        i += n
    for _ in range(draw(st.sampled_from([0, 0, 0, 1]))):
        groups.insert(draw(st.integers(0, len(groups))), draw(st.sampled_from([[], ["1"]])))
    return groups


@st.composite
def patterns(draw, operation):
    names = list("abcd"[: draw(st.integers(0, 4))])
    sizes = {name: draw(st.sampled_from([1, 2, 2, 3, 4])) for name in names}
    left_names = list(names)
    ellipsis_sizes = tuple(draw(st.lists(st.sampled_from([1, 2, 3]), max_size=2)))
    has_ellipsis = draw(st.booleans())
    if has_ellipsis:
        left_names.insert(draw(st.integers(0, len(names))), "...")
    left = _grouped(draw, left_names)
    shape = []
    for group in left:
        if group == ["..."]:
            shape.extend(ellipsis_sizes)
        else:
            size = 1
            for name in group:
                size *= sizes.get(name, 1)
            shape.append(size)
    axes = {}
    for group in left:
        inferred = draw(st.sampled_from(group)) if group and draw(st.integers(0, 9)) else None
        for name in group:
            if name in sizes and name != inferred and (len(group) > 1 or draw(st.integers(0, 4)) == 0):
                axes[name] = sizes[name]
    right_names = draw(st.permutations(left_names))
    if operation == "sum":
        right_names = right_names[: draw(st.integers(0, len(right_names)))]
    if operation == "repeat" and draw(st.booleans()):
        right_names.insert(draw(st.integers(0, len(right_names))), "z")
        axes["z"] = draw(st.integers(0, 3))
    if draw(st.integers(0, 5)) == 0 and shape:  # something goes wrong
        shape[draw(st.integers(0, len(shape) - 1))] += draw(st.integers(0, 2))
    if draw(st.integers(0, 9)) == 0 and right_names:
        right_names.pop()
    if draw(st.integers(0, 9)) == 0 and axes:
        axes.popitem()
    return tuple(shape), f"{_text(left)} -> {_text(_grouped(draw, right_names))}", axes


FUNCTIONS = {"rearrange": rearrange_shape, "repeat": repeat_shape, "sum": reduce_shape}


@pytest.mark.parametrize("operation", FUNCTIONS)
@examples(200)
@given(data=st.data())
def test_against_einops(operation, data):
    shape, pattern, axes = data.draw(patterns(operation))
    function = FUNCTIONS[operation]
    ctx = Context()
    try:
        expected = tuple(einops.reduce(torch.empty(shape), pattern, operation, **axes).shape)
    except einops.EinopsError:
        with pytest.raises(Rejected):
            function(ctx, shape, pattern, axes)
        return
    assert function(ctx, shape, pattern, axes) == expected
    lifted = Lifted()
    for name in list(axes):
        if data.draw(st.booleans()):
            axes[name] = lifted.size(axes[name])
    lifted.check(ctx.path, function(ctx, lifted.shape(shape), pattern, axes), expected)


@examples(150)
@given(st.data())
def test_packing_against_einops(data):
    size = st.sampled_from([1, 2, 3])
    before = data.draw(st.lists(size, max_size=2))
    after = data.draw(st.lists(size, max_size=2))
    shapes = []
    for _ in range(data.draw(st.integers(1, 3))):
        middle = data.draw(st.lists(size, max_size=2))
        shape = [*before, *middle, *after]
        if shape and data.draw(st.integers(0, 5)) == 0:
            shape[data.draw(st.integers(0, len(shape) - 1))] += 1
        shapes.append(tuple(shape))
    pattern = " ".join([*"ab"[: len(before)], "*", *"yz"[: len(after)]])
    ctx, lifted = Context(), Lifted()
    try:
        whole, packed = einops.pack([torch.empty(shape) for shape in shapes], pattern)
    except (einops.EinopsError, RuntimeError):
        with pytest.raises(Rejected):
            pack(ctx, shapes, pattern)
        return
    assert pack(ctx, shapes, pattern) == (tuple(whole.shape), [tuple(each) for each in packed])
    symbolic, symbolic_packed = pack(ctx, [lifted.shape(shape) for shape in shapes], pattern)
    lifted.check(ctx.path, symbolic, tuple(whole.shape))
    wanted = [list(each) for each in packed]
    if data.draw(st.booleans()) and any(wanted):
        filled = [each for each in wanted if each]
        each = data.draw(st.sampled_from(filled))
        each[data.draw(st.integers(0, len(each) - 1))] = data.draw(st.sampled_from([-1, -1, 2]))
    wanted_shapes = [tuple(each) for each in wanted]
    try:
        expected = [tuple(each.shape) for each in einops.unpack(whole, wanted_shapes, pattern)]
    except einops.EinopsError:
        with pytest.raises(Rejected):
            unpack(Context(), tuple(whole.shape), wanted_shapes, pattern)
        return
    assert unpack(ctx, tuple(whole.shape), wanted_shapes, pattern) == expected
    unpacked = unpack(ctx, symbolic, symbolic_packed, pattern)
    for shape, tensor in zip(unpacked, shapes, strict=True):
        lifted.check(ctx.path, shape, tensor)


NOISE = st.text(alphabet="ab1.(_) ->2*…", max_size=14)


@examples(300)
@given(NOISE)
def test_whatever_the_pattern_it_is_refused_or_read_as_einops_does(pattern):
    if "…" in pattern:
        with pytest.raises(Rejected):
            rearrange_shape(Context(), (2, 1), pattern, {})
        return
    try:
        expected = tuple(einops.rearrange(torch.empty(2, 1), pattern).shape)
    except (einops.EinopsError, ValueError):
        with pytest.raises(Rejected):
            rearrange_shape(Context(), (2, 1), pattern, {})
        return
    assert rearrange_shape(Context(), (2, 1), pattern, {}) == expected
