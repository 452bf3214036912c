"""Jupyter notebooks as Python: the code cells one after another, without what only IPython reads.

Source: https://nbformat.readthedocs.io/en/latest/format_description.html and
https://ipython.readthedocs.io/en/stable/interactive/magics.html. Lines count over the code cells; what is left out
leaves a line behind, so that the others keep their numbers.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

_LINE = re.compile(r"(?P<indent>\s*)(?:%[%\w].*|!(?!=).*|\?.*|[\w.]+\?{1,2}\s*)\Z")
_ASSIGNED = re.compile(r"(?P<target>\s*[\w., ]+=\s*)(?:%\w|!(?!=)).*\Z")
_CELL_MAGIC = re.compile(r"\s*%%(\w+)")
_PYTHON_CELLS = frozenset({"capture", "prun", "time", "timeit"})
"""Cell magics whose cell is Python all the same."""


class Notebook(NamedTuple):
    """`cells` are the number (from 1, over all cells) of each code cell and the line on which it starts."""

    source: bytes
    cells: tuple[tuple[int, int], ...]


def read_notebook(data: bytes) -> Notebook:
    """The code of a notebook; a ValueError if it is none."""
    lines: list[str] = []
    cells: list[tuple[int, int]] = []
    for number, cell in enumerate(_cells(data), 1):
        if cell.get("cell_type") != "code":
            continue
        cells.append((number, len(lines) + 1))
        lines += python_lines(_text(cell.get("source", cell.get("input", ""))).split("\n"))
    return Notebook("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass"), tuple(cells))


def _cells(data: bytes) -> list[dict[str, Any]]:
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"this is no notebook: {error}") from None
    sheets = document.get("worksheets", [document]) if isinstance(document, dict) else []
    if isinstance(sheets, list):  # formats before 4 have several sheets of cells
        lists = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
        cells = [cell for one in lists if isinstance(one, list) for cell in one]
        if all(isinstance(cell, dict) for cell in cells) and any(isinstance(one, list) for one in lists):
            return cells
    raise ValueError("this is no notebook: there are no cells")


def _text(source: object) -> str:
    text = "".join(map(str, source)) if isinstance(source, list) else str(source)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def python_lines(lines: list[str]) -> list[str]:
    """The lines of a cell as Python reads them: what is IPython's alone is left out, line by line."""
    magic = _CELL_MAGIC.match(next((line for line in lines if line.strip()), ""))
    if magic and magic[1] not in _PYTHON_CELLS:
        return [""] * len(lines)
    plain: list[str] = []
    goes_on = False
    for line in lines:
        stands_for_it = None if goes_on else _without_ipython(line)
        plain.append("" if goes_on else line if stands_for_it is None else stands_for_it)
        goes_on = (goes_on or stands_for_it is not None) and line.endswith("\\")  # a command of several lines
    return plain


def _without_ipython(line: str) -> str | None:
    """What stands for a line that is IPython's alone; None of Python's."""
    left_out = _LINE.match(line)
    if left_out:
        return f"{left_out['indent']}pass"
    assigned = _ASSIGNED.match(line)
    return f"{assigned['target']}eval('')" if assigned else None
