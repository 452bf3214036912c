"""The prover: never wrong beside brute force and Z3, complete on what models need, with minimal evidence."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapecheck.symbolic import (
    Cond,
    Facts,
    Formula,
    Prover,
    Status,
    and_,
    bcast,
    ceildiv,
    eq,
    flag,
    ge,
    gt,
    ite,
    le,
    lt,
    max_,
    min_,
    ne,
    not_,
    or_,
    symbol,
    total,
)
from tests.symbolic.strategies import FREE, NAMES, Claim, claims
from tests.symbolic.test_formula import truth

B, C, D, H, N, T, W = (symbol(name, 1) for name in "BCDHNTW")
j, k, n = symbol("j"), symbol("k"), symbol("n", 0)
E = Facts.EMPTY
SMALL = {name: symbol(name, 1, 3) for name in NAMES}
POINTS = [dict(zip(NAMES, values, strict=True)) for values in itertools.product((1, 2, 3), repeat=len(NAMES))]


def assumed(*conds: Cond) -> Facts:
    facts = E
    for i, cond in enumerate(conds):
        facts = facts.assume(cond, i)
    return facts


def verdict_by_brute_force(known: list[Claim], question: Claim) -> tuple[bool, bool]:
    """Whether some point satisfies the facts and the condition, and the facts and its opposite."""
    answers = {truth(question, env) for env in POINTS if all(truth(claim, env) for claim in known)}
    return True in answers, False in answers


@given(st.lists(claims(SMALL, 2), max_size=3), claims(SMALL, 2))
@settings(max_examples=80, deadline=None)
def test_agrees_with_brute_force(known: list[Claim], question: Claim) -> None:
    can_hold, can_fail = verdict_by_brute_force(known, question)
    facts = assumed(*(claim.cond for claim in known))
    prover = Prover(rlimit_per_question=200_000)
    decided = prover.decide(facts, question.cond)
    assert decided is not True or not can_fail
    assert decided is not False or not can_hold
    verdict = prover.verdict(facts, question.cond)
    if verdict.status is Status.CONTINGENT:
        assert verdict.model is not None and verdict.counterexample is not None
        for env, expected in ((verdict.model, True), (verdict.counterexample, False)):
            full = {**dict.fromkeys(NAMES, 1), **env}
            assert all(truth(claim, full) is not False for claim in known)
            assert truth(question, full) in (expected, None)
    elif verdict.status is Status.IMPOSSIBLE:
        assert not can_hold
    elif verdict.status is Status.PROVED:
        assert not can_fail
    elif verdict.status is Status.UNREACHABLE:
        assert not any(all(truth(claim, env) for claim in known) for env in POINTS)


@given(st.lists(claims(FREE, 2, "+ - * // % max"), max_size=2), claims(FREE, 2, "+ - * // % max"))
@settings(max_examples=80, deadline=None)
def test_cheap_steps_agree_with_z3(known: list[Claim], question: Claim) -> None:
    from shapecheck.symbolic import z3_backend

    facts = assumed(*(claim.cond for claim in known))
    decided = Prover(total_rlimit=0).decide(facts, question.cond)
    conds = [claim.cond for claim in known]
    for answer, cond in ((True, not_(question.cond)), (False, question.cond)):
        if decided is answer and False not in (*conds, cond):
            formulas = [c for c in (*conds, cond) if isinstance(c, Formula)]
            assert z3_backend.check(formulas, 200_000, want_model=False).satisfiable is not True


LEMMAS: list[tuple[list[Cond], Cond]] = [
    ([], eq((C * k) // k, C)),
    ([], eq((C * H + W) // H, C + W // H)),
    ([eq(D % H, 0)], eq(H * (D // H), D)),
    ([eq(H % 32, 0)], eq(32 * (H // 32), H)),
    ([eq(H % 32, 0)], eq(H // 2 % 2, 0)),
    ([eq(H % 4, 0)], eq(H % 2, 0)),
    ([eq(H % 4, 0), eq(H % 3, 0)], eq(H % 12, 0)),
    ([eq(H % 32, 0)], ge(H, 32)),
    ([eq(H % 2, 0), eq(W, H // 2)], eq(2 * W, H)),
    ([], eq(H // 2 + (H + 1) // 2, H)),
    ([], eq((H // 2) // 3, H // 6)),
    ([], eq((H + 2 * 1 - 2 - 1) // 2 + 1, (H + 1) // 2)),
    ([], eq(H, W * (H // W) + H % W)),
    ([], le(H // 2 * 2, H)),
    ([], le(H // W, H)),
    ([], lt(H % W, W)),
    ([], ge(B * T, B)),
    ([], ge(ceildiv(H, 7) * 7, H)),
    ([], eq((H + -H % 7) % 7, 0)),
    ([], eq(max_(H, W) + min_(H, W), H + W)),
    ([or_(eq(H, W), eq(H, 1), eq(W, 1))], eq(bcast(H, W), max_(H, W))),
    ([or_(eq(H, W), eq(H, 1), eq(W, 1)), ge(H, 2), ge(W, 2)], eq(H, W)),
    ([le(H, W), le(W, C)], le(H, C)),
    ([lt(H, W), lt(W, C)], le(H + 2, C)),
    ([eq(B * T, 64 * N)], eq(B * T % 64, 0)),
    ([eq(H, W), eq(W, C)], eq(H * C, W * W)),
    ([ge(H, 3)], ge((H - 3) // 2 + 1, 1)),
    ([eq(n, H + W), le(n, 2)], eq(H, 1)),
    ([], eq(ite(ge(H, 5), H, 5), max_(H, 5))),
    ([eq(ite(flag("wide"), H, 8), 4)], eq(H, 4)),
    ([or_(not_(flag("a")), eq(H, 2)), or_(flag("a"), eq(H, 2))], eq(H, 2)),
    ([], ne(2 * H, 2 * W + 1)),
    ([eq(2 * H, 3 * W)], eq(W % 2, 0)),
    ([eq(C % 8, 0), eq(C // 8, D)], eq(8 * D, C)),
    ([eq(H * W, 6), eq(H, 2)], eq(W, 3)),
    ([gt(k, 0), eq(n % k, 0)], eq(k * (n // k), n)),
    ([ge(n * k, 1)], ge(k, 1)),
    ([gt(W * k, k), ge(W, 2)], ge(k, 1)),
    ([ne(k, 0), ne(j, 0)], ne(k * j, 0)),
    ([ne(k, 0), ne(j, 0), ge(k * j, 0), ne(k * j, 1)], ge(H * k * j, 2)),
]


@pytest.mark.parametrize(("known", "claim"), LEMMAS, ids=str)
def test_lemma_without_z3(known: list[Cond], claim: Cond) -> None:
    prover = Prover(total_rlimit=0)
    facts = assumed(*known)
    assert prover.decide(facts, claim) is True
    assert prover.decide(facts, not_(claim)) is False


def test_undecided() -> None:
    prover = Prover()
    assert prover.decide(E, eq(H, W)) is None
    assert prover.decide(assumed(eq(H % 2, 0)), eq(H % 4, 0)) is None
    assert prover.decide(E, flag("a")) is None
    assert prover.decide(assumed(False), eq(H, W)) is True


def test_contingent_with_small_witnesses() -> None:
    verdict = Prover().verdict(assumed(eq(H % 32, 0)), ge(H, 33))
    assert verdict.status is Status.CONTINGENT
    assert verdict.counterexample == {"H": 32} and verdict.model == {"H": 64}
    verdict = Prover().verdict(assumed(eq(B * T, 64 * C)), eq(B, 1))
    assert verdict.status is Status.CONTINGENT
    assert verdict.model == {"B": 1, "C": 1, "T": 64}


def test_impossible_has_a_minimal_core_and_a_model() -> None:
    facts = (
        E.assume(ge(C, 2), "noise")
        .assume(eq(H, W), "equal")
        .assume(ge(T, H), "more")
        .assume(ge(H, 3), "three")
    )
    prover = Prover()
    verdict = prover.verdict(facts, lt(W, 2))
    assert verdict.status is Status.IMPOSSIBLE
    assert prover.core(facts, lt(W, 2)) == ("equal", "three")
    assert verdict.model == {"C": 3, "H": 3, "T": 3, "W": 3} or verdict.model == {
        "C": 2,
        "H": 3,
        "T": 3,
        "W": 3,
    }


def test_impossible_alone_has_an_empty_core() -> None:
    facts, cond = assumed(ge(C, 2)), eq(2 * (H // 2), H + W)
    verdict = Prover().verdict(facts, cond)
    assert verdict.status is Status.IMPOSSIBLE and Prover().core(facts, cond) == ()
    assert verdict.model == {"C": 2, "H": 1, "W": 1}


def test_unreachable_names_the_contradiction() -> None:
    facts = E.assume(eq(C, 3), "noise").assume(ge(H, 3), "big").assume(lt(H, 2), "small")
    verdict = Prover().verdict(facts, eq(C, 4))
    assert verdict.status is Status.UNREACHABLE and Prover().core(facts, True) == ("big", "small")
    assert Prover().satisfiable(facts) is False


@given(st.lists(claims(SMALL, 2), min_size=2, max_size=4))
@settings(max_examples=40, deadline=None)
def test_cores_are_minimal(known: list[Claim]) -> None:
    facts = assumed(*(claim.cond for claim in known[:-1]))
    prover = Prover(rlimit_per_question=200_000)
    verdict = prover.verdict(facts, known[-1].cond)
    if verdict.status is not Status.IMPOSSIBLE or known[-1].cond is False:
        return
    core = [known[int(str(i))] for i in prover.core(facts, known[-1].cond)]
    assert not verdict_by_brute_force(core, known[-1])[0]
    for left_out in range(len(core)):
        rest = assumed(*(claim.cond for i, claim in enumerate(core) if i != left_out))
        assert prover.decide(rest, known[-1].cond) is not False


def test_model_gives_every_symbol_a_value() -> None:
    facts = assumed(eq(symbol("x_0", 1), B * 4), or_(flag("a"), ge(T, 5)))
    model = Prover().model(facts, ge(B, 2), gt(W, C))
    assert model == {"B": 2, "C": 1, "T": 5, "W": 2, "a": False, "x_0": 8}
    assert Prover().model(E, and_(ge(H, 2), lt(H, 2))) is None
    assert Prover().satisfiable(facts) is True


def test_z3_decides_what_the_cheap_steps_do_not_within_its_limits() -> None:
    coins = [symbol(name, 0) for name in "xyz"]
    claim = ne(6 * coins[0] + 10 * coins[1] + 15 * coins[2], 29)
    prover = Prover()
    assert prover.decide(E, claim) is True and prover.spent > 0
    for limited in (Prover(total_rlimit=0), Prover(rlimit_per_question=1)):
        assert limited.decide(E, claim) is None
        assert limited.spent < prover.spent


def test_z3_finds_a_model() -> None:
    x, y = symbol("x"), symbol("y")
    prover = Prover()
    hard = assumed(eq(x % 5, 3), eq(y % 7, 2), eq(x + y, 700))
    model = prover.model(hard, ge(x, 100), ge(y, 100))
    assert (
        model is not None and model["x"] % 5 == 3 and model["y"] % 7 == 2 and model["x"] + model["y"] == 700
    )


def test_five_hundred_lengths() -> None:
    lengths = [symbol(f"lengths#{i}", 0) for i in range(500)]
    prover = Prover()
    facts = E.assume(eq(total(lengths), n))
    start = time.process_time()
    assert prover.decide(facts, eq(total(lengths), n)) is True
    assert prover.decide(facts, le(total(lengths[:250]), n)) is True
    free = prover.verdict(E, eq(total(lengths), n))
    assert free.status is Status.CONTINGENT and free.counterexample is not None
    assert sum(free.counterexample[f"lengths#{i}"] for i in range(500)) != free.counterexample["n"]
    assert prover.verdict(facts, ge(n, 501)).status is Status.CONTINGENT
    assert time.process_time() - start < 5.0, "about 0.1 s; quadratic would be many seconds"


SCRIPT = """
from shapecheck.symbolic import *
B, C, H, T, W = (symbol(name, 1) for name in "BCHTW")
facts = Facts.EMPTY
conds = [eq(B * T, 64 * C), or_(eq(H, W), eq(H, 1), eq(W, 1)), eq(H % 8, 0)]
conds += [ge(T, B), flag("a"), le(B + C, 99)]
for i, cond in enumerate(conds):
    facts = facts.assume(cond, i)
prover = Prover()
for cond in [eq(B, 1), eq(H, W), ge(H, 9), eq(B, 7), lt(H, 8), ge(max_(H, W), bcast(H, W)), eq(H * W, 64)]:
    print(cond, prover.verdict(facts, cond, want_witnesses=True))
print(facts.simplify(B * T + H // 4 + max_(H, 8)), facts.items, prover.spent)
"""


def test_same_output_under_any_hash_seed() -> None:
    root = Path(__file__).parents[2]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=root,
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "77")
    }
    assert len(outputs) == 1


def test_z3_is_not_imported_for_easy_questions() -> None:
    code = (
        "import sys; from shapecheck.symbolic import *; H = symbol('H', 1);"
        "f = Facts.EMPTY.assume(eq(H % 2, 0)); Prover().verdict(f, ge(H, 3)); Prover().decide(f, ge(H, 2));"
        "sys.exit('z3' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[2], check=True)
