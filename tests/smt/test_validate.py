"""A deliberately wrong rewrite is found, and the bisection names it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from shapecheck.symbolic import Dim, Expr
from shapecheck.symbolic.smt import analyse, proofs, read, translate, witness
from shapecheck.symbolic.smt.trace import Event, first_wrong
from shapecheck.symbolic.smt.validate import validate

TEXT = """\
(declare-const h Int)
(declare-const w Int)
(assert (>= h 1))
(assert (= w (+ h 1)))
(define-fun double () Int (* 2 h))
(define-fun half () Int (div w 2))
(define-fun back () Int (* 2 half))
(assert (= back w))
"""


def test_nothing_is_wrong() -> None:
    found = validate(read(TEXT))
    assert not found.disagreements


def test_a_wrong_proof_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "(declare-const a Int)(declare-const b Int)(assert (>= b 0))(assert (>= (+ a b) 3))(assert (>= a 3))"
    assert not analyse(text, redundant=True, validate=True).disagreements
    monkeypatch.setattr(proofs, "quickly", lambda _: True)
    monkeypatch.setattr(witness.Witnesses, "find_near", lambda *_: None)
    found = analyse(text, redundant=True, validate=True).disagreements
    assert [one.split(" is ")[0] for one in found] == ["(>= b 0)", "(>= (+ a b) 3)", "(>= a 3)"]
    assert "a proof" in found[2]


def test_a_wrong_rewrite_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    right: Callable[[Dim, Dim], Dim] = translate.floordiv

    def wrong(a: Dim, b: Dim) -> Dim:
        if isinstance(a, Expr) and b == 2 and a.const:
            return right(a - a.const, 2)  # drops the constant: (h + 1)//2 is not h//2
        return right(a, b)

    monkeypatch.setattr(translate, "floordiv", wrong)
    text = TEXT.replace("(assert (= back w))", "(assert (= back (* 2 (div h 2))))")
    found = validate(read(text))
    assert [one.name for one in found.disagreements] == ["(= back (* 2 (div h 2)))"]
    (one,) = found.disagreements
    assert one.wrong is not None
    assert one.wrong.event.rule == "normal form of div"
    assert one.wrong.before != one.wrong.after
    assert "h + 1 div 2 became h//2" in str(one)
    assert analyse(text, validate=True).disagreements


def test_bisection_finds_the_first_of_several() -> None:
    events = [Event(f"rule {i}", "+", (i, 1), i + 1 + (i in (6, 11))) for i in range(20)]
    found = first_wrong(events, {})
    assert found is not None
    assert found.event.rule == "rule 6"
    assert first_wrong([one for one in events if one.rule not in ("rule 6", "rule 11")], {}) is None
