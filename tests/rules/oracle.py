"""A call given as data, made by torch itself: whether it takes it, and what it gives.

What a call is refused for may be its values (an index, a class, a matrix that is not positive definite), which
nobody knows before: it is tried with several contents of the tensors, and taken if torch takes one of them.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

from tests.rules.rows import Call
from tests.rules.suite import encode

FILLS = ("zeros", "ones", "random")
MOST_ELEMENTS = 100_000


class NotOfData(Exception):
    """An argument that a call given as data does not hold."""


def answered(call: Call) -> Call:
    """The call with what torch gives for it, or with its words of refusal."""
    words = ""
    for fill in FILLS:
        torch.default_generator.manual_seed(0)
        try:
            with warnings.catch_warnings(), torch.no_grad():
                warnings.simplefilter("ignore")
                return call._replace(out=_encoded(_made(call, fill)))
        except NotOfData:
            raise
        except Exception as error:  # torch raises errors of many classes
            lines = str(error).strip().splitlines()
            words = f"{type(error).__name__}: {lines[0] if lines else ''}"
    return call._replace(out=words)


def _encoded(value: Any) -> Any:
    return {"object": "str"} if isinstance(value, str) else encode(value)


def _made(call: Call, fill: str) -> Any:
    make = functools.partial(real, fill=fill)
    args, kwargs = [make(arg) for arg in call.args], {key: make(value) for key, value in call.kwargs.items()}
    if call.made is not None:
        return constructed(call.op.removeprefix("torch.nn."), *call.made)(*args, **kwargs)
    found = named(call.op)
    if callable(found):
        return found(*args, **kwargs)
    return getattr(args[0], call.op.rpartition(".")[2])


def named(name: str) -> Callable[..., Any]:
    """What a dotted name stands for."""
    found: Any = torch
    for part in name.split(".")[1:]:
        found = getattr(found, part)
    made: Callable[..., Any] = found
    return made


def constructed(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> torch.nn.Module:
    """A module of torch.nn."""
    given = [real(arg) for arg in args], {key: real(value) for key, value in kwargs.items()}
    made = getattr(torch.nn, name)(*given[0], **given[1])
    assert isinstance(made, torch.nn.Module)
    return made


def real(data: Any, fill: str = "random") -> Any:
    """A value of torch from the format of `tests.rules.rows`."""
    if isinstance(data, list):
        return [real(item, fill) for item in data]
    if not isinstance(data, dict):
        return data
    if "t" in data:
        return _tensor(data["t"], getattr(torch, data["dt"]), fill)
    ((kind, content),) = list(data.items())[:1]
    if kind in ("tuple", "list"):
        items = [real(item, fill) for item in content]
        return tuple(items) if kind == "tuple" else items
    if kind == "dict":
        return {key: real(item, fill) for key, item in content}
    if kind == "slice":
        return slice(*(real(item, fill) for item in content))
    if kind == "module":
        return constructed(*content)
    if kind in _PLAIN:
        return _PLAIN[kind](content)
    raise NotOfData(kind)


_PLAIN: dict[str, Callable[[Any], Any]] = {
    "ellipsis": lambda _: ...,
    "float": float,
    "complex": lambda parts: complex(*parts),
    "dtype": lambda name: getattr(torch, name),
    "function": lambda name: named(name),
}


def _tensor(shape: Sequence[int], dtype: torch.dtype, fill: str) -> torch.Tensor:
    if torch.Size(shape).numel() > MOST_ELEMENTS:
        raise NotOfData("too large")
    if fill == "zeros":
        return torch.zeros(shape, dtype=dtype)
    if fill == "ones":
        return torch.ones(shape, dtype=dtype)
    if dtype.is_floating_point or dtype.is_complex:
        made = torch.rand(shape, dtype=torch.float64).to(dtype)
        if len(shape) >= 2 and shape[-1] == shape[-2]:
            made = made + 4 * torch.eye(shape[-1], dtype=torch.float64).to(dtype)
        return made
    return torch.randint(0, 2, tuple(shape)).to(dtype)
