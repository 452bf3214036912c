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
_MODULES = {
    "albumentations": "albumentations albumentations.pytorch albumentations.pytorch.transforms",
    "asking": "shapecheck.asking",
    "asyncio": "asyncio",
    "bisect": "bisect",
    "concurrent_futures": "concurrent.futures",
    "configurations": """
        addict box easydict fvcore.common.config ml_collections ml_collections.config_dict munch omegaconf yacs
        yacs.config
    """,
    "cv2": "cv2",
    "glob": "glob",
    "heapq": "heapq",
    "io": "io",
    "lightning": "lightning.pytorch pytorch_lightning",
    "lightning_package": "lightning",
    "mappings": "shapecheck.mappings",
    "pandas": "pandas",
    "parts_only": "PIL concurrent distutils packaging sklearn unittest",
    "pathlib": "pathlib",
    "pillow": "PIL.Image",
    "pillow_operations": "PIL.ImageOps",
    "queue": "queue",
    "sklearn_datasets": "sklearn.datasets",
    "sklearn_model_selection": "sklearn.model_selection",
    "sklearn_preprocessing": "sklearn.preprocessing",
    "toml": "toml tomli tomllib",
    "torch_distributions_constraints": "torch.distributions.constraints",
    "torch_distributions_utils": "torch.distributions.utils",
    "torch_futures": "torch.futures",
    "torch_transformer": "torch.nn.modules.transformer",
    "torchinfo": "torchinfo",
    "torchsummary": "torchsummary",
    "torchvision_datasets": """
        torchvision.datasets torchvision.datasets.cifar torchvision.datasets.folder torchvision.datasets.mnist
        torchvision.datasets.vision
    """,
    "torchvision_feature_extraction": "torchvision.models.feature_extraction",
    "torchvision_functional": "torchvision.transforms.functional torchvision.transforms.v2.functional",
    "torchvision_io": "torchvision.io torchvision.io.image",
    "torchvision_transforms": "torchvision.transforms torchvision.transforms.transforms torchvision.transforms.v2",
    "unittest_mock": "unittest.mock",
    "versions": "distutils.version looseversion packaging.version pkg_resources.extern.packaging.version",
    "weakref": "weakref",
    "yaml": "yaml",
}
"""Description in `sources` beside the stubs -> the modules that it stands for."""
_FILES = {module: file for file, modules in _MODULES.items() for module in modules.split()}


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
