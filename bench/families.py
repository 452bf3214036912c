"""One model of every family of a package, built as its defaults say and called once, beside what torch gives.

`python -m bench.families PACKAGE [FAMILY...]`: timm by `create_model` of the first registered name of each module (and
one from its middle), transformers by the first model of each module, with the default configuration, torchvision by all
registered names, the rest by a table (`families_calls`). Torch runs them on the meta device, or with data where that
cannot be; what it says is kept in the cache folder. Models that need weights or other packages are left out.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from bench.fetch import ENVIRONMENT, cache_folder, source
from bench.runner import environment, shapecheck

Json = Any
NEEDED = ("huggingface_hub", "tokenizers", "safetensors", "regex", "tqdm", "pyyaml", "requests", "typer")
"""What transformers imports under torch."""
BESIDE = {"monai": ("pillow",)}
"""What a package looks for and does without: without it, it makes other models."""


def recorded(package: str) -> list[Json]:
    """Of each model: its family, the lines that build and call it, and the shapes of torch by expression."""
    file = cache_folder() / f"families_{package}.json"
    if not file.exists():
        folder = cache_folder() / "families"
        if not folder.exists():
            pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder), *NEEDED]
            subprocess.run(pip, check=True)
        path = [Path(__file__).parents[1], *map(source, dict.fromkeys((package, *ENVIRONMENT))), folder]
        environ = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))}
        command = [sys.executable, "-m", "bench.families_torch", package, str(file)]
        subprocess.run(command, check=True, env=environ)
    rows: list[Json] = json.loads(file.read_text())
    return rows


def judged(value: Json, shape: list[int]) -> str:
    """right, partly, unknown or wrong."""
    have = (value or {}).get("shape")
    if have is None:
        return "unknown"
    if have == shape:
        return "right"
    has_star = any(str(dim).startswith("*") for dim in have)
    if (
        has_star
        or len(have) == len(shape)
        and all(not isinstance(a, int) or a == b for a, b in zip(have, shape))
    ):
        return "partly"
    return "wrong"


def check(package: str, rows: list[Json]) -> tuple[dict[str, Json], list[Json]]:
    """What shapecheck reveals, by the name of the file and the expression, and what it reports."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for i, row in enumerate(rows):
            lines = [*row["lines"], *(f"reveal_shape({expression})" for expression in row["shapes"])]
            (folder / f"m{i:03d}.py").write_text("\n".join(lines) + "\n")
        installed = dict.fromkeys((*ENVIRONMENT, package, *BESIDE.get(package, ())))
        python = environment(folder / "venv", installed)
        files = [f"m{i:03d}.py" for i in range(len(rows))]
        run = shapecheck([*files, "--python", str(python), "--jobs", "1"], folder, folder / "cache", 7200.0)
    assert run.document is not None, run.errors
    found = {f"{Path(one['path']).stem} {one['expression']}": one["value"] for one in run.document["reveals"]}
    return found, run.document["diagnostics"]


def main(package: str, *families: str) -> None:
    rows = [row for row in recorded(package) if not families or row["family"] in families]
    found, diagnostics = check(package, rows)
    outputs: Counter[str] = Counter()
    models: Counter[str] = Counter()
    for i, row in enumerate(rows):
        verdicts = {e: judged(found.get(f"m{i:03d} {e}"), shape) for e, shape in row["shapes"].items()}
        outputs.update(verdicts.values())
        models["all right" if set(verdicts.values()) == {"right"} else "not all right"] += 1
        for expression, verdict in verdicts.items():
            if verdict != "right":
                print(f"m{i:03d} {row['family']}: {expression} {row['shapes'][expression]}: {verdict}")
    for one in diagnostics:
        print(f"{one['severity']}: {one['path']}:{one['range']['start']['line']}: {one['message'][:200]}")
    print(f"{package}: models {dict(models)}, outputs {dict(outputs)}, diagnostics {len(diagnostics)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
