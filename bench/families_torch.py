"""What torch gives for one model of every family: see `families`, which runs this in a process of its own."""

from __future__ import annotations

import importlib
import inspect
import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch

from bench.real_torch import without_compiled_operators

Json = Any
LIMIT = 60
"""Seconds that one model may take."""


def timm_models() -> Iterator[tuple[str, list[str]]]:
    """Each family with the lines that make a model and call it."""
    import timm
    from timm.models import _registry as registry

    for family, names in sorted(registry._module_to_models.items()):
        ordered = sorted(names)
        for name in dict.fromkeys((ordered[0], ordered[len(ordered) // 2] if len(ordered) > 3 else ordered[0])):
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


def shapes_of(out: Any) -> dict[str, list[int]]:
    """By expression, the tensors that an output holds under names, or is."""
    if isinstance(out, torch.Tensor):
        return {"out": list(out.shape)}
    fields = dict(out.items()) if hasattr(out, "items") else {}
    return {f"out.{name}": list(one.shape) for name, one in fields.items() if isinstance(one, torch.Tensor)}


def ran(lines: list[str]) -> dict[str, list[int]]:
    """The shapes that the lines give on tensors without data; none where they do not run so."""
    scope: dict[str, Any] = {}
    signal.alarm(LIMIT)
    try:
        with torch.device("meta"), torch.no_grad():
            exec("\n".join(lines), scope)
        return shapes_of(scope["out"])
    except Exception as error:
        print(f"{lines[-2]}: {type(error).__name__}: {str(error)[:150]}", file=sys.stderr)
        return {}
    finally:
        signal.alarm(0)


def _too_long(*_: Any) -> None:
    raise TimeoutError


def main(package: str, file: str) -> None:
    without_compiled_operators()
    signal.signal(signal.SIGALRM, _too_long)
    rows: list[Json] = []
    models = timm_models() if package == "timm" else transformers_models()
    for family, lines in models:
        if package == "transformers" and any(row["family"] == family for row in rows):
            continue
        shapes = ran(lines)
        if shapes:
            rows.append({"family": family, "lines": lines, "shapes": shapes})
    Path(file).write_text(json.dumps(rows))


if __name__ == "__main__":
    main(*sys.argv[1:])
