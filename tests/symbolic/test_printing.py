"""How expressions are written; that what is written is read back is in test_expr."""

from __future__ import annotations

from hypothesis import assume, given, settings

from shapecheck.symbolic import Expr, bcast, evaluate, symbol
from shapecheck.values.present import size_text
from tests.symbolic.strategies import SIZES, Env, Sample, points, samples


def test_an_expression_that_repeats_itself_is_not_written_out() -> None:
    size = symbol("H", 0, None)
    for level in range(60):
        size = bcast(size // 2 + 1, size + level) if level % 2 else (size * 3 + level) // 2 + size * 2
    text = str(size)
    assert "(...)" in text
    assert len(text) < 100_000
    assert size_text(size, {}) is None


@given(samples(SIZES, 4), samples(SIZES, 3), points(1))
@settings(max_examples=200)
def test_a_size_in_the_contracts_grammar_is_what_python_reads(x: Sample, y: Sample, env: Env) -> None:
    a, b = x.dim, y.dim
    for size in (a * a, a // (b * b) if b != 0 else a, (a * a * b) % (b * b) if b != 0 else a, 7 - a * a * b):
        assume(isinstance(size, Expr))
        text = size_text(size, {})
        if text is None:
            continue
        try:
            expected = evaluate(size, env)
        except ArithmeticError:
            continue
        assert eval(text, {"max": max, "min": min}, dict(env)) == expected
