"""The hook as users get it: the real pre-commit installs it from a repository and runs it on staged files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PARTS = ("pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml", "shapecheck", "lsp", "stubs", "docs")
WRONG = "import torch\nfrom torch import nn\n\nnn.Linear(3, 4)(torch.zeros(2, 5))\n"
RIGHT = WRONG.replace("5))", "3))")


def git(*args: str, cwd: Path) -> str:
    settings = ("-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "init.defaultBranch=main")
    done = subprocess.run(["git", *settings, *args], cwd=cwd, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with this project in it, as it is now."""
    repository = tmp_path_factory.mktemp("hooks")
    for name in PARTS:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, repository / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, repository / name)
    git("init", "-q", cwd=repository)
    git("add", ".", cwd=repository)
    git("commit", "-q", "-m", "all", cwd=repository)
    return repository


@pytest.fixture
def project(hooks: Path, tmp_path: Path) -> Path:
    """A user's repository in which a broken model lies already, from before the hook."""
    git("init", "-q", cwd=tmp_path)
    revision = git("rev-parse", "HEAD", cwd=hooks)
    (tmp_path / ".pre-commit-config.yaml").write_text(
        f"repos:\n  - repo: {hooks}\n    rev: {revision}\n    hooks:\n      - id: shapecheck\n"
    )
    (tmp_path / "old.py").write_text(WRONG)
    git("add", ".", cwd=tmp_path)
    git("commit", "-q", "-m", "old", cwd=tmp_path)
    return tmp_path


def test_a_wrong_model_is_blocked(project: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    environ = {**os.environ, "PRE_COMMIT_HOME": str(tmp_path_factory.mktemp("home")), "PRE_COMMIT_COLOR": "never"}
    subprocess.run(
        [sys.executable, "-m", "pre_commit", "install"], cwd=project, env=environ, check=True, capture_output=True
    )

    def commit() -> subprocess.CompletedProcess[str]:
        command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.invalid", "commit", "-m", "model"]
        return subprocess.run(command, cwd=project, env=environ, capture_output=True, text=True, check=False)

    (project / "model.py").write_text(WRONG)
    (project / "unstaged.py").write_text(WRONG)
    git("add", "model.py", cwd=project)
    blocked = commit()
    said = blocked.stdout + blocked.stderr
    assert blocked.returncode == 1 and "model.py:4:1: error: linear" in said, said
    assert "old.py" not in said and "unstaged.py" not in said
    (project / "model.py").write_text(RIGHT)
    git("add", "model.py", cwd=project)
    passed = commit()
    assert passed.returncode == 0, passed.stdout + passed.stderr
    assert git("log", "-1", "--format=%s", cwd=project) == "model"
