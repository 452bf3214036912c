"""The page on stubs of one's own does what it says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "stubs.md"
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The files of the page; the last two blocks are what the command says."""
    (_, config), (_, stub), (_, program), *_ = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    (tmp_path / "my_stubs").mkdir()
    (tmp_path / "pyproject.toml").write_text(config, encoding="utf-8")
    (tmp_path / "my_stubs" / "my_ops.pyi").write_text(stub, encoding="utf-8")
    (tmp_path / "model.py").write_text(program, encoding="utf-8")
    return tmp_path


def run(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "shapecheck", *args], cwd=folder, capture_output=True, text=True)


def test_it_finds_what_the_page_says(project: Path) -> None:
    said = BLOCK.findall(PAGE.read_text(encoding="utf-8"))[3][1]
    done = run(project, "model.py", "--output-format", "concise")
    assert (done.stdout, done.stderr, done.returncode) == (said, "", 1)


def test_a_broken_stub_disables_only_itself(project: Path) -> None:
    said = BLOCK.findall(PAGE.read_text(encoding="utf-8"))[4][1]
    stub = project / "my_stubs" / "my_ops.pyi"
    rest = stub.read_text(encoding="utf-8")
    stub.write_text('"""Mine."""\n\ndef broken(x: Tensor["N"]):\n    while True: pass\n\n' + rest, encoding="utf-8")
    done = run(project, "model.py", "--output-format", "concise")
    assert (done.stderr, done.returncode) == (said, 2)
    assert "768 (I, as x dim -1), got 512" in done.stdout


def test_the_rule_is_explained(project: Path) -> None:
    said = run(project, "explain", "my_ops.patches").stdout
    assert "demands `H % size == 0 and W % size == 0`" in said
    assert "Declared in my_stubs/my_ops.pyi:7." in said


def test_the_source_of_a_package_is_kept_beside_its_stub(project: Path) -> None:
    (project / "my_ops.py").write_text(
        "import torch\nfrom my_cuda import patches, fused_linear\n\ndef twice(x):\n    return torch.cat([x, x])\n",
        encoding="utf-8",
    )
    program = "import torch\nfrom my_ops import fused_linear, twice\n"
    program += "reveal_shape(twice(fused_linear(torch.rand(2, 3), torch.rand(3, 4))))\n"
    (project / "model.py").write_text(program, encoding="utf-8")
    assert "float32[4, 4]" in run(project, "model.py", "--output-format", "concise").stdout
