"""Shows that facts contradict each other, without Z3: tables, linear reasoning, and a few case splits."""

from __future__ import annotations

from collections.abc import Iterable

from shapecheck.symbolic.definitions import atoms_of, definition
from shapecheck.symbolic.division import Quotient
from shapecheck.symbolic.expr import (
    Atom,
    Expr,
    Monomial,
    Symbol,
    atom_expr,
    make,
    monomial_from,
)
from shapecheck.symbolic.facts import Facts
from shapecheck.symbolic.formula import GE, NE, Compare, Cond, Formula, Junction, compare
from shapecheck.symbolic.linear import System
from shapecheck.symbolic.simplify import FactRewriter

MAX_RELEVANT = 120
MAX_SPLITS = 24
MAX_PRODUCTS = 60


class Refuter:
    """One question; counts its case splits, and in `effort` the facts that it looks at."""

    def __init__(self) -> None:
        self.splits = 0
        self.effort = 0

    def refutes(self, facts: Facts, focus: frozenset[Symbol]) -> bool:
        """Whether the facts connected with these symbols were shown to be contradictory."""
        if facts.contradictory:
            return True
        relevant = facts.relevant(targets(facts, focus), MAX_RELEVANT)
        self.effort += 1 + len(relevant)
        current = _current(relevant, facts.deep_rewriter)
        if current is None or linearly_refuted(current, facts.deep_rewriter):
            return True
        if self.splits >= MAX_SPLITS:
            return False
        cases = _narrowest(relevant, focus, facts)
        if not cases:
            return False
        self.splits += 1
        return all(self.refutes(*question(facts, case, focus)) for case in cases)


def targets(facts: Facts, focus: Iterable[Symbol]) -> frozenset[Symbol]:
    """The unsolved symbols that the focus has become."""
    out: set[Symbol] = set()
    for s in focus:
        d = facts.simplify(atom_expr(s))
        if isinstance(d, Expr):
            out |= d.free
    return frozenset(out)


def _current(relevant: list[Formula], deep: FactRewriter) -> list[Formula] | None:
    """The facts as they look deep down, with the bounds of replaced symbols; None for a contradiction."""
    out: dict[Formula, None] = {}
    replaced: dict[Symbol, None] = {}
    for fact in relevant:
        new = fact.rebuild(_Plain(deep.know)) if deep.deep else fact
        if new is False:
            return None
        if isinstance(new, Formula):
            out[new] = None
        if deep.deep:
            replaced.update(dict.fromkeys(sorted(fact.free, key=lambda s: s.key)))
    for s in replaced:
        value = deep.dim(atom_expr(s))
        for end, sign in zip(s.bounds, (1, -1), strict=True):
            if end is not None:
                bound = compare(GE, (value - end) * sign)
                if bound is False:
                    return None
                if isinstance(bound, Formula):
                    out[bound] = None
    return list(out)


class _Plain(FactRewriter):
    """Rewrites into the deep form without deciding anything: the facts themselves must not vanish."""

    __slots__ = ()

    def __init__(self, know: object) -> None:
        super().__init__(know, deep=True)  # type: ignore[arg-type]

    def decided(self, cond: Cond) -> Cond:
        return cond


# ------------------------------------------------------------------------------------ linear


def linearly_refuted(relevant: list[Formula], rewriter: FactRewriter) -> bool:
    """Whether linear reasoning over monomials finds a contradiction."""
    system = System()
    conjuncts: list[Formula] = [fact for fact in relevant if isinstance(fact, Compare)]
    done: set[Atom] = set()
    for _ in range(2):  # a definition may bring in another atom: that of % has a //
        for atom in [atom for atom in atoms_of(conjuncts) if atom not in done]:
            done.add(atom)
            meaning = definition(atom, atom_expr(atom))
            if meaning is False:
                return True
            if isinstance(meaning, Formula):
                parts = meaning.args if isinstance(meaning, Junction) and meaning.is_and else (meaning,)
                conjuncts.extend(part for part in parts if isinstance(part, Compare))
    for fact in conjuncts:
        system.add_fact(fact)
    if not system.infeasible:
        _add_products(system, rewriter)
        _add_ranges(system, rewriter)
    return system.infeasible or system.refuted()


def _add_ranges(system: System, rewriter: FactRewriter) -> None:
    for m in system.monomials():
        low, high = rewriter.range(make(((m, 1),), 0))
        if low is not None:
            system.add(make(((m, 1),), -low))
        if high is not None:
            system.add(make(((m, -1),), high))


def _add_products(system: System, rewriter: FactRewriter) -> None:
    """McCormick's envelope (1976) from below: (x - a) * (y - b) >= 0 where x >= a and y >= b."""
    added = 0
    for m in system.monomials():
        if m.degree < 2:
            continue
        for x, y in _splits(m):
            a, b = rewriter.range(x)[0], rewriter.range(y)[0]
            if a is not None and b is not None:
                system.add((x - a) * (y - b))
                added += 1
            if added > MAX_PRODUCTS:
                return


def _splits(m: Monomial) -> list[tuple[Expr, Expr]]:
    """The ways to take one atom out of a monomial."""
    out = []
    for atom, _ in m.factors:
        powers = dict(m.factors)
        powers[atom] -= 1
        left = monomial_from(powers)
        if left is not None:
            rest = make(((left, 1),), 0)
            assert isinstance(rest, Expr)
            out.append((atom_expr(atom), rest))
    return out


# ------------------------------------------------------------------------------------ case splits


def _narrowest(relevant: list[Formula], focus: frozenset[Symbol], facts: Facts) -> tuple[Cond, ...]:
    """The cases to try next: of a disjunction, an atom's definition, or a != that may matter."""
    best = _narrower([_open_cases(fact, facts) for fact in relevant if isinstance(fact, Junction)])
    if not best:
        best = _narrower([_cases_of(atom, facts) for atom in atoms_of(relevant)])
    if best:
        return best
    for fact in relevant:
        if isinstance(fact, Compare) and fact.op is NE and fact.free <= focus:
            low, high = facts.rewriter.range(fact.expr)
            if not ((low is not None and low > 0) or (high is not None and high < 0)):
                return (compare(GE, fact.expr - 1), compare(GE, -1 - fact.expr))
    return ()


def _cases_of(atom: Atom, facts: Facts) -> tuple[Cond, ...]:
    """What an atom's definition leaves open; just the definition if it chooses and only one way is left."""
    meaning = facts.simplify_condition(definition(atom, atom_expr(atom)))
    if meaning is True:
        return ()
    if isinstance(meaning, Junction):
        cases = _narrower([_open_cases(part, facts) for part in _disjunctions(meaning)])
        if cases:
            return cases
    return () if isinstance(atom, Quotient) else (meaning,)


def _disjunctions(meaning: Junction) -> list[Junction]:
    parts = meaning.args if meaning.is_and else (meaning,)
    return [part for part in parts if isinstance(part, Junction) and not part.is_and]


def _open_cases(clause: Junction, facts: Facts) -> tuple[Cond, ...]:
    """The alternatives that are still open; none if one of them holds."""
    cases = [facts.simplify_condition(arg) for arg in clause.args]
    return () if True in cases else tuple(case for case in cases if case is not False)


def _narrower(choices: list[tuple[Cond, ...]]) -> tuple[Cond, ...]:
    return min((cases for cases in choices if cases), key=len, default=())


def question(
    facts: Facts, cond: Cond, focus: frozenset[Symbol] = frozenset()
) -> tuple[Facts, frozenset[Symbol]]:
    """The facts with the condition assumed, and the symbols to look at."""
    return facts.assume(cond), focus | cond.free if isinstance(cond, Formula) else focus


def refuted(facts: Facts, *conds: Cond) -> bool:
    """Whether the facts and conditions were shown to contradict each other."""
    return refuted_at(facts, *conds)[0]


def refuted_at(facts: Facts, *conds: Cond) -> tuple[bool, int]:
    """The same, with the effort that it took: the number of facts looked at over all case splits."""
    focus: frozenset[Symbol] = frozenset()
    for cond in conds:
        facts, focus = question(facts, cond, focus)
    refuter = Refuter()
    return refuter.refutes(facts, focus), refuter.effort
