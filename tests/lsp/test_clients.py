"""Real editors against the server: each opens a file, sees the diagnostic and asks for a hover."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CLIENTS = Path(__file__).parent / "clients"
SOURCE = """import torch

layer = torch.nn.Linear(16, 32)
y = layer(torch.rand(2, 16))
layer(y)
"""
COMMANDS = {
    "neovim": ("nvim", "--headless", "-u", "NONE", "-i", "NONE", "-c", f"luafile {CLIENTS / 'neovim.lua'}"),
    "emacs": ("emacs", "--batch", "--eval", "(package-initialize)", "-l", str(CLIENTS / "emacs.el")),
}


def has_eglot() -> bool:
    if shutil.which("emacs") is None:
        return False
    command = ["emacs", "--batch", "--eval", "(progn (package-initialize) (require 'eglot))"]
    return subprocess.run(command, capture_output=True).returncode == 0


@pytest.mark.parametrize(
    "client",
    [
        pytest.param("neovim", marks=pytest.mark.skipif(shutil.which("nvim") is None, reason="no Neovim here")),
        pytest.param("emacs", marks=pytest.mark.skipif(not has_eglot(), reason="no Emacs with eglot here")),
    ],
)
def test_client(client: str, tmp_path: Path) -> None:
    file = tmp_path / "net.py"
    file.write_text(SOURCE)
    environ = {
        **os.environ,
        "SHAPECHECK_COMMAND": f"{sys.executable} -m shapecheck server",
        "SHAPECHECK_FILE": str(file),
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "HOME": str(tmp_path),
    }
    done = subprocess.run(
        COMMANDS[client], cwd=tmp_path, env=environ, capture_output=True, text=True, timeout=120
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    assert "DIAGNOSTIC 5" in said and "2x32 and 16x32" in said
    assert "HOVER" in said and "y: float32[2, 32]" in said
