"""Where the cache lies: in the user's cache folder, never beside the checked code."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

_TAG = "CACHEDIR.TAG"
_SIGNATURE = "Signature: 8a477f597d28d172789f06886806bc55"
"""Marks a cache folder for backup programs (https://bford.info/cachedir/), and for us as one to remove."""


def cache_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """SHAPECHECK_CACHE_DIR, else the platform's place for caches."""
    own = environ.get("SHAPECHECK_CACHE_DIR")
    if own:
        return Path(own)
    if sys.platform == "win32":
        base = environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Caches")
    else:
        base = environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "shapecheck"


def mark_folder(folder: Path) -> None:
    """Makes the folder, and marks it as one of ours unless somebody else's things are in it. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    tag = folder / _TAG
    if not tag.exists() and not any(folder.iterdir()):
        tag.write_text(f"{_SIGNATURE}\n# The cache of shapecheck: it can be removed at any time.\n", encoding="utf-8")


def clean(folder: Path) -> bool:
    """Removes the cache; False if there is none. A folder that shapecheck did not make is left alone."""
    try:
        is_ours = (folder / _TAG).read_text(encoding="utf-8").startswith(_SIGNATURE)
    except OSError:
        return False
    if is_ours:
        shutil.rmtree(folder)
    return is_ours
