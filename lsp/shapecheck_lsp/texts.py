"""The open documents as texts to check: files, buffers without a file, and notebooks whose cells are one module."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from lsprotocol import types
from pygls.uris import to_fs_path
from pygls.workspace import Workspace

from shapecheck.project.notebook import python_lines
from shapecheck.source.files import NOTEBOOK, lines_of


class Cell(NamedTuple):
    """A document that is a text, or a part of one: its first line there, from 0, and how many it has."""

    uri: str
    version: int | None
    first: int
    length: int


class Text(NamedTuple):
    """`uri` is that of the document or notebook."""

    uri: str
    file: Path
    source: str
    cells: tuple[Cell, ...]

    @property
    def versions(self) -> tuple[int | None, ...]:
        return tuple(cell.version for cell in self.cells)

    def cell_at(self, line: int) -> Cell:
        """The cell that a line, from 0, lies in."""
        return next((cell for cell in reversed(self.cells) if cell.first <= line), self.cells[0])

    def first_line(self, uri: str) -> int:
        """Where a document begins in the text, from 0."""
        return next((cell.first for cell in self.cells if unquote(cell.uri) == unquote(uri)), 0)


def key_of(workspace: Workspace, uri: str) -> str:
    """The URI of the text that a document belongs to."""
    notebook = workspace.get_notebook_document(cell_uri=uri) or workspace.get_notebook_document(notebook_uri=uri)
    return uri if notebook is None else notebook.uri


def text_of(workspace: Workspace, key: str) -> Text | None:
    """The text as it is now; None if it is not open."""
    notebook = workspace.get_notebook_document(notebook_uri=key)
    if notebook is not None:
        return _of_notebook(workspace, notebook)
    document = workspace.text_documents.get(unquote(key))
    if document is None:
        return None
    count = len(lines_of(document.source.encode("utf-8", "surrogatepass")))
    return Text(key, file_of(key), document.source, (Cell(key, document.version, 0, count),))


def open_keys(workspace: Workspace) -> list[str]:
    """The URIs of all open texts, in order."""
    return sorted({key_of(workspace, document.uri) for document in workspace.text_documents.values()})


def file_of(uri: str) -> Path:
    """The file that a text is taken for; of a buffer without a file one that is not there."""
    path = to_fs_path(uri) if uri.startswith("file:") else None
    if path:
        return Path(path)
    name = "".join(c if c.isalnum() else "_" for c in uri.rpartition("/")[2]) or "untitled"
    return Path(f"{name}{NOTEBOOK if NOTEBOOK in uri else '.py'}").absolute()


def _of_notebook(workspace: Workspace, notebook: types.NotebookDocument) -> Text | None:
    lines: list[str] = []
    cells: list[Cell] = []
    for cell in notebook.cells:
        document = workspace.text_documents.get(unquote(cell.document))
        if cell.kind != types.NotebookCellKind.Code or document is None or document.language_id != "python":
            continue
        own = python_lines(lines_of(document.source.encode("utf-8", "surrogatepass")))
        cells.append(Cell(cell.document, document.version, len(lines), len(own)))
        lines += own
    if not cells:
        return None
    return Text(notebook.uri, file_of(notebook.uri), "\n".join(lines) + "\n", tuple(cells))
