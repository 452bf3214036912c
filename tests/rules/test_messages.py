"""What shapecheck says of a wrong call holds what torch says of it, up to how lists of sizes are written."""

from __future__ import annotations

import importlib
import inspect
import json
import re
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from shapecheck.cli.group import cli

pytest.importorskip("torch")
pytest.importorskip("einops")
wrong_calls = importlib.import_module("tests.rules.wrong_calls")

RANK = "a tensor of a wrong rank is told in the same words for all operators, with its shape"
KNOWN = {
    "mm_rank": RANK,
    "f_embedding": RANK,
    "max_pool_rank": RANK,
    "outer": RANK,
    "bincount": RANK,
    "attention": "torch names the product of matrices inside of it, we name query and key",
    "attention_kv": "torch's kernel for the CPU takes values of another length and reads beyond its end",
    "adaptive_pool": "torch takes it: a pool to one value is a mean, of any rank",
    "pad_negative": "torch names the `narrow` inside of it, we the sizes and the padding",
    "split_unpack": "we say how many there are, as newer Pythons do",
    "meshgrid": "torch prints the elements of the tensor, we its shape",
    "cross_entropy_4d": "the same words for all numbers of dims",
}
BRACKETS = str.maketrans("()", "[]")
FUNCTIONS: dict[str, Callable[[], object]] = {
    name: value
    for name, value in vars(wrong_calls).items()
    if inspect.isfunction(value) and value.__module__ == wrong_calls.__name__ and name != "i"
}


def said_by_torch(function: Callable[[], object]) -> str | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            function()
        except Exception as error:
            return str(error).strip()
    return None


def plain(text: str) -> str:
    """The first line without the operator's name, and lists of sizes in one style."""
    line = re.sub(r" \(while checking arguments for \w+\)$", "", text.splitlines()[0].rstrip("."))
    line = re.sub(r"torch\.Size\((\[.*?\])\)", r"\1", line)
    line = re.sub(r"^(Argument #\d+: |[\w.]+(\(.*?\))? ?: )", "", line)
    line = re.sub(r"\s*\[", " [", line.translate(BRACKETS).replace(",]", "]"))
    return re.sub(r"\[ ?\[(.*?)\]\]", r"[\1]", line)


@pytest.fixture(scope="module")
def messages() -> dict[int, list[str]]:
    """What we say, by line."""
    file = Path(str(wrong_calls.__file__))
    result = CliRunner().invoke(cli, ["check", str(file), "--output-format", "json"], catch_exceptions=False)
    found: dict[int, list[str]] = {}
    for diagnostic in json.loads(result.stdout)["diagnostics"]:
        found.setdefault(diagnostic["range"]["start"]["line"], []).append(diagnostic["message"])
    return found


@pytest.mark.parametrize("name", FUNCTIONS)
def test_message(name: str, messages: dict[int, list[str]]) -> None:
    function = FUNCTIONS[name]
    lines, start = inspect.getsourcelines(function)
    ours = [text for at in range(start, start + len(lines)) for text in messages.get(at, [])]
    torchs = said_by_torch(function)
    if name in KNOWN:
        assert torchs is None or not any(plain(torchs) in plain(text) for text in ours), (
            "no longer known to differ"
        )
        assert ours or torchs is None
        return
    assert torchs is not None, "torch accepts it"
    assert any(plain(torchs) in plain(text) for text in ours), (
        f"torch: {torchs.splitlines()[0]}\nours: {ours}"
    )
