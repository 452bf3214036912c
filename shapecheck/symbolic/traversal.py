"""Walking through expressions: evaluation at a point, and replacing atoms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shapecheck.symbolic.expr import Atom, Dim, Expr, Operations, Symbol, Term, atom_expr, make, total


class Valuation:
    """Evaluates many expressions at one point, each shared atom once."""

    __slots__ = ("env", "memo")

    def __init__(self, env: Mapping[str, int]) -> None:
        self.env = env
        self.memo: dict[Atom, int] = {}

    def dim(self, d: Dim) -> int:
        """The value of a dim."""
        if not isinstance(d, Expr):
            return d
        memo = self.memo
        result = d.const
        for monomial, coefficient in d.terms:
            for atom, n in monomial.factors:
                value = memo.get(atom)
                if value is None:
                    value = memo[atom] = atom.value(self)
                coefficient *= value if n == 1 else value**n
            result += coefficient
        return result


class Rewriter:
    """Replaces symbols throughout expressions, each shared atom once."""

    __slots__ = ("mapping", "memo", "touched")

    def __init__(self, mapping: Mapping[Symbol, Dim]) -> None:
        self.mapping = mapping
        self.touched = mapping.keys()
        self.memo: dict[Atom, Dim | None] = {}

    def touches(self, free: frozenset[Symbol]) -> bool:
        """Whether an expression over these symbols can change."""
        return not self.touched.isdisjoint(free)

    def undefined(self, error: ZeroDivisionError) -> Any:
        """What a comparison becomes whose operands lost their value."""
        raise error

    def decided(self, cond: Any) -> Any:
        """A rewritten comparison, or a bool if more is known."""
        return cond

    def dim(self, d: Dim) -> Dim:
        """The rewritten dim."""
        if not isinstance(d, Expr) or not self.touches(d.free):
            return d
        kept: list[Term] = []
        changed: list[Dim] = []
        for term in d.terms:
            new = self._term(term) if self.touches(term[0].free) else None
            if new is None:
                kept.append(term)
            else:
                changed.append(new)
        if not changed:
            return d
        changed.append(make(tuple(kept), d.const))
        return total(changed)

    def _term(self, term: Term) -> Dim | None:
        monomial, coefficient = term
        replaced = [self.atom(atom) for atom, _ in monomial.factors]
        if all(r is None for r in replaced):
            return None
        out: Dim = coefficient
        for (atom, n), new in zip(monomial.factors, replaced, strict=True):
            base = atom_expr(atom) if new is None else new
            out = out * (base if n == 1 else Operations.power(base, n))
        return out

    def atom(self, atom: Atom) -> Dim | None:
        """What replaces the atom, None if it stays."""
        if isinstance(atom, Symbol):
            return self.mapping.get(atom)
        if not self.touches(atom.free):
            return None
        if atom in self.memo:
            return self.memo[atom]
        rebuilt = atom.rebuild(self)
        result = None if isinstance(rebuilt, Expr) and rebuilt.atom is atom else rebuilt
        self.memo[atom] = result
        return result


def symbol_mapping(mapping: Mapping[Expr, Dim]) -> dict[Symbol, Dim]:
    """The mapping by symbol atoms; ValueError if a key is no symbol."""
    out: dict[Symbol, Dim] = {}
    for key, value in mapping.items():
        atom = key.atom
        if not isinstance(atom, Symbol):
            raise ValueError(f"{key} is not a symbol")
        out[atom] = value
    return out


def substitute(d: Dim, mapping: Mapping[Expr, Dim]) -> Dim:
    """The dim with symbols replaced, all at once."""
    return Rewriter(symbol_mapping(mapping)).dim(d)


def evaluate(d: Dim, env: Mapping[str, int]) -> int:
    """The value of a dim; KeyError if a name is missing, ZeroDivisionError where there is none."""
    return Valuation(env).dim(d)


def symbols_of(d: Dim) -> frozenset[Expr]:
    """The symbols of a dim; none in an int."""
    return d.symbols if isinstance(d, Expr) else frozenset()


def mentions(d: Dim, most: int) -> int:
    """How often symbols occur in a dim that is written out, or more than `most` if that is more: what is nested in an
    expression several times over is looked through each time whenever it is rewritten."""
    found, pending = 0, [d]
    while pending and found <= most:
        one = pending.pop()
        for monomial, _ in one.terms if isinstance(one, Expr) else ():
            for atom, _ in monomial.factors:
                found += isinstance(atom, Symbol)
                pending.extend(part for part in atom.parts() if isinstance(part, Expr))
    return found


Operations.substitute = substitute
Operations.evaluate = evaluate
