"""Programs that nest without end: an answer, never a crash, and never a wrong one."""

from __future__ import annotations

from json import loads
from pathlib import Path

import pytest
from click.testing import CliRunner

from shapecheck.cli.group import cli
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


NESTED = {
    "sums": ("(+ 1 ", ")", 100_000),
    "terms of let": ("(let ((a (+ a 1))) ", ")", 100_000),
    "values of let": ("(let ((x ", ")) (+ x 1))", 5_000),
}
"""How a term is nested, and how deep it may be."""


@pytest.mark.parametrize("depth", [500, 5_000, 100_000])
@pytest.mark.parametrize(("before", "behind", "deepest"), NESTED.values(), ids=NESTED)
def test_nested_terms_between_other_files(
    before: str, behind: str, deepest: int, depth: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    files = ["one.smt2", "deep.smt2", "two.smt2"]
    for name, term in zip(files, ("a", before * depth + "a" + behind * depth, "a")):
        Path(name).write_text(f"(declare-const a Int)\n(assert (> {term} 3))\n")
    json = CliRunner().invoke(cli, ["smt", "--output-format", "json", *files])
    one, deep, two = loads(json.stdout)["files"]
    assert one["result"] == two["result"] == "sat"
    if depth <= deepest:
        assert (deep["result"], json.exit_code) == ("sat", 0)
        said = "deep.smt2: sat\n"
    else:
        assert deep["error"] == {"line": 2, "message": "the term is nested too deeply"} and json.exit_code == 1
        said = "deep.smt2:2: the term is nested too deeply\n"
    if depth < 100_000 or depth > deepest:  # the largest take their time
        text = CliRunner().invoke(cli, ["smt", *files])
        assert text.stdout.startswith("one.smt2: sat\n") and "two.smt2: sat\n" in text.stdout
        assert said in text.stdout and text.exit_code == json.exit_code


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
