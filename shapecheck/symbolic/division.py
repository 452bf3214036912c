"""Python's floor division and modulo: their atoms, and the rewrites that bring them to normal form.

A division is taken to have happened: its divisor is not 0 wherever the expression has a value.
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd
from typing import Final

from shapecheck.symbolic import intervals, printing
from shapecheck.symbolic.expr import (
    Atom,
    Dim,
    Expr,
    Monomial,
    Operations,
    atom_expr,
    dim_key,
    free_symbols,
    from_terms,
    intern_atom,
    make,
    monomial_from,
    range_of,
)
from shapecheck.symbolic.interning import remembered
from shapecheck.symbolic.intervals import Interval
from shapecheck.symbolic.traversal import Rewriter, Valuation

MAX_REDUCTIONS = 256


class Quotient(Atom):
    """What FloorDiv and Mod have in common: a numerator and a divisor."""

    __slots__ = ("divisor", "numerator")
    operator = ""

    def __init__(self, numerator: Dim, divisor: Dim) -> None:
        self.numerator: Final = numerator
        self.divisor: Final = divisor
        self.free = free_symbols((numerator, divisor))
        self.key = (self.rank, dim_key(divisor), dim_key(numerator))

    def parts(self) -> tuple[Dim, Dim]:
        return (self.numerator, self.divisor)

    def text(self) -> tuple[str, int]:
        left = printing.operand(self.numerator, printing.QUOTIENT)
        right = printing.operand(self.divisor, printing.POWER)
        return f"{left}{self.operator}{right}", printing.PRODUCT


class FloorDiv(Quotient):
    """numerator // divisor, rounded down."""

    __slots__ = ()
    rank = 1
    operator = "//"

    def value(self, at: Valuation) -> int:
        return at.dim(self.numerator) // at.dim(self.divisor)

    def rebuild(self, by: Rewriter) -> Dim:
        return floordiv(by.dim(self.numerator), by.dim(self.divisor))

    def range(self, of: Callable[[Dim], Interval]) -> Interval:
        return intervals.floordiv(of(self.numerator), of(self.divisor))


class Mod(Quotient):
    """numerator % divisor, with the sign of the divisor."""

    __slots__ = ()
    rank = 2
    operator = " % "

    def value(self, at: Valuation) -> int:
        return at.dim(self.numerator) % at.dim(self.divisor)

    def rebuild(self, by: Rewriter) -> Dim:
        return modulo(by.dim(self.numerator), by.dim(self.divisor))

    def range(self, of: Callable[[Dim], Interval]) -> Interval:
        return intervals.modulo(of(self.numerator), of(self.divisor))


# ------------------------------------------------------------------------------------ constructors


@remembered
def floordiv(a: Dim, b: Dim) -> Dim:
    """a // b in normal form; ZeroDivisionError if b is the int 0."""
    if isinstance(b, int):
        if isinstance(a, int):
            return a // b
        if b in (1, -1):
            return a * b
        if b == 0:
            raise ZeroDivisionError("integer division by zero")
        if b < 0:
            return floordiv(-a, -b)
        return _floordiv_int(a, b)
    if a == 0 and isinstance(a, int):
        return 0
    if b.terms[0][1] < 0:
        return floordiv(-a, -b)
    if _below(a, b):
        return 0
    quotient, rest = _divide(a, b)
    if rest == 0 and isinstance(rest, int):
        return quotient
    n, d, _, _ = _cancel(rest, b)
    if d is not b:
        return quotient + floordiv(n, d)
    if _below(rest, b):
        return quotient
    return quotient + _nested(rest, b)


def _floordiv_int(a: Expr, k: int) -> Dim:
    """a // k for k > 1: multiples of k leave, the rest is reduced."""
    quotient, rest = _divide_int(a, k)
    if isinstance(rest, int):
        return quotient
    if rest.terms[0][1] < 0:  # floor(-x / k) == -((x + k - 1) // k)
        return quotient - floordiv(k - 1 - rest, k)
    g = gcd(k, *(c for _, c in rest.terms))
    if g > 1:
        return quotient + floordiv(_scaled_down(rest, g), k // g)
    low, high = rest.range
    if low is not None and high is not None and low // k == high // k:
        return quotient + low // k
    return quotient + _nested(rest, k)


def _nested(a: Dim, b: Dim) -> Dim:
    """(x // c + y) // b == (x + c * y) // (b * c) for b > 0; else the atom."""
    if isinstance(a, Expr) and _positive(b):
        inner: FloorDiv | None = None
        for monomial, coefficient in a.terms:
            atom = monomial.factors[0][0]
            if coefficient == 1 and monomial.degree == 1 and type(atom) is FloorDiv:
                if inner is not None:
                    break  # two of them: no reason to prefer one
                inner = atom
        else:
            if inner is not None:
                rest = a - atom_expr(inner)
                return floordiv(inner.numerator + rest * inner.divisor, inner.divisor * b)
    return atom_expr(intern_atom(FloorDiv, a, b))


@remembered
def modulo(a: Dim, b: Dim) -> Dim:
    """a % b in normal form; ZeroDivisionError if b is the int 0."""
    if isinstance(b, int):
        if isinstance(a, int):
            return a % b
        if b == 0:
            raise ZeroDivisionError("integer modulo by zero")
        if b < 0:  # (-x) % (-k) == -(x % k)
            return -modulo(-a, -b)
        return _modulo_int(a, b)
    if a == 0 and isinstance(a, int):
        return 0
    if b.terms[0][1] < 0:
        return -modulo(-a, -b)
    if _below(a, b):
        return a
    _, rest = _divide(a, b)
    if rest == 0 and isinstance(rest, int):
        return 0
    n, d, factor, offset = _cancel(rest, b)
    if d is not b:
        return factor * modulo(n, d) + offset
    if _below(rest, b):
        return rest
    return atom_expr(intern_atom(Mod, rest, b))


def _modulo_int(a: Dim, k: int) -> Dim:
    if k == 1:
        return 0
    a = _unwrapped(a, k)
    if isinstance(a, int):
        return a % k
    _, rest = _divide_int(a, k)
    if isinstance(rest, int):
        return rest
    g = gcd(k, *(c for _, c in rest.terms))
    if g > 1:
        return g * modulo(_scaled_down(rest, g), k // g) + rest.const % g
    low, high = rest.range
    if low is not None and high is not None and low // k == high // k:
        return rest - low // k * k
    if rest.terms[0][1] < 0:  # what is left up to the next multiple: x + (-x) % k is one
        return rest - k * floordiv(rest, k)
    return atom_expr(intern_atom(Mod, rest, k))


def _unwrapped(a: Dim, k: int) -> Dim:
    """`a` with c * (x % m) replaced by c * x where k divides c * m: the same modulo k."""
    out = a
    for monomial, coefficient in a.terms if isinstance(a, Expr) else ():
        atom = monomial.factors[0][0]
        if (
            monomial.degree == 1
            and type(atom) is Mod
            and isinstance(atom.divisor, int)
            and coefficient * atom.divisor % k == 0
        ):
            out = out + coefficient * (atom.numerator - atom_expr(atom))
    return out


# ------------------------------------------------------------------------------------ polynomials


def _divide_int(a: Expr, k: int) -> tuple[Dim, Dim]:
    """(q, r) with a == k*q + r, the coefficients of r in (-k, k) and its constant in [0, k)."""
    quotient: dict[Monomial, int] = {}
    rest: list[tuple[Monomial, int]] = []
    for monomial, coefficient in a.terms:
        r = _remainder(coefficient, k)
        if r != coefficient:
            quotient[monomial] = (coefficient - r) // k
        if r:
            rest.append((monomial, r))
    return from_terms(quotient, a.const // k), make(tuple(rest), a.const % k)


def _remainder(c: int, k: int) -> int:
    """The remainder with the sign of c, so that 2*H//3 stays and -H//3 is no H - ..."""
    return c % k if c >= 0 else -(-c % k)


def _scaled_down(a: Expr, g: int) -> Dim:
    """a // g where g divides every coefficient but perhaps not the constant."""
    return make(tuple((monomial, c // g) for monomial, c in a.terms), a.const // g)


def _divide(a: Dim, b: Expr) -> tuple[Dim, Dim]:
    """(q, r) with a == b*q + r, where no term of r holds the leading term of b.

    The division algorithm for one divisor; a graded order makes it end.
    """
    if isinstance(a, int):
        return 0, a
    lead, lead_coefficient = b.terms[0]
    quotient: Dim = 0
    rest: Dim = a
    for _ in range(MAX_REDUCTIONS):
        if isinstance(rest, int):
            break
        step = _reducible_term(rest, lead, lead_coefficient)
        if step is None:
            break
        quotient = quotient + step
        rest = rest - step * b
    return quotient, rest


def _reducible_term(a: Expr, lead: Monomial, lead_coefficient: int) -> Dim | None:
    needed = dict(lead.factors)
    for monomial, coefficient in a.terms:
        if monomial.degree < lead.degree:
            return None
        r = _remainder(coefficient, lead_coefficient)
        if r == coefficient:
            continue
        powers = dict(monomial.factors)
        if all(powers.get(atom, 0) >= n for atom, n in needed.items()):
            left = monomial_from({atom: n - needed.get(atom, 0) for atom, n in powers.items()})
            times = (coefficient - r) // lead_coefficient
            return times if left is None else make(((left, times),), 0)
    return None


def _cancel(a: Dim, b: Expr) -> tuple[Dim, Dim, Dim, int]:
    """(n, d, f, c) with a // b == n // d and a % b == f * (n % d) + c; d is b if nothing cancels.

    Common monomials cancel because b, hence each factor of it, is not 0.
    """
    numbers = [c for _, c in b.terms] + [b.const]
    content = gcd(*numbers)
    if isinstance(a, Expr):
        g = gcd(content, *(c for _, c in a.terms))
        offset = a.const % g
        if offset and not _positive(b):
            g, offset = gcd(g, a.const), 0
    else:
        g = content if _positive(b) else gcd(content, a)
        offset = a % g
    common = _common_factors(a - offset, b) if not offset else {}
    if g == 1 and not common:
        return a, b, 1, 0
    n = _without(a - offset, common, g)
    d = _without(b, common, g)
    monomial = monomial_from(common)
    factor: Dim = g if monomial is None else make(((monomial, g),), 0)
    return n, d, factor, offset


def _common_factors(a: Dim, b: Expr) -> dict[Atom, int]:
    if isinstance(a, int) or a.const or b.const:
        return {}
    common = dict(a.terms[0][0].factors)
    for monomial, _ in (*a.terms, *b.terms):
        powers = dict(monomial.factors)
        common = {atom: min(n, powers[atom]) for atom, n in common.items() if atom in powers}
        if not common:
            break
    return common


def _without(a: Dim, common: dict[Atom, int], g: int) -> Dim:
    """`a` divided by g and the common factors, exactly."""
    if isinstance(a, int):
        return a // g
    if not common:
        return make(tuple((monomial, c // g) for monomial, c in a.terms), a.const // g)
    terms: dict[Monomial, int] = {}
    const = 0
    for monomial, c in a.terms:
        left = monomial_from({atom: n - common.get(atom, 0) for atom, n in monomial.factors})
        if left is None:
            const += c // g
        else:
            terms[left] = c // g
    return from_terms(terms, const)


def _positive(b: Dim) -> bool:
    low = range_of(b)[0]
    return low is not None and low > 0


def _below(a: Dim, b: Expr) -> bool:
    """Whether 0 <= a < b is known."""
    low = range_of(a)[0]
    if low is None or low < 0:
        return False
    low = range_of(b - a)[0]
    return low is not None and low > 0


Operations.floordiv = floordiv
Operations.modulo = modulo


def ceildiv(a: Dim, b: Dim) -> Dim:
    """a / b rounded up, for b > 0."""
    return floordiv(a + b - 1, b)
