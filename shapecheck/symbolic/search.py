"""Directed search for small models: values are tried in a fixed order, the facts propagate each choice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from shapecheck.symbolic.definitions import atoms_of, literals
from shapecheck.symbolic.division import FloorDiv, Mod
from shapecheck.symbolic.expr import Dim, Expr, Symbol, atom_expr
from shapecheck.symbolic.facts import Facts
from shapecheck.symbolic.formula import Compare, Cond, Formula, eq, flag, not_
from shapecheck.symbolic.traversal import Valuation

SIZES = (0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 64, 128, 224, 256, 512, 768, 1024)
UNIFORM = (0, 1, 2, 3, 4, 7, 8, 16, 32, 64, 224)
MAX_CANDIDATES = 28
MAX_HINTS = 16

Env = dict[str, int]


def find(facts: Facts, symbols: Sequence[Symbol], flags: Sequence[str], budget: int) -> Facts | None:
    """The facts extended until each of these unsolved symbols and flags has a value.

    None if there is no such point among the candidates, or the budget of choices is used up.
    """
    if facts.contradictory:
        return None
    variables: list[Symbol | str] = [*flags, *symbols]
    hints = _hints(facts, symbols)
    stack: list[tuple[int, Facts, Iterator[Cond]]] = []
    at, state = _next_open(variables, 0, facts), facts
    while at < len(variables):
        stack.append((at, state, _choices(state, variables[at], hints)))
        while stack:
            at, base, choices = stack[-1]
            choice = next(choices, None)
            if choice is None:
                stack.pop()
                continue
            budget -= 1
            if budget < 0:
                return None
            state = base.assume(choice)
            if not state.contradictory:
                break
        else:
            return None
        at = _next_open(variables, at, state)
    return state


def _next_open(variables: Sequence[Symbol | str], at: int, facts: Facts) -> int:
    while at < len(variables):
        variable = variables[at]
        if isinstance(variable, str):
            if isinstance(facts.simplify_condition(flag(variable)), Formula):
                break
        elif isinstance(facts.simplify(atom_expr(variable)), Expr):
            break
        at += 1
    return at


def _choices(facts: Facts, variable: Symbol | str, hints: Sequence[int]) -> Iterator[Cond]:
    if isinstance(variable, str):
        yield not_(flag(variable))
        yield flag(variable)
        return
    s = facts.simplify(atom_expr(variable))
    for value in _candidates(facts, s, hints):
        yield eq(s, value)


def _candidates(facts: Facts, d: Dim, hints: Sequence[int]) -> list[int]:
    """Values worth trying, smallest first; those of the right remainder if one is known."""
    low, high = facts.bounds(d)
    deep = facts.multiple_of(d) if isinstance(d, Expr) else None
    if isinstance(deep, Expr) and len(deep.terms) == 1 and deep.terms[0][0].degree == 1:
        k, r = deep.terms[0][1], deep.const
        t_low = None if low is None else -((r - low) // k)
        t_high = None if high is None else (high - r) // k
        if k < 0:
            t_low, t_high = None, None
        wanted = [k * t + r for t in _plain((t_low, t_high), ())]
        wanted += [v for v in hints if (v - r) % k == 0]
        return _ordered_within(wanted, (low, high))
    return _plain((low, high), hints)


def _plain(bounds: tuple[int | None, int | None], hints: Sequence[int]) -> list[int]:
    low, high = bounds
    values = [*SIZES, *hints]
    if low is not None:
        values += [low, low + 1, low + 2, low + 3]
    if high is not None:
        values += [high, high - 1]
    if low is None or low < 0:
        values += [-v for v in SIZES[1:8]]
    return _ordered_within(values, bounds)


def _ordered_within(values: Iterable[int], bounds: tuple[int | None, int | None]) -> list[int]:
    low, high = bounds
    inside = {v for v in values if (low is None or v >= low) and (high is None or v <= high)}
    return sorted(inside, key=lambda v: (abs(v), v < 0))[:MAX_CANDIDATES]


def _hints(facts: Facts, symbols: Sequence[Symbol]) -> list[int]:
    """Numbers that occur in the facts about these symbols."""
    found: set[int] = set()
    for fact in facts.relevant(symbols, 40):
        for literal in literals(fact):
            if isinstance(literal, Compare) and len(literal.expr.terms) <= 16:
                found.update(abs(c) for _, c in literal.expr.terms)
                found.update((abs(literal.expr.const), abs(literal.expr.const) + 1))
        for atom in atoms_of((fact,)):
            if isinstance(atom, (FloorDiv, Mod)) and isinstance(atom.divisor, int):
                found.add(atom.divisor)
    return sorted(found - set(SIZES))[:MAX_HINTS]


# ------------------------------------------------------------------------------------ whole points


def uniform(facts: Facts, symbols: Sequence[Symbol], wanted: Sequence[Formula]) -> Env | None:
    """A point at which all these symbols are as equal as their bounds let them, if one fits."""
    ranges = [(s.name, facts.bounds(atom_expr(s))) for s in symbols]
    for size in UNIFORM:
        env = {}
        for name, (low, high) in ranges:
            value = size if low is None or size >= low else low
            env[name] = value if high is None or value <= high else high
        if holds(wanted, env):
            return env
    return None


def holds(conds: Iterable[Formula], env: Env) -> bool:
    """Whether all have a value there and it is True, and no symbol is outside its bounds."""
    at = Valuation(env)
    try:
        return all(cond.holds(at) and _within_bounds(cond.free, env) for cond in conds)
    except (ZeroDivisionError, KeyError):
        return False


def _within_bounds(symbols: Iterable[Symbol], env: Env) -> bool:
    for s in symbols:
        low, high = s.bounds
        value = env[s.name]
        if (low is not None and value < low) or (high is not None and value > high):
            return False
    return True


def shrink(conds: Sequence[Formula], env: Env, budget: int) -> Env:
    """A point no larger in any name, found by lowering one name at a time towards 0."""
    env = dict(env)
    for name in sorted(env):
        value = int(env[name])
        for smaller in sorted({v for size in SIZES for v in (size, size + 1) if v < abs(value)}):
            if budget <= 0:
                return env
            budget -= 1
            env[name] = smaller
            if holds(conds, env):
                break
            env[name] = value
    return env


def flags_of(conds: Iterable[Cond]) -> list[str]:
    """The names of flags, sorted."""
    return sorted({name for cond in conds if isinstance(cond, Formula) for name in cond.flags})
