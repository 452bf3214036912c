"""Integer intervals: pairs (low, high) in which None stands for no bound on that side."""

from __future__ import annotations

Interval = tuple[int | None, int | None]

ANY: Interval = (None, None)
FAR: int = 1 << 512
"""No bound is known more exactly than this: products of products would have bounds with more digits than there is
memory. A number beyond it on its own side is no bound, on the other side this is one."""


def near(a: Interval) -> Interval:
    """The interval, or a wider one with bounds that are not enormous."""
    low, high = a
    if (low is None or -FAR <= low <= FAR) and (high is None or -FAR <= high <= FAR):
        return a
    low = None if low is None or low < -FAR else min(low, FAR)
    return (low, None if high is None or high > FAR else max(high, -FAR))


def add(a: Interval, b: Interval) -> Interval:
    """The interval of x + y."""
    return (
        None if a[0] is None or b[0] is None else a[0] + b[0],
        None if a[1] is None or b[1] is None else a[1] + b[1],
    )


def scale(a: Interval, k: int) -> Interval:
    """The interval of k * x."""
    low, high = a
    if k < 0:
        low, high = high, low
    return (None if low is None else low * k, None if high is None else high * k)


def multiply(a: Interval, b: Interval) -> Interval:
    """The interval of x * y for independent x and y."""
    return near(_product(a, b))


def _product(a: Interval, b: Interval) -> Interval:
    if a[0] is not None and b[0] is not None and a[0] >= 0 and b[0] >= 0:
        if a[1] is None or b[1] is None:
            zero = a[1] == 0 or b[1] == 0
            return (a[0] * b[0], 0 if zero else None)
        return (a[0] * b[0], a[1] * b[1])
    if a == (0, 0) or b == (0, 0):
        return (0, 0)
    low: int | None = None
    high: int | None = None
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            sign = _end_sign(x, i) * _end_sign(y, j)
            if x is None or y is None:
                if sign < 0:
                    return _upper_only(a, b)
                if sign > 0:
                    return _lower_only(a, b)
                product = 0
            else:
                product = x * y
            low = product if low is None or product < low else low
            high = product if high is None or product > high else high
    return (low, high)


def _end_sign(x: int | None, end: int) -> int:
    if x is None:
        return -1 if end == 0 else 1
    return (x > 0) - (x < 0)


def _upper_only(a: Interval, b: Interval) -> Interval:
    """x * y has no lower bound; 0 or a corner may still be an upper one."""
    return (None, _corner_bound(a, b, 1))


def _lower_only(a: Interval, b: Interval) -> Interval:
    """x * y has no upper bound; a corner may be a lower one."""
    return (_corner_bound(a, b, -1), None)


def _corner_bound(a: Interval, b: Interval, side: int) -> int | None:
    """The greatest (side 1) or least (side -1) corner, None if some corner is infinite on that side."""
    best: int | None = None
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            sign = _end_sign(x, i) * _end_sign(y, j)
            if x is None or y is None:
                if sign == side:
                    return None
                if sign:
                    continue
                product = 0
            else:
                product = x * y
            if best is None or (product - best) * side > 0:
                best = product
    return best


def power(a: Interval, n: int) -> Interval:
    """The interval of x ** n for n >= 1."""
    return a if n == 1 else near(_power(near(a), n))


def _power(a: Interval, n: int) -> Interval:
    low, high = a
    if low is not None and low >= 0:
        return (low**n, None if high is None else high**n)
    if n % 2:
        return (None if low is None else low**n, None if high is None else high**n)
    if high is not None and high <= 0:
        return (high**n, None if low is None else low**n)
    return (0, None if low is None or high is None else max(low**n, high**n))


def floordiv(a: Interval, b: Interval) -> Interval:
    """The interval of x // y for a positive y; anything if y may be negative."""
    if b[0] is None or b[0] < 1 or is_empty(b):
        return ANY
    low, high = a
    greatest = b[1]
    if low is not None:
        nearest = 0 if greatest is None else low // greatest
        low = nearest if low >= 0 else low // b[0]
    if high is not None:
        nearest = -1 if greatest is None else high // greatest
        high = high // b[0] if high >= 0 else nearest
    return (low, high)


def modulo(a: Interval, b: Interval) -> Interval:
    """The interval of x % y with Python's sign (that of y)."""
    if b[0] is not None and b[0] >= 1:
        high = None if b[1] is None else b[1] - 1
        if a[0] is not None and a[0] >= 0 and a[1] is not None:
            high = a[1] if high is None else min(high, a[1])
        return (0, high)
    if b[1] is not None and b[1] <= -1:
        return (None if b[0] is None else b[0] + 1, 0)
    return ANY


def intersect(a: Interval, b: Interval) -> Interval:
    """Values in both; empty (low > high) if there are none."""
    low = b[0] if a[0] is None else a[0] if b[0] is None else max(a[0], b[0])
    high = b[1] if a[1] is None else a[1] if b[1] is None else min(a[1], b[1])
    return (low, high)


def union(a: Interval, b: Interval) -> Interval:
    """The least interval that holds both."""
    low = None if a[0] is None or b[0] is None else min(a[0], b[0])
    high = None if a[1] is None or b[1] is None else max(a[1], b[1])
    return (low, high)


def is_empty(a: Interval) -> bool:
    """Whether no integer lies in it."""
    return a[0] is not None and a[1] is not None and a[0] > a[1]
