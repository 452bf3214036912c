"""What torch gives for one model of every family: see `families`, which runs this in a process of its own."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import json
import re
import resource
import signal
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch

from bench.families_calls import calls
from bench.real_torch import without_compiled_operators

Json = Any
LIMIT = 60
"""Seconds that one model may take."""
MEMORY = 12 << 30
"""Bytes that it may take: some configurations are those of models that no small machine holds."""


def timm_models() -> Iterator[tuple[str, list[str]]]:
    """Each family with the lines that make a model and call it."""
    import timm
    from timm.models import _registry as registry

    for family, names in sorted(registry._module_to_models.items()):
        ordered = sorted(names)
        for name in dict.fromkeys(
            (ordered[0], ordered[len(ordered) // 2] if len(ordered) > 3 else ordered[0])
        ):
            size = (timm.get_pretrained_cfg(name) or timm.models.PretrainedCfg()).input_size
            yield family, [
                "import timm", "import torch", f"model = timm.create_model({name!r}).eval()",
                f"out = model(torch.zeros(2, {', '.join(map(str, size))}))",
            ]  # fmt: skip


def transformers_models() -> Iterator[tuple[str, list[str]]]:
    import transformers

    transformers.logging.set_verbosity_error()
    folder = Path(transformers.__file__).parent / "models"
    for file in sorted(folder.glob("*/modeling_*.py")):
        name = f"transformers.models.{file.parent.name}.{file.stem}"
        try:
            module = importlib.import_module(name)
        except Exception as error:  # it needs a package that is not there
            print(f"{name}: {error}", file=sys.stderr)
            continue
        for cls in vars(module).values():
            if inspect.isclass(cls) and cls.__module__ == name and _is_model(cls):
                config = cls.config_class
                call = _inputs(cls, config)
                if call is not None:
                    yield file.parent.name, [
                        "import torch", f"from {name} import {cls.__name__}",
                        f"from {config.__module__} import {config.__name__}",
                        f"model = {cls.__name__}({config.__name__}()).eval()", f"out = model({call})",
                    ]  # fmt: skip


def torchvision_models() -> Iterator[tuple[str, list[str]]]:
    """All that are registered; of a detector the backbone and the heads, for what it finds depends on the numbers."""
    from torchvision import models

    for name in models.list_models():
        made = f"model = models.get_model({name!r}, weights=None{_no_backbone(name, models)}).eval()"
        builder = models.get_model_builder(name).__module__
        sizes = {"video": "16, 224, 224", "optical_flow": "128, 128", "detection": "320, 320"}
        size = sizes.get(builder.split(".")[2], "224, 224")
        frame = f"torch.zeros(2, 3, {size})"
        call = {
            "optical_flow": f"model({frame}, {frame})",
            "detection": f"list(model.backbone({frame}).values())",
        }.get(builder.split(".")[2], f"model({frame})")
        yield name, ["import torch", "from torchvision import models", made, f"out = {call}"]


def _no_backbone(name: str, models: Any) -> str:
    """What keeps the builder from loading the weights of a backbone."""
    named = inspect.signature(models.get_model_builder(name)).parameters
    return ", weights_backbone=None" if "weights_backbone" in named else ""


def listed_models(package: str, module: str) -> Iterator[tuple[str, list[str]]]:
    """Those of a table."""
    names = importlib.import_module(module)
    for made, given in calls(package):
        used = sorted({name for name in re.findall(r"[A-Za-z_]\w*(?=[.(])", made) if hasattr(names, name)})
        lines = ["from torch import zeros", f"from {module} import {', '.join(used)}"]
        inputs = f"zeros({given})" if given[0].isdigit() else given
        yield made.split("(")[0], [*lines, f"model = {made}.eval()", f"out = model({inputs})"]


def segmentation_models() -> Iterator[tuple[str, list[str]]]:
    """Every architecture on encoders of several kinds."""
    import segmentation_models_pytorch as smp

    for encoder in ("resnet18", "mobilenet_v2", "efficientnet-b0", "mit_b0", "tu-convnext_atto"):
        for name in smp.MODEL_ARCHITECTURES_MAPPING:
            made = f"model = smp.create_model({name!r}, {encoder!r}, None, classes=3).eval()"
            lines = ["import segmentation_models_pytorch as smp", "import torch", made]
            yield f"{name} {encoder}", [*lines, "out = model(torch.zeros(2, 3, 128, 128))"]


def clip_models() -> Iterator[tuple[str, list[str]]]:
    """Every configuration that builds its own text tower."""
    import open_clip

    for name in open_clip.list_models():
        config = open_clip.get_model_config(name)
        size, text = config["vision_cfg"].get("image_size", 224), config["text_cfg"].get("context_length", 77)
        if "hf_model_name" not in config["text_cfg"]:
            made = f"model = open_clip.create_model({name!r}).eval()"
            image = f"torch.zeros(2, 3, {size}, {size})"
            call = f"out = model({image}, torch.zeros(2, {text}, dtype=torch.long))"
            yield name, ["import open_clip", "import torch", made, call]


MODELS: dict[str, Callable[[], Iterator[tuple[str, list[str]]]]] = {
    "timm": timm_models,
    "transformers": transformers_models,
    "torchvision": torchvision_models,
    "segmentation_models_pytorch": segmentation_models,
    "open_clip_torch": clip_models,
    "diffusers": lambda: listed_models("diffusers", "diffusers.models"),
    "monai": lambda: listed_models("monai", "monai.networks.nets"),
}


def _is_model(cls: Any) -> bool:
    from transformers import PreTrainedModel

    named = cls.__name__.endswith("Model") and not cls.__name__.endswith("PreTrainedModel")
    return named and issubclass(cls, PreTrainedModel) and cls.config_class is not None


def _inputs(cls: Any, config_class: Any) -> str | None:
    """Its main input, as much as its configuration says of it."""
    try:
        config = config_class()
    except Exception:  # it has no defaults
        return None
    main, parameters = cls.main_input_name, inspect.signature(cls.forward).parameters
    size = getattr(config, "image_size", None) or 224
    height, width = (size, size) if isinstance(size, int) else (size[0], size[-1])
    shapes = {
        "input_ids": "2, 16, dtype=torch.long",
        "pixel_values": f"2, {getattr(config, 'num_channels', None) or 3}, {height}, {width}",
        "input_values": "2, 16000",
        "input_features": f"2, {getattr(config, 'num_mel_bins', None) or 80}, 3000",
    }
    if not isinstance(main, str) or main not in shapes or main not in parameters:
        return None
    decoder = getattr(config, "is_encoder_decoder", False) and "decoder_input_ids" in parameters
    more = ", decoder_input_ids=torch.zeros(2, 5, dtype=torch.long)" if decoder else ""
    return f"{main}=torch.zeros({shapes[main]}){more}"


def shapes_of(out: Any, expression: str = "out") -> dict[str, list[int]]:
    """By expression, the tensors that an output holds under names, or is."""
    if isinstance(out, torch.Tensor):
        return {expression: list(out.shape)}
    items: list[tuple[str, Any]] = []
    if isinstance(out, dict):
        is_plain = type(out) in (dict, OrderedDict)
        items = [
            (f"{expression}[{key!r}]" if is_plain else f"{expression}.{key}", one) for key, one in out.items()
        ]
    elif dataclasses.is_dataclass(out):
        items = [(f"{expression}.{one.name}", getattr(out, one.name)) for one in dataclasses.fields(out)]
    elif isinstance(out, (tuple, list)):
        items = [(f"{expression}[{i}]", one) for i, one in enumerate(out)]
    return {name: shape for key, one in items for name, shape in shapes_of(one, key).items()}


def ran(lines: list[str]) -> dict[str, list[int]]:
    """The shapes that the lines give, on tensors without data if they can; none where they do not run."""
    for device in ("meta", "cpu"):
        scope: dict[str, Any] = {}
        signal.alarm(LIMIT)
        try:
            with torch.device(device), torch.no_grad():
                exec("\n".join(lines), scope)
            return shapes_of(scope["out"])
        except Exception as error:
            print(f"{device}: {lines[-2]}: {type(error).__name__}: {str(error)[:150]}", file=sys.stderr)
        finally:
            signal.alarm(0)
    return {}


def _too_long(*_: Any) -> None:
    raise TimeoutError


def main(package: str, file: str) -> None:
    without_compiled_operators()
    signal.signal(signal.SIGALRM, _too_long)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    rows: list[Json] = []
    for family, lines in MODELS[package]():
        if package == "transformers" and any(row["family"] == family for row in rows):
            continue
        shapes = ran(lines)
        if shapes:
            rows.append({"family": family, "lines": lines, "shapes": shapes})
    Path(file).write_text(json.dumps(rows))


if __name__ == "__main__":
    main(*sys.argv[1:])
