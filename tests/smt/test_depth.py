"""Programs that nest without end: an answer, never a crash, and never a wrong one."""

from __future__ import annotations

import pytest

from shapecheck.symbolic.smt import analyse, read
from shapecheck.symbolic.smt.points import Evaluator

HEAD = """\
(define-fun min2 ((x Int) (y Int)) Int (ite (< x y) x y))
(define-fun sqrt ((x Real)) Real (^ x 0.5))
(declare-const s_0 Int)
(declare-const y Int)
"""
STEPS = {
    "division by what may be 0": "(div {0} y)",
    "division by what is positive": "(div {0} (+ (* y y) {1} 1))",
    "remainders": "(mod (+ {0} {1}) (+ y {1}))",
    "minima": "(+ 1 (min2 (* 2 {0}) y))",
    "choices": "(ite (< {0} y) (+ y {1}) (* 3 {0}))",
    "squares": "(* {0} (+ {0} y))",
    "roots": "(+ y (to_int (sqrt (* {0} {0}))))",
}


def program(step: str, count: int) -> str:
    lines = [f"(define-fun s_{i + 1} () Int {step.format(f's_{i}', i)})" for i in range(count)]
    return HEAD + "\n".join(lines) + f"\n(assert (> y 0))\n(assert (= s_{count} 0))\n(assert (>= s_3 s_3))\n"


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_deep_terms(step: str) -> None:
    text = program(step, 900)
    answer = analyse(text, redundant=True)
    assert answer.result in ("sat", "unsat", "unknown")
    if answer.result == "sat":
        assert answer.model is not None and Evaluator(read(text)).holds(answer.model)


@pytest.mark.parametrize(("count", "expected"), [(6, {"sat"}), (60, {"sat", "unknown"})])
def test_deep_equations(count: int, expected: set[str]) -> None:
    """Each unknown is a sum of two operations on the one before: written out, 2**count terms."""
    lines = [
        f"(declare-const s_{i + 1} Int)\n(assert (= s_{i + 1} (+ (mod s_{i} (+ y {i})) (div s_{i} (+ y {i})))))"
        for i in range(count)
    ]
    text = HEAD + "(assert (> y 1))\n(assert (> s_0 0))\n" + "\n".join(lines) + f"\n(assert (>= s_{count} 0))\n"
    answer = analyse(text, redundant=True)
    assert answer.result in expected
    if answer.result == "sat":
        assert answer.model is not None and Evaluator(read(text)).holds(answer.model)
