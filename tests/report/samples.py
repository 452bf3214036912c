"""A report with one of everything, and what the interpreter would have noted for it."""

from __future__ import annotations

from shapecheck.check.diagnostics import (
    Diagnostic,
    FileResult,
    Related,
    Report,
    Reveal,
    Statistics,
    UnknownCause,
)
from shapecheck.source.ir import Span

LINES = ("import torch", "", "h = a(x)", "y = b(h)")
WIDE = ("\tnäme = f('漢字', b)  # ok",)

TENSOR = {"kind": "tensor", "shape": [4, "B*2", None, "*s"], "dtype": "float32"}

REPORT = Report(
    diagnostics=(
        Diagnostic(
            "bad.py",
            Span(4, 5, 4, 9),
            "impossible-shape",
            "error",
            "linear: expected 33 features, got 32",
            (Related("bad.py", Span(3, 1, 3, 2), "`h` has 32 features since here"),),
            {"H": 7},
        ),
        Diagnostic("wide.py", Span(1, 19, 1, 20), "unused-suppression", "warning", "100% unused,\nreally"),
    ),
    reveals=(Reveal("bad.py", Span(3, 1, 3, 2), "h", TENSOR),),
    files=(FileResult("bad.py", "ok"), FileResult("broken.py", "syntax-error"), FileResult("wide.py", "ok")),
    statistics=Statistics(
        {"proved": 5, "inferred": 1, "impossible": 1, "unproved": 0, "unknown": 2},
        {"known": 10, "partial": 1, "unknown": 1},
        ("timm", "xformers"),
        {"torch.foo": 1, "torch.bar": 3},
        (UnknownCause("bad.py", Span(1, 1, 1, 13), "timm is not found", 2),),
    ),
    lines={"bad.py": LINES, "wide.py": WIDE},
)
