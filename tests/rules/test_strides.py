"""Layouts beside torch: what is said of the strides is true, and a view is refused exactly where torch refuses it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapecheck.rules.strides import ROWS, Laid, combined, of_rows, overlaps
from shapecheck.values import SliceValue, Tensor
from tests.rules.replay import make_machine

torch = pytest.importorskip("torch")
einops = pytest.importorskip("einops")

pytestmark = pytest.mark.filterwarnings("ignore")  # `x.T` of a vector

EINOPS = {"rearrange": "rearrange", "repeat axes": "repeat"}
SIZES = st.sampled_from((1, 2, 2, 3, 4))
ELEMENTWISE = (
    "relu", "exp", "clone", "contiguous", "softmax", "neg", "float", "detach", "log1p", "sign", "floor", "reciprocal",
    "sum", "cumsum", "flip", "roll", "sort", "amax", "mean", "clamp",
)  # fmt: skip
ARGUMENTS = {"roll": (1, 0), "sort": (0,), "amax": (0, True), "mean": (-1, True), "cumsum": (0,), "flip": (0,),
             "sum": (-1, True), "clamp": (0.0, 1.0)}  # fmt: skip
FUNCTIONS: dict[str, tuple[Any, ...]] = {
    "leaky_relu": (), "elu": (), "hardtanh": (), "mish": (), "softplus": (), "rrelu": (), "logsigmoid": (),
    "dropout": (0.5,), "dropout2d": (0.5,), "alpha_dropout": (0.5,), "prelu": ([1],), "glu": (1,), "normalize": (),
    "batch_norm": (["C"], ["C"]), "instance_norm": (), "group_norm": (1,), "rms_norm": (["W"],),
    "local_response_norm": (2,), "layer_norm": (["W"],), "interpolate": (None, 2.0), "pad": ((1, 1),),
    "max_pool1d": (2,), "max_pool2d": (2,), "max_pool3d": (2,), "avg_pool1d": (1,), "avg_pool2d": (1,),
    "avg_pool3d": (2,), "lp_pool2d": (2, 2), "adaptive_avg_pool1d": (1,), "adaptive_avg_pool2d": (2,),
    "adaptive_avg_pool3d": (1,), "adaptive_max_pool2d": (1,), "conv1d": ([3, "C", 1],), "conv2d": ([1, "C", 1, 1],),
    "conv3d": ([2, "C", 1, 1, 1],), "conv_transpose1d": (["C", 3, 2],), "conv_transpose2d": (["C", 3, 2, 2],),
    "conv_transpose3d": (["C", 1, 2, 2, 2],), "channel_shuffle": (1,), "pixel_unshuffle": (1,),
}  # fmt: skip
"""Arguments behind the first; a list is a tensor of those sizes, in which C and W are those of the input (for the norms
of the last dim it is the size itself)."""


def _step(draw: Any, x: Any) -> tuple[str, tuple[Any, ...]]:
    """An operation that x admits."""
    n = x.ndim
    if draw(st.booleans()):
        name = draw(st.sampled_from(sorted(FUNCTIONS)))
        try:
            _function(name, x)
        except (RuntimeError, ValueError, IndexError):
            return "clone", ()
        return f"nn.functional.{name}", ()
    dims = st.integers(-n, n - 1)
    what = draw(st.sampled_from((
        "transpose", "permute", "T", "unsqueeze", "squeeze", "expand", "narrow", "select", "flatten", "reshape",
        "index", "add", "matmul", "repeat", "unbind", "chunk", "masked_fill", "cat", "linear", "twice", "half",
        "compare", "rearrange", "repeat axes", *ELEMENTWISE,
    )))  # fmt: skip
    if what in ("rearrange", "repeat axes"):
        return what, draw(_patterns(x, ["r"] if what == "repeat axes" else []))
    if what == "softmax":
        return what, (draw(dims),)
    if what == "transpose":
        return what, (draw(dims), draw(dims))
    if what == "permute":
        return what, (tuple(draw(st.permutations(range(n)))),)
    if what == "unsqueeze":
        return what, (draw(st.integers(-n - 1, n)),)
    if what == "squeeze":
        return what, (draw(dims),)
    if what == "expand":
        wide = tuple(draw(st.sampled_from((1, 2, 3))) if size == 1 else size for size in x.shape)
        return what, (((2, *wide) if n < 4 and draw(st.booleans()) else wide),)
    if what in ("narrow", "select", "chunk"):
        dim = draw(dims)
        size = x.shape[dim]
        if what == "narrow":
            return what, (dim, 0, draw(st.integers(1, size)))
        return what, ((dim, 0) if what == "select" else (2, dim))
    if what == "unbind":
        return what, (draw(dims),)
    if what == "reshape":
        return what, (tuple(draw(_targets(x))),)
    if what == "index":
        part = st.sampled_from((slice(None), slice(None, 1), 0, None, slice(1, None)))
        return what, (tuple(draw(st.lists(part, max_size=n).filter(lambda p: sum(i is not None for i in p) <= n))),)
    return what, ARGUMENTS.get(what, ())


def _sizes(sizes: list[Any], x: Any) -> list[int]:
    return [{"C": x.shape[min(1, x.ndim - 1)], "W": x.shape[-1]}.get(size, size) for size in sizes]


def _function(name: str, x: Any) -> Any:
    """A function of torch.nn.functional, of x and the arguments that it takes here."""
    given = [_sizes(one, x) if isinstance(one, list) else one for one in FUNCTIONS[name]]
    if not name.endswith(("rms_norm", "layer_norm")):
        given = [torch.rand(one) if isinstance(one, list) else one for one in given]
    return getattr(torch.nn.functional, name)(x, *given)


@st.composite
def _targets(draw: Any, x: Any) -> list[int]:
    """Sizes with as many elements."""
    left, sizes = x.numel(), []
    while left > 1 and len(sizes) < 4:
        size = draw(st.sampled_from([one for one in (1, 2, 3, 4, 6, left) if left % one == 0]))
        sizes.append(size)
        left //= size
    return [*sizes, left] if left > 1 or not sizes else sizes


@st.composite
def _patterns(draw: Any, x: Any, new: list[str]) -> tuple[str, dict[str, int]]:
    """A pattern of einops that x admits, and the sizes that it needs; `new` are axes to repeat along."""
    left, names, axes = [], list(new), dict.fromkeys(new, 2)
    for name, size in zip("abcd", x.shape):
        if size == 1 and draw(st.booleans()):
            left.append("1")
        elif size == 4 and draw(st.booleans()):
            left.append(f"({name} {name}2)")
            names += [name, f"{name}2"]
            axes[f"{name}2"] = 2
        else:
            left.append(name)
            names.append(name)
    right: list[list[str]] = [[]]
    for name in draw(st.permutations(names)):
        if right[-1] and (draw(st.booleans()) or len(right) > 3):
            right[-1].append(name)
        else:
            right.append([name])
    groups = [f"({' '.join(group)})" if len(group) != 1 else group[0] for group in right[1:]]
    return f"{' '.join(left)} -> {' '.join(groups) or '1'}", axes


def _real(x: Any, what: str, args: tuple[Any, ...]) -> Any:
    if what.startswith("nn.functional."):
        return _function(what.removeprefix("nn.functional."), x)
    if what in EINOPS:
        return getattr(einops, EINOPS[what])(x, args[0], **args[1])
    if what == "index":
        return x[args[0]]
    if what == "T":
        return x.mT if x.ndim > 2 else x.T
    if what == "add":
        return x + x
    if what == "twice":
        return 2 * x
    if what == "half":
        return x / torch.tensor(2.0)
    if what == "compare":
        return (x > x.clone()).float()
    if what == "matmul":
        return x @ torch.rand(x.shape[-1], 3)
    if what == "linear":
        return torch.nn.functional.linear(x, torch.rand(3, x.shape[-1]), torch.rand(3))
    if what == "repeat":
        return x.repeat(*(1 for _ in x.shape))
    if what == "masked_fill":
        return x.masked_fill(torch.zeros(x.shape, dtype=torch.bool), 0.0)
    if what == "cat":
        return torch.cat([x, x], 0)
    result = getattr(x, what)(*args)
    return result[0] if isinstance(result, tuple) else result


def _ours(machine: Any, x: Tensor, real: Any, what: str, args: tuple[Any, ...]) -> Any:
    def call(name: str, *given: Any) -> Any:
        return machine.call(machine.named(f"torch.{name}"), [x, *given], {})

    def made(*shape: int) -> Any:
        return machine.call(machine.named("torch.rand"), list(shape), {})

    if what.startswith("nn.functional."):
        name = what.removeprefix("nn.functional.")
        given = [_sizes(one, real) if isinstance(one, list) else one for one in FUNCTIONS[name]]
        if not name.endswith(("rms_norm", "layer_norm")):
            given = [made(*one) if isinstance(one, list) else one for one in given]
        return call(what, *(tuple(one) if isinstance(one, list) else one for one in given))
    if what in EINOPS:
        return machine.call(machine.named(f"einops.{EINOPS[what]}"), [x, args[0]], dict(args[1]))
    if what == "index":
        items = [SliceValue(i.start, i.stop, i.step) if isinstance(i, slice) else i for i in args[0]]
        return machine.index(x, tuple(items))
    if what == "T":
        return machine.get_attribute(x, "mT" if real.ndim > 2 else "T")
    if what == "add":
        return call("Tensor.__add__", x)
    if what == "twice":
        return call("Tensor.__rmul__", 2)
    if what == "half":
        return call("Tensor.__truediv__", machine.call(machine.named("torch.tensor"), [2.0], {}))
    if what == "compare":
        compared = call("Tensor.__gt__", call("Tensor.clone"))
        return machine.call(machine.named("torch.Tensor.float"), [compared], {})
    if what == "matmul":
        return call("Tensor.__matmul__", made(real.shape[-1], 3))
    if what == "linear":
        return call("nn.functional.linear", made(3, real.shape[-1]), made(3))
    if what == "repeat":
        return call("Tensor.repeat", *(1 for _ in real.shape))
    if what == "masked_fill":
        return call("masked_fill", Tensor(tuple(real.shape)), 0.0)
    if what == "cat":
        return machine.call(machine.named("torch.cat"), [(x, x), 0], {})
    result = call(f"Tensor.{what}", *args)
    return result[0] if isinstance(result, tuple) else result


@settings(max_examples=600, deadline=None, derandomize=True)
@given(st.data())
def test_strides_are_those_of_torch(data: Any) -> None:
    machine = make_machine()
    shape = data.draw(st.lists(SIZES, min_size=1, max_size=4))
    real = torch.rand(shape)
    x = machine.call(machine.named("torch.rand"), list(shape), {})
    assert x.strides == ROWS
    if len(shape) == 4 and data.draw(st.booleans()):  # images whose channels are last
        order = (0, 3, 1, 2)
        x, real = _ours(machine, x, real, "permute", (order,)), _real(real, "permute", (order,))
    for _ in range(data.draw(st.integers(1, 4))):
        if real.ndim == 0 or real.numel() == 0 or real.numel() > 2_000:
            return
        what, args = _step(data.draw, real)
        x, real = _ours(machine, x, real, what, args), _real(real, what, args)
        assert isinstance(x, Tensor), (what, args, x)
        sizes = tuple(machine.path.resolve(x.shape))
        assert sizes == tuple(real.shape)
        strides = of_rows(sizes) if x.strides == ROWS else x.strides
        if x.strides == ROWS and real.numel() > 0:
            # A convolution reads the strides of dims of one element, too; that of the first decides nothing.
            assert real.stride()[1:] == strides[1:], (what, args, real.stride())
        if strides is not None and real.numel() > 0:
            said = [step for step, size in zip(strides, sizes) if size != 1]
            assert said == [step for step, size in zip(real.stride(), sizes) if size != 1], (what, args, real.stride())
    if real.ndim and real.numel():
        if x.strides is not None:
            assert overlaps(machine.path, x) == _overlaps(real), (real.shape, real.stride())
        target = data.draw(_targets(real))
        refused = _view(real, target)
        machine.call(machine.named("torch.Tensor.view"), [x, *target], {})
        reported = bool(machine.record.findings)
        assert reported <= refused, (real.shape, real.stride(), target, x.strides)
        if x.strides is not None:
            assert reported == refused, (real.shape, real.stride(), target, x.strides)


def _overlaps(real: Any) -> bool:
    """Whether torch writes nothing to it in place."""
    try:
        real.detach().add_(0.0)
    except RuntimeError:
        return True
    return False


def _view(real: Any, target: list[int]) -> bool:
    """Whether torch refuses."""
    try:
        real.view(*target)
    except RuntimeError:
        return True
    return False


@st.composite
def _operands(draw: Any) -> list[Any]:
    """Up to three tensors that broadcast, with dims in any order in memory."""
    sizes = draw(st.lists(SIZES, min_size=1, max_size=5))
    made = []
    for _ in range(draw(st.integers(1, 3))):
        kept = sizes[draw(st.integers(0, len(sizes) - 1)) :] if made else sizes
        shape = [size if draw(st.booleans()) or draw(st.booleans()) else 1 for size in kept]
        order = draw(st.permutations(range(len(shape))))
        base = torch.zeros([shape[place] for place in order])
        made.append(base.permute([order.index(place) for place in range(len(shape))]))
    return made


@settings(max_examples=300, deadline=None)
@given(_operands())
def test_what_several_operands_make_lies_as_torch_lays_it(operands: list[Any]) -> None:
    functions = {1: lambda a: a + 1, 2: lambda a, b: a - b, 3: lambda a, b, c: torch.addcmul(a, b, c)}
    result = functions[len(operands)](*operands)
    told = combined([Laid(tuple(one.shape), one.stride()) for one in operands], tuple(result.shape))
    matter = [place for place, size in enumerate(result.shape) if size != 1]
    assert [told[place] for place in matter] == [result.stride(place) for place in matter]
