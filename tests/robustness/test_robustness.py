"""No crash on broken files, the same bytes whatever the order, and never an import of torch."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.markdown.parse import parse_document
from tests.robustness.mutate import mutants

TESTS = Path(__file__).parent.parent
MODELS = sorted((TESTS / "bugs" / "models").glob("*.py"))
DOCUMENTS = sorted((TESTS / "cases").glob("*.md"))
BLOCKS = [case.program.code for path in DOCUMENTS for case in parse_document(path) if len(case.files) == 1]

HOOK = """
import sys


class NoTorch:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("torch", "einops", "numpy", "timm", "transformers"):
            with open({marker!r}, "a") as file:
                file.write(name + "\\n")
            raise ImportError(name)


sys.meta_path.insert(0, NoTorch())
"""


def shapecheck(
    folder: Path, cache: Path, *arguments: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "shapecheck", "check", *arguments]
    if "--output-format" not in arguments:
        command += ["--output-format", "json"]
    environ = {**os.environ, "SHAPECHECK_CACHE_DIR": str(cache), "PYTHONSAFEPATH": "1", **environment}
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environ, check=False)


def write_tree(folder: Path, count: int = 60) -> list[str]:
    """A tree of right and wrong files; their names in order."""
    texts = [path.read_text(encoding="utf-8") for path in MODELS] + BLOCKS[::5]
    folder.mkdir()
    for number, text in enumerate(texts[:count]):
        (folder / f"file_{number:03}.py").write_text(text, encoding="utf-8")
    return sorted(path.name for path in folder.iterdir())


def test_mutated_files(tmp_path: Path) -> None:
    sources = [path.read_bytes() for path in MODELS] + [block.encode() for block in BLOCKS]
    tree = tmp_path / "tree"
    tree.mkdir()
    for number, source in enumerate(mutants(sources, 200, seed=20)):
        (tree / f"mutant_{number:03}.py").write_bytes(source)
    result = shapecheck(tree, tmp_path / "cache", ".")
    assert result.returncode in (0, 1), result.stderr[-3000:]
    assert "Traceback" not in result.stderr
    files = json.loads(result.stdout)["files"]
    assert len(files) == 200
    assert {file["status"] for file in files} <= {"ok", "syntax-error", "budget"}


def test_same_bytes_under_hash_seeds_and_orders(tmp_path: Path) -> None:
    names = write_tree(tmp_path / "tree")
    outputs: list[str] = []
    for seed in ("0", "1", "12345"):
        order = random.Random(seed).sample(names, len(names))
        for arguments in ([*names], order):
            cache = tmp_path / f"cache_{len(outputs)}"
            outputs.append(shapecheck(tmp_path / "tree", cache, *arguments, PYTHONHASHSEED=seed).stdout)
    outputs.append(shapecheck(tmp_path / "tree", tmp_path / "cache_0", *names[::-1]).stdout)
    assert json.loads(outputs[0])["diagnostics"]
    assert all(output == outputs[0] for output in outputs[1:])


@pytest.mark.parametrize("output", ["json", "text"])
def test_torch_is_never_imported(tmp_path: Path, output: str) -> None:
    write_tree(tmp_path / "tree", 20)
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    marker = tmp_path / "imported.txt"
    (hooks / "sitecustomize.py").write_text(HOOK.format(marker=str(marker)), encoding="utf-8")
    arguments = [".", "--output-format", output, "--statistics"]
    result = shapecheck(tmp_path / "tree", tmp_path / "cache", *arguments, PYTHONPATH=str(hooks))
    assert result.returncode in (0, 1), result.stderr[-3000:]
    assert not marker.exists(), marker.read_text()


def test_the_hook_of_this_test_works(tmp_path: Path) -> None:
    marker = tmp_path / "imported.txt"
    (tmp_path / "sitecustomize.py").write_text(HOOK.format(marker=str(marker)), encoding="utf-8")
    environ = {**os.environ, "PYTHONPATH": str(tmp_path)}
    code = "try:\n    import torch\nexcept ImportError:\n    pass"
    subprocess.run([sys.executable, "-c", code], env=environ, check=True)
    assert marker.read_text() == "torch\n"
