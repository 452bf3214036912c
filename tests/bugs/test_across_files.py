"""Real bugs across files: three modules of vit-pytorch 1.26.11 as its README uses them.

`cls_token` and `pos_embedding` of `vit.py` became rank 2, and the modules that wrap a ViT still index them as
rank 3. torch raises in all three; what it says is measured in `SAYS`.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.blocks import BLOCK
from bench.fetch import metadata
from bench.runner import environment

SIZES = "The size of tensor a (1024) must match the size of tensor b (64) at non-singleton dimension 2"
SAYS = {
    "SimMIM": ("simmim.py", "tokens = tokens + pos_emb", "self.pos_embedding = nn.Parameter", SIZES),
    "MAE": ("mae.py", "tokens += self.encoder.pos_embedding[:, 1", "self.pos_embedding = nn.Parameter", SIZES),
    "MPP": (
        "mpp.py",
        "cls_tokens = repeat(transformer.cls_token",
        "self.cls_token = nn.Parameter",
        'repeat-reduction pattern "() n d -> b n d"',
    ),
}
"""Of each class: its file, the line that torch refuses, the line of `vit.py` at fault, and torch's words."""


@pytest.fixture(scope="module")
def readme() -> str:
    """The README of the package, which is downloaded if the benchmarks have not done so yet."""
    try:
        return metadata("vit_pytorch")
    except (subprocess.CalledProcessError, OSError) as error:
        if os.environ.get("CI"):
            pytest.fail(f"vit-pytorch cannot be downloaded: {error}")
        pytest.skip(f"vit-pytorch cannot be downloaded: {error}")


def line_of(path: Path, start: str) -> int:
    """The number of the only line that starts so."""
    lines = path.read_text(encoding="utf-8").splitlines()
    (number,) = [at for at, line in enumerate(lines, 1) if line.strip().startswith(start)]
    return number


@pytest.mark.parametrize("name", SAYS)
def test_reported_with_both_places(name: str, readme: str, tmp_path: Path) -> None:
    file, refused, at_fault, words = SAYS[name]
    (code,) = [block for block in BLOCK.findall(readme) if re.search(rf"\b{name}\(", block)]
    (tmp_path / "snippet.py").write_text(code, encoding="utf-8")
    folder = environment(tmp_path / "venv", ["vit_pytorch"])
    command = [
        sys.executable,
        "-m",
        "shapecheck",
        "snippet.py",
        "--python",
        str(folder),
        "--output-format",
        "json",
    ]
    environ = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    (found,) = json.loads(done.stdout)["diagnostics"]
    assert (found["path"], found["severity"]) == ("snippet.py", "error")
    assert code.splitlines()[found["range"]["start"]["line"] - 1].startswith(
        ("loss = ", "for _ in", "    loss = ")
    )
    assert words in found["message"].replace("\n", " "), found["message"]
    package = next(folder.glob("lib/*/site-packages/vit_pytorch"))
    assert {place(package / file, refused), place(package / "vit.py", at_fault)} <= set(places(found))


def place(path: Path, start: str) -> tuple[str, int]:
    return path.name, line_of(path, start)


def places(diagnostic: Any) -> list[tuple[str, int]]:
    return [(Path(one["path"]).name, one["range"]["start"]["line"]) for one in diagnostic["related"]]
