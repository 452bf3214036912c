"""`infer --annotate` over vit-pytorch: how much it writes, and what jaxtyping and beartype say at run time.

The package is copied, every file annotated, and the usage snippets of its README that run are run on the copy (on
the meta device, with every annotation checked). A violation is a wrong annotation.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from bench.blocks import Snippet, load
from bench.fetch import source
from bench.runner import environment

Json = Any
WRITTEN = re.compile(r"\b(?:Shaped|Float|Int|UInt|Bool|Complex)\[Tensor, \"")
PREAMBLE = '''
import sys
from unittest.mock import MagicMock
for name in ("torchvision", "torchvision.transforms", "torchvision.models", "torchaudio", "torchaudio.transforms"):
    sys.modules.setdefault(name, MagicMock())  # imported beside the models, and not needed by most of them
sys.path.insert(0, sys.argv[1])
import torch
torch.set_default_device("meta")
from jaxtyping import install_import_hook
with install_import_hook("vit_pytorch", "beartype.beartype"):
    exec(compile(open(sys.argv[2]).read(), "snippet", "exec"), {"__name__": "snippet"})
'''


def annotate(copy: Path, python: Path) -> int:
    """Annotates every file of the copy; gives the number of files that changed."""
    changed = 0
    for file in sorted(copy.rglob("*.py")):
        before = file.read_text(encoding="utf-8")
        command = [sys.executable, "-m", "shapecheck", "infer", str(file), "--annotate", "--python", str(python)]
        subprocess.run(command, capture_output=True, check=False, cwd=copy.parent, timeout=600)
        changed += file.read_text(encoding="utf-8") != before
    return changed


def outcome(snippet: Snippet, folder: Path, site: Path) -> str:
    """right, violation, or another error (of the meta device, say)."""
    code, runner = folder / "snippet.py", folder / "runner.py"
    code.write_text(snippet.code, encoding="utf-8")
    runner.write_text(PREAMBLE, encoding="utf-8")
    command = [sys.executable, str(runner), str(site), str(code)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    if run.returncode == 0:
        return "right"
    if "TypeCheckError" in run.stderr or "beartype" in run.stderr or "AnnotationError" in run.stderr:
        print(f"{snippet.name}: {run.stderr.strip().splitlines()[-1][:300]}")
        print("\n".join(line for line in run.stderr.splitlines() if "declared" in line or "parameter" in line)[:600])
        return "violation"
    return f"other: {run.stderr.strip().splitlines()[-1][:80]}"


def main(limit: int | None = None) -> Json:
    """Prints the figures, and gives them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        site = folder / "site"
        shutil.copytree(source("vit_pytorch") / "vit_pytorch", site / "vit_pytorch")
        changed = annotate(site / "vit_pytorch", environment(folder / "env", ["vit_pytorch"]))
        written = sum(len(WRITTEN.findall(file.read_text(encoding="utf-8"))) for file in site.rglob("*.py"))
        snippets = [one for one in load() if one.package == "vit_pytorch" and one.error is None][:limit]
        outcomes = Counter(outcome(one, folder, site) for one in snippets)
    figures = {"files annotated": changed, "annotations": written, "snippets": len(snippets), **outcomes}
    for key, value in figures.items():
        print(f"{key:60} {value}")
    return figures


if __name__ == "__main__":
    main()
