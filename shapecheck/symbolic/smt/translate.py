"""From the nodes of a program to expressions and conditions, simplified as they are made."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from shapecheck.symbolic.choice import ite, max_, min_
from shapecheck.symbolic.division import floordiv, modulo
from shapecheck.symbolic.expr import Dim, Expr, Symbol, range_of, symbol
from shapecheck.symbolic.facts import Facts
from shapecheck.symbolic.formula import EQ, Cond, Formula, and_, compare, flag, ge, gt, le, not_, or_
from shapecheck.symbolic.intervals import Interval
from shapecheck.symbolic.smt import reals
from shapecheck.symbolic.smt.extent import Extents
from shapecheck.symbolic.smt.program import BOOL, INT, Program
from shapecheck.symbolic.smt.reals import Ratio, Root, UnsupportedError
from shapecheck.symbolic.smt.trace import Event
from shapecheck.symbolic.traversal import Rewriter

Value = Any
"""A Dim, a Cond, a Ratio or a Root, by the sort of the node."""


class Translator:
    """Translates nodes on demand under a growing substitution of solved symbols.

    What cannot be expressed becomes an unknown of its own: a proof that does not need it still holds.
    """

    def __init__(self, program: Program, log: list[Event] | None = None) -> None:
        self.program = program
        self.log = log
        self.values: list[Value] = [None] * len(program.nodes)
        self.solved: dict[Symbol, Dim] = {}
        self.rewriter = Rewriter({})
        self.extents = Extents()
        self._users: dict[Symbol, list[Symbol]] = {}
        self._unknowns: dict[str, tuple[Symbol, Expr]] = {}
        self.facts = Facts.EMPTY
        """What is known; the sign of a divisor decides what a division is."""

    # ---------------------------------------------------------------- substitution

    def substitute(self, s: Symbol, value: Dim) -> None:
        """From here on the symbol is replaced by the value, also in what it has replaced itself."""
        one = Rewriter({s: value})
        for other in self._users.pop(s, ()):
            old = self.solved[other]
            if isinstance(old, Expr) and s in old.free:
                self._store(other, one.dim(old))
        self._store(s, value)
        self.rewriter = Rewriter(self.solved)

    def _store(self, s: Symbol, value: Dim) -> None:
        self.solved[s] = value
        if isinstance(value, Expr):
            for free in value.free:
                self._users.setdefault(free, []).append(s)

    def current(self, name: str) -> Dim:
        """What the unknown integer of that name is now."""
        known = self._unknowns.get(name)
        if known is None:
            s = symbol(name)
            assert isinstance(s.atom, Symbol)
            known = self._unknowns[name] = (s.atom, s)
        return self.solved.get(*known)

    def solution(self, name: str) -> Dim | None:
        """What has replaced the unknown integer of that name; None if nothing has."""
        known = self._unknowns.get(name)
        return None if known is None else self.solved.get(known[0])

    # ---------------------------------------------------------------- nodes

    def value(self, node: int) -> Value:
        """The value of a node under the present substitution; ZeroDivisionError where it has none."""
        values = self.values
        if values[node] is None:
            todo = [node]
            nodes = self.program.nodes
            while todo:
                at = todo[-1]
                if values[at] is not None:
                    todo.pop()
                    continue
                parts = nodes[at]
                missing = [] if parts[0] in _LEAVES else [p for p in parts[1:] if values[p] is None]
                if missing:
                    todo.extend(missing)
                else:
                    values[at] = self._make(at, parts)
                    todo.pop()
        return self._current(node)

    def _current(self, node: int) -> Value:
        value = self.values[node]
        cls = type(value)
        if cls is int or cls is bool or value.__class__ is _Unknown:
            return value
        if cls is Expr:
            if not self.rewriter.touches(value.free):
                return value
            new: Value = self.rewriter.dim(value)
        elif isinstance(value, Formula):
            if not self.rewriter.touches(value.free):
                return value
            new = value.rebuild(self.rewriter)
        else:
            new = self._real(value)
        if self.extents.too_large(new):
            new = self._unknown(node, self.program.sorts[node])
        elif self.log is not None:
            self.log.append(Event("substitution", None, (value,), new))
        self.values[node] = new
        return new

    def _real(self, value: Ratio | Root) -> Ratio | Root:
        if isinstance(value, Root):
            return Root(Ratio(*map(self.rewriter.dim, value.of)))
        return Ratio(*map(self.rewriter.dim, value))

    def _make(self, node: int, parts: tuple[Any, ...]) -> Value:
        op = parts[0]
        sort = self.program.sorts[node]
        if op == "const":
            return reals.literal(parts[1]) if isinstance(parts[1], Fraction) else parts[1]
        try:
            if op == "var":
                return self._variable(parts[1], sort)
            args = [self._current(p) for p in parts[1:]]
            if op in ("div", "mod"):
                value = self._division(node, floordiv if op == "div" else modulo, *args)
            else:
                value = _OPERATORS[op](*args)
            if op in _NESTING and self.extents.too_large(value):
                return self._unknown(node, sort)
            if self.log is not None:
                self.log.append(Event(f"normal form of {op}", op, tuple(args), value))
            return value
        except (UnsupportedError, ZeroDivisionError, AttributeError, TypeError):
            return self._unknown(node, sort)

    def _bounds(self, d: Dim) -> Interval:
        low, high = range_of(d)
        if (low is not None and low > 0) or (high is not None and high < 0):
            return (low, high)
        return self.facts.bounds(d)

    def _division(self, node: int, operation: Callable[[Dim, Dim], Dim], a: Dim, b: Dim) -> Dim:
        """SMT-LIB's div and mod: the remainder is never negative, and by 0 the result is anything."""
        low, high = self._bounds(b)
        flip = -1 if operation is floordiv else 1
        if low is not None and low > 0:
            return operation(a, b)
        if high is not None and high < 0:
            return flip * operation(a, -b)
        anything: Dim = symbol(f"node {node}")
        if low is None or low < 0:
            anything = ite(le(b, -1), flip * operation(a, -b), anything)
        return ite(ge(b, 1), operation(a, b), anything)

    def _variable(self, name: str, sort: str) -> Value:
        if sort == INT:
            return self.current(name)
        if sort == BOOL:
            return flag(name)
        raise UnsupportedError

    def _unknown(self, node: int, sort: str) -> Value:
        if sort == BOOL:
            return flag(f"node {node}")
        return symbol(f"node {node}") if sort == INT else _UNKNOWN


class _Unknown:
    """A real of which nothing is known; every operation on it fails."""


_UNKNOWN = _Unknown()
_LEAVES = frozenset(("const", "var"))
_NESTING = frozenset(
    ("*", "/", "div", "mod", "ite", "min", "max", "ceil", "to_int", "sqrt", "abs", "=", "and", "or", "xor")
)
"""Operators whose result may be deeper than their operands."""


def _sum(a: Value, b: Value) -> Value:
    return reals.arithmetic("+", a, b) if isinstance(a, (Ratio, Root)) else a + b


def _difference(a: Value, b: Value) -> Value:
    return reals.arithmetic("-", a, b) if isinstance(a, (Ratio, Root)) else a - b


def _product(a: Value, b: Value) -> Value:
    return reals.arithmetic("*", a, b) if isinstance(a, (Ratio, Root)) else a * b


def _negation(a: Value) -> Value:
    return reals.arithmetic("-", reals.literal(Fraction(0)), a) if isinstance(a, (Ratio, Root)) else -a


def _equal(a: Value, b: Value) -> Cond:
    if isinstance(a, (Ratio, Root)):
        return reals.comparison("=", a, b)
    if isinstance(a, (bool, Formula)):
        return or_(and_(a, b), and_(not_(a), not_(b)))
    return a == b if type(a) is int and type(b) is int else compare(EQ, a - b)


def _less(a: Value, b: Value) -> Cond:
    return reals.comparison("<", a, b) if isinstance(a, (Ratio, Root)) else gt(b, a)


def _at_most(a: Value, b: Value) -> Cond:
    return reals.comparison("<=", a, b) if isinstance(a, (Ratio, Root)) else ge(b, a)


def _ite(cond: Cond, a: Value, b: Value) -> Value:
    if not isinstance(cond, Formula):
        return a if cond else b
    if isinstance(a, (bool, Formula)):
        return or_(and_(cond, a), and_(not_(cond), b))
    if isinstance(a, (Ratio, Root, _Unknown)):
        raise UnsupportedError
    return ite(cond, a, b)


def _abs(a: Value) -> Value:
    if isinstance(a, (Ratio, Root)):
        raise UnsupportedError
    return max_(a, -a)


def _to_real(a: Dim) -> Ratio:
    return Ratio(a, 1)


def _xor(a: Cond, b: Cond) -> Cond:
    return or_(and_(a, not_(b)), and_(not_(a), b))


_OPERATORS: dict[str, Callable[..., Value]] = {
    "+": _sum, "-": _difference, "*": _product, "neg": _negation,
    "/": lambda a, b: reals.arithmetic("/", a, b), "=": _equal, "<": _less, "<=": _at_most,
    "not": not_, "and": and_, "or": or_, "xor": _xor, "ite": _ite, "abs": _abs, "to_real": _to_real,
    "to_int": reals.floor, "ceil": reals.ceil, "sqrt": reals.root, "min": min_, "max": max_,
}  # fmt: skip
