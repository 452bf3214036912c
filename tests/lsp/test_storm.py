"""A short storm of edits; `python -m bench.lsp_storm` is the long one."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.lsp_storm import check, known, storm, whole
from shapecheck_lsp.projects import Projects
from shapecheck_lsp.settings import Settings

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["tests/bugs/models/heads.py", "examples/wrong/heads.py"])
def test_a_server_that_followed_edits_knows_what_a_fresh_one_knows(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shapecheck_lsp.projects.PATIENCE", 0)  # early results whenever they can be had
    monkeypatch.setattr("shapecheck_lsp.projects.MUCH", 0)
    file = ROOT / name
    text = file.read_text(encoding="utf-8")
    compared = 0
    for number, mine, fresh in storm(file, text, edits=120, every=5, seed=7, settings=Settings()):
        assert mine == fresh, number
        compared += bool(fresh[1])
    assert compared > 5  # most texts are broken, some are not


def test_code_that_was_replaced_is_not_kept() -> None:
    """An editor runs for days: what was known of bodies that are gone is gone."""
    file = ROOT / "tests/bugs/models/heads.py"
    text = file.read_text(encoding="utf-8")
    projects, settings = Projects(), Settings()
    kept = []
    for number in range(30):
        edited = text.replace("        self.words = ", f"        edited = {number}\n        self.words = ")
        edited = edited.replace("x = self.words(ids)", f"x = self.words(ids)  # {number}\n        edited = {number}")
        check(projects, whole(edited, file), settings)
        (project,) = projects._projects.values()
        world = project.editing.session.world
        kept.append((len(world.followed), len(world.memory._habits), len(world.definitions)))
    assert kept[1:] == kept[1:2] * 29, kept


COUNTER = """import torch


class Buffer:
    def __init__(self):
        self.n = 0

    def push(self):
        pass

    def get(self):
        return torch.zeros(self.n, 3).view(2, 3)

"""


def test_what_another_method_does_with_the_object_is_not_kept() -> None:
    """Whether `n` is 0 when `get` is called, `push` decides, which nobody enters for that."""
    file, projects, settings = ROOT / "counter.py", Projects(), Settings()
    check(projects, whole(COUNTER, file), settings)
    for text in (COUNTER.replace("pass", "self.n += 2"), COUNTER):
        mine = known(check(projects, whole(text, file), settings))
        assert mine == known(check(Projects(), whole(text, file), settings))


def test_a_file_that_is_opened_again_has_its_lines(tmp_path: Path) -> None:
    """Lines of an edited file have numbers of their own, which nobody knows once it is closed."""
    file, projects, settings = tmp_path / "again.py", Projects(), Settings()
    text = "import torch\n\n\ndef f():\n    a = torch.zeros(2, 3)\n    b = torch.zeros(2, 3)\n    return a @ b\n"
    edited = text.replace("    b =", "    c = 1\n    b =")
    file.write_text(text, encoding="utf-8")
    check(projects, whole(text, file), settings)
    check(projects, whole(edited, file), settings)
    file.write_text(edited, encoding="utf-8")
    projects.close(whole(edited, file), settings)
    mine = known(check(projects, whole(edited, file), settings))
    assert mine == known(check(Projects(), whole(edited, file), settings)) and mine[1]
