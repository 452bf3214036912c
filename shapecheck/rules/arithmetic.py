"""The operations of the stub language, each bounded: ints of at most 4,096 bits, sequences of 65,536 items.

On plain integers they do Python's own arithmetic; symbolic sizes go to `shapecheck.symbolic`. What is
not known makes the result of the rule unknown, never an error.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from shapecheck.rules.errors import Unfit
from shapecheck.rules.results import Copies, UnknownDType
from shapecheck.rules.run import Run, rank, unfit
from shapecheck.symbolic import Cond, Dim, Expr, Formula, and_, eq, ge, gt, le, lt, not_, or_
from shapecheck.values import Opaque, Scalar, Shape, SliceValue, Star, Tensor, Unknown, is_plain

MAX_BITS = 4096
MAX_ITEMS = 65_536
_LIMIT = 1 << MAX_BITS


def _bounded(value: Any) -> Any:
    if type(value) is int and not -_LIMIT < value < _LIMIT:
        raise Unfit("a size is larger than any tensor")
    if isinstance(value, tuple) and len(value) > MAX_ITEMS:
        raise Unfit("a sequence is too long")
    return value


def _number(value: Any) -> Any:
    """The operand as a number of Python or an expression."""
    if isinstance(value, (int, float, Expr)) and not isinstance(value, bool):
        return value
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, (Unknown, Opaque)):
        raise unfit(value)
    raise Unfit("arithmetic on something that is no number")


def _operands(a: Any, b: Any) -> tuple[Any, Any]:
    a, b = _number(a), _number(b)
    if isinstance(a, Expr) and isinstance(b, float):
        b = _whole(b)
    elif isinstance(b, Expr) and isinstance(a, float):
        a = _whole(a)
    return a, b


def _whole(value: float) -> int:
    """A float beside a symbolic size is only computed with when it is a whole number."""
    if not value.is_integer():
        raise Unfit("a symbolic size beside a fraction")
    return int(value)


def add(a: Any, b: Any) -> Any:
    if type(a) is int and type(b) is int:
        return _bounded(a + b)
    if isinstance(a, tuple) and isinstance(b, tuple):
        return _bounded((*a, *b))
    a, b = _operands(a, b)
    return _bounded(a + b)


def subtract(a: Any, b: Any) -> Any:
    if type(a) is int and type(b) is int:
        return _bounded(a - b)
    a, b = _operands(a, b)
    return _bounded(a - b)


def multiply(a: Any, b: Any) -> Any:
    if type(a) is int and type(b) is int:
        return _bounded(a * b)
    if isinstance(a, tuple) and type(b) is int:
        if b > 0 and len(a) * b > MAX_ITEMS:
            raise Unfit("a sequence is too long")
        return a * b
    a, b = _operands(a, b)
    return _bounded(a * b)


def floor_divide(a: Any, b: Any) -> Any:
    a, b = _operands(a, b)
    if type(b) is not Expr and b == 0:
        raise Unfit("a division by zero")
    return a // b


def modulo(a: Any, b: Any) -> Any:
    a, b = _operands(a, b)
    if type(b) is not Expr and b == 0:
        raise Unfit("a division by zero")
    return a % b


def divide(a: Any, b: Any) -> Any:
    a, b = _number(a), _number(b)
    if isinstance(a, Expr) or isinstance(b, Expr):
        raise Unfit("a fraction of a symbolic size")
    if b == 0:
        raise Unfit("a division by zero")
    try:
        return a / b
    except OverflowError:
        raise Unfit("a number is too large") from None


def power(a: Any, b: Any) -> Any:
    a, b = _operands(a, b)
    if isinstance(b, int) and isinstance(a, int) and (b < 0 or max(abs(a).bit_length(), 1) * b > MAX_BITS):
        raise Unfit("a power is too large")
    try:
        return a**b
    except (OverflowError, ZeroDivisionError, ValueError):
        raise Unfit("a power has no value") from None


def negate(a: Any) -> Any:
    return -_number(a)


# ---------------------------------------------------------------- conditions


def equal(run: Run, a: Any, b: Any) -> Cond:
    """Of sizes and shapes a condition over them, of other values their plain equality."""
    if type(a) is int and type(b) is int:
        return a == b
    if isinstance(a, Expr) or isinstance(b, Expr):
        x, y = _operands(a, b)
        return eq(x, y)
    if isinstance(a, tuple) and isinstance(b, tuple):
        return equal_shapes(run, a, b)
    for value in (a, b):
        if isinstance(value, (Unknown, Opaque)):
            raise unfit(value)
        if isinstance(value, (Scalar, UnknownDType, Tensor)):
            raise Unfit("a value that is not known is compared")
    return bool(type(a) is type(b) and a == b) or (
        isinstance(a, (int, float)) and isinstance(b, (int, float)) and a == b
    )


def equal_shapes(run: Run, a: Shape, b: Shape) -> Cond:
    """Dim by dim; with a star on one side the other gives it its length, when that is certain."""
    a, b = run.path.resolve(a), run.path.resolve(b)
    if a == b:
        return True
    stars_a = [i for i, dim in enumerate(a) if type(dim) is Star]
    stars_b = [i for i, dim in enumerate(b) if type(dim) is Star]
    if is_plain(a) and is_plain(b):
        return len(a) == len(b) and _all_equal(zip(a, b))
    if stars_a and stars_b:
        if len(a) == len(b) and stars_a == stars_b and a[stars_a[0]] is b[stars_b[0]]:
            return _all_equal(zip(a, b))
        if len(a) != len(b) and Counter(a[i] for i in stars_a) == Counter(b[i] for i in stars_b):
            return False  # of the same stars and more or fewer dims: of another rank
        raise Unfit("shapes of unknown rank are compared")
    starred, plain, at = (a, b, stars_a[0]) if stars_a else (b, a, stars_b[0])
    star = starred[at]
    assert isinstance(star, Star)
    front, back = at, len(starred) - at - 1
    if len(plain) < front + back:
        return False
    ends = [*zip(starred[:at], plain[:at]), *zip(starred[len(starred) - back :], plain[len(plain) - back :])]
    return and_(eq(star.rank, len(plain) - front - back), _all_equal(ends))


def _all_equal(pairs: Iterable[tuple[Dim | Star, Dim | Star]]) -> Cond:
    known = [(x, y) for x, y in pairs if not isinstance(x, Star) and not isinstance(y, Star)]
    for dim in (dim for pair in known for dim in pair):
        if not isinstance(dim, (int, Expr)):
            raise unfit(dim)
    return and_(*(eq(x, y) for x, y in known))


def not_equal(run: Run, a: Any, b: Any) -> Cond:
    return negated(equal(run, a, b))


def less(run: Run, a: Any, b: Any) -> Cond:
    return lt(*_operands(a, b))


def less_equal(run: Run, a: Any, b: Any) -> Cond:
    return le(*_operands(a, b))


def greater(run: Run, a: Any, b: Any) -> Cond:
    return gt(*_operands(a, b))


def greater_equal(run: Run, a: Any, b: Any) -> Cond:
    return ge(*_operands(a, b))


def same_object(run: Run, a: Any, b: Any) -> Cond:
    """`is`, for None and dtypes. Whether what is not known is None may be asked: both answers are tried."""
    for value, other in ((a, b), (b, a)):
        if isinstance(value, (Unknown, Opaque)):
            if other is None:
                return run.condition_of(value, "is None")
            raise unfit(value)
    return a is b


def not_same_object(run: Run, a: Any, b: Any) -> Cond:
    return not_(same_object(run, a, b))


def contains(run: Run, a: Any, b: Any) -> Cond:
    """`a in b`, b a sequence"""
    if not isinstance(b, tuple):
        raise Unfit("`in` something that is no sequence")
    return or_(*(equal(run, a, item) for item in b))


def not_contains(run: Run, a: Any, b: Any) -> Cond:
    return negated(contains(run, a, b))


def negated(value: Any) -> Cond:
    return not_(value) if isinstance(value, (bool, Formula)) else not value


def invert(run: Run, value: Any) -> Cond:
    """`not value`"""
    if isinstance(value, (bool, Formula)):
        return not_(value)
    return not run.truth(value)


def both(run: Run, a: Any, rest: Callable[[], Any]) -> Any:
    """`a and b`: of conditions their conjunction, else Python's."""
    if isinstance(a, Formula):
        other = rest()
        if isinstance(other, (bool, Formula)):
            return and_(a, other)
    return rest() if run.truth(a) else a


def either(run: Run, a: Any, rest: Callable[[], Any]) -> Any:
    """`a or b`; a dtype that is not proved counts as given."""
    if isinstance(a, Formula):
        other = rest()
        if isinstance(other, (bool, Formula)):
            return or_(a, other)
    return a if run.truth(a) else rest()


# ---------------------------------------------------------------- sequences


def loop(run: Run, items: Any) -> Iterator[Any]:
    """The items of a known sequence, each charged."""
    for item in sequence(run, items):
        run.step()
        yield item


def sequence(run: Run, items: Any) -> tuple[Any, ...]:
    """A sequence of which every item is known to be there."""
    if isinstance(items, (Unknown, Opaque)):
        raise unfit(items)
    if not isinstance(items, tuple) or isinstance(items, Copies):
        raise Unfit("a loop over something that is no sequence of known length")
    known: tuple[Any, ...] = run.path.resolve(items) if any(type(item) is Star for item in items) else items
    if any(type(item) is Star for item in known):
        raise Unfit("a loop over dims of unknown number")
    return known


def collect(items: Iterator[Any]) -> tuple[Any, ...]:
    """A comprehension's result."""
    out: list[Any] = []
    for item in items:
        out.append(item)
        if len(out) > MAX_ITEMS:
            raise Unfit("a sequence is too long")
    return tuple(out)


def index(run: Run, items: Any, at: Any) -> Any:
    """`items[at]`, counted from either end of a shape of unknown rank; of a slice that a call was given its part."""
    if type(at) is SliceValue and at.step is None:
        return cut(run, items, at.lower, at.upper)
    if not isinstance(items, tuple) or isinstance(items, Copies):
        raise unfit(items)
    if type(at) is not int:
        raise unfit(at) if isinstance(at, (Unknown, Opaque)) else Unfit("a symbolic index")
    shape, place = locate(run, items, at)
    return shape[place]


def locate(run: Run, shape: tuple[Any, ...], at: int) -> tuple[tuple[Any, ...], int]:
    """The shape, exposed far enough, and the place in it that index `at` means."""
    if any(type(item) is Star for item in shape):
        wanted = at + 1 if at >= 0 else -at
        run.require(
            ge(rank(shape), wanted), f"Dimension out of range (a tensor of {wanted - 1} dims, index {at})"
        )
        shape = run.path.expose(shape, wanted, 0) if at >= 0 else run.path.expose(shape, 0, wanted)
    place = at if at >= 0 else len(shape) + at
    if not 0 <= place < len(shape):
        raise run.reject(
            f"Dimension out of range (expected to be in range of [{-len(shape)}, "
            f"{len(shape) - 1}], but got {at})"
        )
    return shape, place


def cut(run: Run, items: Any, start: Any, stop: Any) -> Any:
    """`items[start:stop]`"""
    if not isinstance(items, tuple) or isinstance(items, Copies):
        raise unfit(items)
    if isinstance(stop, Expr):
        stop = _from_the_end(run, items, stop)
    for end in (start, stop):
        if end is not None and type(end) is not int:
            raise Unfit("a symbolic slice")
    if any(type(item) is Star for item in items):
        return _cut_starred(run, items, start, stop)
    return items[start:stop]


def _from_the_end(run: Run, items: tuple[Any, ...], stop: Expr) -> Any:
    """`len(items) - 1` as `-1`: of a shape of unknown rank only what is counted from its end is known."""
    behind = run.path.simplify(stop - rank(items))
    return (behind or None) if type(behind) is int and behind <= 0 else stop


def _cut_starred(run: Run, items: tuple[Any, ...], start: int | None, stop: int | None) -> tuple[Any, ...]:
    ends = [end for end in (start, stop) if end is not None]
    front, back = max([0, *ends]), max([0, *(-end for end in ends)])
    shape = run.path.expose(items, front, back)
    at = next((i for i, dim in enumerate(shape) if type(dim) is Star), None)
    if at is None:
        return shape[start:stop]
    low = 0 if start is None else (start if start >= 0 else len(shape) + start)
    high = len(shape) if stop is None else (stop if stop >= 0 else len(shape) + stop)
    return shape[low:high]


def is_finite(value: Any) -> bool:
    return not isinstance(value, float) or math.isfinite(value)


__all__ = ["MAX_BITS", "MAX_ITEMS", "Dim"]
