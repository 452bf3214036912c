"""Conditions on integers, in a normal form of their own.

A comparison is `polynomial op 0` with op one of ==, !=, >=; a negation is pushed inward, so that only
flags are ever negated. Hash-consed like expressions.

Where an operand has no value, a comparison has none either: `evaluate` raises ZeroDivisionError, unless
the rest of the formula decides it (`k == 0 or n % k == 0` is true where k is 0).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import gcd
from typing import Any, Final, Union

from shapecheck.symbolic import intervals, printing
from shapecheck.symbolic.division import FloorDiv
from shapecheck.symbolic.expr import (
    Dim,
    Expr,
    Key,
    Symbol,
    atom_expr,
    from_terms,
    make,
    monomial_from,
    range_of,
)
from shapecheck.symbolic.interning import Interned, gone, remembered
from shapecheck.symbolic.traversal import Rewriter, Valuation, symbol_mapping

EQ, NE, GE = "==", "!=", ">="
OR_LEVEL, AND_LEVEL, NOT_LEVEL, COMPARE_LEVEL = 1, 2, 3, 4


class Formula:
    """A condition that is neither always true nor always false, as far as the normal form can tell."""

    __slots__ = ("__weakref__", "_negation", "_text", "free", "key")
    key: Key
    free: frozenset[Symbol]
    flags: frozenset[str] = frozenset()

    def __init__(self) -> None:
        self._negation: Cond | None = None
        self._text: str | None = None

    @property
    def symbols(self) -> frozenset[Expr]:
        """The integer symbols that occur in it."""
        return frozenset(map(atom_expr, self.free))

    def substitute(self, mapping: Mapping[Expr, Dim]) -> Cond:
        """The condition with symbols replaced, all at once."""
        return self.rebuild(Rewriter(symbol_mapping(mapping)))

    def evaluate(self, env: Mapping[str, int]) -> bool:
        """Whether it holds; KeyError if a name is missing, ZeroDivisionError where it has no value."""
        return self.holds(Valuation(env))

    def holds(self, at: Valuation) -> bool:
        """Whether it holds at that point."""
        raise NotImplementedError

    def rebuild(self, by: Rewriter) -> Cond:
        """The condition on rewritten operands."""
        raise NotImplementedError

    def negation(self) -> Cond:
        """The opposite."""
        raise NotImplementedError

    def text(self) -> tuple[str, int]:
        """Python syntax and how tightly it binds."""
        raise NotImplementedError

    def __str__(self) -> str:
        if self._text is None:
            self._text = self.text()[0]
        return self._text

    __repr__ = __str__

    def __copy__(self) -> Formula:
        return self

    def __deepcopy__(self, memo: object) -> Formula:
        return self


Cond = Union[bool, Formula]

_formulas: Interned[Any] = Interned()


def _intern(cls: type[Any], *parts: Any) -> Any:
    key = (cls, *parts)
    found = _formulas.known.get(key, gone)()
    return _formulas.keep(key, cls(*parts)) if found is None else found


class Compare(Formula):
    """expr == 0, expr != 0 or expr >= 0."""

    __slots__ = ("expr", "op")

    def __init__(self, op: str, expr: Expr) -> None:
        super().__init__()
        self.op: Final = op
        self.expr: Final = expr
        self.free = expr.free
        self.key = (1, expr.key, op)

    def holds(self, at: Valuation) -> bool:
        value = at.dim(self.expr)
        return value >= 0 if self.op is GE else (value == 0) is (self.op is EQ)

    def rebuild(self, by: Rewriter) -> Cond:
        try:
            new = by.dim(self.expr)
        except ZeroDivisionError as error:
            lost: Cond = by.undefined(error)
            return lost
        cond: Cond = by.decided(self if new is self.expr else compare(self.op, new))
        return cond

    def negation(self) -> Cond:
        if self.op is GE:
            return compare(GE, -1 - self.expr)
        return compare(NE if self.op is EQ else EQ, self.expr)

    def text(self) -> tuple[str, int]:
        return _comparison_text(self.op, self.expr), COMPARE_LEVEL


class Flag(Formula):
    """A condition that is known by name only, or its negation."""

    __slots__ = ("flags", "name", "positive")

    def __init__(self, name: str, positive: bool) -> None:
        super().__init__()
        self.name: Final = name
        self.positive: Final = positive
        self.free = frozenset()
        self.flags = frozenset((name,))
        self.key = (0, name, positive)

    def holds(self, at: Valuation) -> bool:
        return bool(at.env[self.name]) is self.positive

    def rebuild(self, by: Rewriter) -> Cond:
        cond: Cond = by.decided(self)
        return cond

    def negation(self) -> Cond:
        return _flag(self.name, not self.positive)

    def text(self) -> tuple[str, int]:
        name = self.name if self.name.isidentifier() else f"flag({self.name!r})"
        return (name, printing.ATOM) if self.positive else (f"not {name}", NOT_LEVEL)


class Junction(Formula):
    """All (`and`) or some (`or`) of at least two conditions, sorted."""

    __slots__ = ("args", "flags", "is_and")

    def __init__(self, is_and: bool, args: tuple[Formula, ...]) -> None:
        super().__init__()
        self.is_and = is_and
        self.args: Final = args
        self.free = frozenset().union(*(arg.free for arg in args))
        self.flags = frozenset().union(*(arg.flags for arg in args))
        self.key = (2, is_and, tuple(arg.key for arg in args))

    def holds(self, at: Valuation) -> bool:
        undefined: ZeroDivisionError | None = None
        for arg in self.args:
            try:
                if arg.holds(at) is not self.is_and:
                    return not self.is_and
            except ZeroDivisionError as error:  # the others may decide
                undefined = error
        if undefined is not None:
            raise undefined
        return self.is_and

    def rebuild(self, by: Rewriter) -> Cond:
        if not by.touches(self.free):
            return self
        args: list[Cond] = []
        undefined: ZeroDivisionError | None = None
        for arg in self.args:
            try:
                new = arg.rebuild(by)
            except ZeroDivisionError as error:  # the others may decide
                undefined = error
                continue
            if not isinstance(new, Formula) and new is not self.is_and:
                return new  # one of them decides it
            args.append(new)
        joined = _junction(self.is_and, args)
        if undefined is not None and joined is not (not self.is_and):
            raise undefined
        cond: Cond = by.decided(joined)
        return cond

    def negation(self) -> Cond:
        return _junction(not self.is_and, [not_(arg) for arg in self.args])

    def text(self) -> tuple[str, int]:
        level = AND_LEVEL if self.is_and else OR_LEVEL
        parts = []
        for arg in self.args:
            text, binds = arg.text()
            parts.append(text if binds > level else f"({text})")
        return (" and " if self.is_and else " or ").join(parts), level


# ------------------------------------------------------------------------------------ comparisons


@remembered
def compare(op: str, d: Dim) -> Cond:
    """`d op 0` in normal form; a bool where coefficients and the symbols' bounds decide it."""
    if not isinstance(d, Expr):
        return d >= 0 if op is GE else (d == 0) is (op is EQ)
    d = _without_nonzero_factors(op, d)
    g = gcd(*(c for _, c in d.terms))
    if op is not GE and d.const % g:
        return op is NE
    if op is not GE and d.terms[0][1] < 0:
        g = -g
    if g != 1:
        d = make(tuple((m, c // g) for m, c in d.terms), d.const // g)
        assert isinstance(d, Expr)
    low, high = d.range
    if op is GE:
        if low is not None and low >= 0:
            return True
        if high is not None and high < 0:
            return False
        if high == 0:
            return compare(EQ, d)
        without = _without_floor(d)
        return _intern(Compare, GE, d) if without is None else compare(GE, without)
    if (low is not None and low > 0) or (high is not None and high < 0):
        return op is NE
    if op is NE and low == 0:
        return compare(GE, d - 1)
    if op is NE and high == 0:
        return compare(GE, -1 - d)
    return _intern(Compare, op, d)  # type: ignore[no-any-return]


def _without_nonzero_factors(op: str, d: Expr) -> Expr:
    """`d` without monomial factors whose sign is known: H*W == H*C is W == C if H >= 1."""
    if d.const or (len(d.terms) < 2 and d.terms[0][0].degree == 1):
        return d
    common = dict(d.terms[0][0].factors)
    for monomial, _ in d.terms[1:]:
        powers = dict(monomial.factors)
        common = {atom: min(n, powers[atom]) for atom, n in common.items() if atom in powers}
        if not common:
            return d
    signs = {atom: _sign(range_of(atom_expr(atom))) for atom in common}
    dropped = {atom: n for atom, n in common.items() if signs[atom]}
    if len(d.terms) == 1 and len(dropped) == len(d.terms[0][0].factors):
        return d  # H*W >= 0 and the like: the range decides
    flip = op is GE and sum(n for atom, n in dropped.items() if signs[atom] < 0) % 2
    terms = {}
    const = 0
    for monomial, c in d.terms:
        left = monomial_from({atom: n - dropped.get(atom, 0) for atom, n in monomial.factors})
        if left is None:
            const = -c if flip else c
        else:
            terms[left] = -c if flip else c
    result = from_terms(terms, const)
    assert isinstance(result, Expr)
    return result


def _sign(bounds: intervals.Interval) -> int:
    if bounds[0] is not None and bounds[0] > 0:
        return 1
    return -1 if bounds[1] is not None and bounds[1] < 0 else 0


def _without_floor(d: Expr) -> Dim | None:
    """x // k + r >= 0 iff x + k*r >= 0, and r - x // k >= 0 iff k*r + k - 1 - x >= 0, for an int k > 0."""
    for monomial, c in d.terms:
        atom = monomial.factors[0][0]
        if monomial.degree == 1 and c in (1, -1) and type(atom) is FloorDiv:
            k = atom.divisor
            if isinstance(k, int):
                rest = d - c * atom_expr(atom)
                return k * rest + atom.numerator if c == 1 else k * rest + (k - 1) - atom.numerator
    return None


def eq(a: Dim, b: Dim) -> Cond:
    """a == b."""
    return a == b if type(a) is int and type(b) is int else compare(EQ, a - b)


def ne(a: Dim, b: Dim) -> Cond:
    """a != b."""
    return a != b if type(a) is int and type(b) is int else compare(NE, a - b)


def ge(a: Dim, b: Dim) -> Cond:
    """a >= b."""
    return a >= b if type(a) is int and type(b) is int else compare(GE, a - b)


def le(a: Dim, b: Dim) -> Cond:
    """a <= b."""
    return ge(b, a)


def gt(a: Dim, b: Dim) -> Cond:
    """a > b."""
    return a > b if type(a) is int and type(b) is int else compare(GE, a - b - 1)


def lt(a: Dim, b: Dim) -> Cond:
    """a < b."""
    return gt(b, a)


# ------------------------------------------------------------------------------------ connectives


def _flag(name: str, positive: bool) -> Formula:
    return _intern(Flag, name, positive)  # type: ignore[no-any-return]


def flag(name: str) -> Formula:
    """A boolean symbol: a condition that the analyzer does not understand."""
    return _flag(name, True)


def not_(cond: Cond) -> Cond:
    """The opposite."""
    if isinstance(cond, Formula):
        if cond._negation is None:
            cond._negation = cond.negation()
        return cond._negation
    return not cond


def and_(*conds: Cond) -> Cond:
    """All of them; True of none."""
    return _junction(True, conds)


def or_(*conds: Cond) -> Cond:
    """Some of them; False of none."""
    return _junction(False, conds)


def _junction(is_and: bool, conds: Iterable[Cond]) -> Cond:
    args: dict[Formula, None] = {}
    for cond in conds:
        if not isinstance(cond, Formula):
            if bool(cond) is not is_and:
                return not is_and
        elif isinstance(cond, Junction) and cond.is_and is is_and:
            args.update(dict.fromkeys(cond.args))
        else:
            args[cond] = None
    if len(args) < 2:
        return next(iter(args), is_and)
    for arg in args:
        if not isinstance(arg, Junction) and not_(arg) in args:
            return not is_and
    return _intern(Junction, is_and, tuple(sorted(args, key=_key)))  # type: ignore[no-any-return]


def _key(formula: Formula) -> Key:
    return formula.key


# ------------------------------------------------------------------------------------ text


def _comparison_text(op: str, d: Expr) -> str:
    """Each side with positive terms, the leading term on the left."""
    left = [(m, c) for m, c in d.terms if c > 0]
    right = [(m, -c) for m, c in d.terms if c < 0]
    left_const, right_const = max(d.const, 0), max(-d.const, 0)
    if not left or (right and d.terms[0][1] < 0):
        left, right, left_const, right_const = right, left, right_const, left_const
        op = "<=" if op is GE else op
    if op in (GE, "<=") and right:  # H >= W + 1 is H > W
        if op == GE and right_const == 1:
            op, right_const = ">", 0
        elif op == "<=" and left_const == 1:
            op, left_const = "<", 0
    if not right:
        return f"{printing.sum_text(left, 0)} {op} {right_const - left_const}"
    return f"{printing.sum_text(left, left_const)} {op} {printing.sum_text(right, right_const)}"
