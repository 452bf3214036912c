"""Values that contain or call themselves, and code that never comes to an end: no crash, whatever is asked of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from shapecheck.interpret.session import Session

PROGRAMS = {
    "an object that calls itself": """
        class A:
            pass
        A.__call__ = A()
        A()()
    """,
    "a list inside of itself": """
        loop = []
        loop.append(loop)
        print(repr(loop), f"{loop}", loop == loop, len(str(loop)))
        pair = ([],)
        pair[0].append(pair)
        assert str(pair)
    """,
    "a dict inside of itself": """
        import copy
        names = {}
        names["names"] = names
        print(names, copy.deepcopy(names))
    """,
    "attributes that ask for themselves": """
        class A:
            def __getattr__(self, name):
                return getattr(self, name)
            def __eq__(self, other):
                return self == other
            @property
            def p(self):
                return self.p
        A().x, A().p, A() == A()
    """,
    "a tuple of five thousand levels": """
        x = 1
        for _ in range(5000):
            x = (x,)
        print(x == x, repr(x), hash(x))
    """,
    "two thousand partials": """
        import functools
        call = print
        for i in range(2000):
            call = functools.partial(call, i)
        call()
    """,
    "ranges of any length": """
        import torch
        long = range(2 ** 70)
        print(list(long), long[3:], sum(long), [i for i in range(2 ** 70, 0, -3)], tuple(long[::2]))
        torch.zeros(4)[long]
        for i in long:
            break
        slice(0, 2 ** 70).indices(2 ** 71)
    """,
    "functions without an end": """
        def f(x):
            return f([x])
        l = lambda: l()
        f(1), l()
    """,
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_no_crash(program: str, tmp_path: Path) -> None:
    lines = [line.removeprefix(" " * 8) for line in program.splitlines()]
    file = tmp_path / "program.py"
    file.write_text("\n".join(lines), encoding="utf-8")
    analysis = Session([tmp_path], []).analyze(file, "program.py")
    assert analysis.status in ("ok", "budget")
    assert not analysis.record.crashes
    assert not analysis.record.findings
