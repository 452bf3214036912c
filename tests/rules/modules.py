"""Module classes of torch.nn beside torch itself: the shapes of parameters and buffers, attributes, results.

A case is constructed and called twice: by torch, and by the interpreter on values of the same shapes (in
symbolic mode each input size of 2 or more is a symbol of its own, and the result is evaluated).
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import torch

from shapecheck.interpret.machine import Machine
from shapecheck.interpret.world import World
from shapecheck.rules import load
from shapecheck.symbolic import Expr, evaluate
from shapecheck.values import (
    DictValue,
    DType,
    Instance,
    IteratorValue,
    ListValue,
    ModuleValue,
    Scalar,
    Star,
    Tensor,
    Unknown,
    shape_text,
)

UNMODELLED = ("training", "use_nested_tensor", "activation_relu_or_gelu")
"""Attributes of torch that depend on what is not known here."""


class Made(NamedTuple):
    """A module as an argument of a constructor."""

    name: str
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = {}


class Case(NamedTuple):
    """`name` is that of a class of torch.nn; `inputs` are tensors or other arguments of the call."""

    name: str
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = {}
    inputs: tuple[Any, ...] = ()
    options: Mapping[str, Any] = {}

    def __str__(self) -> str:
        given = [*map(_shown, self.args), *(f"{k}={_shown(v)}" for k, v in self.kwargs.items())]
        called = [*map(_shown, self.inputs), *(f"{k}={_shown(v)}" for k, v in self.options.items())]
        return f"{self.name}({', '.join(given)})({', '.join(called)})"


def _shown(value: object) -> str:
    """A tensor by its shape: its random content would give the test another name in each run."""
    if isinstance(value, torch.Tensor):
        return str(tuple(value.shape))
    if isinstance(value, (tuple, list)):
        return f"({', '.join(map(_shown, value))})"
    return str(value)


class Outcome(NamedTuple):
    """`verdict`: right, partial, unknown, wrong, rejected (both), missed (torch rejects), alarm (torch accepts)."""

    verdict: str
    detail: str


@functools.cache
def _world() -> World:
    return World([], [], load())


def make_machine() -> Machine:
    """A machine of the bundled stubs, in the top-level code of an empty module."""
    world = _world()
    world.modules["__main__"] = ModuleValue("__main__", {}, "main.py")
    return world.machine_for(world.modules["__main__"])


class Converter:
    """Values of torch as values of the interpreter."""

    def __init__(self, machine: Machine, symbolic: bool) -> None:
        self.machine = machine
        self.symbolic = symbolic
        self.env: dict[str, int] = {}

    def value(self, data: Any) -> Any:
        if isinstance(data, torch.Tensor):
            return Tensor(tuple(self._dim(size) for size in data.shape), DType(str(data.dtype)[6:]))
        if isinstance(data, Made):
            return construct(self.machine, self, data.name, data.args, data.kwargs)
        if isinstance(data, tuple):
            return tuple(self.value(item) for item in data)
        if isinstance(data, list):
            return ListValue([self.value(item) for item in data])
        if isinstance(data, dict):
            return DictValue({key: self.value(item) for key, item in data.items()})
        if isinstance(data, torch.dtype):
            return DType(str(data)[6:])
        if data is None or isinstance(data, (bool, int, float, complex, str)):
            return data
        return self.machine.unknown("a value of another kind")

    def _dim(self, size: int) -> Any:
        if not self.symbolic or size < 2:
            return size
        made = self.machine.path.fresh(f"d{len(self.env)}")
        self.env[str(made)] = size
        return made


def construct(
    machine: Machine, converter: Converter, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> Any:
    """An instance of the class of that name."""
    cls = machine.named(f"torch.nn.{name}")
    return machine.call(cls, [converter.value(arg) for arg in args], {k: converter.value(v) for k, v in kwargs.items()})


def make_real(value: Any) -> Any:
    """The torch module of a Made."""
    if isinstance(value, Made):
        kwargs = {k: make_real(v) for k, v in value.kwargs.items()}
        return getattr(torch.nn, value.name)(*map(make_real, value.args), **kwargs)
    return value


class Run:
    """Our side of a case."""

    def __init__(self, case: Case, symbolic: bool = False) -> None:
        self.machine = make_machine()
        self.converter = Converter(self.machine, False)
        self.module = construct(self.machine, self.converter, case.name, case.args, case.kwargs)
        self.converter.symbolic = symbolic
        self.result: Any = None
        if not self.messages:
            inputs = [self.converter.value(x) for x in case.inputs]
            options = {k: self.converter.value(v) for k, v in case.options.items()}
            self.result = self.machine.call(self.module, inputs, options)

    @property
    def messages(self) -> list[str]:
        return [f.message for f in self.machine.record.findings if f.rule == "impossible-shape"]

    def tensors(self, which: str) -> dict[str, tuple[int, ...]]:
        """named_parameters or named_buffers, with their shapes."""
        found = self.machine.call(self.machine.get_attribute(self.module, which), [], {})
        assert isinstance(found, IteratorValue) and found.items is not None, found
        pairs: list[Any] = found.items
        return {name: self.machine.path.resolve(tensor.shape) for name, tensor in pairs}


def check(case: Case, symbolic: bool = False) -> Outcome:
    """The verdict on the result of one case."""
    try:
        module = make_real(Made(case.name, case.args, case.kwargs))
        with torch.no_grad():
            expected = module(*case.inputs, **case.options)
    except Exception as error:
        run = Run(case, False)
        text = str(error).splitlines()[0] if str(error) else type(error).__name__
        if run.messages:
            return Outcome("rejected", f"{run.messages[0]} | torch: {text}")
        return Outcome("missed", f"torch: {text[:200]}; we say {run.result!r}")
    run = Run(case, symbolic)
    if run.messages:
        return Outcome("alarm", run.messages[0])
    return compare(run, run.result, expected)


def compare(run: Run, result: Any, expected: Any) -> Outcome:
    """Our result beside that of torch."""
    if isinstance(result, Unknown):
        return Outcome("unknown", result.cause.reason)
    if isinstance(expected, torch.Tensor):
        return _compare_tensor(run, result, expected)
    if isinstance(expected, (tuple, list)):
        items = result.items if isinstance(result, ListValue) else result
        if not isinstance(items, (tuple, list)) or len(items) != len(expected):
            return Outcome("wrong", f"{result!r}, torch gives {len(expected)} values")
        outcomes = [compare(run, item, one) for item, one in zip(items, expected)]
        order = ("wrong", "unknown", "partial")
        return next((o for verdict in order for o in outcomes if o.verdict == verdict), Outcome("right", ""))
    if expected is None:
        return Outcome("right" if result is None else "wrong", repr(result))
    return Outcome("right" if isinstance(result, (Scalar, int, float, Expr)) else "wrong", repr(result))


def _compare_tensor(run: Run, result: Any, expected: torch.Tensor) -> Outcome:
    if not isinstance(result, Tensor):
        return Outcome("wrong", f"{result!r}, torch gives {tuple(expected.shape)}")
    shape = run.machine.path.resolve(result.shape)
    shown = f"{shape_text(shape)} {result.dtype}, torch gives {list(expected.shape)} {expected.dtype}"
    if any(isinstance(dim, Star) for dim in shape):
        return Outcome("unknown", "rank")
    if len(shape) != expected.dim():
        return Outcome("wrong", shown)
    dims = [_evaluated(dim, run.converter.env) for dim in shape]
    if any(dim is not None and dim != size for dim, size in zip(dims, expected.shape)):
        return Outcome("wrong", shown)
    if result.dtype is not None and result.dtype.name != str(expected.dtype)[6:]:
        return Outcome("wrong", shown)
    return Outcome("partial", shown) if None in dims or result.dtype is None else Outcome("right", "")


def _evaluated(dim: Any, env: Mapping[str, int]) -> int | None:
    if isinstance(dim, int):
        return dim
    try:
        return evaluate(dim, env)
    except (KeyError, ArithmeticError):
        return None


# ---------------------------------------------------------------- the module itself


def differences(case: Case) -> list[str]:
    """Parameters, buffers and public attributes that differ from torch's, after a call."""
    module = make_real(Made(case.name, case.args, case.kwargs))
    if case.inputs:
        with torch.no_grad():
            module(*case.inputs, **case.options)
    run = Run(case)
    if not isinstance(run.module, Instance):
        return [f"{case.name} is {run.module!r}"]
    out: list[str] = []
    for which in ("named_parameters", "named_buffers"):
        ours = run.tensors(which)
        theirs = {name: tuple(tensor.shape) for name, tensor in getattr(module, which)()}
        if ours != theirs or list(ours) != list(theirs):
            out.append(f"{which}: {ours}, torch has {theirs}")
    for name, value in vars(module).items():
        if name.startswith("_") or name in UNMODELLED or not _is_plain(value):
            continue
        own = run.machine.get_attribute(run.module, name)
        if not _same(own, value):
            out.append(f"{name} is {own!r}, in torch {value!r}")
    return out


def _is_plain(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return all(_is_plain(item) for item in value)
    return value is None or isinstance(value, (bool, int, float, str))


def _same(own: Any, value: Any) -> bool:
    if isinstance(own, ListValue):
        own = own.items
    if isinstance(value, (tuple, list)):
        return isinstance(own, (tuple, list)) and len(own) == len(value) and all(map(_same, own, value))
    return bool(own == value)
