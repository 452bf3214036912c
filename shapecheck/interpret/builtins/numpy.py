"""The functions of numpy that compute: exact on numbers that are known, else what their rules say by shapes.

numpy's source is never followed. https://numpy.org/doc/stable/reference/routines.html
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.arrays import (
    DEFAULTS,
    ERRORS,
    MAX_NUMBERS,
    NDARRAY,
    REDUCTIONS,
    Numbers,
    computed,
    converted,
    elementwise,
    flat,
    held_by,
    is_usual,
    kind_named,
    known_or_rule,
    make,
    numbers_in,
    part_of,
    reduction,
    shape_of,
)
from shapecheck.interpret.builtins.exact import Inexact, as_dim, exact, kind_of, settled
from shapecheck.interpret.builtins.iteration import contents, shuffled
from shapecheck.interpret.builtins.lists import forget_order, set_items
from shapecheck.interpret.builtins.numbers import Quotient, ceil_of, floor_of
from shapecheck.interpret.builtins.numpy_grids import GRIDS
from shapecheck.interpret.builtins.numpy_numbers import SCALAR_CLASSES
from shapecheck.interpret.builtins.tables import native_function, words
from shapecheck.interpret.language.numpy_arrays import number_of
from shapecheck.symbolic import Expr, max_, min_, prod
from shapecheck.values import (
    DTYPE_NAMES,
    NUMPY_ARRAY,
    NUMPY_DTYPES,
    DictValue,
    DType,
    Instance,
    ListValue,
    Opaque,
    Scalar,
    Tensor,
    Value,
    dtype_of_numpy,
    forget_numbers,
    numel_of,
    sizes_in,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

NUMPY: dict[str, Value] = {
    "pi": math.pi, "e": math.e, "inf": math.inf, "nan": math.nan, "newaxis": None, "ndarray": NDARRAY, **GRIDS,
    **SCALAR_CLASSES,
    **{name: DType(name) for name in DTYPE_NAMES if name not in ("bfloat16", "float", "int", "double", "long")},
    **{name: DType(dtype) for name, dtype in NUMPY_DTYPES.items() if name not in ("float", "int", "complex")},
}  # fmt: skip
"""The names of numpy that are not, or not only, rules of its stubs."""


def _native(*names: str) -> Callable[[Callable[..., Value]], Callable[..., Value]]:
    def register(function: Callable[..., Value]) -> Callable[..., Value]:
        for name in names:
            NUMPY[name] = known_or_rule(f"numpy.{name}", function)
        return function

    return register


@_native("isscalar")
def _is_scalar(machine: Machine, element: Value) -> Value:
    """numpy.isscalar: a number or a text is one, an array or a list is none."""
    if isinstance(element, (int, float, complex, str, bytes, Expr)):
        return True
    return False if isinstance(element, (ListValue, DictValue, tuple, type(None))) else Scalar("bool")


def _rounded(number: float, decimals: int = 0) -> Any:
    return number if isinstance(number, int) and decimals >= 0 else float(round(number, decimals))


def _sign(number: float) -> Any:
    return type(number)((number > 0) - (number < 0))


_REAL: dict[str, Callable[..., float]] = {
    **{name: getattr(math, name) for name in words(
        "sqrt exp log log2 log10 log1p expm1 sin cos tan sinh cosh tanh asin acos atan asinh acosh atanh atan2 degrees "
        "radians fabs hypot copysign ldexp"
    )},
    **{f"arc{name}": getattr(math, f"a{name}") for name in words("sin cos tan sinh cosh tanh tan2")},
    "exp2": getattr(math, "exp2", lambda x: 2.0**x),
    "rad2deg": math.degrees, "deg2rad": math.radians, "float_power": math.pow,
}  # fmt: skip
"""Functions that give a float, of whole numbers too, by the name that Python has for them."""
_ELEMENTWISE: dict[str, Callable[..., Any]] = {
    **_REAL, "abs": abs, "absolute": abs, "negative": operator.neg, "positive": operator.pos, "sign": _sign,
    "square": lambda x: x * x, "reciprocal": lambda x: type(x)(1 / x),
    "floor": lambda x: float(math.floor(x)), "ceil": lambda x: float(math.ceil(x)), "rint": _rounded,
    "trunc": lambda x: type(x)(math.trunc(x)), "fix": lambda x: type(x)(math.trunc(x)),
    "round": _rounded, "around": _rounded, "power": operator.pow, "add": operator.add, "subtract": operator.sub,
    "multiply": operator.mul, "divide": operator.truediv, "true_divide": operator.truediv,
    "floor_divide": operator.floordiv, "mod": operator.mod, "remainder": operator.mod, "maximum": max, "minimum": min,
    "lcm": math.lcm, "gcd": math.gcd, "clip": lambda x, low, high: min(max(x, low), high),
}  # fmt: skip


def _declare_elementwise(name: str, function: Callable[..., Any]) -> None:
    def call(machine: Machine, *operands: Value) -> Value:
        try:
            return computed(machine, lambda *known: elementwise(function, *known), *operands)
        except Inexact:
            if any(_may_be_many(machine, operand) for operand in operands):
                return machine.unknown("a function of each number of a parameter that may be a sequence")
            given = [operand for operand in operands if isinstance(operand, Opaque) and operand.bound is None]
            if name in _REAL and given and given[0].prefers == "int":
                return Opaque("?", machine.site, "int")  # as open as the parameter: a number, or an array
            return _of_sizes(machine, name, [settled(machine, operand) for operand in operands])

    _native(name)(call)


def _may_be_many(machine: Machine, operand: Value) -> bool:
    """Whether a parameter is declared to be a list or tuple, or one number."""
    if not isinstance(operand, Opaque) or operand.bound is not None:
        return False
    return operand.takes_shapes and not machine.entering.takes_shapes


def _whole(number: Value) -> Value:
    """A float without a fraction."""
    return Quotient(number, 1) if isinstance(number, (int, Expr)) else Scalar("float")


_OPERATORS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/", "true_divide": "/", "floor_divide": "//",
              "mod": "%", "remainder": "%", "power": "**"}  # fmt: skip


def _of_sizes(machine: Machine, name: str, operands: list[Value]) -> Value:
    """A function of numbers of which some are sizes that are not known."""
    kinds = {kind_of(operand) for operand in operands}
    if not operands or not kinds <= {"int", "float"}:
        raise Inexact
    dims = [dim for dim in map(as_dim, operands) if dim is not None]
    first = operands[0]
    if name in ("floor", "ceil"):
        return _whole(floor_of(machine, first) if name == "floor" else ceil_of(machine, first))
    if name in _OPERATORS and len(operands) == 2:
        return machine.binary(_OPERATORS[name], *operands)
    if name in ("maximum", "minimum", "clip") and len(dims) == len(operands):
        low = max_(*dims[:2]) if name != "minimum" else min_(*dims[:2])
        return min_(low, dims[2]) if name == "clip" else low
    if name in _REAL or "float" in kinds:
        return Tensor((), DEFAULTS[float], machine.site, cls=NUMPY_ARRAY)
    return machine.path.fresh("int", None)


def _declare_test(name: str, test: Callable[[float], bool]) -> None:
    def call(machine: Machine, x: Value) -> Value:
        try:
            return make(machine, elementwise(test, numbers_in(x)), DEFAULTS[bool])
        except ERRORS:
            raise Inexact from None

    _native(name)(call)


for _name, _function in _ELEMENTWISE.items():
    _declare_elementwise(_name, _function)
for _name in ("isnan", "isinf", "isfinite"):
    _declare_test(_name, getattr(math, _name))
for _name, _function in REDUCTIONS.items():
    _native(_name)(reduction(_function))


@_native("allclose")
def _all_close(machine: Machine, a: Value, b: Value, rtol: Value = 1e-5, atol: Value = 1e-8) -> Value:
    """https://numpy.org/doc/stable/reference/generated/numpy.allclose.html"""
    if not isinstance(rtol, float) or not isinstance(atol, float):
        raise Inexact
    try:
        near = elementwise(lambda x, y: abs(x - y) <= atol + rtol * abs(y), numbers_in(a), numbers_in(b))
    except ERRORS:
        raise Inexact from None
    return all(flat(near))


@_native("array_equal")
def _array_equal(machine: Machine, a1: Value, a2: Value) -> Value:
    """Python compares numbers, and nested tuples of them, as NumPy does arrays of the same shape."""
    numbers, others = numbers_in(a1), numbers_in(a2)
    if any(one != one for one in (*flat(numbers), *flat(others))):
        raise Inexact  # NaN is equal to nothing, but Python takes the same object for equal
    return bool(numbers == others)


@_native("prod")
def _prod(machine: Machine, a: Value, axis: Value = None, **kwargs: Value) -> Value:
    """Of sizes it is a size, as that of math.prod."""
    if axis is None and not kwargs:
        held = sizes_in(a)
        if held is not None:
            return numel_of(machine.path.resolve(held.shape))
        items = contents(machine, a).items if kind_of(a) is None else [a]
        dims = [as_dim(item) for item in items or [None]]
        if None not in dims:
            return prod(dim for dim in dims if dim is not None)
    return reduction(math.prod)(machine, a, axis, **kwargs)


@_native("asarray")
def _as_array(machine: Machine, a: Value, dtype: Value = None) -> Value:
    """An array is taken as it is."""
    return a if dtype is None and isinstance(a, Instance) and a.cls is NDARRAY else _array(machine, a, dtype)


def _array(machine: Machine, object: Value, dtype: Value = None, *, ndmin: Value = 0, **kwargs: Value) -> Value:
    if not isinstance(ndmin, int):
        raise Inexact
    if dtype is None and not is_usual(object):
        raise Inexact
    is_floating = isinstance(dtype, DType) and dtype.is_floating_point
    numbers = numbers_in(_with_nan(object) if is_floating else object)
    for _ in range(len(shape_of(numbers)), ndmin):
        numbers = (numbers,)
    if type(numbers) is int and dtype in (None, DEFAULTS[int]):  # to a tuple it adds as an array does
        made = Tensor((), DEFAULTS[int], machine.site, cls=NUMPY_ARRAY)
        made.numbers = numbers
        return made
    if type(numbers) is float and (dtype is None or isinstance(dtype, DType)):  # whole ones count, as Python's do
        return number_of(machine, dtype or DEFAULTS[float], [numbers], {})
    return _of_kind(machine, numbers) if dtype is None else converted(machine, make(machine, numbers), dtype)


def _with_nan(value: Value) -> Value:
    """None in a list is no number in an array of floating numbers."""
    if isinstance(value, ListValue) and value.items is not None:
        return tuple(map(_with_nan, value.items))
    if type(value) is tuple:
        return tuple(map(_with_nan, value))
    return math.nan if value is None else value


_native("array")(_array)


def _of_kind(machine: Machine, numbers: Numbers) -> Value:
    """An array of the dtype that numpy chooses for Python's numbers."""
    kinds = {type(number) for number in flat(numbers)}
    kind = next((kind for kind in (float, int, bool) if kind in kinds), float)
    return make(machine, elementwise(kind, numbers), DEFAULTS[kind])


@_native("fromstring")
def _fromstring(machine: Machine, string: Value, dtype: Value = None, *, sep: Value = "") -> Value:
    """The numbers of a text: `np.fromstring("512-256-64", dtype=int, sep="-")`."""
    if not isinstance(string, str) or not isinstance(sep, str) or not sep.strip():
        raise Inexact
    try:
        numbers = tuple(float(part) for part in string.split(sep))
    except ValueError:
        raise Inexact from None
    return converted(machine, make(machine, numbers), dtype)


def _dtype(machine: Machine, dtype: Value, *options: Value, **named: Value) -> Value:
    """np.dtype("float32") is what all that takes it makes of the name; np.dtype(str) no dtype of torch's."""
    if dtype is None:
        return DEFAULTS[float]
    return dtype_of_numpy(dtype) or dtype if isinstance(dtype, str) else dtype


NUMPY["dtype"] = native_function("numpy.dtype", _dtype)


@_native("atleast_1d")
def _atleast_1d(machine: Machine, ary: Value) -> Value:
    if not is_usual(ary):
        raise Inexact
    return _of_kind(machine, numbers if isinstance(numbers := numbers_in(ary), tuple) else (numbers,))


@_native("arange")
def _arange(machine: Machine, *ends: Value, dtype: Value = None) -> Value:
    if dtype is not None and not all(type(exact(end)) is int for end in ends):
        raise Inexact  # the step is made a whole number before anything is counted

    def numbers(*known: Any) -> tuple[Any, ...]:
        start, stop, step = (0, *known, 1) if len(known) == 1 else (*known, 1)[:3]
        count = min(math.ceil((stop - start) / step), MAX_NUMBERS + 1)
        kind = float if any(isinstance(end, float) for end in known) else int
        return tuple(kind(start + i * step) for i in range(count))

    try:
        return converted(machine, _of_kind(machine, numbers(*map(numbers_in, ends))), dtype)
    except ERRORS:
        raise Inexact from None


@_native("linspace")
def _linspace(machine: Machine, start: Value, stop: Value, num: Value = 50, *, dtype: Value = None) -> Value:
    """To whole numbers it rounds down."""
    kind = kind_named(dtype)

    def numbers(low: float, high: float, count: int) -> tuple[float, ...]:
        step = (high - low) / (count - 1) if count > 1 else 0.0
        exactly = (float(high) if 0 < i == count - 1 else low + i * step for i in range(count))
        return tuple(map(math.floor, exactly)) if kind is int else tuple(exactly)

    return converted(machine, computed(machine, numbers, start, stop, num), dtype)


@_native("repeat")
def _repeat(machine: Machine, a: Value, repeats: Value) -> Value:
    return _copied(machine, repeats, a, lambda parts, count: tuple(one for one in parts for _ in range(count)))


@_native("tile")
def _tile(machine: Machine, A: Value, reps: Value) -> Value:
    return _copied(machine, reps, A, lambda parts, count: parts * count)


def _copied(
    machine: Machine, count: Value, value: Value, arrange: Callable[[tuple[Any, ...], int], tuple[Any, ...]]
) -> Value:
    """So many copies of one of Python's numbers, or of a list of them; an array has a dtype of its own."""
    known = contents(machine, value).items if isinstance(value, ListValue) else [value]
    if known is None or type(count) is not int or not 0 < count * len(known) <= MAX_NUMBERS:
        raise Inexact
    if not all(isinstance(one, (bool, int, float)) for one in known):
        raise Inexact
    return _of_kind(machine, arrange(tuple(known), count))


@_native("cumsum")
def _cumsum(machine: Machine, a: Value, axis: Value = None, dtype: Value = None) -> Value:
    def sums(numbers: Numbers) -> Numbers:
        if axis is not None and len(shape_of(numbers)) > 1:
            raise Inexact
        return tuple(itertools.accumulate(flat(numbers)))

    array = a if dtype is None else _array(machine, a, dtype)
    return converted(machine, computed(machine, sums, array), dtype)


@_native("diff")
def _diff(machine: Machine, a: Value) -> Value:
    def differences(numbers: Any) -> Numbers:
        if any(isinstance(one, (tuple, bool)) for one in numbers):
            raise Inexact  # along the last axis; of truths it is where they change
        return tuple(after - before for before, after in itertools.pairwise(numbers))

    return computed(machine, differences, a)


@_native("concatenate")
def _concatenate(machine: Machine, arrays: Value) -> Value:
    return computed(machine, lambda parts: tuple(one for part in parts for one in part), arrays)


@_native("hstack")
def _hstack(machine: Machine, arrays: Value) -> Value:
    return computed(machine, lambda parts: tuple(one for part in parts for one in _row(part)), arrays)


@_native("append")
def _append(machine: Machine, arr: Value, values: Value) -> Value:
    return computed(machine, lambda first, then: (*flat(first), *flat(then)), arr, values)


@_native("insert")
def _insert(machine: Machine, arr: Value, obj: Value, values: Value) -> Value:
    def inserted(numbers: Any, at: Any, more: Any) -> Numbers:
        row = _row(numbers)
        if type(at) is not int or not -len(row) <= at <= len(row):
            raise Inexact
        return (*row[:at], *_row(more), *row[at:])

    return computed(machine, inserted, arr, obj, values)


def _row(numbers: Numbers) -> tuple[Any, ...]:
    """A row of numbers, of one dim; a number is one of itself."""
    if isinstance(numbers, tuple) and any(isinstance(one, tuple) for one in numbers):
        raise Inexact
    return numbers if isinstance(numbers, tuple) else (numbers,)


def _places_in_order(row: tuple[Any, ...]) -> Numbers:
    """numpy.argsort, which says nothing of the order of equal numbers."""
    if len(set(row)) != len(row):
        raise Inexact
    return tuple(sorted(range(len(row)), key=row.__getitem__))


_IN_A_ROW: dict[str, Callable[[tuple[Any, ...]], Any]] = {
    "flip": lambda row: row[::-1], "sort": lambda row: tuple(sorted(row)),
    "argsort": _places_in_order,
    "cumprod": lambda row: tuple(itertools.accumulate(row, operator.mul)),
}


def _declare_of_row(name: str, function: Callable[[tuple[Any, ...]], Any]) -> None:
    def call(machine: Machine, a: Value) -> Value:
        return computed(machine, lambda numbers: function(_row(numbers)), a)

    _native(name)(call)


for _name, _of_row in _IN_A_ROW.items():
    _declare_of_row(_name, _of_row)


@_native("unique")
def _unique(machine: Machine, ar: Value, return_counts: Value = False) -> Value:
    values = computed(machine, lambda x: tuple(sorted(set(flat(x)))), ar)
    if return_counts is False:
        return values
    return values, computed(
        machine, lambda x: tuple(flat(x).count(one) for one in sorted(set(flat(x)))), ar
    )


@_native("split", "array_split")
def _split(machine: Machine, ary: Value, indices_or_sections: Value) -> Value:
    """Parts of the first axis: at the given places, or so many equal ones."""
    numbers, places = numbers_in(ary), numbers_in(indices_or_sections)
    if isinstance(places, int):
        if places < 1 or len(numbers) % places:
            raise Inexact
        places = tuple(len(numbers) // places * part for part in range(1, places))
    ends = [0, *places, len(numbers)]
    return ListValue([make(machine, part_of(numbers, slice(low, high))) for low, high in itertools.pairwise(ends)])


@_native("random.shuffle")
def _shuffle(machine: Machine, x: Value, /) -> None:
    """In place: which number stands where is not known any more."""
    if isinstance(x, Instance) and x.cls is NDARRAY:
        forget_numbers(machine.store, held_by(x))
    elif isinstance(x, ListValue) and x.items is not None:
        set_items(machine, x, shuffled(machine, x.items, len(x.items), "an item of a shuffled list"))
    elif isinstance(x, ListValue):
        forget_order(machine, x)
    else:
        forget_numbers(machine.store, x)
