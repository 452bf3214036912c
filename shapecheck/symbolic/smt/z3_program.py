"""The original program in Z3's terms, node by node: the last resort, and what answers are compared with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import z3

from shapecheck.symbolic.smt.program import INT, REAL, Program


class Z3Program:
    """Nodes as terms of one context, made on demand."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.context = z3.Context()
        self.terms: dict[int, Any] = {}

    def term(self, node: int) -> Any:
        """The term of a node."""
        todo = [node]
        while todo:
            at = todo[-1]
            if at in self.terms:
                todo.pop()
                continue
            parts = self.program.nodes[at]
            missing = [] if parts[0] in ("const", "var") else [p for p in parts[1:] if p not in self.terms]
            if missing:
                todo.extend(missing)
            else:
                self.terms[at] = self._make(parts, self.program.sorts[at])
                todo.pop()
        return self.terms[node]

    def _make(self, parts: Sequence[Any], sort: str) -> Any:
        op = parts[0]
        if op == "const":
            return self._literal(parts[1])
        if op == "var":
            name = parts[1]
            if sort == INT:
                return z3.Int(name, self.context)
            return z3.Real(name, self.context) if sort == REAL else z3.Bool(name, self.context)
        return _OPERATORS[op](*[self.terms[part] for part in parts[1:]])

    def _literal(self, value: Any) -> Any:
        if isinstance(value, bool):
            return z3.BoolVal(value, self.context)
        if isinstance(value, Fraction):
            return z3.RealVal(value, self.context)
        return z3.IntVal(value, self.context)

    def solver(self, rlimit: int) -> Any:
        """A solver in this context."""
        solver = z3.Solver(ctx=self.context)
        solver.set("rlimit", rlimit)
        return solver

    def model(self, model: Any) -> dict[str, Any]:
        """Values of all declared constants."""
        out: dict[str, Any] = {}
        for node in self.program.constants:
            value = model.eval(self.term(node), model_completion=True)
            name = self.program.name_of(node)
            if z3.is_bool(value):
                out[name] = z3.is_true(value)
            elif z3.is_int_value(value):
                out[name] = value.as_long()
            elif z3.is_rational_value(value):
                out[name] = value.as_fraction()
            else:
                return {}
        return out


def check(
    program: Program, holds: Iterable[int], fails: int | None, rlimit: int
) -> tuple[bool | None, dict[str, Any]]:
    """Whether these nodes can hold while `fails` does not, and a point if so; None if Z3 does not know."""
    encoded = Z3Program(program)
    solver = encoded.solver(rlimit)
    for node in dict.fromkeys(holds):
        solver.add(encoded.term(node))
    if fails is not None:
        solver.add(z3.Not(encoded.term(fails)))
    answer = solver.check()
    if answer == z3.sat:
        return True, encoded.model(solver.model())
    return (False if answer == z3.unsat else None), {}


def _abs(a: Any) -> Any:
    return z3.If(a >= 0, a, -a)


def _ceil(a: Any) -> Any:
    return z3.If(z3.ToReal(z3.ToInt(a)) == a, z3.ToInt(a), z3.ToInt(a) + 1)


_OPERATORS = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "neg": lambda a: -a,
    "div": lambda a, b: a / b, "mod": lambda a, b: a % b, "/": lambda a, b: a / b, "=": lambda a, b: a == b,
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, "not": z3.Not, "and": z3.And, "or": z3.Or,
    "xor": z3.Xor, "ite": z3.If, "abs": _abs, "to_real": z3.ToReal, "to_int": z3.ToInt, "ceil": _ceil,
    "sqrt": lambda a: a ** z3.RealVal("0.5", a.ctx), "min": lambda a, b: z3.If(a < b, a, b),
    "max": lambda a, b: z3.If(a > b, a, b),
}  # fmt: skip
