"""Where a rule refuses a container because torch takes a tensor, or a tensor because torch takes a list, torch does."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

import pytest

from shapecheck.rules import Rule, load
from shapecheck.rules.compiler import ParameterInfo, Variant

torch = pytest.importorskip("torch")

CONTAINERS: dict[str, Callable[[], Any]] = {
    "numbers": lambda: [[1.0, 2.0], [3.0, 4.0]],
    "bools": lambda: [True, False],
    "tensors": lambda: (torch.ones(2, 2), torch.ones(2, 2)),
    "empty": list,
    "dict": lambda: {"x": torch.ones(2, 2)},
    "text": lambda: "ab",
}
"""What is no tensor."""
JOINED: dict[str, Callable[[], Any]] = {
    "tensor": lambda: torch.ones(2, 2),
    "list": lambda: [torch.ones(2, 2), [torch.ones(2, 2)]],
    "iterator": lambda: iter([torch.ones(2, 2)]),
    "dict": lambda: {"x": torch.ones(2, 2)},
    "set": lambda: {torch.ones(2, 2)},
}
"""What is no list of tensors."""


def refusing() -> Iterator[tuple[str, str, Variant, dict[str, Callable[[], Any]]]]:
    """Each overload of each function of torch with a parameter that takes tensors alone, and what it refuses."""
    registry = load()
    for module in registry.modules():
        for name in registry.names(module):
            rule = registry.find(f"{module}.{name}")
            if not isinstance(rule, Rule):
                continue
            for refused, parameters in ((CONTAINERS, rule.tensors), (JOINED, rule.sequences)):
                for parameter in sorted(filter(rule.takes_tensors_alone, parameters)):
                    if parameter != "input" or not rule.name.startswith("torch.Tensor."):  # nobody has a method of it
                        yield from ((rule.name, parameter, variant, refused) for variant in rule.variants)


def some(parameter: ParameterInfo) -> Any:
    """An argument that the parameter may take."""
    if parameter.text.startswith("Tensor"):
        return torch.ones(2, 2)
    if "int" in parameter.text or "float" in parameter.text or "Number" in parameter.text:
        return 1
    return "mean" if "str" in parameter.text else (2, 2) if "Ints" in parameter.text else torch.ones(2, 2)


def succeeds(function: Callable[..., Any], variant: Variant, parameter: str, value: Any) -> bool:
    """Whether torch takes the value there."""
    args, kwargs = [], {}
    for one in variant.parameters:
        if one.kind in ("star", "double_star") or (one.has_default and one.name != parameter):
            continue
        given = value if one.name == parameter else some(one)
        if one.kind == "keyword" or one.has_default:
            kwargs[one.name] = given
        else:
            args.append(given)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            function(*args, **kwargs)
    except Exception:
        return False
    return True


def test_torch_refuses_them() -> None:
    asked, taken = 0, []
    for name, parameter, variant, refused in refusing():
        try:
            function = attrgetter(name.removeprefix("torch."))(torch)
        except AttributeError:
            continue  # a layer, or a function of another version
        asked += len(refused)
        for what, make in refused.items():
            if succeeds(function, variant, parameter, make()):
                taken.append((name, parameter, what))
    assert asked > 3_000
    assert taken == []
