"""Proofs that an assert follows from those before it, where the tables of the facts do not show it."""

from __future__ import annotations

from shapecheck.symbolic.definitions import atoms_of
from shapecheck.symbolic.facts import Facts
from shapecheck.symbolic.formula import EQ, Compare, Cond, Formula, ge, le, not_
from shapecheck.symbolic.refute import MAX_SPLITS, Refuter, linearly_refuted, question
from shapecheck.symbolic.smt.chain import Open
from shapecheck.symbolic.smt.ratios import implies

NEAR = 40
SPLITS = 2
MAX_TERMS = 4
MAX_ATOMS = 6
"""Larger conditions are not worth case splits: they rarely end."""


def quickly(record: Open) -> bool:
    """Linear reasoning with the nearest facts, and bounds of quotients."""
    return all(_follows(record.facts, case) for case in _cases(record.cond))


def thoroughly(record: Open) -> bool:
    """With case splits."""
    cond = record.cond
    if isinstance(cond, Compare) and (len(cond.expr.terms) > MAX_TERMS or len(atoms_of([cond])) > MAX_ATOMS):
        return False
    return all(_refuted(record.facts, not_(case)) for case in _cases(cond))


def _refuted(facts: Facts, cond: Cond) -> bool:
    """With few case splits: there are very many questions."""
    refuter = Refuter()
    refuter.splits = MAX_SPLITS - SPLITS
    return refuter.refutes(*question(facts, cond))


def _cases(cond: Formula) -> list[Cond]:
    """Conditions that together say the same; an equation is two inequalities."""
    if isinstance(cond, Compare) and cond.op is EQ:
        return [ge(cond.expr, 0), le(cond.expr, 0)]
    return [cond]


def _follows(facts: Facts, cond: Cond) -> bool:
    cond = facts.simplify_condition(cond)
    if not isinstance(cond, Formula):
        return cond
    opposite = not_(cond)
    if not isinstance(opposite, Compare):
        return False
    near = [*facts.relevant(cond.free, NEAR), opposite]
    if linearly_refuted(near, facts.rewriter):
        return True
    return isinstance(cond, Compare) and any(implies(fact, cond) for fact in near)
