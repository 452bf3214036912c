"""Kept results: used where nothing that matters has changed, and never where something has."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from shapecheck.project import checking
from shapecheck.project.checking import Execution, analyze
from shapecheck.project.plan import Given, make_plan
from shapecheck.project.work import Done, Task

TREE = {
    "pkg/__init__.py": "",
    "pkg/layers.py": (
        "import torch\nfrom torch import nn\n\nWIDTH = 8\n\n\n"
        "class Block(nn.Module):\n"
        "    def __init__(self, n):\n        super().__init__()\n        self.fc = nn.Linear(n, WIDTH)\n\n"
        "    def forward(self, x):\n        return self.fc(x)\n\n"
        "    def unused(self, x):\n        return x\n\n\n"
        "def helper(x):\n    return x.view(-1, 2)\n"
    ),
    "pkg/model.py": (
        "import torch\nfrom pkg.layers import Block\n\nreveal_shape(Block(4)(torch.zeros(3, 4)))\n"
    ),
    "pkg/tools.py": "import torch\nfrom pkg.layers import helper\n\nreveal_shape(helper(torch.zeros(4, 3)))\n",
    "pkg/optional.py": (
        "import torch\ntry:\n    from pkg.extra import N\nexcept ImportError:\n    N = 5\n"
        "reveal_shape(torch.zeros(N))\n"
    ),
    "alone.py": "import torch\nreveal_shape(torch.zeros(2, 3))\n",
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "tree"
    for name, text in TREE.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    monkeypatch.chdir(root)
    monkeypatch.setenv("SHAPECHECK_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    return root


class Runs:
    """Runs over the tree, each with the names of the files that were analysed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.analysed: list[str] = []
        run = checking._run

        def noting(tasks: list[Task], execution: Execution, done: Done) -> None:
            self.analysed += [task.file.shown for task in tasks]
            run(tasks, execution, done)

        monkeypatch.setattr(checking, "_run", noting)

    def __call__(self, given: Given = Given()) -> list[str]:  # noqa: B008  (immutable)
        """The files that were analysed. What comes out is what a run without memory gives."""
        self.analysed.clear()
        warm = analyze(make_plan((".",), given), Execution(jobs=1, keeps=True))
        analysed = sorted(self.analysed)
        assert warm == analyze(make_plan((".",), given._replace(cache=False)), Execution(jobs=1))
        return analysed


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Runs:
    return Runs(monkeypatch)


def edit(name: str, old: str, new: str) -> None:
    path = Path(name)
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


def test_nothing_changed(run: Runs) -> None:
    assert run() == sorted(TREE) and run() == []


def test_a_body_matters_to_those_who_enter_it(run: Runs) -> None:
    run()
    edit("pkg/layers.py", "view(-1, 2)", "view(-1, 4)")
    assert run() == ["pkg/layers.py", "pkg/tools.py"]
    assert run() == []
    edit("pkg/layers.py", "        return x\n", "        return x.t()\n")
    assert run() == ["pkg/layers.py"]
    assert run() == []


def test_what_a_method_does_with_its_object_matters_to_those_who_have_one(run: Runs) -> None:
    """Whether `n` is 0 when `get` is called, `push` decides, which nobody enters for that."""
    Path("pkg/buffer.py").write_text(
        "import torch\n\n\nclass Buffer:\n    def __init__(self):\n        self.n = 0\n\n"
        "    def push(self):\n        pass\n"
    )
    Path("pkg/rows.py").write_text(
        "import torch\nfrom pkg.buffer import Buffer\n\n\nclass Rows(Buffer):\n"
        "    def get(self):\n        return torch.zeros(self.n, 3).view(2, 3)\n"
    )
    run()
    edit("pkg/buffer.py", "pass", "self.n += 2")
    assert run() == ["pkg/buffer.py", "pkg/rows.py"]
    assert run() == []


def test_lines_that_move_matter_to_those_who_show_them(run: Runs) -> None:
    edit("pkg/tools.py", "(4, 3)", "(3, 3)")  # 9 elements do not make pairs: the report shows helper's line
    run()
    edit("pkg/layers.py", "WIDTH = 8\n", "WIDTH = 8\n# a comment\n\n")
    assert "pkg/tools.py" in run()
    assert run() == []
    unused = "    def unused(self, x):\n        return x\n"
    edit("pkg/layers.py", unused, unused.replace(":\n", ":\n\n"))
    assert run() == ["pkg/layers.py", "pkg/tools.py"]


def test_a_comment_between_statements_matters_to_nobody_else(run: Runs) -> None:
    run()
    edit("pkg/layers.py", "WIDTH = 8\n", "# a comment\n\nWIDTH = 8\n")
    assert run() == ["pkg/layers.py"]
    assert run() == []


def test_what_runs_at_import_matters_to_all_importers(run: Runs) -> None:
    run()
    edit("pkg/layers.py", "WIDTH = 8", "WIDTH = 9")
    assert run() == ["pkg/layers.py", "pkg/model.py", "pkg/tools.py"]


def test_a_module_that_appears_or_goes(run: Runs) -> None:
    run()
    Path("pkg/extra.py").write_text("N = 7\n")
    assert run() == ["pkg/extra.py", "pkg/optional.py"]
    Path("pkg/extra.py").unlink()
    assert run() == ["pkg/optional.py"]
    assert run() == []


def test_settings_matter_and_levels_do_not(run: Runs) -> None:
    run()
    Path("shapecheck.toml").write_text('ignore = ["impossible-shape"]\n[levels]\nunused-suppression = "off"\n')
    assert run() == []
    Path("shapecheck.toml").write_text("budget = 2_000_000\n")
    assert run() == sorted(TREE)
    Path("stubs").mkdir()
    Path("shapecheck.toml").write_text('stubs = ["stubs"]\nbudget = 2_000_000\n')
    assert run() == sorted(TREE)
    Path("stubs/mine.pyi").write_text("")
    assert run() == sorted(TREE) and run() == []


def test_any_edits_in_any_order(run: Runs) -> None:
    """Each step of a random walk is compared with a run that remembers nothing (in `Runs`)."""
    choose = random.Random(8)
    words = ["WIDTH = 8", "view(-1, 2)", "view(-1, 3)", "(3, 4)", "(4, 3)", "N = 5", "\n\n", "return x"]
    words.append("import torch\n")
    for _ in range(25):
        path = Path(choose.choice(sorted(TREE)))
        text = path.read_text() if path.exists() else TREE[str(path)]
        old, new = choose.sample(words, 2)
        choose.choice([
            lambda path=path, text=text: path.write_text(text.replace(old, new, 1)),  # noqa: B023
            lambda path=path, text=text: path.write_text(f"\n# moved\n{text}"),
            lambda path=path: path.write_text(TREE[str(path)]),
            lambda path=path: path.unlink(missing_ok=True),
        ])()  # fmt: skip
        run()


# -------------------------------------------------------------------- whole processes


def shapecheck(*args: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "shapecheck", ".", "--output-format", "json", *args]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def output(*args: str) -> tuple[bytes, bytes]:
    return shapecheck(*args).communicate()


def test_two_runs_at_once() -> None:
    expected, _ = output("--no-cache")
    both = [shapecheck(), shapecheck("--jobs", "2")]
    assert [process.communicate() for process in both] == [(expected, b"")] * 2
    assert output() == (expected, b"")


def test_killed_at_any_moment() -> None:
    expected, _ = output("--no-cache")
    choose = random.Random(20)
    for _ in range(20):
        edit("alone.py", "import torch\n", "import torch\n\n")  # so that there is something to do
        process = shapecheck("--jobs", "1")
        time.sleep(choose.uniform(0.1, 1.5))
        process.send_signal(signal.SIGKILL)
        process.communicate()
    Path("alone.py").write_text(TREE["alone.py"])
    assert output() == (expected, b"") and output() == (expected, b"")


@pytest.mark.parametrize("damage", [b"", b"not a database at all" * 100])
def test_a_foreign_or_damaged_cache_is_made_anew(damage: bytes) -> None:
    expected, _ = output()
    (file,) = Path(os.environ["SHAPECHECK_CACHE_DIR"]).glob("*.sqlite")
    file.write_bytes(damage)
    again, said = output()
    assert again == expected and (b"made anew" in said if damage else said == b"")
    assert output() == (expected, b"")


def test_a_warm_run_loads_neither_parser_nor_prover() -> None:
    output()
    command = [sys.executable, "-X", "importtime", "-m", "shapecheck", ".", "--output-format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    heavy = {"libcst", "z3", "shapecheck.source.ir", "shapecheck.symbolic", "shapecheck.interpret.world"}
    assert "shapecheck.project.results" in loaded and not loaded & heavy
