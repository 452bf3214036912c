"""Reading: the traps of traced files, the general syntax, and errors with their line."""

from __future__ import annotations

from time import process_time

import pytest

from shapecheck.symbolic.smt import SmtError, analyse, read
from shapecheck.symbolic.smt.points import Evaluator

PRELUDE = """\
(define-fun ceil ((x Real)) Int (ite (= (to_int x) x) (to_int x) (+ (to_int x) 1)))
(define-fun min2 ((x Int) (y Int)) Int (ite (< x y) x y))
(define-fun max2 ((x Int) (y Int)) Int (ite (> x y) x y))
(define-fun sqrt ((x Real)) Real (^ x 0.5))
(declare-const a Int)
(declare-const b Int)
"""


def value(body: str, sort: str = "Int", a: int = 7, b: int = 3) -> object:
    program = read(f"{PRELUDE}(define-fun out () {sort} {body})\n")
    return Evaluator(program).value_of(program.names["out"], {"a": a, "b": b})


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("(* a -1)", -7),
        ("(- a)", -7),
        ("(div -7 2)", -4),
        ("(div 7 -2)", -3),
        ("(div -7 -2)", 4),
        ("(mod -7 -2)", 1),
        ("(mod 7 -2)", 1),
        ("(min2 a b)", 3),
        ("(max2 a b)", 7),
        ("(ceil (/ a 2))", 4),
        ("(to_int (/ a 2))", 3),
        ("(to_int (* 2.5 b))", 7),
        ("(to_int (- (/ a 2)))", -4),
        ("(to_int (sqrt (* a a)))", 7),
        ("(to_int (sqrt (+ a 1)))", 2),
        ("(ceil (sqrt (+ a 1)))", 3),
        ("(let ((x (+ a 1)) (y b)) (* x y))", 24),
        ("(+ a b 1 2)", 13),
        ("(ite (and (< b a) true) a b)", 7),
        ("(abs (- b a))", 4),
    ],
)
def test_operators(body: str, expected: int) -> None:
    assert value(body) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("(= (/ a 1) a)", True),
        ("(< b a 8)", True),
        ("(< (sqrt a) (/ 8 3))", True),
        ("(> (sqrt a) 0)", True),
        ("(distinct a b 7)", False),
        ("(=> (= a b) false)", True),
        ("(is_int (/ a 2))", False),
    ],
)
def test_predicates(body: str, expected: bool) -> None:
    assert value(body, "Bool") is expected


def test_constants_may_be_called_like_functions() -> None:
    program = read(
        PRELUDE
        + "(define-fun mod () Int (mod a b))\n(define-fun ceil () Int (ceil (/ a 2)))\n(assert (= mod ceil))\n"
    )
    point = {"a": 7, "b": 3}
    values = [Evaluator(program).value_of(program.names[name], point) for name in ("mod", "ceil")]
    assert values == [1, 4]


def test_example_values_decide_nothing() -> None:
    text = "(declare-const a Int)\n(set-info :example-a 7)\n(assert (> (* a a) 40))\n"
    answers = [analyse(text.replace("7)", f"{value})")) for value in (7, -7, 1)]
    assert answers[0].result == "sat" and answers[0] == answers[1] == answers[2]


def test_layout_does_not_matter() -> None:
    flat = "(declare-const |a b| Int)\n(assert (> |a b| 2))\n"
    wide = (
        "; (a comment\n(declare-const\n  |a b| Int) (assert\n ; )\n (! (> |a b|\n2) :named |x|))(check-sat)"
    )
    one, other = read(flat), read(wide)
    assert one.nodes == other.nodes
    assert [(x.name, x.line) for x in other.asserts] == [("x", 3)]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("(declare-const a Int)\n(assert (> a b))\n", 2, "'b'"),
        ("(declare-const a Int)\n(assert (> a 1)\n", 2, "never closed"),
        ("(declare-const a Int)\n(assert (> a 1)))\n", 2, "too many"),
        ("(declare-const a Int)\n(declare-const a Int)\n", 2, "already"),
        ("\n\n(assert 3)\n", 3, "Int where Bool"),
        ("(assert (frob 1))\n", 1, "frob"),
        ("(push 1)\n", 1, "push"),
        ("(declare-const a (Array Int Int))\n", 1, "Array"),
        ("hello\n", 1, "hello"),
        ('(set-info :status "unended)\n', 1, "end"),
    ],
)
def test_errors_name_their_line(text: str, line: int, words: str) -> None:
    with pytest.raises(SmtError) as caught:
        read(text)
    assert caught.value.line == line
    assert words in caught.value.message
    answer = analyse(text)
    assert answer.result == "error" and answer.error == (line, caught.value.message)


def test_reading_is_linear() -> None:
    def seconds(count: int) -> float:
        lines = [f"(define-fun x_{i + 1} () Int (+ x_{i} {i}))" for i in range(count)]
        text = "(declare-const x_0 Int)\n" + "\n".join(lines) + f"\n(get-value ({' x_1' * count}))\n"
        start = process_time()
        read(text)
        return process_time() - start

    seconds(1000)
    assert seconds(40_000) < 16 * max(min(seconds(10_000), seconds(10_000)), 0.005)
