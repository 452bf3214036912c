"""The same asserts in torch's ShapeEnv: sizes at least 2, equal sizes share a symbol (duck shaping)."""

from __future__ import annotations

import re
import signal
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

from shapecheck.symbolic.smt import Program, read
from shapecheck.symbolic.smt.chain import Chain
from tests.smt import corpus

FILE_LIMIT = 20.0
"""Seconds on the processor after which ShapeEnv is stopped."""
_DECLARED = re.compile(r"^\(declare-const (\S+) Int\)$", re.MULTILINE)


def compare(paths: list[Path]) -> None:
    """Prints both times on these files; the ratio is of those that ShapeEnv gets through."""
    import torch.fx.experimental.symbolic_shapes  # noqa: F401 - not to be counted

    ours = theirs = on_theirs = 0.0
    asserts = both = consistent = 0
    failed: Counter[str] = Counter()
    for path in paths:
        program = read(duck_shaped(path.read_text(encoding="utf-8")))
        start = process_time()
        chain = Chain(program)
        chain.run()
        mine = process_time() - start
        ours += mine
        consistent += chain.contradiction is None
        start = process_time()
        error = _limited(partial(_shape_env, program))
        if error is not None:
            failed[error] += 1
            continue
        theirs += process_time() - start
        on_theirs += mine
        both += 1
        asserts += len(program.asserts)
    ratio = theirs / max(on_theirs, 1e-9)
    print(f"duck-shaped, {len(paths)} files: shapecheck {consistent} in {ours:.1f} s; ShapeEnv {both}, failed: "
          f"{dict(failed)}")  # fmt: skip
    print(f"  on the {asserts} asserts of those: ShapeEnv {theirs:.1f} s, {theirs / max(asserts, 1) * 1e6:.0f} us "
          f"each; shapecheck {on_theirs:.2f} s: {ratio:.0f} times less CPU", flush=True)  # fmt: skip


def _limited(work: Callable[[], None]) -> str | None:
    """What stopped the work: whatever sympy or torch raised, or the limit of CPU time; None if it was done."""

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, FILE_LIMIT)
    try:
        work()
    except Exception as error:
        return type(error).__name__
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    return None


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
