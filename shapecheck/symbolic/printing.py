"""Expressions as Python source, the way a person would write them."""

from __future__ import annotations

from shapecheck.symbolic.expr import Dim, Expr, Monomial, Operations, Symbol, Term

CHOICE, SUM, QUOTIENT, PRODUCT, UNARY, POWER, ATOM = 0, 2, 3, 4, 5, 6, 9
"""How tightly an operator binds; on the left side of `//` (QUOTIENT) a plain product needs no brackets."""


def operand(d: Dim, level: int) -> str:
    """The text, in brackets if it binds less tightly than `level`."""
    text, binds = _text(d)
    if level == QUOTIENT:
        return text if binds > PRODUCT or _is_plain_product(d) else f"({text})"
    return text if binds >= level else f"({text})"


def _text(d: Dim) -> tuple[str, int]:
    if not isinstance(d, Expr):
        return str(d), ATOM if d >= 0 else SUM
    if len(d.terms) == 1 and not d.const:
        monomial, coefficient = d.terms[0]
        if coefficient == 1:
            return _product(monomial)
        if coefficient == -1:
            text, binds = _product(monomial)
            if monomial.degree == 1 and binds <= PRODUCT:
                text = f"({text})"  # -a//b would be (-a)//b
            return f"-{text}", SUM
        return _scaled(monomial, coefficient), PRODUCT if coefficient > 0 else SUM
    return str(d), SUM


def _is_plain_product(d: Dim) -> bool:
    """2*H*W: no quotient in it, so that 2*H*W//3 is clear."""
    if not isinstance(d, Expr):
        return d >= 0
    if d.const or len(d.terms) != 1 or d.terms[0][1] < 0:
        return False
    return all(type(atom) is Symbol for atom, _ in d.terms[0][0].factors)


def _product(monomial: Monomial) -> tuple[str, int]:
    factors = monomial.factors
    if len(factors) == 1 and factors[0][1] == 1:
        return factors[0][0].shown()
    out = []
    for atom, n in factors:
        text, binds = atom.shown()
        if n > 1:
            out.append(f"{text}**{n}" if binds > POWER else f"({text})**{n}")
        else:
            out.append(text if binds > PRODUCT else f"({text})")
    return "*".join(out), PRODUCT if len(out) > 1 else POWER


def _scaled(monomial: Monomial, coefficient: int) -> str:
    text, binds = _product(monomial)
    if monomial.degree == 1 and binds <= PRODUCT:
        text = f"({text})"  # 2*H//3 would be (2*H)//3
    return f"{coefficient}*{text}"


def sum_text(terms: list[Term], const: int) -> str:
    """The sum, beginning with something positive if there is anything positive."""
    parts = [(c < 0, _scaled(m, abs(c)) if abs(c) != 1 else _summand(m)) for m, c in terms]
    if const:
        parts.append((const < 0, str(abs(const))))
    if not parts:
        return "0"
    first = next((i for i, (negative, _) in enumerate(parts) if not negative), 0)
    parts.insert(0, parts.pop(first))
    negative, text = parts[0]
    if negative:
        text = f"-({text})" if len(terms) and terms[0][1] == -1 and _is_quotient(terms[0][0]) else f"-{text}"
    return text + "".join(f" {'-' if minus else '+'} {part}" for minus, part in parts[1:])


def _summand(monomial: Monomial) -> str:
    text, binds = _product(monomial)
    return text if binds >= PRODUCT else f"({text})"


def _is_quotient(monomial: Monomial) -> bool:
    return monomial.degree == 1 and monomial.factors[0][0].shown()[1] == PRODUCT


def text_of(expr: Expr) -> str:
    """The whole expression."""
    if len(expr.terms) == 1 and not expr.const:
        return _text(expr)[0]
    return sum_text(list(expr.terms), expr.const)


Operations.text = text_of
