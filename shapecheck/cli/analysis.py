"""From options and configuration to a session of the interpreter."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from shapecheck.project.config import Config
from shapecheck.project.environment import search_path
from shapecheck.project.roots import import_roots

if TYPE_CHECKING:
    from shapecheck.interpret.session import Session


def open_session(
    files: Iterable[Path], config: Config, python: str | None, stubs: Sequence[str] = ()
) -> Session:
    """A session in which the files can be analysed: `python` and `stubs` come before the configuration's."""
    from shapecheck.interpret.session import Session

    packages = search_path(python or config.python_path, os.environ)
    folders = [*map(Path, stubs), *config.stub_folders]
    return Session(import_roots(files), packages, folders)
