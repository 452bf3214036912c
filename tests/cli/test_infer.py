"""`shapecheck infer`: what it requires is what torch accepts, said as a person would say it."""

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

FUNCTIONS = '''
import math

import torch
import torch.nn.functional as F


def windows(x, w=7):
    b, height, width = x.shape
    return x.view(b, height // w, w, width // w, w)


def padded(x, w=7):
    x = F.pad(x, (0, -x.shape[2] % w, 0, -x.shape[1] % w))
    b, height, width = x.shape
    return x.view(b, height // w, w, width // w, w)


def focus(x):
    return torch.cat([x[:, ::2, ::2], x[:, 1::2, ::2], x[:, ::2, 1::2], x[:, 1::2, 1::2]], 0)


def skip(x):
    x = x[:, None]
    return x + F.interpolate(F.interpolate(x, scale_factor=0.5), scale_factor=2.0)


def pyramid(x):
    small = F.max_pool2d(F.max_pool2d(x[:, None], 2), 2)
    return torch.cat([x[:, None], F.interpolate(small, scale_factor=4)], 1)


def ceiled(x):
    a = F.max_pool2d(x[:, None], 3, stride=2, padding=1, ceil_mode=True)
    return torch.cat([a, F.avg_pool2d(x[:, None], 2, ceil_mode=True)], 1)


def causal(x):
    mask = torch.ones(1, 5, 5)
    return (x @ x.transpose(1, 2)) * mask[:, : x.shape[1], : x.shape[1]]


def pieces(x):
    a, b, c = x.split([2, 3, x.shape[1] - 5], dim=1)
    return a, b, c


def halves(x):
    a, b = x.split(x.shape[1] // 2, dim=1)
    return a * b


def never(x):
    return torch.cat([x, F.max_pool2d(x[:, None], 2)[:, 0]], 0)


def guarded(x):
    if x.shape[1] > 6:
        return x.view(x.shape[0], x.shape[1] + 1)
    return x


def masked(x):
    scores = (x @ x.transpose(1, 2)).masked_fill(torch.ones(x.shape[2], x.shape[2]) == 0, 0.0)
    return scores @ x


def steps(x):
    state = torch.zeros(x.shape[0], 4)
    for t in range(x.shape[1]):
        state = torch.tanh(x[:, t] + state)
    return state


def rows(x):
    found = []
    for image in x:
        found.append(image.view(2, -1))
    return torch.stack(found)


def each_row(x):
    found = []
    for image in x:
        for row in image:
            found.append(row * torch.zeros(7))
    return torch.stack(found)


def rooted(x):
    b, h, w = x.shape
    s = int(math.sqrt(h * w))
    assert s * s == h * w
    return x.reshape(b, s, s)


def shortened(x):
    h = x.shape[1]
    y = x[:, : h - 2]
    assert y.shape[1] + 2 == h
    return y


def inner(x):
    h = x.shape[1]
    return x[:, 1 : h - 1].permute(0, 2, 1).reshape(-1, h - 2)
'''
EXPECTED: dict[str, tuple[list[str], list[Any] | None]] = {
    "windows": (["H % 7 == 0", "W % 7 == 0"], ["B", "H//7", 7, "W//7", 7]),
    "padded": ([], ["B", "(H + 6)//7", 7, "(W + 6)//7", 7]),
    "focus": (["H % 2 == 0", "W % 2 == 0"], ["4*B", "H//2", "W//2"]),
    "skip": (["H >= 2", "W >= 2", "W % 2 == 0", "H % 2 == 0"], ["B", 1, "H", "W"]),
    "pyramid": (["H % 4 == 0", "W % 4 == 0"], ["B", 2, "H", "W"]),
    "ceiled": (["H//2 + 1 == (H + 1)//2", "W//2 + 1 == (W + 1)//2"], None),
    "causal": (["H <= 5"], ["B", "H", "H"]),
    "halves": (["H % 2 == 0"], None),
    "never": (["False"], None),
    "guarded": (["H <= 6"], None),
    "masked": (["H == W or W == 1"], ["B", "H", "W"]),
    "steps": (["W == 4 or W == 1"], ["B", 4]),
    "rows": (["H*W % 2 == 0"], ["B", 2, "H*W//2"]),
    "each_row": (["W == 7 or W == 1"], None),
    "rooted": ([], ["B", None, None]),
    "pieces": (["H >= 5"], None),
    "shortened": (["H >= 2"], ["B", "H - 2", "W"]),
    "inner": (["H >= 3"], ["B*W", "H - 2"]),
}
NOT_SAID = {"rooted"}
"""What they need beside that cannot be said."""


@pytest.fixture(scope="module")
def functions(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    path = tmp_path_factory.mktemp("infer") / "functions.py"
    path.write_text(FUNCTIONS, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("functions", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def inferred(functions: ModuleType, name: str) -> Any:
    target = f"{functions.__file__}:{name}"
    command = ["infer", target, "--input", "x=float32[B, H, W]", "--output-format", "json"]
    return json.loads(CliRunner().invoke(cli, command, catch_exceptions=False).stdout)


@pytest.mark.parametrize("name", EXPECTED)
def test_infer(functions: ModuleType, name: str) -> None:
    document = inferred(functions, name)
    requires, output = EXPECTED[name]
    assert document["requires"] == requires
    assert document["inputs"]["x"]["shape"] == ["B", "H", "W"]
    if output is not None:
        assert document["output"]["shape"] == output
    for h, w in itertools.product(range(1, 16), (1, 2, 4, 7, 8, 14)):
        sizes = {"B": 2, "H": h, "W": w}
        admitted = all(eval(one, {}, dict(sizes)) for one in requires)
        try:
            result = getattr(functions, name)(torch.zeros(2, h, w))
        except Exception:
            assert not admitted or name in NOT_SAID, sizes
            continue
        assert admitted, sizes
        for size, real in zip(output or (), result.shape if output else ()):
            assert size is None or eval(str(size), {}, dict(sizes)) == real


def test_a_declared_expression_is_said_of_the_input() -> None:
    imports = "from jaxtyping import Float\nfrom torch import Tensor\n\n"
    runner = CliRunner()
    with runner.isolated_filesystem():
        Path("declared.py").write_text(imports + 'def f(x: Float[Tensor, "b 2*half"]):\n    return x\n')
        result = runner.invoke(cli, ["infer", "declared.py:f"])
    assert result.output == "f(x: Tensor[b, 2*half])  ->  Tensor[b, 2*half]\n"


def test_what_no_input_gives_is_not_stated() -> None:
    runner = CliRunner()
    with runner.isolated_filesystem():
        Path("narrow.py").write_text("from torch import nn\n\ndef f(x):\n    return nn.Linear(3, 4)(x).mean(1)\n")
        fits = runner.invoke(cli, ["infer", "narrow.py:f", "--input", "x=float32[2,4,3]"])
        result = runner.invoke(cli, ["infer", "narrow.py:f", "--input", "x=float32[2,4,5]"])
    assert fits.output == "f(x: float32[2, 4, 3])  ->  float32[2, 4]\n"
    assert result.output == "f(x: float32[2, 4, 5])  requires False  ->  unknown\n"


STUB = 'def lifted(x: Tensor["*N C"], depth: int) -> Tensor["*N depth"]: ...\n'
USE = "import my_ops\n\ndef f(x):\n    return my_ops.lifted(x, 7)\n"


def test_the_configuration_nearest_to_the_file_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "project" / "stubs").mkdir(parents=True)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "project" / "shapecheck.toml").write_text('stubs = ["stubs"]\n')
    (tmp_path / "project" / "stubs" / "my_ops.pyi").write_text(STUB)
    (tmp_path / "project" / "net.py").write_text(USE)
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert "7]" in CliRunner().invoke(cli, ["infer", "../project/net.py:f"]).output


@pytest.mark.parametrize(
    "command", ["infer net.py:f", "summary net.py:f", "solve net.py:f --output [7]", "ops", "explain torch.relu"]
)
def test_mistakes_in_stubs_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    (tmp_path / "stubs").mkdir()
    (tmp_path / "stubs" / "my_ops.pyi").write_text(STUB + "while True: ...\n")
    (tmp_path / "net.py").write_text(USE)
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli, [*command.split(), "--stubs", "stubs"])
    assert result.exit_code == 2
    assert "stubs/my_ops.pyi:2: error: " in result.stderr
    assert result.stdout == ""
