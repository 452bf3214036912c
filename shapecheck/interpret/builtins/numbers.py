"""Numbers: bounded arithmetic on real ones, fractions of sizes, and the methods of int, float and complex."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.exact import (
    MAX_BITS,
    MAX_TEXT,
    Inexact,
    as_dim,
    convert,
    exact,
    kind_of,
    run,
    unknown_from,
)
from shapecheck.interpret.builtins.tables import Getter, Method, method
from shapecheck.symbolic import Cond, Dim, Expr, ceildiv, eq, ge, gt, le, lt, max_, min_, ne
from shapecheck.values import Opaque, Scalar, Unknown, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine


class Quotient(Scalar):
    """A float known as a fraction of integers: `n / k`, of which math.ceil and int() make sizes.

    Only where float arithmetic cannot differ from exact fractions for sizes below 2**53: one division
    of integers, or products with powers of two.
    """

    __slots__ = ("denominator", "numerator")

    def __init__(self, numerator: Dim, denominator: Dim) -> None:
        super().__init__("float")
        self.numerator = numerator
        self.denominator = denominator

    @property
    def known(self) -> tuple[object, ...]:
        return self.numerator, self.denominator

    def __repr__(self) -> str:
        return f"<float {self.numerator} / {self.denominator}>"


class Between(Scalar):
    """A float that only the run decides, between two that are known: `random.uniform(0, 1)`."""

    __slots__ = ("high", "low")

    def __init__(self, low: float, high: float) -> None:
        super().__init__("float")
        self.low = low
        self.high = high

    @property
    def known(self) -> tuple[object, ...]:
        return self.low, self.high


def compared(op: str, a: Value, b: Value) -> Cond | None:
    """`a op b` of fractions, `w / h > 2`; or where both ends of a range give the same answer: no random number of
    [0, 1] is below 0."""
    left, right = _fraction(a), _fraction(b)
    if left is not None and right is not None:
        return CONDITIONS[op](left[0] * right[1], right[0] * left[1])
    if not all(isinstance(side, (int, float, Between)) for side in (a, b)) or op in ("==", "!="):
        return None
    ends = [(side.low, side.high) if isinstance(side, Between) else (side, side) for side in (a, b)]
    answers = {bool(EXACT_COMPARISONS[op](left, right)) for left in ends[0] for right in ends[1]}
    return answers.pop() if len(answers) == 1 else None


CONDITIONS: dict[str, Callable[[Dim, Dim], Cond]] = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
"""Comparisons of sizes."""
EXACT_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
"""Comparisons of exact numbers."""


def divide(machine: Machine, a: Value, b: Value) -> Value:
    """`a / b` of numbers of which at least one is an Expr or a Quotient."""
    if isinstance(a, Quotient) and _is_binary(a.denominator) and isinstance(b, int) and b > 0:
        return Quotient(a.numerator, a.denominator * b)
    top, bottom = as_dim(a), as_dim(b)
    if top is None or bottom is None:
        if isinstance(b, float) and b:
            inverse = Fraction(1) / Fraction(b) if _is_short(b) else None
            if top is not None and inverse is not None:
                return Quotient(top * inverse.numerator, inverse.denominator)
        return Scalar("float")
    if machine.path.decide(gt(bottom, 0)):
        return Quotient(top, bottom)
    return Scalar("float")


def multiply(a: Value, b: Value) -> Value:
    """`a * b` where one is an Expr or a Quotient and the other a number, if the product is a float."""
    if isinstance(b, Quotient) or (isinstance(a, float) and isinstance(b, Expr)):
        a, b = b, a
    if isinstance(a, Quotient) and _is_binary(a.denominator):
        if isinstance(b, float) and _is_short(b):
            ratio = Fraction(b)
            return Quotient(a.numerator * ratio.numerator, a.denominator * ratio.denominator)
        factor = as_dim(b)
        if factor is not None:
            return Quotient(a.numerator * factor, a.denominator)
    if isinstance(a, Expr) and isinstance(b, float) and _is_short(b):
        ratio = Fraction(b)
        return Quotient(a * ratio.numerator, ratio.denominator)
    return Scalar("float")


def added(op: str, a: Value, b: Value) -> Value:
    """`a + b` and `a - b` where the result is a float: exact where both are fractions by powers of two. A fraction by a
    small number and an integer are rounded by far less than what is between the sum and the next integer."""
    left, right = _fraction(a), _fraction(b)
    if left is None or right is None:
        return Scalar("float")
    one_is_whole = 1 in (left[1], right[1]) and all(_is_small(part) for _, part in (left, right))
    if not one_is_whole and not (_is_binary(left[1]) and _is_binary(right[1])):
        return Scalar("float")
    bottom = max(left[1], right[1]) if isinstance(left[1], int) and isinstance(right[1], int) else 1
    tops = [top * (bottom // part) for top, part in (left, right)]
    return Quotient(tops[0] + tops[1] if op == "+" else tops[0] - tops[1], bottom)


def _fraction(value: Value) -> tuple[Dim, Dim] | None:
    """A number as a fraction of integers, the lower one greater than 0."""
    if isinstance(value, Quotient):
        return value.numerator, value.denominator
    if isinstance(value, float) and _is_short(value):
        ratio = Fraction(value)
        return ratio.numerator, ratio.denominator
    dim = as_dim(value)
    return None if dim is None else (dim, 1)


def _is_binary(denominator: Dim) -> bool:
    return isinstance(denominator, int) and 0 < denominator <= 1 << 20 and not denominator & (denominator - 1)


def _is_small(denominator: Dim) -> bool:
    return isinstance(denominator, int) and 0 < denominator <= 1 << 12


def _is_short(value: float) -> bool:
    """A float such as 0.5, 1.5 or 4.0: its products with sizes are exact."""
    if value != value or value in (float("inf"), float("-inf")):
        return False
    ratio = Fraction(value)
    return ratio.denominator <= 1 << 10 and abs(ratio.numerator) <= 1 << 20


def floor_of(machine: Machine, value: Value) -> Value:
    """math.floor"""
    if isinstance(value, Quotient):
        return value.numerator // value.denominator
    return _integral(machine, value, "math.floor")


def ceil_of(machine: Machine, value: Value) -> Value:
    """math.ceil"""
    if isinstance(value, Quotient):
        return ceildiv(value.numerator, value.denominator)
    return _integral(machine, value, "math.ceil")


def trunc_of(machine: Machine, value: Value) -> Value:
    """int() and math.trunc of a float"""
    if isinstance(value, Quotient):
        if machine.path.decide(ge(value.numerator, 0)):
            return value.numerator // value.denominator
        if value.denominator == 1:
            return value.numerator
        top, bottom = value.numerator, value.denominator
        return max_(0, top // bottom) + min_(0, ceildiv(top, bottom))  # towards 0 from either side
    return _integral(machine, value, "int")


def _integral(machine: Machine, value: Value, what: str) -> Value:
    dim = as_dim(value)
    if dim is not None:
        return dim
    if isinstance(value, (Unknown, Opaque)):
        return unknown_from(machine, f"{what} of an unknown number", value)
    return machine.path.fresh("int", None)


# -------------------------------------------------------------------- arithmetic on real objects


def repeat(text: str | bytes, count: int) -> str | bytes | None:
    """`text * count`, None when it is too long."""
    return text * count if len(text) * count <= MAX_TEXT else None


def power(base: Any, exponent: Any) -> Any:
    """`base ** exponent`, None when it is too large an integer."""
    if (
        isinstance(base, int)
        and isinstance(exponent, int)
        and base.bit_length() * max(exponent, 0) > MAX_BITS
    ):
        return None
    return base**exponent


def shift(value: int, by: int) -> int | None:
    """`value << by`, None when it is too large."""
    return None if by > MAX_BITS or value.bit_length() + by > MAX_BITS else value << by


def multiply_real(a: Any, b: Any) -> Any:
    if isinstance(a, (str, bytes)) and isinstance(b, int):
        return repeat(a, b)
    if isinstance(b, (str, bytes)) and isinstance(a, int):
        return repeat(b, a)
    if isinstance(a, int) and isinstance(b, int) and a.bit_length() + b.bit_length() > MAX_BITS:
        return None
    return a * b


OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": multiply_real, "/": operator.truediv, "//": operator.floordiv,
    "%": operator.mod, "**": power, "<<": shift, ">>": operator.rshift, "&": operator.and_, "|": operator.or_,
    "^": operator.xor,
}  # fmt: skip
"""Operators on exact numbers, strings and bytes; None stands for a result that is too large to compute."""


# -------------------------------------------------------------------- methods and attributes

INT: dict[str, Method] = {}
FLOAT: dict[str, Method] = {}
COMPLEX: dict[str, Method] = {}


def _real_method(table: dict[str, Method], name: str, kind: type, otherwise: str) -> None:
    """A method that is run on the real number; of an unknown one the result has the type `otherwise`."""

    def call(machine: Machine, receiver: Value, /, *args: Value, **kwargs: Value) -> Value:
        try:
            real, reals, named = (
                exact(receiver),
                [exact(a) for a in args],
                {k: exact(v) for k, v in kwargs.items()},
            )
        except Inexact:
            return typed(machine, otherwise)
        if any(isinstance(a, int) and a.bit_length() > 16 for a in reals):
            return typed(machine, otherwise)
        return convert(run(machine, getattr(kind(real), name), *reals, **named))

    method(table, name)(call)


def typed(machine: Machine, kind: str) -> Value:
    """An unknown value of a type: an integer is a new symbol."""
    if kind == "int":
        return machine.path.fresh("int", None)
    return None if kind == "None" else Scalar(kind)


for _name, _otherwise in {"bit_length": "int", "bit_count": "int", "to_bytes": "bytes"}.items():
    _real_method(INT, _name, int, _otherwise)
for _name, _otherwise in {"is_integer": "bool", "hex": "str"}.items():
    _real_method(FLOAT, _name, float, _otherwise)
_real_method(COMPLEX, "conjugate", complex, "complex")


@method(INT, "is_integer")
def _int_is_integer(machine: Machine, receiver: Value, /) -> Value:
    return True


@method(INT, "conjugate", "__int__", "__index__", "__floor__", "__ceil__", "__trunc__")
def _int_itself(machine: Machine, receiver: Value, /) -> Value:
    return int(receiver) if isinstance(receiver, bool) else receiver


@method(INT, "as_integer_ratio")
def _int_ratio(machine: Machine, receiver: Value, /) -> Value:
    return (receiver, 1)


@method(FLOAT, "as_integer_ratio")
def _float_ratio(machine: Machine, receiver: Value, /) -> Value:
    if isinstance(receiver, float):
        return convert(run(machine, receiver.as_integer_ratio))
    return (machine.path.fresh("int", None), machine.path.fresh("int", 1))


@method(FLOAT, "conjugate")
def _float_conjugate(machine: Machine, receiver: Value, /) -> Value:
    return receiver


def _part(name: str, otherwise: str) -> Getter:
    def get(machine: Machine, receiver: Any) -> Value:
        if isinstance(receiver, Expr):
            return 0 if name == "imag" else receiver
        if kind_of(receiver) is None or isinstance(receiver, Scalar):
            return Scalar("float")
        return convert(getattr(receiver, name))

    return get


NUMBER_ATTRIBUTES: dict[str, Getter] = {"real": _part("real", "float"), "imag": _part("imag", "float")}


def _numerator(machine: Machine, receiver: Any) -> Value:
    return int(receiver) if isinstance(receiver, bool) else receiver


def _denominator(machine: Machine, receiver: Any) -> Value:
    return 1


INT_ATTRIBUTES: dict[str, Getter] = {
    **NUMBER_ATTRIBUTES,
    "numerator": _numerator,
    "denominator": _denominator,
}
