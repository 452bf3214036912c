"""Where the stubs that come with shapecheck are."""

from __future__ import annotations

import functools
from pathlib import Path


@functools.cache
def bundled_folder() -> Path:
    """The stubs that come with shapecheck: beside it in a checkout, else the installed `shapecheck_stubs`."""
    beside = Path(__file__).resolve().parents[2] / "stubs" / "shapecheck_stubs"
    if beside.is_dir():
        return beside
    return Path(__file__).resolve().parents[2] / "shapecheck_stubs"
