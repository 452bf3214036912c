"""`shapecheck solve`: what it finds gives that output under torch, what it proves impossible no small input gives."""

from __future__ import annotations

import importlib.util
import itertools
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner

from shapecheck.cli.group import cli

torch = pytest.importorskip("torch")

MODELS = '''
import torch
import torch.nn as nn
import torch.nn.functional as F


class Linear(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.fc = nn.Linear(4, width)

    def forward(self, x):
        return self.fc(x)


class Conv(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Conv2d(3, 8, 3, stride=2, padding=1)
        self.b = nn.Conv2d(8, 16, 5, stride=2)
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.head = nn.Linear(16, 10)

    def forward(self, x):
        return self.head(self.pool(self.b(self.a(x).relu())).flatten(1))


class Attention(nn.Module):
    def __init__(self, width=12, heads=3):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        q, k, v = (y.view(b, t, self.heads, d // self.heads).transpose(1, 2) for y in (q, k, v))
        return (q @ k.transpose(-1, -2)).softmax(-1) @ v


class Patches(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = nn.Conv2d(3, 32, 16, stride=16)

    def forward(self, x):
        b, c, h, w = x.shape
        assert h % 16 == 0 and w % 16 == 0
        return self.proj(x).flatten(2).transpose(1, 2)


class Upsample(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.ConvTranspose2d(4, 2, 2, stride=2)

    def forward(self, x):
        return self.up(F.max_pool2d(x, 3, stride=2, padding=1))


def pairs(x):
    b, n = x.shape
    assert n % 2 == 0
    return x.reshape(b * n // 2, 2)


def double_or_crop(x):
    n, d = x.shape
    if n > 4:
        return x[:4]
    return torch.cat([x, x])
'''

QUESTIONS = [
    ("Linear", [7, 8], [], "found"),
    ("Linear", [7, 9], [], "impossible"),
    ("Linear", [2, 3, 8], [], "found"),
    ("Linear", [5, 11], ["--symbolic", "width"], "found"),
    ("Conv", [2, 10], [], "found"),
    ("Conv", [2, 11], [], "impossible"),
    ("Conv", [1, 16, 7, 9], ["--layer", "b"], "found"),
    ("Conv", [1, 17, 7, 9], ["--layer", "b"], "impossible"),
    ("Attention", [2, 3, 5, 4], [], "found"),
    ("Attention", [2, 4, 5, 4], [], "impossible"),
    ("Attention", [2, 4, 5, 3], ["--with", "heads=4"], "found"),
    ("Patches", [1, 6, 32], [], "found"),
    ("Patches", [1, 6, 33], [], "impossible"),
    ("Upsample", [1, 2, 8, 6], [], "found"),
    ("Upsample", [1, 2, 7, 6], [], "impossible"),
    ("pairs", [15, 2], [], "found"),
    ("pairs", [15, 3], [], "impossible"),
    ("double_or_crop", [6, 2], [], "found"),
    ("double_or_crop", [4, 3], [], "found"),
    ("double_or_crop", [3, 3], [], "impossible"),
]


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ModuleType]:
    path = tmp_path_factory.mktemp("solve") / "models.py"
    path.write_text(MODELS, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("models", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return path, module


def ask(path: Path, name: str, wanted: list[int], options: list[str]) -> tuple[int, dict[str, Any]]:
    arguments = ["solve", f"{path}:{name}", "--output", str(wanted), "--output-format", "json", *options]
    result = CliRunner().invoke(cli, arguments)
    return result.exit_code, json.loads(result.output)


@pytest.mark.parametrize(("name", "wanted", "options", "expected"), QUESTIONS)
def test_question(
    models: tuple[Path, ModuleType], name: str, wanted: list[int], options: list[str], expected: str
) -> None:
    path, module = models
    status, document = ask(path, name, wanted, options)
    assert document["result"] == expected
    assert status == (expected == "impossible")
    if expected == "found":
        sizes = {key: value.get("shape", value.get("value")) for key, value in document["inputs"].items()}
        assert run(module, name, sizes, options) == wanted
    else:
        assert document["inputs"] is None and document["conflict"]
        for shape in small_shapes(name):
            assert run(module, name, {"x": list(shape)}, options) != wanted


def small_shapes(name: str) -> list[tuple[int, ...]]:
    """Inputs of which some may run: none of them gives what was proved impossible."""
    rank = {"Conv": 4, "Patches": 4, "Upsample": 4, "Attention": 3}.get(name, 2)
    sizes = {4: (1, 2, 3, 4, 16, 32), 3: (1, 2, 5, 12), 2: (1, 2, 3, 4, 6, 30)}[rank]
    return list(itertools.product(sizes, repeat=rank))


def run(module: ModuleType, name: str, sizes: dict[str, Any], options: list[str]) -> list[int] | None:
    """The output's shape on the meta device; None where torch refuses."""
    target = getattr(module, name)
    with torch.device("meta"):
        if isinstance(target, type):
            own = {key: value for key, value in sizes.items() if not isinstance(value, list)}
            given = [option.split("=") for option in options if "=" in option]
            model = target(**own, **{key: int(value) for key, value in given})
            layers: dict[str, Any] = {}
            for key, layer in model.named_modules():
                layer.register_forward_hook(lambda _m, _i, out, key=key: layers.__setitem__(key, out))
            call: Any = model
        else:
            call = target
        try:
            out = call(*(torch.empty(shape) for shape in sizes.values() if isinstance(shape, list)))
        except (RuntimeError, AssertionError, ValueError):
            return None
    if "--layer" in options:
        out = layers[options[options.index("--layer") + 1]]
    return list(out.shape)


def test_the_answer_is_the_smallest(models: tuple[Path, ModuleType]) -> None:
    _, document = ask(models[0], "Conv", [1, 16, 2, 3], ["--layer", "b"])
    assert document["inputs"]["x"]["shape"] == [1, 3, 13, 17]


def test_conflicts_name_their_places(models: tuple[Path, ModuleType]) -> None:
    path, _ = models
    _, document = ask(path, "Linear", [7, 9], [])
    lines = MODELS.splitlines()
    said = {lines[one["range"]["start"]["line"] - 1].strip() for one in document["conflict"]}
    assert said == {"return self.fc(x)", "self.fc = nn.Linear(4, width)"}


def test_text(models: tuple[Path, ModuleType]) -> None:
    result = CliRunner().invoke(cli, ["solve", f"{models[0]}:pairs", "--output", "[15, 2]"])
    assert result.output == "found: x: Tensor[1, 30]\n"


@pytest.mark.parametrize("wanted", ["[1, n]", "[1", "x", "[1.5]"])
def test_usage(models: tuple[Path, ModuleType], wanted: str) -> None:
    result = CliRunner().invoke(cli, ["solve", f"{models[0]}:pairs", "--output", wanted])
    assert result.exit_code == 2
