"""Verdicts beside Z3's: on random programs, and on a fixed sample of the traced corpus."""

from __future__ import annotations

import os

import pytest
import z3
from hypothesis import HealthCheck, given, settings

from shapecheck.symbolic.smt import analyse, read
from shapecheck.symbolic.smt.models import solve
from shapecheck.symbolic.smt.points import Evaluator
from shapecheck.symbolic.smt.redundancy import redundancies
from shapecheck.symbolic.smt.validate import validate
from shapecheck.symbolic.smt.wanted import inputs_for
from tests.smt import corpus
from tests.smt.programs import programs

SAMPLE, SEED, LARGEST = 14, 11, 30_000
RLIMIT = 300_000


def need_corpus() -> None:
    """Without the corpus these tests are left out; in CI that is a failure."""
    if not corpus.files():
        if os.environ.get("CI") == "true":
            pytest.fail("the traced corpus is not there: SHAPECHECK_SHARED or ../shared")
        pytest.skip(f"no traced corpus (SHAPECHECK_SHARED or ../shared): {SAMPLE + 2} files are left out")


def z3_says(text: str) -> tuple[str, list[str]]:
    """Satisfiability, and redundancy of each assert, from Z3's own reading of the text."""
    context = z3.Context()
    asserts = z3.parse_smt2_string(text, ctx=context)
    solver = z3.Solver(ctx=context)
    solver.set("rlimit", RLIMIT)
    verdicts = []
    for one in asserts:
        solver.push()
        solver.add(z3.Not(one))
        answer = str(solver.check())
        verdicts.append({"sat": "needed", "unsat": "redundant"}.get(answer, "unknown"))
        solver.pop()
        solver.add(one)
    return str(solver.check()), verdicts


def agree(text: str) -> int:
    """Asserts that nothing contradicts, and counts the verdicts that both have."""
    expected, theirs = z3_says(text)
    answer = analyse(text, redundant=True)
    assert answer.result in (expected, "unknown") or expected == "unknown"
    assert answer.asserts is not None
    pairs = list(zip([verdict for _, verdict in answer.asserts], theirs, strict=True))
    assert not [pair for pair in pairs if set(pair) == {"redundant", "needed"}], pairs
    return sum(pair[0] == pair[1] for pair in pairs)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(programs())
def test_random_programs(text: str) -> None:
    agree(text)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(programs())
def test_random_programs_validate(text: str) -> None:
    assert not validate(read(text), RLIMIT).disagreements


def test_a_sample_of_the_corpus() -> None:
    need_corpus()
    for path in corpus.sample(SAMPLE, SEED, LARGEST):
        text = path.read_text(encoding="utf-8")
        program = read(text)
        example = corpus.example(text)
        if len(example) == len(program.constants):
            assert Evaluator(program).holds(example), f"{path.name} at the traced sizes"
        count = agree(text)
        assert count >= 0.97 * len(program.asserts), path.name


def test_witnesses_hold_on_the_whole_original_program() -> None:
    need_corpus()
    for path in corpus.sample(4, SEED, LARGEST):
        solved = solve(read(path.read_text(encoding="utf-8")))
        assert solved.model is not None
        for index, one in enumerate(redundancies(solved)):
            if one.witness is not None:
                point = {**solved.model, **{k: v for k, v in one.witness.items() if k in solved.model}}
                asserts = solved.chain.program.asserts[: index + 1]
                values = [solved.evaluator.value_of(a.node, point) for a in asserts]
                assert values == [True] * index + [False], (path.name, index)


def test_a_sample_validates() -> None:
    need_corpus()
    for path in corpus.sample(3, SEED + 1, 12_000):
        answer = analyse(path.read_text(encoding="utf-8"), redundant=True, validate=True)
        assert answer.validated and not answer.disagreements, path.name


def test_inputs_for_an_output() -> None:
    text = """(declare-const h Int)(assert (>= h 1))
    (define-fun half () Int (div (+ h 1) 2))(define-fun out () Int (div (+ half 1) 2))"""
    solved = solve(read(text))
    node = solved.chain.program.names["out"]
    for wanted in (1, 7, 224):
        model = inputs_for(solved, node, wanted)
        assert model is not None
        assert solved.evaluator.value_of(node, model) == wanted
    assert analyse(text, outputs=(("out", 0),)).result == "unsat"
