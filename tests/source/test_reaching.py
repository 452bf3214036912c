"""Which assignments a name may have its value from, told from the code alone."""

from __future__ import annotations

from textwrap import dedent

import pytest

from shapecheck.source import ir, parse
from shapecheck.source.reaching import reaching
from shapecheck.source.walking import nodes_in

CASES = {
    "use(x)": ([], True, False),
    "x = a()\nuse(x)": (["a"], False, False),
    "x = a()\nx = b()\nuse(x)": (["b"], False, False),
    "x: int = a()\nuse(x)": (["a"], False, False),
    "x = a()\nif c:\n    x = b()\nuse(x)": (["a", "b"], False, False),
    "if c:\n    x = a()\n    use(x)\nelse:\n    x = b()": (["a"], False, False),
    "if c:\n    x = a()\nelse:\n    use(x)": ([], True, False),
    "for i in y:\n    x = a(use(x))": (["a"], True, False),
    "for i in y:\n    x = a()\n    use(x)": (["a"], False, False),
    "while c:\n    use(x)\n    x = a()": (["a"], True, False),
    "for x in y:\n    use(x)": ([], True, True),
    "x, y = a()\nuse(x)": ([], False, True),
    "x += a()\nuse(x)": ([], True, True),
    "with a() as x:\n    use(x)": ([], True, True),
    "(x := a())\nuse(x)": ([], True, True),
    "x = a()\ndef g():\n    x = b()\nuse(x)": (["a"], False, False),
}


@pytest.mark.parametrize("code", CASES)
def test_what_reaches_the_use(code: str) -> None:
    source = parse(dedent(code), "file.py")
    assert isinstance(source, ir.SourceFile)
    calls = [node for node in nodes_in(source.body) if isinstance(node, ir.Call)]
    used = next(call.args[0] for call in calls if isinstance(call.func, ir.Name) and call.func.id == "use")
    found = reaching(source.body, used.span, "x")
    names = [value.func.id for value in found.values if isinstance(value, ir.Call) and isinstance(value.func, ir.Name)]
    assert (names, found.is_from_start, found.is_otherwise) == CASES[code]
