"""What running an imported module does, besides what it defines; and imports that fail behind other imports."""

from __future__ import annotations

from pathlib import Path

from shapecheck.interpret.session import Analysis, Session
from shapecheck.values.freeze import FrozenScalar, FrozenTensor

REGISTRY = """
MODELS = {}

def register(cls):
    MODELS[cls.__name__] = cls
    return cls

def make(name, **options):
    if name not in MODELS:
        raise KeyError(name)
    return MODELS[name](**options)
"""
SWIN = """
from torch import nn
from .registry import register

@register
class Swin(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.head = nn.Linear(width, 4)

    def forward(self, x):
        return self.head(x)
"""
MAIN = """
import torch
from models import make

reveal_shape(make("Swin", width=8)(torch.zeros(2, 8)))
"""


def analyzed(folder: Path, files: dict[str, str], main: str) -> Analysis:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return Session([folder], []).analyze(folder / main, main)


def test_a_module_that_its_package_imports_is_run(tmp_path: Path) -> None:
    """Nobody reads a name of it: it is imported for what its decorators do."""
    package = {"models/__init__.py": "from . import swin\nfrom .registry import make\n"}
    files = {**package, "models/registry.py": REGISTRY, "models/swin.py": SWIN, "main.py": MAIN}
    analysis = analyzed(tmp_path, files, "main.py")
    assert not analysis.record.findings
    (reveal,) = analysis.record.reveals
    assert isinstance(reveal.value, FrozenTensor) and reveal.value.shape == (2, 4)


def test_a_handler_that_gives_up_says_that_the_package_is_there(tmp_path: Path) -> None:
    """Also if it is missed by a module of one's own that is imported by name."""
    loading = "import importlib\n\ntry:\n    part = importlib.import_module('part')\nexcept ModuleNotFoundError:\n"
    files = {
        "part.py": "import nowhere_to_be_found\nsize = 3\n",
        "main.py": loading + "    raise RuntimeError('no part')\nimport torch\nreveal_shape(torch.zeros(2, 3))\n",
    }
    analysis = analyzed(tmp_path, files, "main.py")
    assert not analysis.record.findings
    (reveal,) = analysis.record.reveals
    assert isinstance(reveal.value, FrozenTensor) and reveal.value.shape == (2, 3)

AVAILABLE = """
import importlib.util

def has(name):
    return importlib.util.find_spec(name) is not None

if has("kernels_that_nobody_has"):
    from kernels_that_nobody_has import fast as scaled
else:
    def scaled(x):
        return x * 2
"""


def test_an_installed_package_is_as_it_is_in_its_environment(tmp_path: Path) -> None:
    """It asks which others are installed, and the answer is that of the environment; torch is known without being
    there."""
    packages, project = tmp_path / "packages", tmp_path / "project"
    (packages / "layers").mkdir(parents=True)
    (packages / "layers" / "__init__.py").write_text(AVAILABLE)
    project.mkdir()
    reveals = ("layers.scaled(torch.zeros(2, 8))", "layers.has('torch')")
    lines = ["import torch", "import layers", *(f"reveal_shape({one})" for one in reveals)]
    (project / "main.py").write_text("\n".join(lines))
    analysis = Session([project], [packages]).analyze(project / "main.py", "main.py")
    scaled, has_torch = analysis.record.reveals
    assert isinstance(scaled.value, FrozenTensor) and scaled.value.shape == (2, 8)
    assert isinstance(has_torch.value, FrozenScalar) and has_torch.value.value is True


def test_the_parts_that_an_installed_package_imports_of_itself_have_run(tmp_path: Path) -> None:
    """`from . import video` in its `__init__.py`: they have registered what they make."""
    packages, project = tmp_path / "packages", tmp_path / "project"
    files = {
        "vision/__init__.py": "from .registry import get\nfrom . import video\n",
        "vision/registry.py": "MADE = {}\ndef get(name):\n    return MADE[name]()\n",
        "vision/video.py": "from torch import nn\nfrom .registry import MADE\nMADE['video'] = lambda: nn.Linear(3, 4)",
    }
    for name, text in files.items():
        (packages / name).parent.mkdir(parents=True, exist_ok=True)
        (packages / name).write_text(text)
    project.mkdir()
    lines = ["import torch", "import vision", "reveal_shape(vision.get('video')(torch.zeros(2, 3)))"]
    (project / "main.py").write_text("\n".join(lines))
    (reveal,) = Session([project], [packages]).analyze(project / "main.py", "main.py").record.reveals
    assert isinstance(reveal.value, FrozenTensor) and reveal.value.shape == (2, 4)
