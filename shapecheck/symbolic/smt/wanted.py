"""Inputs for wanted values of outputs: the program with one assert more."""

from __future__ import annotations

from collections.abc import Iterable

from shapecheck.symbolic.formula import eq
from shapecheck.symbolic.smt.models import Model, Solved, find_model
from shapecheck.symbolic.smt.program import BOOL, INT, REAL, Assert, Program
from shapecheck.symbolic.smt.sexpr import SmtError


def inputs_for(solved: Solved, node: int, value: int) -> Model | None:
    """A model in which the node has that value, found without Z3 and checked; None if none was found."""
    try:
        equation = eq(solved.chain.translator.value(node), value)
    except (TypeError, ZeroDivisionError):
        return None
    model = find_model(solved, equation)
    if model is None:
        return None
    return model if solved.evaluator.value_of(node, model) == value else None


def with_outputs(program: Program, outputs: Iterable[tuple[str, int]]) -> Program:
    """The program in which these names have these values too."""
    for name, value in outputs:
        node = program.names.get(name)
        if node is None:
            raise SmtError(1, f"no constant is called {name!r}")
        sort = program.sorts[node]
        if sort == BOOL:
            raise SmtError(1, f"{name!r} is Bool: it has no size")
        wanted = program.constant(value)
        if sort == REAL:
            wanted = program.to_real(wanted)
        assert sort in (INT, REAL)
        equation = program.binary("=", node, wanted, BOOL)
        program.asserts.append(Assert(f"{name}={value}", equation, 0))
    return program
