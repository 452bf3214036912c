"""Module classes of torch.nn beside torch itself: the shapes of parameters and buffers, attributes, results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import torch

from shapecheck.values import Instance, IteratorValue, ListValue
from tests.rules.replay import Outcome, Replay, refusal, replay
from tests.rules.rows import Call
from tests.rules.suite import encode, encode_all

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
        return str(self.call(None)).removeprefix("torch.nn.")

    def call(self, out: Any) -> Call:
        """What is replayed; `out` is what torch gives."""
        made = (
            [_encoded(arg) for arg in self.args],
            {key: _encoded(value) for key, value in self.kwargs.items()},
        )
        return Call(
            f"torch.nn.{self.name}", [encode(x) for x in self.inputs], encode_all(self.options), out, made
        )

    def construct(self) -> torch.nn.Module:
        """torch's own module."""
        made = make_real(Made(self.name, self.args, self.kwargs))
        assert isinstance(made, torch.nn.Module)
        return made


def _encoded(value: Any) -> Any:
    if isinstance(value, Made):
        return {"module": [value.name, [_encoded(arg) for arg in value.args], encode_all(value.kwargs)]}
    return encode(value)


def make_real(value: Any) -> Any:
    """The torch module of a Made."""
    if isinstance(value, Made):
        kwargs = {k: make_real(v) for k, v in value.kwargs.items()}
        return getattr(torch.nn, value.name)(*map(make_real, value.args), **kwargs)
    return value


def check(case: Case, symbolic: bool = False) -> Outcome:
    """The verdict on one case: as `replay` gives it, `accepted` if torch alone refuses it, and `refused` if both do."""
    try:
        module = case.construct()
        with torch.no_grad():
            expected = module(*case.inputs, **case.options)
    except Exception as error:  # torch raises errors of many classes
        words = str(error).splitlines()
        outcome = refusal(case.call(words[0] if words else type(error).__name__))
        return Outcome("refused", outcome.detail) if outcome.verdict == "rejected" else outcome
    return replay(case.call(encode(expected)), symbolic)


# ---------------------------------------------------------------- the module itself


def differences(case: Case) -> list[str]:
    """Parameters, buffers and public attributes that differ from torch's, after a call."""
    module = case.construct()
    if case.inputs:
        with torch.no_grad():
            module(*case.inputs, **case.options)
    run = Replay(case.call(None))
    if not isinstance(run.module, Instance):
        return [f"{case.name} is {run.module!r}"]
    out: list[str] = []
    for which in ("named_parameters", "named_buffers"):
        ours = _tensors(run, which)
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


def _tensors(run: Replay, which: str) -> dict[str, tuple[int, ...]]:
    """named_parameters or named_buffers, with their shapes."""
    found = run.machine.call(run.machine.get_attribute(run.module, which), [], {})
    assert isinstance(found, IteratorValue) and found.items is not None, found
    pairs: list[Any] = found.items
    return {name: run.machine.path.resolve(tensor.shape) for name, tensor in pairs}


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
