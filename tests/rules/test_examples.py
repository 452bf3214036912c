"""The examples in the stubs: by the rules with sizes, by the rules with symbols, and by torch or numpy."""

from __future__ import annotations

import importlib
import os
import warnings
from typing import Any

import pytest

from shapecheck.rules import Rejected, load
from shapecheck.rules.examples import Shaped
from shapecheck.symbolic import evaluate, symbol
from shapecheck.values import DType, ListValue, Tensor
from tests.rules.beside import declare_compiled_operators
from tests.rules.context import PlainContext
from tests.rules.examples import Example, all_examples, arguments, evaluated

REGISTRY = load()
EXAMPLES = list(all_examples(REGISTRY))


def _apply(example: Example, symbolic: bool) -> list[Any]:
    names: dict[str, Any] = {
        name: symbol(name, 1) if symbolic else size for name, size in example.env.items()
    }

    def tensor(shaped: Shaped) -> Tensor:
        return Tensor(tuple(evaluated(dim, names) for dim in shaped.dims), DType(shaped.dtype))

    ctx = PlainContext(REGISTRY)
    args, kwargs = arguments(example, names.__getitem__, tensor)
    result = example.rule.apply(ctx, args, kwargs)
    items = (
        result.items if isinstance(result, ListValue) else result if isinstance(result, tuple) else [result]
    )
    assert items is not None
    out = []
    for item in items:
        assert isinstance(item, Tensor), f"{example.text}: {item}"
        out.append(([evaluate(dim, example.env) for dim in ctx.path.resolve(item.shape)], item.dtype))
    return out


@pytest.mark.parametrize("symbolic", [False, True], ids=["concrete", "symbolic"])
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e.rule.name}: {e.text}"[:70])
def test_rule(example: Example, symbolic: bool) -> None:
    if example.error is not None:
        with pytest.raises(Rejected) as caught:
            _apply(example, symbolic)
        assert example.error in str(caught.value)
        return
    result = _apply(example, symbolic)
    assert [dims for dims, _ in result] == [
        [evaluated(d, example.env) for d in o.dims] for o in example.outputs
    ]
    for (_, dtype), output in zip(result, example.outputs):
        assert not output.dtype or dtype is DType(output.dtype)


def _real_function(name: str) -> Any:
    """What torch, numpy, torchvision or einops calls by the rule's name."""
    if name.startswith("torchvision."):
        declare_compiled_operators()
    parts = name.split(".")
    for at in range(len(parts) - 1, 0, -1):
        try:
            value: Any = importlib.import_module(".".join(parts[:at]))
        except ImportError:
            continue
        for part in parts[at:]:
            value = getattr(value, part, None)
        return value
    return None


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e.rule.name}: {e.text}"[:70])
def test_torch_agrees(example: Example) -> None:
    if not os.environ.get("CI"):
        pytest.importorskip("torch")
    import torch

    function = _real_function(example.rule.name)
    if function is None:
        pytest.skip("the name of a family, which torch does not have")

    def tensor(shaped: Shaped) -> Any:
        dims = [evaluated(dim, example.env) for dim in shaped.dims]
        made = torch.zeros(dims, dtype=getattr(torch, shaped.dtype))
        return made.numpy() if example.rule.name.startswith("numpy.") else made

    args, kwargs = arguments(example, example.env.__getitem__, tensor)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if example.error is not None:
            with pytest.raises(Exception):  # noqa: B017 - torch and einops raise many kinds
                function(*args, **kwargs)
            return
        result = function(*args, **kwargs)
    items = list(result) if isinstance(result, (tuple, list)) else [result]
    expected = [[evaluated(dim, example.env) for dim in output.dims] for output in example.outputs]
    assert [list(item.shape) for item in items] == expected
