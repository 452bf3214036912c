"""A plugin of pytest that records what module calls in a test give: `pytest -p bench.observing`.

`bench.own_tests` writes `observe_call(N, f)(...)` for every call `f(...)` of a test. Where `f` is a module or a
method of one, or a function (a method of an object) of what lies in the folder `$OBSERVED_FUNCTIONS`, the shapes of
the result are noted under N, in the file that `$OBSERVED` names.
"""

from __future__ import annotations

import builtins
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, MethodType
from typing import Any

import torch

from bench.real_torch import without_compiled_operators

Json = Any
SEEN: dict[int, list[Json]] = {}
MOST_SHAPES = 24
"""Different results that are noted of one call."""


def observe_call(number: int, function: Any) -> Any:
    """The function itself, or a wrapper that notes what it gives."""
    owner = getattr(function, "__self__", function)
    if isinstance(owner, torch.nn.Module) or _is_of_the_package(function):
        return _noting(number, function)
    return function


def _is_of_the_package(function: Any) -> bool:
    """Is this a function of the package, or a method of one of its objects?"""
    folder = os.environ.get("OBSERVED_FUNCTIONS")
    if not folder or not isinstance(function, (FunctionType, MethodType)):
        return False
    defined = function if isinstance(function, FunctionType) else type(function.__self__)
    module = sys.modules.get(defined.__module__)
    return (getattr(module, "__file__", None) or "").startswith(folder)


def _noting(number: int, function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        result = function(*args, **kwargs)
        shapes, seen = shapes_of(result), SEEN.setdefault(number, [])
        if shapes is not None and shapes not in seen and len(seen) < MOST_SHAPES:
            seen.append(shapes)
        return result

    return call


def shapes_of(value: Any) -> Json:
    """A tensor's shape as a list of numbers, a list or tuple of tensors as a list of those; None for all else."""
    if isinstance(value, torch.Tensor):
        return list(value.shape)
    if isinstance(value, (list, tuple)) and value:
        parts = [shapes_of(one) for one in value]
        return None if None in parts else parts
    return None


def pytest_sessionfinish() -> None:
    Path(os.environ["OBSERVED"]).write_text(json.dumps(SEEN), encoding="utf-8")


without_compiled_operators()
setattr(builtins, observe_call.__name__, observe_call)
