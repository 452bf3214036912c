"""Downloads the packages that are measured, at fixed versions, and unpacks them outside of the repository.

The folder is `$XDG_CACHE_HOME/shapecheck-bench`: `wheels/` as downloaded, `src/<package>/` one site-packages
folder a package. Nothing of them is installed, imported or run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

VERSIONS = {
    "vit_pytorch": "1.26.11",
    "x_transformers": "2.31.10",
    "timm": "1.0.31",
    "transformers": "5.23.0",
    "torchvision": "0.29.2",
    "segmentation_models_pytorch": "0.6.0",
    "open_clip_torch": "3.3.0",
    "monai": "1.6.1",
    "diffusers": "0.42.1",
    "torch_geometric": "2.8.1",
    "kornia": "0.9.0",
    "speechbrain": "1.1.2",
    "ultralytics": "8.4.190",
    "peft": "0.21.2",
    "einops": "0.8.2",
    "accelerate": "1.15.0",
    "pytorch_lightning": "2.6.6",
    "loguru": "0.7.3",
    "torch_einops_utils": "0.2.0",
    "einx": "0.4.3",
    "frozendict": "2.5.1",
    "pillow": "13.0.0",
}
ENVIRONMENT = (
    "vit_pytorch", "x_transformers", "timm", "transformers", "torchvision",
    "loguru", "torch_einops_utils", "einx", "frozendict",
)  # fmt: skip
"""What is installed wherever something is measured: models, and the pure packages that they need."""
MODULES = {"open_clip_torch": "open_clip"}
"""The module of a package that has another name."""


def cache_folder() -> Path:
    """Where downloads are kept."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "shapecheck-bench"


def source(package: str, version: str | None = None) -> Path:
    """The folder that holds an unpacked package and its metadata; fetched if it is not there."""
    wanted = version or VERSIONS[package]
    own = wanted == VERSIONS.get(package, wanted)
    folder = cache_folder() / "src" / (package if own else f"{package}-{wanted}")
    if not list(folder.glob("*.dist-info/METADATA")):
        _unpack(_download(package, wanted), folder)
    return folder


def module_of(package: str) -> str:
    """The name by which a package is imported."""
    return MODULES.get(package, package)


def metadata(package: str, version: str | None = None) -> str:
    """The text of the wheel's METADATA, which ends with the README."""
    path = next(source(package, version).glob("*.dist-info/METADATA"))
    return path.read_text(encoding="utf-8")


def _download(package: str, version: str) -> Path:
    wheels = cache_folder() / "wheels"
    wheels.mkdir(parents=True, exist_ok=True)
    if _downloaded(wheels, package, version) is None:
        wanted = f"{package}=={version}"
        pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet"]
        subprocess.run([*pip, "--dest", str(wheels), wanted], check=True)
    found = _downloaded(wheels, package, version)
    if found is None:
        raise FileNotFoundError(f"{package} {version} has no wheel")
    return found


def _downloaded(wheels: Path, package: str, version: str) -> Path | None:
    """The wheel, whichever way its name is written: `En_transformer-1.6.6-...` is `en_transformer`'s."""
    start = f"{package}-{version}-".lower()
    return next((one for one in sorted(wheels.glob("*.whl")) if one.name.lower().startswith(start)), None)


def _unpack(wheel: Path, folder: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)


def main() -> None:
    for package in VERSIONS:
        print(package, VERSIONS[package], source(package))


if __name__ == "__main__":
    main()
