"""What one file gives does not depend on which files were analysed before it, nor in which process."""

from __future__ import annotations

from pathlib import Path

import pytest

from shapecheck.check.outcome import Outcome
from shapecheck.project import work
from shapecheck.project.plan import Given, make_plan
from shapecheck.project.pool import run_tasks
from shapecheck.project.work import Task

FILES = {
    "broken.py": "import not_installed_anywhere\n\nVALUE = 3\n",
    "raises.py": "import torch\nclass No(Exception): ...\nraise No('never')\n",
    "guarded.py": (
        "import torch\n"
        "try:\n    import broken\n    n = broken.VALUE\nexcept ImportError:\n    n = 5\n"
        "try:\n    import raises\nexcept Exception:\n    m = 7\nelse:\n    m = 8\n"
        "reveal_shape(torch.zeros(n, m))\n"
    ),
    "plain.py": "import torch\nimport broken\nreveal_shape(torch.zeros(2, broken.VALUE))\n",
    "layers.py": (
        "import torch\nfrom torch import nn\n\n"
        "class Net(nn.Module):\n"
        "    def __init__(self, n):\n        super().__init__()\n        self.fc = nn.Linear(n, 4)\n"
        "    def forward(self, x):\n        return self.fc(x)\n\n"
        "def double(x):\n    y = x.view(-1, 2)\n    reveal_shape(y)\n    return y\n\n"
        "a = double(torch.zeros(4, 3))\nnet = Net(8)\n"
    ),
    "user.py": (
        "import torch\nfrom layers import Net, a, double, net\n"
        "reveal_shape(net(torch.zeros(5, 8)))\ndouble(torch.zeros(8))\nNet(3)(torch.zeros(2, 4))\n"
    ),
    "sets_argv.py": "import sys\nsys.argv = ['train.py', '3']\nprint(sys.argv[1])\n",
    "reads_argv.py": "import sys\nimport torch\nreveal_shape(torch.zeros(2, int(sys.argv[1]))[:, len(sys.argv[0])])\n",
    "registry.py": (
        "MODELS, NAMES, KINDS = {}, [], set()\n"
        "class Base:\n    width = 3\n"
        "def register(make):\n    MODELS[make.__name__] = make\n    NAMES.append(make.__name__)\n"
        "    KINDS.add(len(make.__name__))\n    return make\n"
    ),
    "adds.py": (
        "import registry\n@registry.register\ndef first():\n    return 4\n"
        "import adds_more\n@registry.register\ndef third():\n    return 6\nregistry.Base.width = 5\n"
    ),
    "adds_more.py": "from registry import register\n@register\ndef second():\n    return 7\n",
    "adds_anything.py": (
        "import registry\nregistry.MODELS[input()] = registry.Base\nregistry.NAMES[:] = input().split()\n"
    ),
    "reads_none.py": (
        "import torch\nfrom registry import KINDS, MODELS, NAMES, Base\n"
        "reveal_shape(torch.zeros(len(MODELS), len(NAMES), len(KINDS), Base.width))\n"
    ),
    "reads_one.py": (
        "import torch\nimport adds_more\nfrom registry import KINDS, MODELS, NAMES, Base\n"
        "reveal_shape(torch.zeros(len(MODELS), len(NAMES), len(KINDS), Base.width))\n"
    ),
    "reads_three.py": (
        "import torch\nimport adds\nfrom registry import KINDS, MODELS, NAMES, Base\n"
        "def size():\n    return MODELS[NAMES[1]]()\n"
        "reveal_shape(torch.zeros(len(MODELS), len(NAMES), len(KINDS), Base.width, size()))\n"
    ),
    "reads_late.py": (
        "import torch\nfrom registry import MODELS\n"
        "def late():\n    import adds_more\n    return len(MODELS)\n"
        "reveal_shape(torch.zeros(len(MODELS), late()))\n"
    ),
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    for name, text in FILES.items():
        Path(name).write_text(text)


def outcomes(names: tuple[str, ...], jobs: int = 1) -> dict[str, Outcome]:
    """The files analysed in this order, in one session or in `jobs` processes."""
    plan = make_plan(tuple(FILES), Given())
    (group,) = plan.groups
    by_name = {file.shown: file for file in group.files}
    found: dict[str, Outcome] = {}
    run_tasks(
        [Task(group.setting, by_name[name]) for name in names],
        jobs,
        lambda task, answer: found.update({task.file.shown: answer.outcome}),
    )
    return found


def test_the_order_makes_no_difference() -> None:
    alone = {name: outcomes((name,))[name] for name in FILES}
    assert alone["guarded.py"].reveals[0].value["shape"] == [5, 7]
    assert alone["plain.py"].reveals[0].value["shape"] == [2, 3]
    assert alone["reads_none.py"].reveals[0].value["shape"] == [0, 0, 0, 3]
    assert alone["reads_one.py"].reveals[0].value["shape"] == [1, 1, 1, 3]
    assert alone["reads_three.py"].reveals[0].value["shape"] == [3, 3, 2, 5, 7]
    assert alone["reads_late.py"].reveals[0].value["shape"] == [0, 1]
    assert [trouble.rule for trouble in alone["user.py"].troubles] == ["impossible-shape"]
    for first in FILES:
        rest = tuple(name for name in reversed(FILES) if name != first)
        assert outcomes((first, *rest)) == alone, first


def test_processes_make_no_difference() -> None:
    assert outcomes(tuple(FILES), jobs=3) == outcomes(tuple(FILES))


def test_a_new_session_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, begun = outcomes(tuple(FILES)), []
    begin_anew = work.Worker._begin_anew
    monkeypatch.setattr(work, "MAX_LINES", 0)
    monkeypatch.setattr(work.Worker, "_begin_anew", lambda worker: (begun.append(worker), begin_anew(worker)))
    assert outcomes(tuple(FILES)) == whole
    assert begun
