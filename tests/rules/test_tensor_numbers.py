"""What is known of the numbers of a tensor is what torch computes."""

from __future__ import annotations

import functools
import math
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from shapecheck.interpret.builtins.exact import Inexact
from shapecheck.interpret.language.dispatch import execute_block
from shapecheck.interpret.signals import PythonError
from shapecheck.interpret.world import World
from shapecheck.rules import load
from shapecheck.source import ir, parse
from shapecheck.values import ModuleValue
from tests.builtins.machines import real

STEPS = (
    "x + {n}", "{n} - x", "x * {f}", "x / {n}", "x // {n}", "x % {n}", "x ** 2", "{n} ** x.long()", "-x", "x.abs()",
    "torch.round(x * {f})", "torch.floor(x / {n})", "torch.ceil(x / {n})", "x.sum(0)", "x.prod(-1)", "x.max()",
    "x.amin(0)", "x.cumsum(-1)", "x.flip(0)", "x.flip([-1])", "x.T", "x.reshape(-1)", "x.unsqueeze(0)", "x[0]",
    "x[..., 0]", "x[-1:]", "x > {n}", "x <= {f}", "x == {f}", "x.int()", "x.float()", "x.double()", "x.bool()",
    "torch.stack([x, x])", "torch.cat([x, x])", "torch.unique(x)", "torch.unique(x, return_counts=True)[1]",
    "x.unique(return_inverse=True)[1]", "torch.maximum(x, x.flip(0))",
    "x.view(torch.int32)", "torch.log(x.abs() + 1)", "x.unbind(0)[-1]", "x.split(1)[0]",
    "torch.div(x, {n}, rounding_mode='floor')",
    "torch.div(x, {n}, rounding_mode='trunc')", "torch.sqrt(x.abs())", "x.clone()", "x.sum(dtype=torch.int32)",
    "x.to(torch.float64)", "x.sum(1, keepdim=True)", "x.any()", "x.transpose(0, 1)",
    "torch.divide(x, {n})", "torch.diff(x)", "x.diff(dim=0)", "x.diff(2)", "x.multiply({f})", "torch.subtract(x, {n})",
)  # fmt: skip
NUMBERS = st.integers(-9, 9)
FLOATS = st.sampled_from([0.1, 0.5, 1.5, 2.5, -0.7, 3.3])
LISTS = st.one_of(
    st.lists(NUMBERS, min_size=1, max_size=4),
    st.lists(FLOATS, min_size=1, max_size=4),
    st.lists(st.lists(NUMBERS, min_size=2, max_size=2), min_size=1, max_size=3),
)
PROGRAMS = st.tuples(LISTS, st.lists(st.tuples(st.sampled_from(STEPS), NUMBERS, FLOATS), min_size=1, max_size=4))


@functools.cache
def _world() -> World:
    return World([], [], load())


def known(source: str) -> Any:
    """What `result` is known to be at the end; Inexact if it is not."""
    world = _world()
    module = world.modules["__main__"] = ModuleValue("__main__", {}, "main.py")
    machine = world.machine_for(module)
    parsed = parse(source.encode(), "main.py")
    assert isinstance(parsed, ir.SourceFile)
    try:
        execute_block(machine, parsed.body)
        return real(module.namespace["result"])
    except PythonError:
        raise Inexact from None


def alike(ours: Any, theirs: Any) -> bool:
    if isinstance(theirs, list):
        return isinstance(ours, list) and len(ours) == len(theirs) and all(map(alike, ours, theirs))
    if isinstance(theirs, float):  # logarithms may differ in the last place
        return isinstance(ours, float) and math.isclose(ours, theirs, rel_tol=1e-6, abs_tol=1e-9)
    return type(ours) is type(theirs) and bool(ours == theirs)


@settings(max_examples=300, deadline=None)
@given(PROGRAMS)
def test_what_is_known_is_what_torch_computes(program: tuple[Any, list[tuple[str, int, float]]]) -> None:
    data, steps = program
    lines = [f"x = {step.format(n=number or 4, f=factor)}" for step, number, factor in steps]
    source = "\n".join(["import torch", f"x = torch.tensor({data})", *lines, "result = x.tolist()", ""])
    scope: dict[str, Any] = {}
    try:
        exec(source, scope)
    except (RuntimeError, IndexError, ValueError, UserWarning):
        return
    try:
        ours = known(source)
    except Inexact:
        return
    assert alike(ours, scope["result"]), (source, ours, scope["result"])


def test_most_steps_are_followed() -> None:
    """The property above says nothing of what is not known."""
    start = "import torch\nx = torch.tensor([[1, 4], [2, 3]])\n"
    followed = 0
    for step in STEPS:
        try:
            known(f"{start}x = {step.format(n=2, f=1.5)}\nresult = x.tolist()\n")
            followed += 1
        except Inexact:
            pass
    assert followed >= len(STEPS) - 6, followed
