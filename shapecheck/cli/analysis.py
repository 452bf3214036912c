"""From options and configuration to a session of the interpreter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from shapecheck.project.config import Config
from shapecheck.project.plan import make_setting
from shapecheck.project.work import open_session as open_in_setting

if TYPE_CHECKING:
    from shapecheck.interpret.session import Session


def open_session(
    files: Iterable[Path], config: Config, python: str | None, stubs: Sequence[str] = ()
) -> Session:
    """A session in which the files can be analysed: `python` and `stubs` come before the configuration's."""
    return open_in_setting(make_setting(files, config, python, stubs))
