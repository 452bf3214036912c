"""Notebooks as Python."""

from __future__ import annotations

import json
from typing import Any

import pytest

from shapecheck.project.notebook import read_notebook


def notebook(*sources: Any) -> bytes:
    cells: list[Any] = [{"cell_type": "markdown", "source": "# x = wrong("}]
    cells += [{"cell_type": "code", "source": source, "outputs": []} for source in sources]
    return json.dumps({"nbformat": 4, "cells": cells}).encode()


def test_code_cells_follow_each_other() -> None:
    read = read_notebook(notebook(["import torch\n", "x = 1"], "y = 2\n"))
    assert read.source == b"import torch\nx = 1\ny = 2\n\n" and read.cells == ((2, 1), (3, 3))


@pytest.mark.parametrize(
    ("line", "python"),
    [
        ("%matplotlib inline", "pass"),
        ("  !ls *.py", "  pass"),
        ("files = !ls", "files = eval('')"),
        ("a, b = %sql select", "a, b = eval('')"),
        ("! pip install torch &> /dev/null", "pass"),
        ("!(ls)", "pass"),
        ("files = ! ls", "files = eval('')"),
        ("!pip install \\\n    torch \\\n    numpy\nx = 1", "pass\n\n\nx = 1"),
        ("x = 1 + \\\n    2", "x = 1 + \\\n    2"),
        ("    != b)", "    != b)"),
        ("torch.nn?", "pass"),
        ("x = a % b", "x = a % b"),
        ("    % b)", "    % b)"),
        ("x = [", "x = ["),
        ("print('%d' % 3)", "print('%d' % 3)"),
        ("if a != b:", "if a != b:"),
    ],
)
def test_what_only_ipython_reads(line: str, python: str) -> None:
    assert read_notebook(notebook(line)).source.decode() == python + "\n"


def test_cells_in_another_language() -> None:
    assert read_notebook(notebook("%%bash\nls", "%%time\nx = 1")).source == b"\n\npass\nx = 1\n"


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b'{"cells": [3]}', b"\xff", b"x = 1", b'{"cells": 3}'])
def test_no_notebook(data: bytes) -> None:
    with pytest.raises(ValueError):
        read_notebook(data)
