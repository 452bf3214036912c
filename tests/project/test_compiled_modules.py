"""Modules that are there without their source: an import of one succeeds, and what it holds is not known."""

from __future__ import annotations

from pathlib import Path

import pytest

from shapecheck.interpret.session import Session
from shapecheck.values.freeze import FrozenTensor

PACKAGE = """
import torch

try:
    from . import _core as core
    if getattr(core, "VERSION", None) != "1.0":
        raise ImportError("another version")
except ImportError:
    raise

WIDTH = 4
"""


@pytest.mark.parametrize("name", ["_core.cpython-311-x86_64-linux-gnu.so", "_core.abi3.so", "_core.pyd"])
def test_an_import_of_a_compiled_module_succeeds(tmp_path: Path, name: str) -> None:
    package = tmp_path / "fast"
    package.mkdir()
    (package / "__init__.py").write_text(PACKAGE)
    (package / name).write_bytes(b"")
    (tmp_path / "use.py").write_text("import torch, fast\nreveal_shape(torch.zeros(fast.WIDTH))\n")
    analysis = Session([tmp_path], []).analyze(tmp_path / "use.py", "use.py")
    (reveal,) = analysis.record.reveals
    assert isinstance(reveal.value, FrozenTensor) and reveal.value.shape == (4,)
    assert not analysis.record.unresolved_imports
