"""Calls into installed packages that cannot be followed to their end, and packages that are not followed at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from shapecheck.interpret.session import Analysis, Session

DOWNLOADS = """
class MissingError(Exception):
    pass


def fetch(name, retries=None):
    raise MissingError(name)


def count(depth=20):
    return 1 if depth == 0 else count(depth - 1) + count(depth - 1)


def fill(names):
    names.append("a")
    raise MissingError("nothing")
"""
BEFORE = "import torch\nfrom downloads import count, fetch, fill\n"


def analysed(tmp_path: Path, text: str, package: str = DOWNLOADS, name: str = "downloads") -> Analysis:
    site, project = tmp_path / "site", tmp_path / "project"
    for folder in (site / name, project):
        folder.mkdir(parents=True)
    (site / name / "__init__.py").write_text(package)
    (project / "train.py").write_text(text)
    return Session([project], [site], budget=20_000).analyze(project / "train.py", "train.py")


def revealed(analysis: Analysis) -> list[str]:
    return [str(getattr(one.value, "shape", "unknown")) for one in analysis.record.reveals]


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ("fetch('weights')", "a call into a package that fails there"),
        ("count()", "a call into a package that takes too long to follow"),
    ],
)
def test_what_comes_after_a_call_that_fails_or_takes_too_long(tmp_path: Path, call: str, reason: str) -> None:
    text = f"{BEFORE}weights = torch.relu({call})\nreveal_shape(weights)\nreveal_shape(torch.zeros(2, 3))\n"
    analysis = analysed(tmp_path, text)
    assert analysis.status == "ok"
    assert any(reason in cause.reason for cause in analysis.record.causes)
    assert revealed(analysis) == ["unknown", "(2, 3)"]
    assert not analysis.record.findings


def test_a_handler_gets_the_error(tmp_path: Path) -> None:
    text = f"""{BEFORE}
try:
    x = fetch("weights")
except Exception:
    x = torch.zeros(4)
reveal_shape(x)
"""
    assert revealed(analysed(tmp_path, text)) == ["(4,)"]


def test_a_list_that_the_call_got_may_hold_anything(tmp_path: Path) -> None:
    text = f"{BEFORE}names = []\nfill(names)\nfor name in names:\n    reveal_shape(torch.zeros(5))\n"
    assert revealed(analysed(tmp_path, text)) == ["(5,)"]


def test_what_fails_on_one_side_of_an_open_question_says_nothing_of_the_caller(tmp_path: Path) -> None:
    """The package knows which side its callers take; where both fail, none does."""
    package = """
import os
import torch


def maybe(x):
    if os.environ.get("FAST") or torch.nn.Linear(8, 2)(x).sum() > 0:
        return torch.nn.Linear(8, 2)(x)
    return x


def surely(x):
    if os.environ.get("FAST"):
        return torch.nn.Linear(8, 2)(x)
    return torch.nn.Linear(8, 3)(x)
"""
    before = "import torch\nfrom layers import maybe, surely\n\n"
    asked = before + "y = maybe(torch.zeros(3, 9))\n"
    assert not analysed(tmp_path / "asked", asked, package, "layers").record.findings
    known = analysed(tmp_path / "known", before + "surely(torch.zeros(3, 9))\n", package, "layers")
    assert {finding.rule for finding in known.record.findings} == {"impossible-shape"}


def test_a_check_of_sizes_in_a_package_is_told(tmp_path: Path) -> None:
    """Also where it is a call: `torch._assert`."""
    package = """
import torch


def embed(x, size=8):
    _, h = x.shape
    torch._assert(h == size, f"height {h}")
    return x


def lacking(x, names=()):
    torch._assert("fast" in names, "no plugin")
    return x
"""
    before = "import torch\nfrom layers import embed, lacking\n\n"
    known = analysed(tmp_path / "known", before + "embed(torch.zeros(3, 9))\n", package, "layers")
    assert [finding.rule for finding in known.record.findings] == ["impossible-assert"]
    assert not analysed(tmp_path / "right", before + "embed(torch.zeros(3, 8))\n", package, "layers").record.findings
    assert not analysed(tmp_path / "other", before + "lacking(torch.zeros(3))\n", package, "layers").record.findings


def test_a_mistake_in_what_is_passed_is_told(tmp_path: Path) -> None:
    package = "import torch\n\n\ndef project(x):\n    return torch.nn.Linear(8, 2)(x)\n"
    text = "import torch\nfrom layers import project\n\nproject(torch.zeros(3, 9))\n"
    analysis = analysed(tmp_path, text, package, "layers")
    assert [finding.rule for finding in analysis.record.findings] == ["impossible-shape"]


PLUGINS = """
NAMES = {}


def choose(name, heads=3):
    if name not in NAMES:
        raise ValueError(f"no {name} among {list(NAMES)}")
    return heads


def check(name):
    assert name in NAMES, f"no {name}"


def split(dim, heads):
    if dim % heads != 0:
        raise ValueError(f"{dim} is not divisible by {heads}")
    return dim // heads
"""


@pytest.mark.parametrize("call", ["choose('cpu')", "check('cpu')"])
def test_what_a_package_does_not_find_around_it(tmp_path: Path, call: str) -> None:
    text = f"import torch\nfrom plugins import check, choose\n\n{call}\nreveal_shape(torch.zeros(2, 3))\n"
    analysis = analysed(tmp_path, text, PLUGINS, "plugins")
    assert not analysis.record.findings
    assert revealed(analysis) == ["(2, 3)"]


@pytest.mark.parametrize("folder", ["venv/lib/python3.12/site-packages", "site-packages"])
def test_an_environment_below_the_project_holds_packages(tmp_path: Path, folder: str) -> None:
    site = tmp_path / folder
    (site / "plugins").mkdir(parents=True)
    (site / "plugins" / "__init__.py").write_text(PLUGINS)
    file = tmp_path / "train.py"
    file.write_text("import torch\nfrom plugins import choose\n\nchoose('cpu')\nreveal_shape(torch.zeros(2, 3))\n")
    analysis = Session([tmp_path], [site], budget=20_000).analyze(file, "train.py")
    assert not analysis.record.findings
    assert revealed(analysis) == ["(2, 3)"]


def test_a_checked_file_of_a_package_is_code_of_the_project(tmp_path: Path) -> None:
    site = tmp_path / "site-packages"
    site.mkdir()
    (site / "plugins.py").write_text(f"{PLUGINS}\n\nchoose('cpu')\n")
    analysis = Session([site], [site], budget=20_000).analyze(site / "plugins.py", "plugins.py")
    assert [finding.rule for finding in analysis.record.findings]


def test_what_a_package_says_of_the_numbers_that_it_gets(tmp_path: Path) -> None:
    analysis = analysed(tmp_path, "from plugins import split\n\nsplit(10, 4)\n", PLUGINS, "plugins")
    assert [str(finding.message) for finding in analysis.record.findings] == [
        "every path of this call raises ValueError: 10 is not divisible by 4"
    ]


def test_a_package_that_is_not_followed(tmp_path: Path) -> None:
    package = "import torch\n\n\ndef scale(x):\n    raise TypeError('no data frame')\n"
    text = "import torch\nfrom polars import scale\n\nreveal_shape(torch.relu(scale(torch.zeros(3))))\n"
    analysis = analysed(tmp_path, text, package, "polars")
    assert revealed(analysis) == ["unknown"]
    assert not analysis.record.findings
    assert not analysis.record.unresolved_imports
    assert [cause.reason for cause in analysis.record.causes] == ["the module polars is not followed"]


def test_such_a_package_that_is_checked_itself(tmp_path: Path) -> None:
    root = tmp_path / "sklearn"
    root.mkdir()
    (root / "__init__.py").write_text("")
    (root / "scaling.py").write_text("import torch\n\n\ndef scale(x):\n    return x.repeat(2)\n")
    (root / "use.py").write_text("import torch\nfrom .scaling import scale\n\nreveal_shape(scale(torch.zeros(3)))\n")
    analysis = Session([tmp_path], []).analyze(root / "use.py", "sklearn/use.py")
    assert revealed(analysis) == ["(6,)"]


def test_what_is_shown_as_unknown_has_its_cause_told(tmp_path: Path) -> None:
    analysis = analysed(tmp_path, f"{BEFORE}reveal_shape(count())\n")
    assert revealed(analysis) == ["unknown"]
    assert [cause.reason for cause in analysis.record.causes] == ["a call into a package that takes too long to follow"]
