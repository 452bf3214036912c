"""Packages that load their names on demand: of many files only those run that may offer the name."""

from __future__ import annotations

from pathlib import Path

from shapecheck.interpret.importing.outlines import outline_of
from shapecheck.interpret.session import Session
from shapecheck.values.freeze import FrozenTensor

LAZY = """
import sys
from typing import TYPE_CHECKING
if TYPE_CHECKING:
{imports}
else:
    sys.modules[__name__] = object()
"""


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def lazy(*imports: str) -> str:
    return LAZY.format(imports="\n".join(f"    {line}" for line in imports))


def test_only_what_may_offer_a_name_is_run(tmp_path: Path) -> None:
    """A name two lazy packages down is found; its neighbours are read as text at most."""
    write(
        tmp_path,
        {
            "zoo/__init__.py": lazy("from .ant import *", "from .bee import *"),
            "zoo/ant/__init__.py": lazy("from .modeling_ant import *"),
            "zoo/ant/modeling_ant.py": "class Ant: pass\n",
            "zoo/bee/__init__.py": lazy("from .modeling_bee import *"),
            "zoo/bee/modeling_bee.py": "import torch\ndef sting():\n    return torch.zeros(2, 3)\n",
            "use.py": "from zoo import sting\nreveal_shape(sting())\n",
        },
    )
    session = Session([tmp_path], [])
    analysis = session.analyze(tmp_path / "use.py", "use.py")
    (reveal,) = analysis.record.reveals
    assert isinstance(reveal.value, FrozenTensor) and reveal.value.shape == (2, 3)
    modules = session.world.modules
    assert session.world.has_run(modules["zoo.bee.modeling_bee"])
    assert not session.world.has_run(modules["zoo.ant"])


def test_packages_that_import_each_other_are_no_endless_search(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "zoo/__init__.py": lazy("from .ant import *"),
            "zoo/ant/__init__.py": lazy("from .. import *", "from . import *"),
            "use.py": "from zoo import nothing\nreveal_shape(nothing)\n",
        },
    )
    analysis = Session([tmp_path], []).analyze(tmp_path / "use.py", "use.py")
    assert len(analysis.record.reveals) == 1


def test_hasattr_of_a_lazy_package(tmp_path: Path) -> None:
    """What the imports for type checkers offer is there; of what they do not name nobody knows."""
    write(
        tmp_path,
        {
            "zoo/__init__.py": lazy("from .ant import *"),
            "zoo/ant.py": "class Ant: pass\n",
            "use.py": "\n".join([
                "import zoo",
                "assert hasattr(zoo, 'Ant')",
                "assert hasattr(zoo, 'Bee')",
                "assert not hasattr(zoo, 'Ant')",
            ]),
        },
    )
    record = Session([tmp_path], []).analyze(tmp_path / "use.py", "use.py").record
    assert [finding.frames[0].span.line for finding in record.findings] == [4]


def test_outline() -> None:
    outline = outline_of(
        b"from typing import TYPE_CHECKING\nfrom ...a.b import *\nclass A: pass\nasync def f(): pass\nx: int = 1\ny=2\n"
        b"    def inner(): pass\nif TYPE_CHECKING:\n    from . import *\n    class B: pass\n"
    )
    assert {"A", "f", "x", "y", "B"} <= outline.names and "inner" not in outline.names
    assert outline.stars == ((3, "a.b"), (1, ""))
    assert outline.is_lazy and not outline_of(b"x = 1\n").is_lazy
