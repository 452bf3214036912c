"""Conditions as Python code over a dict of ints, so that a candidate point is tried in microseconds.

Only the node kinds listed here are written out; names occur as string literals and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt

from shapecheck.symbolic.choice import Ite, Max, Min
from shapecheck.symbolic.division import FloorDiv, Mod
from shapecheck.symbolic.expr import Atom, Dim, Expr, Symbol
from shapecheck.symbolic.formula import Compare, Flag, Formula, Junction
from shapecheck.symbolic.powers import Product
from shapecheck.symbolic.roots import Isqrt
from shapecheck.symbolic.smt.reals import UnsupportedError

Test = Callable[[dict[str, int]], bool]


def compiled(conds: Sequence[Formula]) -> list[Test]:
    """A function for each condition; ZeroDivisionError or ValueError where it has no value."""
    source = ",".join(f"lambda e:{_formula(cond)}" for cond in conds)
    code = compile(f"[{source}]", "<conditions>", "eval")
    tests: list[Test] = eval(code, {"__builtins__": {}, "min": min, "max": max, "isqrt": isqrt})
    return tests


def _formula(cond: Formula) -> str:
    if isinstance(cond, Compare):
        return f"({_dim(cond.expr)}{cond.op}0)"
    if isinstance(cond, Flag):
        return f"(e[{cond.name!r}]is {cond.positive})"
    assert isinstance(cond, Junction)
    return f"({(' and ' if cond.is_and else ' or ').join(map(_formula, cond.args))})"


def _dim(d: Dim) -> str:
    if not isinstance(d, Expr):
        return f"({d})" if d < 0 else str(d)
    parts = []
    for monomial, coefficient in d.terms:
        factors = [] if coefficient == 1 else [f"({coefficient})"]
        for atom, n in monomial.factors:
            text = _atom(atom)
            factors.append(text if n == 1 else f"{text}**{n}")
        parts.append("*".join(factors))
    if d.const:
        parts.append(f"({d.const})")
    return f"({'+'.join(parts)})"


def _atom(atom: Atom) -> str:
    if isinstance(atom, Symbol):
        return f"e[{atom.name!r}]"
    if isinstance(atom, FloorDiv):
        return f"({_dim(atom.numerator)}//{_dim(atom.divisor)})"
    if isinstance(atom, Mod):
        return f"({_dim(atom.numerator)}%{_dim(atom.divisor)})"
    if isinstance(atom, (Min, Max)):
        return f"{atom.name}({','.join(map(_dim, atom.args))})"
    if isinstance(atom, Ite):
        return f"({_dim(atom.then)} if {_formula(atom.cond)} else {_dim(atom.other)})"
    if isinstance(atom, Isqrt):
        return f"isqrt({_dim(atom.of)})"
    if isinstance(atom, Product):
        return f"({_dim(atom.left)}*{_dim(atom.right)})"
    raise UnsupportedError
