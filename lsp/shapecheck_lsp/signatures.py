"""Inferred signatures and summaries of the definitions of a text, asked for when they are shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from shapecheck.check.targets import inferred, summarized

if TYPE_CHECKING:
    from shapecheck.interpret.session import TargetResult
    from shapecheck_lsp.checked import Checked
    from shapecheck_lsp.outline import Definition
    from shapecheck_lsp.server import ShapecheckServer

T = TypeVar("T")
Document = dict[str, Any]


async def signature_of(server: ShapecheckServer, checked: Checked, definition: Definition) -> Document | None:
    """What a function or module accepts and returns, as a document of `infer`; None if it cannot be followed."""
    name = definition.qualname
    return await _about(server, checked, name, lambda result: inferred(f"{checked.shown}:{name}", result))


async def summary_of(server: ShapecheckServer, checked: Checked, qualname: str) -> Document | None:
    """The layers of a module, as a document of `summary`."""
    target = f"{checked.shown}:{qualname}"
    return await _about(server, checked, qualname, lambda result: summarized(target, result))


async def _about(
    server: ShapecheckServer, checked: Checked, qualname: str, make: Callable[[TargetResult], T]
) -> T | None:
    settings = server.settings_of(checked.text.uri)

    def run() -> T | None:
        result = server.projects.run_target(checked.text, settings, qualname)
        return None if result is None else make(result)

    return await server.on_worker(run)
