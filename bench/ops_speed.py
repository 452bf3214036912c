"""The cost of applying a rule beside the same call under torch's FakeTensor, with sizes and with symbols."""

from __future__ import annotations

import contextlib
import logging
import statistics
import warnings
from collections.abc import Callable, Iterable, Iterator
from time import process_time
from typing import Any, NamedTuple

import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.symbolic_shapes import DimDynamic, ShapeEnv, StatelessSymbolicContext
from torch.utils import _pytree as pytree

from tests.rules.replay import make_machine
from tests.rules.rows import Inputs
from tests.rules.suite import Sample

REPEATS = 5
Again = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]


class Speed(NamedTuple):
    """Medians over the operators in microseconds, and in how many of them the rule is ahead."""

    operators: int
    ours: float
    fake: float
    ratio: float
    ahead: int


def is_decided_by_data(again: Again) -> bool:
    """Whether torch itself cannot say the shape without the data."""
    function, args, kwargs = again
    try:
        with _quiet(), FakeTensorMode() as mode:
            given, named = pytree.tree_map(lambda leaf: _faked(mode, leaf, False), (args, kwargs))
            function(*given, **named)
    except (
        Exception
    ) as error:  # DynamicOutputShape, DataDependentOutput; or a function that fakes do not go through
        kind = type(error).__name__
        return "Dynamic" in kind or "DataDependent" in kind or "data is not allocated" in str(error)
    return False


def measure(samples: Iterable[Sample]) -> dict[str, Speed]:
    """One sample of each operator that FakeTensor takes, with sizes and with symbols."""
    firsts: dict[str, Sample] = {}
    for sample in samples:
        if len(sample.calls) == 1 and sample.again is not None:
            firsts.setdefault(sample.op, sample)
    return {mode: _compared(firsts.values(), mode == "symbolic") for mode in ("concrete", "symbolic")}


def _compared(samples: Iterable[Sample], symbolic: bool) -> Speed:
    pairs = []
    for sample in samples:
        with contextlib.suppress(Exception):  # what FakeTensor does not take is not compared
            theirs = _median(lambda: _fake_seconds(sample.again, symbolic))  # noqa: B023
            pairs.append((_median(lambda: _own_seconds(sample, symbolic)), theirs))  # noqa: B023
    ours, fake = ([1e6 * pair[at] for pair in pairs] for at in (0, 1))
    ratios = [theirs / max(mine, 1e-3) for mine, theirs in zip(ours, fake)]
    ahead = sum(ratio > 1 for ratio in ratios)
    return Speed(
        len(pairs), statistics.median(ours), statistics.median(fake), statistics.median(ratios), ahead
    )


def _median(seconds: Callable[[], float]) -> float:
    return statistics.median(seconds() for _ in range(REPEATS))


def _own_seconds(sample: Sample, symbolic: bool) -> float:
    call = sample.calls[0]
    machine = make_machine()
    args, kwargs = Inputs(machine, symbolic).both(call.args, call.kwargs)
    function = machine.named(call.op)
    started = process_time()
    machine.call(function, args, kwargs)
    return process_time() - started


def _fake_seconds(again: Again | None, symbolic: bool) -> float:
    assert again is not None
    function, args, kwargs = again
    shape_env = ShapeEnv(duck_shape=False) if symbolic else None
    with _quiet(), FakeTensorMode(shape_env=shape_env) as mode:
        given, named = pytree.tree_map(lambda leaf: _faked(mode, leaf, symbolic), (args, kwargs))
        started = process_time()
        function(*given, **named)
        return process_time() - started


def _faked(mode: FakeTensorMode, leaf: Any, symbolic: bool) -> Any:
    if not isinstance(leaf, torch.Tensor):
        return leaf
    if not symbolic:
        return mode.from_tensor(leaf)
    sizes = [DimDynamic.STATIC if size < 2 else DimDynamic.DYNAMIC for size in leaf.shape]
    return mode.from_tensor(leaf, symbolic_context=StatelessSymbolicContext(dynamic_sizes=sizes))


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    logging.getLogger("torch._subclasses.fake_tensor").setLevel(logging.CRITICAL)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
