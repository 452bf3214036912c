"""workspace/executeCommand: what the editor's commands ask the server for. Each gives Markdown, or None."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from shapecheck.check.value_text import value_text
from shapecheck_lsp.outline import definitions, flattened
from shapecheck_lsp.signatures import signature_of, summary_of
from shapecheck_lsp.values import needs, signature_text
from shapecheck_lsp.view import View

if TYPE_CHECKING:
    from shapecheck_lsp.checked import Checked
    from shapecheck_lsp.server import ShapecheckServer


def register(server: ShapecheckServer) -> None:
    """Arguments are the URI of a document and the dotted name of a definition or a position; a shape is explained at a
    position alone."""

    @server.command("shapecheck.showSignature")
    async def show_signature(uri: str, name: Any) -> str | None:
        checked = await server.present(uri)
        if checked is None:
            return None
        qualname = name if isinstance(name, str) else _around(server, checked, uri, name)
        one = next((one for one in flattened(definitions(checked)) if one.qualname == qualname), None)
        document = None if one is None else await signature_of(server, checked, one)
        if document is None:
            return None
        return "\n".join([f"```python\n{signature_text(document)}\n```", *needs(document), ""])

    @server.command("shapecheck.showSummary")
    async def show_summary(uri: str, name: Any) -> str | None:
        checked = await server.present(uri)
        if checked is None:
            return None
        qualname = name if isinstance(name, str) else _around(server, checked, uri, name).partition(".")[0]
        document = await summary_of(server, checked, qualname)
        return None if document is None else _table(qualname, document)

    @server.command("shapecheck.explainShape")
    async def explain_shape(uri: str, position: Any) -> str | None:
        from shapecheck_lsp.requests.hover import page_at

        checked = await server.present(uri)
        if checked is None or isinstance(position, str):
            return None
        at = types.Position(position["line"], position["character"])
        found = await page_at(server, checked, uri, at)
        return None if found is None else found[0]

    @server.command("shapecheck.restart")
    async def restart() -> None:
        """Everything is read and run again; the process stays."""
        await server.on_worker(server.projects.clear)
        server.schedule_all()


def _around(server: ShapecheckServer, checked: Checked, uri: str, position: Any) -> str:
    """The innermost definition around a position."""
    view = View(checked, uri, server.workspace.position_codec)
    point = view.point(types.Position(position["line"], position["character"]))
    around = [one for one in flattened(definitions(checked)) if one.span[:2] <= point <= one.span[2:]]
    return around[-1].qualname if around else ""


def _table(name: str, document: dict[str, Any]) -> str:
    rows = [
        f"| {layer['name']} | {layer['class'].rpartition('.')[2]} | `{value_text(layer['output'])}` | "
        f"{_count(layer['parameters'])} |"
        for layer in document["layers"]
    ]
    head = ["| layer | class | output | parameters |", "| --- | --- | --- | ---: |"]
    total = f"{_count(document['parameters'])} parameters, output `{value_text(document['output'])}`"
    return "\n".join([f"# {name}", "", *head, *rows, "", total, ""])


def _count(parameters: int | str | None) -> str:
    return f"{parameters:,}" if isinstance(parameters, int) else str(parameters or "?")
