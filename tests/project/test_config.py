"""`[tool.shapecheck]`"""

from __future__ import annotations

from pathlib import Path

import pytest

from shapecheck.project import ProjectError
from shapecheck.project.cache import cache_folder, clean
from shapecheck.project.config import load_config


def test_the_nearest_file_with_our_table(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[tool.shapecheck]\nexclude = ["old"]\npython = ".venv"\nstubs = ["s"]\n'
    )
    inner = tmp_path / "pkg" / "sub"
    inner.mkdir(parents=True)
    (tmp_path / "pkg" / "pyproject.toml").write_text('[project]\nname = "x"\n')
    (tmp_path / ".venv").mkdir()
    config = load_config(inner)
    assert config.folder == tmp_path and config.exclude == ("old",)
    assert config.python_path == str(tmp_path / ".venv") and config.stub_folders == [tmp_path / "s"]


def test_no_file(tmp_path: Path) -> None:
    assert load_config(tmp_path).exclude == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[tool.shapecheck]\n\nexlude = []\n",
            r"pyproject\.toml:3: unknown key `exlude`; did you mean `exclude`",
        ),
        (
            "[tool.other]\nzzz = 1\n[tool.shapecheck]\nzzz = 1\n",
            r"pyproject\.toml:4: unknown key `zzz`; known are",
        ),
        ("[tool.shapecheck]\nexclude = 3\n", r"pyproject\.toml:2: `exclude` has to be a list of strings"),
        ("[tool.shapecheck]\npython = 3\n", r"pyproject\.toml:2: `python` has to be a string"),
        (
            '[tool.shapecheck]\nignore = ["imposible-shape"]\n',
            "no rule `imposible-shape`; did you mean `impossible-shape`",
        ),
        ("[tool.shapecheck]\nfolder = 3\n", "unknown key `folder`"),
        ("[tool]\nshapecheck = 3\n", r"pyproject\.toml:2: .* has to be a table"),
        ("[tool.shapecheck\n", "pyproject.toml: "),
    ],
)
def test_mistakes_are_told_with_their_line(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    with pytest.raises(ProjectError, match=message):
        load_config(tmp_path)


def test_only_our_own_cache_is_removed(tmp_path: Path) -> None:
    folder = cache_folder({"SHAPECHECK_CACHE_DIR": str(tmp_path / "cache")})
    assert not clean(folder)
    folder.mkdir()
    (folder / "precious").write_text("")
    assert not clean(folder) and folder.exists()
    (folder / "CACHEDIR.TAG").write_text("Signature: 8a477f597d28d172789f06886806bc55\n")
    assert clean(folder) and not folder.exists()
