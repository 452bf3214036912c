"""`infer --annotate` over vit-pytorch and timm's `layers/`: how much it writes, and what beartype says at run time.

The package is copied and every file annotated. Then the models run with every annotation checked by jaxtyping and
beartype: the usage snippets of vit-pytorch's README that run, and of timm the first model of each of its modules at its
own input size, on the meta device; a snippet that asks for data runs once more on the CPU. Only annotations with shapes
are checked: a violation is a wrong one.

Run as `python -m bench annotated`, or `python -m bench.annotated PACKAGE`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.blocks import Snippet, load
from bench.fetch import source
from shapecheck.check.targets import inferred
from shapecheck.fix.annotate import Signature, annotated, signature_from
from shapecheck.interpret.session import Session, TargetError
from shapecheck.project.cache import cache_folder
from shapecheck.project.sources import CachedParser
from shapecheck.project.store import Store

Json = Any
BESIDE = ("x_transformers", "torch_einops_utils", "einx", "loguru", "frozendict")
"""What some snippets import beside the package."""
WRITTEN = re.compile(r"\b(?:Shaped|Float|Int|UInt|Bool|Complex)\[Tensor, \"")
MOCKED = """
import sys
from unittest.mock import MagicMock
for name in {names}:
    mock = sys.modules.setdefault(name, MagicMock())  # imported beside the models, not needed by most of them
    mock.__version__ = "0.0"
sys.path.insert(0, sys.argv[1])
import torch
torch.set_default_device("{device}")
from jaxtyping import install_import_hook
"""
VISION = (
    "torchvision",
    "torchvision.transforms",
    "torchvision.models",
    "torchaudio",
    "torchaudio.transforms",
)
SNIPPETS = """
with install_import_hook("vit_pytorch", "checker.shapes_only"):
    exec(compile(open(sys.argv[2]).read(), "snippet", "exec"), {"__name__": "snippet"})
"""
DATA = (
    "PIL", "PIL.Image", "torchvision", "torchvision.transforms", "torchvision.transforms.functional", "torchvision.ops",
    "torchvision.ops.misc", "torchvision.models", "torchvision.models.feature_extraction", "torchvision.datasets",
)  # fmt: skip
CHECKER = '''
from beartype import beartype

def shapes_only(function):
    """beartype of the shapes alone: of a package's own annotations some are modules, some are not kept by itself."""
    hints = getattr(function, "__annotations__", {})
    kept = {name: hint for name, hint in hints.items() if "[Tensor, " in str(hint)}
    if isinstance(function, type) or not kept:
        return function
    function.__annotations__ = kept
    return beartype(function)
'''
MODELS = (
    MOCKED.format(names=DATA, device="meta")
    + """
import json
with install_import_hook("timm.layers", "checker.shapes_only"):
    import timm
outcomes = {}
for module in timm.list_modules():
    name = next(iter(timm.list_models(module=module)), None)
    if name is None:
        continue
    try:
        model = timm.create_model(name).eval()
        with torch.no_grad():
            model(torch.zeros(2, *model.default_cfg["input_size"]))
        outcomes[name] = "right"
    except Exception as error:
        said = type(error).__name__ + ": " + str(error)
        is_violation = "TypeCheckError" in said or "Beartype" in said or "AnnotationError" in said
        outcomes[name] = "violation: " + said if is_violation else "other: " + said[:80]
json.dump(outcomes, open(sys.argv[2], "w"))
"""
)


def signatures(files: Sequence[Path], site: Path) -> dict[Path, dict[str, Signature]]:
    """What is inferred of every function and module of the files, for all constructor arguments."""
    session = Session(files, [site], read=CachedParser(Store(cache_folder())))
    found: dict[Path, dict[str, Signature]] = {}
    for file in files:
        try:
            results = session.infer_all(file, str(file))
        except TargetError:
            continue
        found[file] = {
            f"{name}.forward" if one.is_class else name: signature_from(inferred(name, one))
            for name, one in results.items()
        }
    return found


def annotate(folder: Path, site: Path) -> int:
    """Annotates every file of a folder; gives the number of files that changed."""
    changed = 0
    for file, own in signatures(sorted(folder.rglob("*.py")), site).items():
        before = file.read_text(encoding="utf-8")
        after = annotated(before, own)
        file.write_text(after, encoding="utf-8")
        changed += after != before
    return changed


def _run(program: str, folder: Path, site: Path, argument: Path) -> subprocess.CompletedProcess[str]:
    runner = folder / "runner.py"
    runner.write_text(program, encoding="utf-8")
    (folder / "checker.py").write_text(CHECKER, encoding="utf-8")
    command = [sys.executable, str(runner), str(site), str(argument)]
    beside = os.pathsep.join(str(source(package)) for package in BESIDE)
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join((beside, os.environ.get("PYTHONPATH", "")))}
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=1800, env=environ)


def outcome(snippet: Snippet, folder: Path, site: Path) -> str:
    """right, violation, or another error, on the meta device; where that knows too little, on the CPU."""
    found = _outcome(snippet, folder, site, "meta")
    return _outcome(snippet, folder, site, "cpu") if "meta" in found.lower() else found


def _outcome(snippet: Snippet, folder: Path, site: Path, device: str) -> str:
    code = folder / "snippet.py"
    code.write_text(snippet.code, encoding="utf-8")
    run = _run(MOCKED.format(names=VISION, device=device) + SNIPPETS, folder, site, code)
    if run.returncode == 0:
        return "right"
    if "TypeCheckError" in run.stderr or "beartype" in run.stderr or "AnnotationError" in run.stderr:
        print(f"{snippet.name}: {run.stderr.strip().splitlines()[-1][:300]}")
        print(
            "\n".join(line for line in run.stderr.splitlines() if "declared" in line or "parameter" in line)[
                :600
            ]
        )
        return "violation"
    return f"other: {run.stderr.strip().splitlines()[-1][:80]}"


def _figures(package: str, folder: Path, site: Path) -> Counter[str]:
    """How the package's own models fare."""
    if package == "vit_pytorch":
        snippets = [one for one in load() if one.package == package and one.error is None]
        return Counter(outcome(one, folder, site) for one in snippets)
    answers = folder / "outcomes.json"
    run = _run(MODELS, folder, site, answers)
    if run.returncode:
        raise RuntimeError(run.stderr[-2000:])
    outcomes: dict[str, str] = json.loads(answers.read_text())
    for name, said in outcomes.items():
        if said.startswith("violation"):
            print(f"{name}: {said[:600]}")
    return Counter(
        said.partition(":")[0] if said.startswith("violation") else said for said in outcomes.values()
    )


def measured(package: str, part: str) -> Json:
    """Prints the figures of a package of which a part is annotated, and gives them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        site = folder / "site"
        shutil.copytree(source(package) / package, site / package)
        changed = annotate(site / part, site)
        files = list((site / part).rglob("*.py"))
        written = sum(len(WRITTEN.findall(file.read_text(encoding="utf-8"))) for file in files)
        outcomes = _figures(package, folder, site)
    figures = {
        "files": len(files),
        "annotated": changed,
        "annotations": written,
        "runs": outcomes.total(),
        **outcomes,
    }
    for key, value in figures.items():
        print(f"{part + ': ' + key:100} {value}", flush=True)
    return figures


def main(packages: Sequence[str] = ()) -> Json:
    """Both packages, or those that are named."""
    parts = {"vit_pytorch": "vit_pytorch", "timm": "timm/layers"}
    return {package: measured(package, parts[package]) for package in packages or parts}


if __name__ == "__main__":
    main(sys.argv[1:])
