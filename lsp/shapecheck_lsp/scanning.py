"""All files of a folder, as the command line checks them: in processes of their own, with a bar for the editor."""

from __future__ import annotations

import asyncio
import uuid
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from shapecheck.project.checking import Execution, check
from shapecheck.project.plan import Given, make_plan

if TYPE_CHECKING:
    from shapecheck.check.diagnostics import Report
    from shapecheck_lsp.server import ShapecheckServer

SCANNERS = 2
"""Processes at work. More than one, so that none of it runs in the process that answers the editor."""


async def scan(server: ShapecheckServer, folder: Path, token: types.ProgressToken | None) -> Report:
    """Checks the folder. Raises ProjectError."""
    loop = asyncio.get_running_loop()
    bar = await _begin(server, token)
    settings = server.settings_of(folder.as_uri())

    def progress(done: int, total: int, path: str) -> None:
        if bar is not None:
            state = types.WorkDoneProgressReport(message=f"{done + 1} of {total}", percentage=100 * done // total)
            loop.call_soon_threadsafe(server.work_done_progress.report, bar, state)

    def work() -> Report:
        given = Given(python=settings.python, stubs=settings.stubs, levels=dict(settings.levels))
        plan = make_plan([str(folder)], given)
        return check(plan, Execution(jobs=SCANNERS, keeps=True), progress)

    try:
        return await loop.run_in_executor(None, work)
    finally:
        if bar is not None:
            server.work_done_progress.end(bar, types.WorkDoneProgressEnd())


async def _begin(server: ShapecheckServer, token: types.ProgressToken | None) -> types.ProgressToken | None:
    """A bar in the editor: where it asked for one, or one of our own if it can show any."""
    window = server.client_capabilities.window
    if token is None:
        if window is None or not window.work_done_progress:
            return None
        token = str(uuid.uuid4())
        await server.work_done_progress.create_async(token)
    server.work_done_progress.begin(token, types.WorkDoneProgressBegin("shapecheck", percentage=0))
    return token
