"""The same asserts in torch's ShapeEnv: sizes at least 2, equal sizes share a symbol (duck shaping)."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from time import process_time
from typing import Any

from shapecheck.symbolic.smt import Program, read
from shapecheck.symbolic.smt.chain import Chain
from tests.smt import corpus

_DECLARED = re.compile(r"^\(declare-const (\S+) Int\)$", re.MULTILINE)


def compare(paths: list[Path]) -> None:
    """Prints both times on these files."""
    import torch.fx.experimental.symbolic_shapes  # noqa: F401 - not to be counted

    ours = theirs = 0.0
    asserts = done = 0
    failed: Counter[str] = Counter()
    for path in paths:
        program = read(duck_shaped(path.read_text(encoding="utf-8")))
        start = process_time()
        try:
            _shape_env(program)
        except Exception as error:  # whatever sympy or torch raises is the result
            failed[type(error).__name__] += 1
            continue
        theirs += process_time() - start
        start = process_time()
        Chain(program).run()
        ours += process_time() - start
        done += 1
        asserts += len(program.asserts)
    print(
        f"sympy (ShapeEnv, duck-shaped): {done} of {len(paths)} files, failed: {dict(failed)}; {asserts} asserts"
    )
    ratio = theirs / max(ours, 1e-9)
    print(f"  ShapeEnv {theirs:.2f} s, shapecheck {ours:.2f} s: {ratio:.0f} times less CPU", flush=True)


def duck_shaped(text: str) -> str:
    """The program in which 0 and 1 are constants and sizes that were traced as equal are one unknown."""
    example = corpus.example(text)
    sizes = sorted({value for value in example.values() if value > 1})
    head = "".join(f"(declare-const duck_{v} Int)\n(assert (>= duck_{v} 2))\n" for v in sizes)

    def definition(match: re.Match[str]) -> str:
        value = example.get(match.group(1), 0)
        body = f"duck_{value}" if value > 1 else str(value)
        return f"(define-fun {match.group(1)} () Int {body})"

    return head + _DECLARED.sub(definition, text)


def _shape_env(program: Program) -> None:
    """Evaluates every assert as a guard, as tracing does."""
    import sympy
    from torch._dynamo.source import ConstantSource
    from torch.fx.experimental.symbolic_shapes import DimDynamic, ShapeEnv
    from torch.utils._sympy.functions import CeilToInt, FloorDiv, FloorToInt, PythonMod

    env = ShapeEnv()
    operators: dict[str, Any] = {
        "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "neg": lambda a: -a,
        "div": FloorDiv, "mod": PythonMod, "/": lambda a, b: a / b, "=": sympy.Eq, "<": sympy.Lt, "<=": sympy.Le,
        "not": sympy.Not, "and": sympy.And, "or": sympy.Or, "to_real": lambda a: a, "to_int": FloorToInt,
        "ceil": CeilToInt, "sqrt": sympy.sqrt, "min": sympy.Min, "max": sympy.Max,
    }  # fmt: skip
    values: dict[int, Any] = {}
    needed = [one.node for one in program.asserts]
    for node in _order(program, needed):
        parts = program.nodes[node]
        if parts[0] == "const":
            values[node] = sympy.sympify(parts[1])
        elif parts[0] == "var":
            size = int(parts[1].rpartition("_")[2])
            values[node] = env.create_symbol(
                size, source=ConstantSource(parts[1]), dynamic_dim=DimDynamic.DUCK
            )
        else:
            values[node] = operators[parts[0]](*[values[p] for p in parts[1:]])
    for node in needed:
        env.evaluate_expr(values[node])


def _order(program: Program, targets: list[int]) -> list[int]:
    seen: set[int] = set()
    todo = list(targets)
    while todo:
        at = todo.pop()
        if at not in seen:
            seen.add(at)
            if program.nodes[at][0] not in ("const", "var"):
                todo.extend(program.nodes[at][1:])
    return sorted(seen)
