"""What torch says of the models of e2e.json: the output of every submodule call, on tensors without data.

Run in a process of its own (`python -m bench.real_torch WANTED FILE`) in which the measured package is importable; the
result is kept in the cache folder. Shapes are written as `{"tensor": [2, 3]}`, containers as `{"items": [...]}` and
`{"fields": {...}}`, all else as null.
"""

from __future__ import annotations

import importlib
import json
import logging
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from bench import fetch

Json = dict[str, Any]
HELPERS = ("huggingface_hub==0.16.4", "regex==2024.11.6", "tokenizers==0.13.3", "tqdm==4.67.1")
"""What transformers of that time imports; torch and the rest are those of this environment."""
COMPILED = (
    "nms", "qnms", "deform_conv2d", "_deform_conv2d_backward", "roi_align", "_roi_align_backward", "roi_pool",
    "_roi_pool_backward", "ps_roi_align", "_ps_roi_align_backward", "ps_roi_pool", "_ps_roi_pool_backward",
)  # fmt: skip
"""Operators of torchvision's compiled part, which it registers shapes for when it is imported."""
DTYPES = {"x": "float32", "input_ids": "int64", "decoder_input_ids": "int64"}


def recorded(package: str, version: str, rows: list[Json]) -> dict[str, Json]:
    """By the row's key: module name -> shape of its last output, at the example's sizes."""
    folder = fetch.cache_folder() / "e2e"
    file = folder / f"torch_{package}.json"
    if not file.exists():
        wanted = folder / f"wanted_{package}.json"
        wanted.write_text(json.dumps(rows))
        run_beside(package, version, "bench.real_torch", [str(wanted), str(file)])
    found: dict[str, Json] = json.loads(file.read_text())
    return found


def run_beside(package: str, version: str, module: str, arguments: list[str]) -> None:
    """Runs a module of the bench in a process that can import the package."""
    path = [str(Path(__file__).parents[1]), str(fetch.source(package, version)), str(helpers())]
    path.append(str(fetch.source("torchvision")))
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
    subprocess.run([sys.executable, "-m", module, *arguments], check=True, env=environ)


def key(row: Json) -> str:
    """What tells the rows of one package apart."""
    return f"{row['construct']} {json.dumps(row['inputs'])}"


def helpers() -> Path:
    folder = fetch.cache_folder() / "helpers"
    if not folder.exists():
        pip = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-deps",
            "--target",
            str(folder),
            *HELPERS,
        ]
        subprocess.run(pip, check=True)
    return folder


def made(row: Json) -> Any:
    """The model, without data."""
    from torch._subclasses.fake_tensor import DataDependentOutputException, FakeTensorMode

    try:
        with FakeTensorMode(allow_non_fake_inputs=True):
            return made_with_data(row)
    except DataDependentOutputException:  # the constructor reads numbers out of a tensor
        return made_with_data(row)


def made_with_data(row: Json) -> Any:
    import torch

    scope = {
        name: importlib.import_module(name)
        for name in ("timm", "torchvision", "transformers")
        if row["construct"].startswith(name) or name == row["package"]
    }
    return eval(row["construct"], {**scope, "torch": torch})


def called(model: Any, inputs: dict[str, list[int]]) -> Any:
    """What the model gives for inputs of these shapes."""
    from torch._subclasses.fake_tensor import FakeTensorMode

    # The mode of the model's own parameters, if they have one: two of them do not mix.
    modes = (getattr(one, "fake_mode", None) for one in model.parameters())
    mode = next((one for one in modes if one is not None), None) or FakeTensorMode(allow_non_fake_inputs=True)
    with mode:
        return called_with_data(model, inputs)


def called_with_data(model: Any, inputs: dict[str, list[int]]) -> Any:
    import torch

    with torch.no_grad():
        values = {
            name: torch.zeros(size, dtype=getattr(torch, DTYPES[name])) for name, size in inputs.items()
        }
        return model(*values.values()) if "x" in values else model(**values)


def _record(row: Json) -> Json:
    names: Json = {}

    def hook(name: str) -> Any:
        return lambda module, args, output: names.__setitem__(name, _shape(output))

    model = made(row)
    for name, module in model.named_modules():
        if name:
            module.register_forward_hook(hook(name))
    model.train()
    called(model, row["inputs"])
    return names


def _shape(value: Any) -> Any:
    import torch

    if isinstance(value, torch.Tensor):
        return {"tensor": list(value.shape)}
    if isinstance(value, dict):
        return {"fields": {str(name): _shape(one) for name, one in value.items()}}
    if isinstance(value, (tuple, list)):
        return {"items": [_shape(one) for one in value]}
    return None


def without_compiled_operators() -> None:
    """The wheel's compiled part of torchvision is for another build of torch; nothing here runs its operators."""
    import torch

    logging.getLogger("torch._subclasses.fake_tensor").setLevel(logging.CRITICAL)  # what torch rejects is no news
    operators = torch.library.Library("torchvision", "DEF")
    for name in COMPILED:
        operators.define(f"{name}(Tensor input) -> Tensor")
    _LIBRARIES.append(operators)


_LIBRARIES: list[Any] = []
"""A library lives as long as something holds it."""


def main(wanted: str, file: str) -> None:
    without_compiled_operators()
    out: dict[str, Json] = {}
    for row in json.loads(Path(wanted).read_text()):
        try:
            out[key(row)] = _record(row)
        except Exception as error:  # a model that does not run on this device is not compared
            print(f"{row['model']}: {type(error).__name__}: {str(error)[:200]}", file=sys.stderr)
    Path(file).write_text(json.dumps(out))


if __name__ == "__main__":
    main(*sys.argv[1:])
