"""Which files are checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from shapecheck.check.places import shown_path
from shapecheck.project import ProjectError
from shapecheck.project.config import Config
from shapecheck.project.discovery import discover
from shapecheck.project.roots import Rooted, import_roots, rooted


def make(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")


def found(*paths: str, exclude: tuple[str, ...] = ()) -> list[str]:
    files = discover(paths or (".",), Config(Path.cwd(), exclude=exclude))
    return sorted({shown_path(file) for file in files})


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_python_files_of_folders_in_order(here: Path) -> None:
    make(
        here,
        "b.py",
        "a/z.py",
        "a/b/c.py",
        "a/notes.txt",
        "node_modules/x.py",
        ".venv/x.py",
        "a/__pycache__/x.py",
    )
    assert found() == ["a/b/c.py", "a/z.py", "b.py"]
    assert found("a", "b.py", "./a/z.py") == ["a/b/c.py", "a/z.py", "b.py"]


def test_a_virtual_environment_of_any_name_is_left_out(here: Path) -> None:
    make(here, "env3/pyvenv.cfg", "env3/lib/x.py", "x.py")
    assert found() == ["x.py"]


def test_gitignore(here: Path) -> None:
    make(
        here,
        "repo/.git/HEAD",
        "repo/a.py",
        "repo/gen/b.py",
        "repo/sub/c.py",
        "repo/sub/keep_c.py",
        "repo/d_gen.py",
    )
    (here / "repo" / ".gitignore").write_text("gen/\n*_gen.py\n")
    (here / "repo" / "sub" / ".gitignore").write_text("*.py\n!keep_*.py\n")
    assert found("repo") == ["repo/a.py", "repo/sub/keep_c.py"]
    assert found("repo/sub") == ["repo/sub/keep_c.py"]
    assert found("repo/gen/b.py") == ["repo/gen/b.py"]  # named, so checked


def test_excludes_of_the_configuration(here: Path) -> None:
    make(here, "a.py", "old/b.py", "c_pb2.py")
    assert found(exclude=("old", "*_pb2.py")) == ["a.py"]


def test_missing_path() -> None:
    with pytest.raises(ProjectError, match=r"no such file or folder: nothing\.py"):
        discover(["nothing.py"], Config(Path.cwd()))


def test_import_roots(here: Path) -> None:
    make(
        here,
        "pyproject.toml",
        "src/pkg/__init__.py",
        "src/pkg/sub/__init__.py",
        "src/pkg/sub/m.py",
        "tests/t.py",
    )
    roots = import_roots([Path("src/pkg/sub/m.py"), Path("tests/t.py")])
    assert roots == [here / "src", here / "tests", here]


def test_the_package_around_a_namespace_package_is_found(here: Path) -> None:
    make(here, "top/__init__.py", "top/models/net/__init__.py", "top/models/net/m.py")
    assert import_roots([Path("top/models/net/m.py")]) == [here / "top" / "models", here]


@pytest.mark.parametrize(("text", "is_package"), [("from top.models import net\n", True), ("import topmost\n", False)])
def test_a_folder_whose_name_is_imported_is_a_package(here: Path, text: str, is_package: bool) -> None:
    """Without a project around it, nothing else says so: `top` has no `__init__.py`."""
    make(here, "top/models/__init__.py", "top/main.py")
    (here / "top" / "main.py").write_text(text, encoding="utf-8")
    roots = import_roots([Path("top/models/__init__.py"), Path("top/main.py")])
    assert roots == [here / "top", *([here] if is_package else [])]


def test_a_folder_with_the_package_of_its_name_is_none(here: Path) -> None:
    make(here, "top/top/__init__.py")
    (here / "top" / "top" / "m.py").write_text("import top.m\n", encoding="utf-8")
    assert import_roots([Path("top/top/m.py")]) == [here / "top"]


@pytest.mark.parametrize(
    ("text", "is_root"),
    [
        ("from base import (Net, other)\n", True),
        ("    from base import WIDTH\n", True),
        ("from base import missing\n", False),
        ("from datasets import load\n", False),
        ("from .base import Net\n", False),
        ("import base\n", False),
    ],
)
def test_a_package_that_is_run_from_inside(here: Path, text: str, is_root: bool) -> None:
    """A neighbour of that name hides no installed package unless it defines what is imported."""
    make(here, "pyproject.toml", "pkg/__init__.py", "pkg/datasets.py")
    (here / "pkg" / "base.py").write_text("WIDTH = 4\n\n\nclass Net:\n    pass\n", encoding="utf-8")
    (here / "pkg" / "use.py").write_text(text, encoding="utf-8")
    assert import_roots(sorted(here.rglob("*.py"))) == [here, *([here / "pkg"] if is_root else [])]


def test_each_of_many_programs_has_its_own_modules(here: Path) -> None:
    """Of a name that several folders offer, a file that imports it sees that of its own folder."""
    make(here, "pyproject.toml", "a/model.py", "a/use.py", "b/model.py", "c/other.py", "c/utils/__init__.py")
    use, other = here / "b" / "use.py", here / "c" / "other.py"
    use.write_text("from model import Net\n", encoding="utf-8")
    other.write_text("from modelling import Net\n", encoding="utf-8")
    files = sorted(here.rglob("*.py"))
    a, b, c = (here / name for name in "abc")
    alike = Rooted((a, b, c, here), tuple(file for file in files if not file.is_relative_to(b)))
    assert rooted(files) == [alike, Rooted((b, a, c, here), (b / "model.py", use))]
    assert rooted([use, b / "model.py"]) == [Rooted((b, here), (use, b / "model.py"))]


def test_packages_that_are_run_from_inside_have_their_own_modules(here: Path) -> None:
    make(here, "pyproject.toml", "a/__init__.py", "b/__init__.py")
    for name in "ab":
        (here / name / "cfg.py").write_text("N = 3\n", encoding="utf-8")
        (here / name / "main.py").write_text("from cfg import N\n", encoding="utf-8")
    files = sorted(here.rglob("*.py"))
    a, b = here / "a", here / "b"
    alike = Rooted((here, a, b), tuple(file for file in files if not file.is_relative_to(b)))
    assert rooted(files) == [alike, Rooted((b, here, a), tuple(file for file in files if file.is_relative_to(b)))]
