"""Integer expressions in one normal form: polynomials with integer coefficients over atoms.

Everything here is hash-consed (Filliatre and Conchon, "Type-safe modular hash-consing", 2006): two
expressions with the same normal form are the same object, so `==` is identity and a hash is free.
The tables are weak: what nobody uses any more is forgotten.

A result that is constant is a plain `int`, never an Expr. An expression may be partial (a division by
something that may be 0): a rewrite never changes a value that is defined.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, Union
from weakref import ref

from shapecheck.symbolic import intervals
from shapecheck.symbolic.interning import Interned, gone, remembered
from shapecheck.symbolic.intervals import Interval

if TYPE_CHECKING:
    from shapecheck.symbolic.traversal import Rewriter, Valuation

Key = tuple[Any, ...]
MAX_TERMS = 4096
"""A product with more terms than this is not expanded but kept as an opaque atom."""


class UndefinedError(ZeroDivisionError):
    """The expression has no value there: a broadcast of sizes that do not fit, a negative exponent."""


LONGEST_TEXT = 2_000
TOO_LONG = "(...)", 9
"""How an atom is written whose text nobody would read: it is no expression, and cannot be read back."""


class Atom:
    """What a polynomial is over. A new kind of atom is one subclass, with a `rank` of its own."""

    __slots__ = ("__weakref__", "_alone", "_shown", "free", "key", "weight")
    rank: int = 0
    _alone: ref[Expr]
    _shown: tuple[str, int]
    weight: int
    """Of how many atoms it is made: see `weights`, which fills it in."""
    key: Key
    free: frozenset[Symbol]

    def parts(self) -> tuple[Any, ...]:
        """Its operands: dims and conditions."""
        return ()

    def value(self, at: Valuation) -> int:
        """Its value there."""
        raise NotImplementedError

    def rebuild(self, by: Rewriter) -> Dim:
        """The same operation on rewritten operands."""
        raise NotImplementedError

    def range(self, of: Callable[[Dim], Interval]) -> Interval:
        """Bounds of the value, given those of its operands."""
        return intervals.ANY

    def text(self) -> tuple[str, int]:
        """Python syntax and how tightly it binds (see printing)."""
        raise NotImplementedError

    def shown(self) -> tuple[str, int]:
        """`text`, made once; what is shared in the expression would be written out again and again."""
        try:
            return self._shown
        except AttributeError:
            text = self.text()
            self._shown = text if len(text[0]) <= LONGEST_TEXT else TOO_LONG
            return self._shown

    def __repr__(self) -> str:
        return self.shown()[0]


class Symbol(Atom):
    """An unknown integer with bounds that are part of its identity."""

    __slots__ = ("bounds", "name")
    rank = 0

    def __init__(self, name: str, bounds: Interval) -> None:
        self.name: Final = name
        self.bounds: Final = bounds
        self.key = (0, _natural(name), tuple((b is None, b or 0) for b in bounds))
        self.free = frozenset((self,))

    def value(self, at: Valuation) -> int:
        return at.env[self.name]

    def rebuild(self, by: Rewriter) -> Dim:
        return atom_expr(self)

    def range(self, of: Callable[[Dim], Interval]) -> Interval:
        return self.bounds

    def text(self) -> tuple[str, int]:
        return self.name, 9


def _natural(name: str) -> Key:
    """A sort key in which `x_2` comes before `x_10`."""
    return tuple(int(part) if i % 2 else part for i, part in enumerate(re.split(r"([0-9]+)", name)))


class Monomial:
    """A product of powers of atoms, in the order of their keys."""

    __slots__ = ("__weakref__", "degree", "factors", "free", "key")

    def __init__(self, factors: tuple[tuple[Atom, int], ...]) -> None:
        self.factors: Final = factors
        self.degree = sum(n for _, n in factors)
        self.key: Key = (-self.degree, tuple((atom.key, -n) for atom, n in factors))
        first = factors[0][0].free
        self.free: frozenset[Symbol] = (
            first if len(factors) == 1 else first.union(*(atom.free for atom, _ in factors[1:]))
        )

    def __repr__(self) -> str:
        return "*".join(f"{atom}**{n}" if n > 1 else str(atom) for atom, n in self.factors)


Term = tuple[Monomial, int]
Terms = tuple[Term, ...]

_symbols: Interned[Symbol] = Interned()
_monomials: Interned[Monomial] = Interned()
_exprs: Interned[Expr] = Interned()
_atoms: Interned[Any] = Interned()


class Operations:
    """What Expr's operators need from the modules that are built on this one; those fill it in."""

    floordiv: Callable[[Dim, Dim], Dim]
    modulo: Callable[[Dim, Dim], Dim]
    power: Callable[[Dim, Dim], Dim]
    opaque_product: Callable[[Expr, Expr], Dim]
    text: Callable[[Expr], str]
    substitute: Callable[[Expr, Mapping[Expr, Dim]], Dim]
    evaluate: Callable[[Expr, Mapping[str, int]], int]


class Expr:
    """An integer expression that is not constant. Make one with `symbol` and the operators."""

    __slots__ = ("__weakref__", "_key", "_range", "_symbols", "_text", "const", "free", "terms")

    def __init__(self, terms: Terms, const: int) -> None:
        self.terms: Final = terms
        self.const: Final = const
        self._key: Key | None = None
        self._range: Interval | None = None
        self._symbols: frozenset[Expr] | None = None
        self._text: str | None = None
        first = terms[0][0].free
        self.free: frozenset[Symbol] = first if len(terms) == 1 else first.union(*(m.free for m, _ in terms))

    def __add__(self, other: Dim) -> Dim:
        if type(other) is Expr:
            return add(self, other)
        if isinstance(other, int):
            return make(self.terms, self.const + other) if other else self
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other: Dim) -> Dim:
        if type(other) is Expr:
            return 0 if other is self else scale(other, -1) + self
        if isinstance(other, int):
            return make(self.terms, self.const - other) if other else self
        return NotImplemented

    def __rsub__(self, other: Dim) -> Dim:
        return scale(self, -1) + other

    def __mul__(self, other: Dim) -> Dim:
        if type(other) is Expr:
            return multiply(self, other)
        if isinstance(other, int):
            return scale(self, other) if other else 0
        return NotImplemented

    __rmul__ = __mul__

    def __neg__(self) -> Dim:
        return scale(self, -1)

    def __pos__(self) -> Dim:
        return self

    def __floordiv__(self, other: Dim) -> Dim:
        return Operations.floordiv(self, other) if isinstance(other, (int, Expr)) else NotImplemented

    def __rfloordiv__(self, other: Dim) -> Dim:
        return Operations.floordiv(other, self) if isinstance(other, int) else NotImplemented

    def __mod__(self, other: Dim) -> Dim:
        return Operations.modulo(self, other) if isinstance(other, (int, Expr)) else NotImplemented

    def __rmod__(self, other: Dim) -> Dim:
        return Operations.modulo(other, self) if isinstance(other, int) else NotImplemented

    def __pow__(self, other: Dim) -> Dim:
        return Operations.power(self, other) if isinstance(other, (int, Expr)) else NotImplemented

    def __rpow__(self, other: Dim) -> Dim:
        return Operations.power(other, self) if isinstance(other, int) else NotImplemented

    @property
    def key(self) -> Key:
        """The structural key that orders expressions, the same in every run."""
        if self._key is None:
            self._key = (tuple((m.key, c) for m, c in self.terms), self.const)
        return self._key

    @property
    def range(self) -> Interval:
        """Bounds that follow from those of the symbols alone."""
        if self._range is None:
            self._range = range_under(self, _own_range, range_of)
        return self._range

    @property
    def is_symbol(self) -> bool:
        """Whether this is a symbol and nothing more."""
        return self.atom.__class__ is Symbol

    @property
    def atom(self) -> Atom | None:
        """The one atom that this is, None for any other polynomial."""
        if self.const == 0 and len(self.terms) == 1:
            monomial, coefficient = self.terms[0]
            if coefficient == 1 and monomial.degree == 1:
                return monomial.factors[0][0]
        return None

    @property
    def name(self) -> str:
        """The name of a symbol; ValueError for anything else."""
        atom = self.atom
        if isinstance(atom, Symbol):
            return atom.name
        raise ValueError(f"{self} is not a symbol")

    @property
    def symbols(self) -> frozenset[Expr]:
        """The symbols that occur in it."""
        if self.is_symbol:
            return frozenset((self,))  # not cached: a reference to itself would need the cyclic collector
        if self._symbols is None:
            self._symbols = frozenset(map(atom_expr, self.free))
        return self._symbols

    def substitute(self, mapping: Mapping[Expr, Dim]) -> Dim:
        """The expression with symbols replaced, all at once."""
        return Operations.substitute(self, mapping)

    def evaluate(self, env: Mapping[str, int]) -> int:
        """The value; KeyError if a name is missing, ZeroDivisionError where there is none."""
        return Operations.evaluate(self, env)

    def __str__(self) -> str:
        if self._text is None:
            self._text = Operations.text(self)
        return self._text

    __repr__ = __str__

    def __copy__(self) -> Expr:
        return self

    def __deepcopy__(self, memo: object) -> Expr:
        return self


Dim = Union[int, Expr]


# ------------------------------------------------------------------------------------ construction


def symbol(name: str, low: int | None = None, high: int | None = None) -> Expr:
    """The symbol of that name and those inclusive bounds: the same object each time."""
    key = (name, (low, high))
    found = _symbols.known.get(key, gone)()
    if found is None:
        found = _symbols.keep(key, Symbol(name, (low, high)))
    return atom_expr(found)


def intern_atom(cls: type[Any], *parts: Any) -> Any:
    """The one atom of that class and those operands."""
    key = (cls, *parts)
    found = _atoms.known.get(key, gone)()
    if found is None:
        found = _atoms.keep(key, cls(*parts))
    return found


def atom_expr(atom: Atom) -> Expr:
    """The expression that is just this atom."""
    try:
        known = atom._alone()
    except AttributeError:
        known = None
    if known is None:
        result = make(((_monomial(((atom, 1),)), 1),), 0)
        assert isinstance(result, Expr)
        atom._alone = ref(result)  # weak: the expression holds the atom
        return result
    return known


def make(terms: Terms, const: int) -> Dim:
    """The dim of sorted terms without zero coefficients."""
    if not terms:
        return const
    key = (terms, const)
    found: Expr | None = _exprs.known.get(key, gone)()
    return _exprs.keep(key, Expr(terms, const)) if found is None else found


def from_terms(terms: Mapping[Monomial, int], const: int) -> Dim:
    """The dim of unsorted terms; zero coefficients are dropped."""
    present = [term for term in terms.items() if term[1]]
    present.sort(key=_term_key)
    return make(tuple(present), const)


def _term_key(term: Term) -> Key:
    return term[0].key


def _monomial(factors: tuple[tuple[Atom, int], ...]) -> Monomial:
    found: Monomial | None = _monomials.known.get(factors, gone)()
    return _monomials.keep(factors, Monomial(factors)) if found is None else found


def monomial_from(factors: Mapping[Atom, int]) -> Monomial | None:
    """The product of these powers, None if it is empty (the monomial 1)."""
    present = [item for item in factors.items() if item[1]]
    present.sort(key=lambda item: item[0].key)
    return _monomial(tuple(present)) if present else None


# ------------------------------------------------------------------------------------ arithmetic


def add(a: Expr, b: Expr) -> Dim:
    """a + b."""
    if len(a.terms) < len(b.terms):
        a, b = b, a
    const = a.const + b.const
    if len(b.terms) == 1:
        return _add_term(a.terms, b.terms[0], const)
    terms = dict(a.terms)
    for monomial, coefficient in b.terms:
        terms[monomial] = terms.get(monomial, 0) + coefficient
    return from_terms(terms, const)


def _add_term(terms: Terms, term: Term, const: int) -> Dim:
    monomial, coefficient = term
    if len(terms) > 8:
        at = bisect_left(terms, monomial.key, key=_term_key)
    else:
        at = 0
        key = monomial.key
        while at < len(terms) and terms[at][0] is not monomial and terms[at][0].key < key:
            at += 1
    if at < len(terms) and terms[at][0] is monomial:
        coefficient += terms[at][1]
        middle = ((monomial, coefficient),) if coefficient else ()
        return make(terms[:at] + middle + terms[at + 1 :], const)
    return make((*terms[:at], term, *terms[at:]), const)


def scale(a: Expr, k: int) -> Dim:
    """k * a for k != 0."""
    if k == 1:
        return a
    return make(tuple((monomial, c * k) for monomial, c in a.terms), a.const * k)


def total(dims: Iterable[Dim]) -> Dim:
    """The sum, built in one pass."""
    terms: dict[Monomial, int] = {}
    const = 0
    last: Dim = 0
    count = 0
    for d in dims:
        if isinstance(d, Expr):
            const += d.const
            count += 1
            last = d
            for monomial, coefficient in d.terms:
                terms[monomial] = terms.get(monomial, 0) + coefficient
        else:
            const += d
    if count == 1 and isinstance(last, Expr):
        return make(last.terms, const)
    return from_terms(terms, const)


def prod(dims: Iterable[Dim]) -> Dim:
    """The product; 1 of nothing."""
    out: Dim = 1
    for d in dims:
        out = out * d
    return out


@remembered
def multiply(a: Expr, b: Expr) -> Dim:
    """a * b, expanded unless that would be enormous."""
    if len(a.terms) * len(b.terms) > MAX_TERMS:
        return Operations.opaque_product(a, b)
    terms: dict[Monomial, int] = {}
    for m, c in a.terms:
        for n, d in b.terms:
            product = multiply_monomials(m, n)
            terms[product] = terms.get(product, 0) + c * d
        if b.const:
            terms[m] = terms.get(m, 0) + c * b.const
    if a.const:
        for n, d in b.terms:
            terms[n] = terms.get(n, 0) + d * a.const
    return from_terms(terms, a.const * b.const)


def multiply_monomials(a: Monomial, b: Monomial) -> Monomial:
    """a * b."""
    powers = dict(a.factors)
    for atom, n in b.factors:
        powers[atom] = powers.get(atom, 0) + n
    result = monomial_from(powers)
    assert result is not None
    return result


# ------------------------------------------------------------------------------------ questions


def range_of(d: Dim) -> Interval:
    """Bounds of a dim from those of its symbols."""
    return d.range if isinstance(d, Expr) else (d, d)


def _own_range(atom: Atom, of: Callable[[Dim], Interval]) -> Interval:
    return atom.range(of)


def range_under(
    expr: Expr, of_atom: Callable[[Atom, Callable[[Dim], Interval]], Interval], of: Callable[[Dim], Interval]
) -> Interval:
    """Interval arithmetic over the terms, with the caller's bounds of atoms."""
    low: int | None = expr.const
    high: int | None = expr.const
    for monomial, coefficient in expr.terms:
        factors = monomial.factors
        if len(factors) == 1 and factors[0][1] == 1:
            low_high = of_atom(factors[0][0], of)
        else:
            low_high = (1, 1)
            for atom, n in factors:
                low_high = intervals.multiply(low_high, intervals.power(of_atom(atom, of), n))
        a, b = intervals.scale(low_high, coefficient)
        low = None if low is None or a is None else low + a
        high = None if high is None or b is None else high + b
        if low is None and high is None:
            break
    return (low, high)


def free_symbols(parts: Iterable[Any]) -> frozenset[Symbol]:
    """The symbols in operands of which some are ints or bools."""
    return frozenset().union(*(part.free for part in parts if not isinstance(part, int)))


def dim_key(d: Dim) -> Key:
    """A structural key for any dim."""
    return d.key if isinstance(d, Expr) else ((), d)
