"""`shapecheck infer --annotate`: inferred signatures in the source, and nothing else changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from shapecheck.cli.group import cli
from shapecheck.fix.annotate import Signature, annotated
from shapecheck.fix.notation import annotation_of

SOURCE = '''\
"""A file."""

import torch
import torch.nn as nn


class Block(nn.Module):  # a comment
    def __init__(self, width = 8, heads = 2):
        super().__init__()
        self.fc = nn.Linear(width,width)
        self.heads = heads

    def forward(self, x, mask = None):   # odd   spacing
        b, t, d = x.shape
        return self.fc(x).view(b, t, self.heads, d // self.heads)


def pairs(x: torch.Tensor, scale: float):
    b, n = x.shape
    return (x * scale).reshape(b * n // 2, 2)


def known(x: "Float[Tensor, 'a b']"):
    return x.t()
'''

CHANGES = {
    "import torch.nn as nn\n": "import torch.nn as nn\nfrom jaxtyping import Shaped\nfrom torch import Tensor\n",
    "forward(self, x, mask = None):": (
        'forward(self, x: Shaped[Tensor, "b t width"], mask = None)'
        ' -> Shaped[Tensor, "b t heads width//heads"]:'
    ),
    "pairs(x: torch.Tensor, scale: float):": (
        'pairs(x: Shaped[Tensor, "b n"], scale: float) -> Shaped[Tensor, "b*n//2 2"]:'
    ),
}


def test_a_whole_file(tmp_path: Path) -> None:
    file = tmp_path / "net.py"
    file.write_text(SOURCE, encoding="utf-8")
    result = CliRunner().invoke(cli, ["infer", str(file), "--annotate"])
    assert result.exit_code == 0, result.output
    expected = SOURCE
    for old, new in CHANGES.items():
        expected = expected.replace(old, new)
    assert file.read_text(encoding="utf-8") == expected


def test_one_function_with_what_was_given(tmp_path: Path) -> None:
    file = tmp_path / "net.py"
    file.write_text(SOURCE, encoding="utf-8")
    arguments = ["infer", f"{file}:Block", "--input", "x=float32[batch, 5, 8]", "--annotate"]
    assert CliRunner().invoke(cli, arguments).exit_code == 0
    written = file.read_text(encoding="utf-8")
    assert 'x: Float[Tensor, "batch 5 8"], mask = None) -> Float[Tensor, "batch 5 2 4"]:' in written
    assert "pairs(x: torch.Tensor, scale: float):" in written


def test_numbers_in_the_default_of_a_parameter_are_any(tmp_path: Path) -> None:
    file = tmp_path / "pads.py"
    file.write_text(
        "import torch.nn.functional as F\n\n\n"
        "def pad(x, amount=(1, 1)):\n    b, t, d = x.shape\n    return F.pad(x, amount)\n",
        encoding="utf-8",
    )
    result = CliRunner().invoke(cli, ["infer", str(file), "--annotate"])
    assert result.exit_code == 0, result.output
    assert 'amount=(1, 1)) -> Shaped[Tensor, "b t _"]:' in file.read_text(encoding="utf-8")


def test_what_is_annotated_stays() -> None:
    signature = Signature({"x": 'Float[Tensor, "a"]'}, 'Float[Tensor, "a"]')
    kept = "def f(x: int) -> int:\n    return x\n"
    assert annotated(kept, {"f": signature}) == kept


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"kind": "tensor", "shape": [2, "B", None], "dtype": "float32"}, 'Float[Tensor, "2 B _"]'),
        ({"kind": "tensor", "shape": ["*S", "2 * n"], "dtype": "int64"}, 'Int[Tensor, "*S 2*n"]'),
        ({"kind": "tensor", "shape": ["m + 1"], "dtype": "bool"}, 'Bool[Tensor, "_"]'),
        ({"kind": "tensor", "shape": None, "dtype": "bool"}, None),
        ({"kind": "tuple", "items": [{"kind": "tensor", "shape": [], "dtype": None}]}, 'tuple[Shaped[Tensor, ""]]'),
        ({"kind": "int", "value": 3}, None),
    ],
)
def test_notation(value: dict[str, object], expected: str | None) -> None:
    assert annotation_of(value, {"n"}) == expected


def test_what_the_writer_cannot_read_stays() -> None:
    """libcst takes no tab below a line that is indented by spaces; Python does."""
    source = "class A:\n    def f(self, x):\n\t    return x\n\n    y = 1\n"
    assert annotated(source, {"A.f": Signature({"x": 'Float[Tensor, "n"]'}, None)}) == source
