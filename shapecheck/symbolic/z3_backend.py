"""The only module that knows Z3. Imported when a question needs it, never before.

Each question gets a context and a solver of its own, with a resource limit instead of a clock and its
assertions sorted, so that the answer depends on nothing but the question.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import z3

from shapecheck.symbolic.choice import Bcast, Ite, Max, Min
from shapecheck.symbolic.division import FloorDiv, Mod
from shapecheck.symbolic.expr import Atom, Dim, Expr, Symbol, range_of
from shapecheck.symbolic.formula import EQ, GE, Compare, Flag, Formula, Junction, not_
from shapecheck.symbolic.powers import Power, Product
from shapecheck.symbolic.roots import Isqrt


class Answer(NamedTuple):
    """What Z3 said: True satisfiable, False not, None unknown."""

    satisfiable: bool | None
    model: dict[str, int] | None
    spent: int


class Encoder:
    """Translates into one Z3 context."""

    def __init__(self, context: Any) -> None:
        self.context = context
        self.names: dict[str, Any] = {}
        self.bounds: dict[str, Any] = {}
        self.atoms: dict[Atom, tuple[Any, tuple[Any, ...]]] = {}

    def formula(self, cond: Formula) -> Any:
        """True in Z3 iff the condition has a value and it is True."""
        if isinstance(cond, Junction):
            args = [self.formula(arg) for arg in cond.args]
            return z3.And(*args) if cond.is_and else z3.Or(*args)
        if isinstance(cond, Flag):
            flag = z3.Bool(f"flag {cond.name}", self.context)
            self.names[cond.name] = flag
            return flag if cond.positive else z3.Not(flag)
        assert isinstance(cond, Compare)
        value, defined = self.dim(cond.expr)
        zero = z3.IntVal(0, self.context)
        literal = value >= zero if cond.op is GE else value == zero if cond.op is EQ else value != zero
        return z3.And(*defined, literal) if defined else literal

    def condition(self, cond: Any) -> Any:
        """A formula or a bool."""
        return z3.BoolVal(cond, self.context) if isinstance(cond, bool) else self.formula(cond)

    def dim(self, d: Dim) -> tuple[Any, tuple[Any, ...]]:
        """The term and the conditions under which the dim has that value."""
        if not isinstance(d, Expr):
            return z3.IntVal(d, self.context), ()
        parts = []
        defined: dict[Any, None] = {}
        for monomial, coefficient in d.terms:
            factors = [] if coefficient == 1 else [z3.IntVal(coefficient, self.context)]
            for atom, n in monomial.factors:
                term, conditions = self.atom(atom)
                factors.extend([term] * n if n <= 16 else [self._power(term, z3.IntVal(n, self.context))])
                defined.update(dict.fromkeys(conditions))
            parts.append(factors[0] if len(factors) == 1 else z3.Product(*factors))
        if d.const:
            parts.append(z3.IntVal(d.const, self.context))
        return (parts[0] if len(parts) == 1 else z3.Sum(*parts)), tuple(defined)

    def atom(self, atom: Atom) -> tuple[Any, tuple[Any, ...]]:
        """The same of an atom."""
        found = self.atoms.get(atom)
        if found is None:
            found = self.atoms[atom] = self._atom(atom)
        return found

    def _atom(self, atom: Atom) -> tuple[Any, tuple[Any, ...]]:
        if isinstance(atom, Symbol):
            return self._symbol(atom), ()
        if isinstance(atom, Ite):
            return self._ite(atom)
        args = [self.dim(part) for part in atom.parts()]
        defined = tuple(dict.fromkeys(c for _, conditions in args for c in conditions))
        terms = [term for term, _ in args]
        if isinstance(atom, (FloorDiv, Mod)):
            return self._quotient(atom, terms[0], terms[1], defined)
        if isinstance(atom, (Min, Max)):
            out = terms[0]
            for term in terms[1:]:
                out = z3.If(out <= term if isinstance(atom, Min) else out >= term, out, term)
            return out, defined
        if isinstance(atom, Isqrt):
            root = z3.Function("isqrt", z3.IntSort(self.context), z3.IntSort(self.context))(terms[0])
            return root, (*defined, terms[0] >= 0, root >= 0, root * root <= terms[0])
        a, b = terms
        if isinstance(atom, Bcast):
            return z3.If(a == 1, b, a), (*defined, z3.Or(a == b, a == 1, b == 1))
        if isinstance(atom, Product):
            return a * b, defined
        assert isinstance(atom, Power)
        return self._power(a, b), (*defined, b >= 0)

    def _symbol(self, atom: Symbol) -> Any:
        const = self.names[atom.name] = z3.Int(atom.name, self.context)
        low, high = atom.bounds
        if low is not None:
            self.bounds[f"{atom.name} >= {low}"] = const >= low
        if high is not None:
            self.bounds[f"{atom.name} <= {high}"] = const <= high
        return const

    def _quotient(
        self, atom: FloorDiv | Mod, n: Any, d: Any, defined: tuple[Any, ...]
    ) -> tuple[Any, tuple[Any, ...]]:
        """SMT-LIB's remainder is never negative; Python's has the sign of the divisor."""
        low, high = range_of(atom.divisor)
        if isinstance(atom, FloorDiv):
            positive, negative = n / d, (-n) / (-d)
        else:
            positive, negative = n % d, -((-n) % (-d))
        if low is not None and low > 0:
            return positive, defined
        if high is not None and high < 0:
            return negative, defined
        return z3.If(d > 0, positive, negative), (*defined, d != 0)

    def _ite(self, atom: Ite) -> tuple[Any, tuple[Any, ...]]:
        holds, fails = self.formula(atom.cond), self.condition(not_(atom.cond))
        then, then_defined = self.dim(atom.then)
        other, other_defined = self.dim(atom.other)
        defined = z3.Or(z3.And(holds, *then_defined), z3.And(fails, *other_defined))
        return z3.If(holds, then, other), (defined,)

    def _power(self, base: Any, exponent: Any) -> Any:
        """Uninterpreted: enough to refute what follows from equality; models are checked anyway."""
        sort = z3.IntSort(self.context)
        return z3.Function("power", sort, sort, sort)(base, exponent)


def check(conds: Iterable[Formula], rlimit: int, want_model: bool) -> Answer:
    """Whether all of the conditions can hold at once."""
    context = z3.Context()
    encoder = Encoder(context)
    solver = z3.Solver(ctx=context)
    solver.set("rlimit", rlimit)
    for cond in sorted(set(conds), key=lambda c: c.key):
        solver.add(encoder.formula(cond))
    for _, bound in sorted(encoder.bounds.items()):
        solver.add(bound)
    result = solver.check()
    spent = _spent(solver)
    if result == z3.unsat:
        return Answer(False, None, spent)
    if result != z3.sat:
        return Answer(None, None, max(spent, rlimit))
    return Answer(True, _model(solver.model(), encoder) if want_model else None, spent)


def _spent(solver: Any) -> int:
    statistics = solver.statistics()
    return int(statistics.get_key_value("rlimit count")) if "rlimit count" in statistics.keys() else 0  # noqa: SIM118


def _model(model: Any, encoder: Encoder) -> dict[str, int]:
    out: dict[str, int] = {}
    for name in sorted(encoder.names):
        value = model.eval(encoder.names[name], model_completion=True)
        out[name] = z3.is_true(value) if z3.is_bool(value) else value.as_long()
    return out
