"""The traced corpus, unpacked once into a cache folder outside of the repository.

It is looked for in `$SHAPECHECK_SHARED`, then in `../shared` beside the repository.
"""

from __future__ import annotations

import hashlib
import os
import random
import re
import tarfile
from pathlib import Path

ARCHIVE = Path("corpus", "pytorch-shapes.tar.xz")
_EXAMPLE = re.compile(r"^\(set-info :example-(\S+) (-?[0-9]+)\)", re.MULTILINE)


def shared_folder() -> Path | None:
    """The folder with what the tests share, None if there is none."""
    given = os.environ.get("SHAPECHECK_SHARED")
    for folder in ([Path(given)] if given else []) + [Path(__file__).resolve().parents[3] / "shared"]:
        if (folder / ARCHIVE).is_file():
            return folder
    return None


def files() -> list[Path]:
    """One file for each distinct content, the first by name; empty if the corpus is not there."""
    shared = shared_folder()
    if shared is None:
        return []
    base = os.environ.get("XDG_CACHE_HOME")
    folder = (Path(base) if base else Path.home() / ".cache") / "shapecheck-bench" / "pytorch-shapes"
    listing = folder / "distinct.txt"
    if not listing.is_file():
        _unpack(shared / ARCHIVE, folder)
        listing.write_text("\n".join(_distinct(folder)) + "\n", encoding="utf-8")
    return [folder / name for name in listing.read_text(encoding="utf-8").split()]


def _unpack(archive: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(archive) as tar:
        for member in tar:
            source = tar.extractfile(member) if member.name.endswith(".smt2") else None
            if source is not None:
                (folder / Path(member.name).name).write_bytes(source.read())


def _distinct(folder: Path) -> list[str]:
    seen: set[bytes] = set()
    out = []
    for path in sorted(folder.glob("*.smt2")):
        digest = hashlib.sha256(path.read_bytes()).digest()
        if digest not in seen:
            seen.add(digest)
            out.append(path.name)
    return out


def sample(count: int, seed: int, largest: int = 1 << 40, smallest: int = 0) -> list[Path]:
    """The same files each time, of sizes between the two."""
    fitting = [path for path in files() if smallest <= path.stat().st_size <= largest]
    return random.Random(seed).sample(fitting, min(count, len(fitting)))


def example(text: str) -> dict[str, int]:
    """The sizes that were traced: for testing, never for finding models."""
    return {name: int(value) for name, value in _EXAMPLE.findall(text)}
