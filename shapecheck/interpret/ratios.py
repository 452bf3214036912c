"""Floats that are known as quotients of sizes: `int(h * 0.5)`, `math.ceil(n / 8)`.

A float constant takes part only if it is a fraction with a small power of two below the line: then
the product of a size with it is exact in floating point as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapecheck.symbolic import Cond, Dim, Expr, eq, ge, gt, le, lt, ne
from shapecheck.values import Ratio, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

MAX_DENOMINATOR = 1 << 20
COMPARE = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


def as_ratio(machine: Machine, numerator: Dim, denominator: Dim) -> Value:
    """numerator / denominator as a float value; unknown when the sign of the denominator is not known."""
    from shapecheck.values import Scalar

    if isinstance(denominator, int):
        if denominator < 0:
            numerator, denominator = -numerator, -denominator
        return Ratio(numerator, denominator)
    if machine.path.decide(gt(denominator, 0)):
        return Ratio(numerator, denominator)
    return Scalar("float")


def _parts(value: Any) -> tuple[Dim, Dim] | None:
    if isinstance(value, Ratio):
        return value.numerator, value.denominator
    if isinstance(value, (int, Expr)):
        return (int(value) if isinstance(value, bool) else value), 1
    if isinstance(value, float) and value == value and abs(value) < 2**40:
        numerator, denominator = value.as_integer_ratio()
        return (numerator, denominator) if denominator <= MAX_DENOMINATOR else None
    return None


def ratio_operation(machine: Machine, op: str, a: Value, b: Value) -> Value:
    """a op b as an exact quotient, None when it is none."""
    left, right = _parts(a), _parts(b)
    if left is None or right is None:
        return None
    (n1, d1), (n2, d2) = left, right
    if op in ("+", "-"):
        return _reduced(machine, n1 * d2 + n2 * d1 if op == "+" else n1 * d2 - n2 * d1, d1 * d2)
    if op == "*":
        return _reduced(machine, n1 * n2, d1 * d2)
    if op == "/":
        if n2 == 0:
            raise machine.error("ZeroDivisionError", "float division by zero")
        return as_ratio(machine, n1 * d2, d1 * n2)
    if op == "//":
        if n2 == 0:
            raise machine.error("ZeroDivisionError", "float division by zero")
        return Ratio((n1 * d2) // (d1 * n2), 1)
    return None


def _reduced(machine: Machine, numerator: Dim, denominator: Dim) -> Value:
    if isinstance(numerator, int) and isinstance(denominator, int):
        return numerator / denominator
    return Ratio(numerator, denominator)


def ratio_compare(machine: Machine, op: str, a: Value, b: Value) -> Cond | None:
    left, right = _parts(a), _parts(b)
    if left is None or right is None:
        return None
    (n1, d1), (n2, d2) = left, right
    return COMPARE[op](n1 * d2, n2 * d1)


def floor(value: Ratio) -> Dim:
    """math.floor"""
    return value.numerator // value.denominator


def ceil(value: Ratio) -> Dim:
    """math.ceil"""
    return -((-value.numerator) // value.denominator)


def truncate(machine: Machine, value: Ratio) -> Dim | None:
    """int(value): towards zero; None when the sign is not known."""
    if machine.path.decide(ge(value.numerator, 0)):
        return floor(value)
    return ceil(value) if machine.path.decide(le(value.numerator, 0)) else None
