"""Random small programs, as text."""

from __future__ import annotations

from hypothesis import strategies as st

NAMES = ("a", "b", "c")


def _ints(depth: int) -> st.SearchStrategy[str]:
    leaf = st.one_of(st.sampled_from(NAMES), st.integers(-4, 9).map(str))
    if not depth:
        return leaf
    below = _ints(depth - 1)
    binary = st.tuples(st.sampled_from(("+", "-", "*", "min2", "max2")), below, below)
    quotient = st.tuples(st.sampled_from(("div", "mod")), below, st.sampled_from(("2", "3", "5", "-3", "a")))
    rounded = st.tuples(st.sampled_from(("ceil", "to_int")), below, st.sampled_from(("2", "3", "2.5")))
    return st.one_of(
        leaf,
        binary.map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        quotient.map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        rounded.map(lambda t: f"({t[0]} (/ {t[1]} {t[2]}))"),
    )


def _bools() -> st.SearchStrategy[str]:
    compared = st.tuples(st.sampled_from(("=", "<", "<=", ">", ">=")), _ints(2), _ints(1))
    atom = compared.map(lambda t: f"({t[0]} {t[1]} {t[2]})")
    return st.one_of(
        atom, atom.map(lambda t: f"(not {t})"), st.tuples(atom, atom).map(lambda t: f"(or {t[0]} {t[1]})")
    )


PRELUDE = """\
(define-fun ceil ((x Real)) Int (ite (= (to_int x) x) (to_int x) (+ (to_int x) 1)))
(define-fun min2 ((x Int) (y Int)) Int (ite (< x y) x y))
(define-fun max2 ((x Int) (y Int)) Int (ite (> x y) x y))
"""


def programs() -> st.SearchStrategy[str]:
    """Three unknowns, the first often positive, and a few asserts."""
    head = PRELUDE + "".join(f"(declare-const {name} Int)\n" for name in NAMES)
    guard = st.sampled_from(("", "(assert (>= a 1))\n", "(assert (>= a 2))\n(assert (>= b 0))\n"))
    body = st.lists(_bools(), min_size=1, max_size=6)
    return st.tuples(guard, body).map(lambda t: head + t[0] + "".join(f"(assert {one})\n" for one in t[1]))
