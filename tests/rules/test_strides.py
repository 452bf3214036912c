"""Layouts beside torch: what is said of the strides is true, and a view is refused exactly where torch refuses it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapecheck.rules.strides import ROWS, of_rows
from shapecheck.values import SliceValue, Tensor
from tests.rules.replay import make_machine

torch = pytest.importorskip("torch")

pytestmark = pytest.mark.filterwarnings("ignore")  # `x.T` of a vector

SIZES = st.sampled_from((1, 2, 2, 3, 4))
ELEMENTWISE = ("relu", "exp", "clone", "contiguous", "softmax", "neg", "float", "detach")


def _step(draw: Any, x: Any) -> tuple[str, tuple[Any, ...]]:
    """An operation that x admits."""
    n = x.ndim
    dims = st.integers(-n, n - 1)
    what = draw(st.sampled_from((
        "transpose", "permute", "T", "unsqueeze", "squeeze", "expand", "narrow", "select", "flatten", "reshape",
        "index", "add", "matmul", "repeat", "unbind", "chunk", "masked_fill", "cat", "linear", "twice", "half",
        "compare", *ELEMENTWISE,
    )))  # fmt: skip
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
    return what, ()


@st.composite
def _targets(draw: Any, x: Any) -> list[int]:
    """Sizes with as many elements."""
    left, sizes = x.numel(), []
    while left > 1 and len(sizes) < 4:
        size = draw(st.sampled_from([one for one in (1, 2, 3, 4, 6, left) if left % one == 0]))
        sizes.append(size)
        left //= size
    return [*sizes, left] if left > 1 or not sizes else sizes


def _real(x: Any, what: str, args: tuple[Any, ...]) -> Any:
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


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.data())
def test_strides_are_those_of_torch(data: Any) -> None:
    machine = make_machine()
    shape = data.draw(st.lists(SIZES, min_size=1, max_size=4))
    real = torch.rand(shape)
    x = machine.call(machine.named("torch.rand"), list(shape), {})
    assert x.strides == ROWS
    for _ in range(data.draw(st.integers(1, 4))):
        if real.ndim == 0 or real.numel() == 0 or real.numel() > 2_000:
            return
        what, args = _step(data.draw, real)
        x, real = _ours(machine, x, real, what, args), _real(real, what, args)
        assert isinstance(x, Tensor), (what, args, x)
        sizes = tuple(machine.path.resolve(x.shape))
        assert sizes == tuple(real.shape)
        strides = of_rows(sizes) if x.strides == ROWS else x.strides
        if strides is not None and real.numel() > 0:
            said = [step for step, size in zip(strides, sizes) if size != 1]
            assert said == [step for step, size in zip(real.stride(), sizes) if size != 1], (what, args, real.stride())
    if real.ndim and real.numel():
        target = data.draw(_targets(real))
        refused = _view(real, target)
        machine.call(machine.named("torch.Tensor.view"), [x, *target], {})
        reported = bool(machine.record.findings)
        assert reported <= refused, (real.shape, real.stride(), target, x.strides)
        if x.strides is not None:
            assert reported == refused, (real.shape, real.stride(), target, x.strides)


def _view(real: Any, target: list[int]) -> bool:
    """Whether torch refuses."""
    try:
        real.view(*target)
    except RuntimeError:
        return True
    return False
