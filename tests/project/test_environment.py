"""Installed packages are found without running an interpreter."""

from __future__ import annotations

from pathlib import Path

import pytest

from shapecheck.project import ProjectError
from shapecheck.project.environment import search_path


def venv(root: Path, version: str = "3.12") -> Path:
    site = root / "lib" / f"python{version}" / "site-packages"
    site.mkdir(parents=True)
    (root / "bin").mkdir()
    (root / "bin" / "python").write_text("#!/bin/false\n")
    (root / "pyvenv.cfg").write_text(f"home = /nowhere/bin\nversion = {version}.1\n")
    return site


def test_a_folder_or_its_interpreter(tmp_path: Path) -> None:
    site = venv(tmp_path)
    assert search_path(str(tmp_path), {}) == [site]
    assert search_path(str(tmp_path / "bin" / "python"), {}) == [site]


def test_an_interpreter_that_is_a_link_out_of_its_environment(tmp_path: Path) -> None:
    site = venv(tmp_path / "env")
    real = tmp_path / "usr" / "bin" / "python3.12"
    real.parent.mkdir(parents=True)
    real.write_text("")
    link = tmp_path / "env" / "bin" / "python3"
    link.symlink_to(real)
    assert search_path(str(link), {}) == [site]


def test_the_active_environment_or_nothing(tmp_path: Path) -> None:
    site = venv(tmp_path)
    assert search_path(None, {"VIRTUAL_ENV": str(tmp_path)}) == [site]
    assert search_path(None, {"CONDA_PREFIX": str(tmp_path)}) == [site]
    assert search_path(None, {}) == []


def test_system_interpreter_by_version(tmp_path: Path) -> None:
    for version in ("3.9", "3.12"):
        (tmp_path / "lib" / f"python{version}" / "site-packages").mkdir(parents=True)
    (tmp_path / "bin").mkdir()
    for name in ("python3.9", "python3"):
        (tmp_path / "bin" / name).write_text("")
    assert search_path(str(tmp_path / "bin" / "python3.9"), {})[0].parent.name == "python3.9"
    assert search_path(str(tmp_path / "bin" / "python3"), {})[0].parent.name == "python3.12"


def test_path_files_and_editable_installs(tmp_path: Path) -> None:
    site = venv(tmp_path / "env")
    for name in ("plain", "checkout", "ignored"):
        (tmp_path / name).mkdir()
    (site / "a.pth").write_text(f"# comment\n{tmp_path / 'plain'}\nimport os; os.system('true')\n/missing\n")
    (tmp_path / "checkout" / "pkg").mkdir()
    (site / "__editable___pkg_1_0_finder.py").write_text(
        f"MAPPING: dict[str, str] = {{'pkg': {str(tmp_path / 'checkout' / 'pkg')!r}}}\n"
    )
    assert search_path(str(tmp_path / "env"), {}) == [site, tmp_path / "plain", tmp_path / "checkout"]


def test_base_packages_that_the_environment_sees(tmp_path: Path) -> None:
    site = venv(tmp_path / "env")
    base = tmp_path / "base" / "lib" / "python3.12" / "site-packages"
    base.mkdir(parents=True)
    (tmp_path / "env" / "pyvenv.cfg").write_text(
        f"home = {tmp_path / 'base' / 'bin'}\ninclude-system-site-packages = true\nversion = 3.12.1\n"
    )
    assert search_path(str(tmp_path / "env"), {}) == [site, base]


@pytest.mark.parametrize("name", ["no-such-interpreter", "."])
def test_what_is_no_environment(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ProjectError):
        search_path(name, {})
