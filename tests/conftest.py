"""What holds for all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session", autouse=True)
def _cache_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test reads what an earlier run has kept, nor writes into the user's cache."""
    folder: Path = tmp_path_factory.mktemp("cache")
    os.environ["SHAPECHECK_CACHE_DIR"] = str(folder)
