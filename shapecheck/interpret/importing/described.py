"""Packages, and modules of Python, with a short description in Python, which is read in the place of their source.

It says what matters to shapes, whether or not the package is installed, and costs no reading of its hundreds of
modules. A package that is checked itself is read as it is.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.tables import native_function
from shapecheck.rules.folders import bundled_folder
from shapecheck.values import NativeFunction, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

_FOLDER = bundled_folder() / "sources"
_PREFIX = str(_FOLDER)
_FILES = {
    **dict.fromkeys(("addict", "box", "easydict", "ml_collections", "munch", "omegaconf"), "configurations"),
    **dict.fromkeys(("yacs", "yacs.config", "fvcore.common.config", "ml_collections.config_dict"), "configurations"),
    **dict.fromkeys(("lightning", "lightning.pytorch", "pytorch_lightning"), "lightning"),
    **dict.fromkeys(("toml", "tomli", "tomllib"), "toml"),
    "bisect": "bisect",
    "glob": "glob",
    "heapq": "heapq",
    "io": "io",
    "pathlib": "pathlib",
    "shapecheck.asking": "asking",
    "sklearn": "sklearn",
    "sklearn.datasets": "sklearn_datasets",
    "sklearn.model_selection": "sklearn_model_selection",
    "sklearn.preprocessing": "sklearn_preprocessing",
    "yaml": "yaml",
}
"""Module -> the description in `sources` beside the stubs."""


def description_of(name: str) -> Path | None:
    """The file that describes the module."""
    file = _FILES.get(name)
    return None if file is None else _FOLDER / f"{file}.py"


def is_description(shown: str) -> bool:
    """Whether a file, as reports call it, is one of ours."""
    return shown.startswith(_PREFIX)


def _not_known(machine: Machine, name: Value) -> Value:
    return machine.unknown(f"no description of {name if isinstance(name, str) else 'this'}")


NOT_KNOWN: NativeFunction = native_function("shapecheck.not_known", _not_known)
"""What descriptions say of that which they leave out: `from shapecheck import not_known`."""
