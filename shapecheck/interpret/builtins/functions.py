"""The built-in functions that compute: over numbers, texts and iterables. (`reflection` has the others.)"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.exact import (
    MAX_BITS,
    Inexact,
    as_dim,
    convert,
    exact,
    kind_of,
    run,
    settled,
    unknown_from,
)
from shapecheck.interpret.builtins.iteration import (
    EXHAUSTED,
    UNDECIDED,
    Items,
    contents,
    folded,
    is_endless,
    iterated,
    iterator,
    step,
)
from shapecheck.interpret.builtins.numbers import Quotient
from shapecheck.interpret.builtins.ordering import extreme, sorted_list
from shapecheck.interpret.builtins.tables import Native, native, unwrap
from shapecheck.symbolic import Cond, Dim, Expr, and_, ge, le, max_, min_, or_
from shapecheck.values import (
    Count,
    Instance,
    IteratorValue,
    RangeValue,
    Scalar,
    Tensor,
    TupleOfMany,
    Unknown,
    Value,
    each,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

FUNCTIONS: dict[str, Native] = {}

MAX_CONDITIONS = 16
_ABSENT: Any = object()


def special(machine: Machine, value: Value, name: str, *args: Value) -> tuple[Value] | None:
    """The result of a special method that the class of an instance defines."""
    if not isinstance(value, Instance) or value.cls.lookup(name) is None:
        return None
    return (machine.call(machine.get_attribute(value, name), list(args), {}),)


# -------------------------------------------------------------------- numbers


@native(FUNCTIONS, "abs")
def _abs(machine: Machine, value: Value, /) -> Value:
    own = special(machine, value, "__abs__")
    if own is not None:
        return own[0]
    if isinstance(value, Tensor):
        return machine.call(machine.get_attribute(value, "__abs__"), [], {})
    value = settled(machine, value)
    dim = as_dim(value)
    if dim is not None:
        return _absolute(machine, dim)
    if isinstance(value, (float, complex)):
        return float(run(machine, abs, value))
    kind = kind_of(value)
    if kind in ("float", "complex"):
        return Scalar("float")
    return unknown_from(machine, "abs of an unknown value", value)


def _absolute(machine: Machine, dim: Dim) -> Value:
    if isinstance(dim, int):
        return abs(dim)
    if machine.path.decide(ge(dim, 0)):
        return dim
    return -dim if machine.path.decide(le(dim, 0)) else max_(dim, -dim)


@native(FUNCTIONS, "round")
def _round(machine: Machine, number: Value, ndigits: Value = None) -> Value:
    own = special(machine, number, "__round__", *(() if ndigits is None else (ndigits,)))
    if own is not None:
        return own[0]
    if ndigits is None or not isinstance(number, Tensor):
        number = settled(machine, number)
    if isinstance(number, Expr) and ndigits is None:
        return number
    if isinstance(number, Quotient) and number.denominator == 1 and ndigits is None:
        return number.numerator
    try:
        real, digits = exact(number), exact(ndigits)
    except Inexact:
        if kind_of(number) in ("float", "int"):
            return machine.path.fresh("int", None) if ndigits is None else Scalar(str(kind_of(number)))
        if isinstance(number, Tensor):
            return machine.call(machine.get_attribute(number, "round"), [], {})
        return unknown_from(machine, "round of an unknown value", number)
    if isinstance(digits, int) and abs(digits) > 1000:
        return machine.unknown("round to very many digits")
    return convert(run(machine, round, real, digits))


@native(FUNCTIONS, "pow")
def _pow(machine: Machine, base: Value, exp: Value, mod: Value = None) -> Value:
    if mod is None:
        return machine.binary("**", base, exp)
    try:
        reals = exact(base), exact(exp), exact(mod)
    except Inexact:
        return machine.path.fresh("int", None)
    if any(isinstance(real, int) and real.bit_length() > MAX_BITS for real in reals):
        return machine.path.fresh("int", None)
    return convert(run(machine, pow, *reals))


@native(FUNCTIONS, "divmod")
def _divmod(machine: Machine, a: Value, b: Value, /) -> Value:
    return (machine.binary("//", a, b), machine.binary("%", a, b))


def _spelled(name: str, function: Any) -> None:
    def call(machine: Machine, value: Value, /) -> Value:
        try:
            real = exact(value)
        except Inexact:
            return Scalar("str")
        if isinstance(real, int) and real.bit_length() > MAX_BITS:
            return Scalar("str")
        return str(run(machine, function, real))

    native(FUNCTIONS, name)(call)


for _name, _function in {"chr": chr, "bin": bin, "hex": hex, "oct": oct}.items():
    _spelled(_name, _function)


@native(FUNCTIONS, "ord")
def _ord(machine: Machine, char: Value, /) -> Value:
    try:
        real = exact(char)
    except Inexact:
        return machine.path.fresh("ord", 0, 0x10FFFF)
    return int(run(machine, ord, real))


# -------------------------------------------------------------------- text


@native(FUNCTIONS, "repr", "ascii")
def _repr(machine: Machine, value: Value, /) -> Value:
    shown = machine.format(value, "r", "")
    return Scalar("str") if shown is None else shown


@native(FUNCTIONS, "format")
def _format(machine: Machine, value: Value, spec: Value = "", /) -> Value:
    shown = machine.format(value, None, spec) if isinstance(spec, str) else None
    return Scalar("str") if shown is None else shown


@native(FUNCTIONS, "print", "breakpoint", "help")
def _print(machine: Machine, *args: Value, **kwargs: Value) -> Value:
    return None


@native(FUNCTIONS, "input")
def _input(machine: Machine, prompt: Value = "", /) -> Value:
    return Scalar("str")


# -------------------------------------------------------------------- iterables


@native(FUNCTIONS, "len")
def _len(machine: Machine, value: Value, /) -> Value:
    return machine.length(value)


@native(FUNCTIONS, "iter")
def _iter(machine: Machine, iterable: Value, sentinel: Value = _ABSENT, /) -> Value:
    if sentinel is not _ABSENT:
        return machine.unknown("iter() of a function and a sentinel")
    if isinstance(iterable, Instance) and iterable.cls.lookup("__iter__") is not None:
        return machine.call(machine.get_attribute(iterable, "__iter__"), [], {})
    return iterator(machine, iterable)


@native(FUNCTIONS, "next", "anext")
def _next(machine: Machine, it: Value, default: Value = _ABSENT, /) -> Value:
    own = special(machine, it, "__next__")
    if own is not None:
        return own[0]
    it = unwrap(it)
    if not isinstance(it, IteratorValue):
        return unknown_from(machine, "the next item of an unknown iterator", it)
    item: Any = step(machine, it)
    if item is EXHAUSTED:
        if default is _ABSENT:
            raise machine.error("StopIteration")
        return default
    if item is UNDECIDED:
        machine.store.set_attr(it, "position", it.position + 1)
        return it.element if default is _ABSENT else machine.join(it.element, default)
    found: Value = item
    return found


@native(FUNCTIONS, "zip")
def _zip(machine: Machine, *iterables: Value, strict: Value = False) -> Value:
    streams = [iterator(machine, iterable) for iterable in iterables]
    starts = [stream.position for stream in streams]
    rows: list[Value] = []
    while streams and not all(map(is_endless, streams)):
        row: list[Any] = []
        for stream in streams:
            item = step(machine, stream)
            if item is EXHAUSTED:
                return IteratorValue(rows)
            if item is UNDECIDED:
                return _zip_summary(machine, streams, starts)
            row.append(item)
        if _is_summary(streams):
            return _zip_summary(machine, streams, starts)
        machine.step()
        rows.append(tuple(row))
    return IteratorValue(rows) if not streams else _zip_summary(machine, streams, starts)


def columns(machine: Machine, rows: Value) -> Value | None:
    """zip(*rows) for rows of which one stands for all: so many columns, each as long as there are rows. Of no rows
    there are none, and who unpacks the columns goes no further."""
    known = contents(machine, rows)
    items = None if known.items is not None else machine.iterate(known.element)
    if items is None or known.length is None or machine.path.decide(ge(known.length, 1)) is False:
        return None
    return IteratorValue([TupleOfMany(item, known.length) for item in items])


def _is_summary(streams: list[IteratorValue]) -> bool:
    """No stream has an end that is known: going on would repeat the summaries."""
    return all(stream.items is None for stream in streams)


def _zip_summary(machine: Machine, streams: list[IteratorValue], starts: list[int]) -> Value:
    lengths: list[Dim] = []
    for stream, start in zip(streams, starts, strict=True):
        length = len(stream.items) if stream.items is not None else stream.length
        if length is not None:
            lengths.append(length - start)
    row = tuple(machine.element_of(stream) for stream in streams)
    if len(set(lengths)) > 1 and any(isinstance(item, Unknown) for item in row):
        # What is not known may be as long as the others: not to be one of at most one is not to be empty.
        return IteratorValue(None, row, machine.path.fresh("length", 0))
    return IteratorValue(None, row, min_(*lengths) if lengths else None)


@native(FUNCTIONS, "enumerate")
def _enumerate(machine: Machine, iterable: Value, start: Value = 0) -> Value:
    known = contents(machine, iterable)
    if known.items is not None:
        return IteratorValue([(machine.binary("+", start, i), item) for i, item in enumerate(known.items)])
    first = as_dim(start)
    index = machine.path.fresh("i", first if isinstance(first, int) else None)
    if first is not None:
        machine.path.counts[index.name] = Count(first, None if known.length is None else first + known.length)
    each.vary(machine.path, index, lambda symbol: True)
    return iterated(known, (index, known.element))


@native(FUNCTIONS, "map")
def _map(machine: Machine, function: Value, first: Value, *rest: Value) -> Value:
    rows = FUNCTIONS["zip"](machine, [first, *rest], {})
    known = contents(machine, rows)
    if known.items is not None:
        return IteratorValue([machine.call(function, _row(row), {}) for row in known.items])
    return IteratorValue(None, machine.call(function, _row(known.element), {}), known.length)


def _row(row: Value) -> list[Value]:
    return list(row) if isinstance(row, tuple) else [row]


@native(FUNCTIONS, "filter")
def _filter(machine: Machine, function: Value, iterable: Value, /) -> Value:
    return select(machine, function, iterable, wanted=True)


def select(machine: Machine, function: Value, iterable: Value, wanted: bool) -> IteratorValue:
    """filter() and itertools.filterfalse()"""
    known = contents(machine, iterable)
    most = known.length if known.length is not None else machine.path.fresh("length", 0)
    if known.items is None:
        return IteratorValue(None, known.element, _up_to(machine, most))
    kept: list[Value] = []
    is_certain = True
    for item in known.items:
        passed = machine.truth(item if function is None else machine.call(function, [item], {}))
        if passed is not (not wanted):
            kept.append(item)
        is_certain = is_certain and passed is not None
    if is_certain:
        return IteratorValue(kept)
    element = machine.element_of(IteratorValue(kept))
    return IteratorValue(None, element, _up_to(machine, len(kept)))


def _up_to(machine: Machine, most: Dim) -> Dim:
    length = machine.path.fresh("length", 0)
    machine.path.assume(le(length, most))
    return length


@native(FUNCTIONS, "reversed")
def _reversed(machine: Machine, sequence: Value, /) -> Value:
    own = special(machine, sequence, "__reversed__")
    if own is not None:
        return own[0]
    sequence = unwrap(sequence)
    if isinstance(sequence, RangeValue) and isinstance(sequence.step, int) and sequence.step == 1:
        return iterator(machine, RangeValue(sequence.stop - 1, sequence.start - 1, -1))
    known = contents(machine, sequence)
    if known.items is not None:
        return IteratorValue(known.items[::-1])
    return IteratorValue(None, each.in_any_order(machine.path, known.element), known.length)


@native(FUNCTIONS, "sorted")
def _sorted(machine: Machine, iterable: Value, /, *, key: Value = None, reverse: Value = False) -> Value:
    return sorted_list(machine, iterable, key, reverse)


@native(FUNCTIONS, "min")
def _min(machine: Machine, *args: Value, key: Value = None, default: Value = _ABSENT) -> Value:
    return extreme(machine, False, args, key, () if default is _ABSENT else (default,))


@native(FUNCTIONS, "max")
def _max(machine: Machine, *args: Value, key: Value = None, default: Value = _ABSENT) -> Value:
    return extreme(machine, True, args, key, () if default is _ABSENT else (default,))


@native(FUNCTIONS, "sum")
def _sum(machine: Machine, iterable: Value, /, start: Value = 0) -> Value:
    known = contents(machine, iterable)
    if known.items is None:
        return _sum_of_summary(machine, known, start)
    result = start
    for item in known.items:
        machine.step(1 + (len(result.terms) if isinstance(result, Expr) else 0))
        result = machine.binary("+", result, item)
    return result


def _sum_of_summary(machine: Machine, known: Items, start: Value) -> Value:
    """Only a constant element is the same in every place: a symbolic one stands for different items."""
    first, element = as_dim(start), known.element
    if isinstance(element, int) and first is not None and known.length is not None:
        return first + known.length * int(element)
    if first is not None and kind_of(element) in ("int", "bool"):
        return machine.path.fresh("sum", None)
    total = folded(machine, lambda result, item: machine.binary("+", result, item), known, start)
    return unknown_from(machine, "the sum of an unknown number of values", element) if total is None else total[0]


def _quantifier(name: str, answer: bool) -> None:
    """any (answer True) and all (answer False): the truth that decides at once."""

    def call(machine: Machine, iterable: Value, /) -> Value:
        known = contents(machine, iterable)
        if known.items is None:
            return Scalar("bool")
        conditions: list[Cond | None] = []
        for item in known.items:
            cond = machine.condition(item)
            decided = None if cond is None else machine.path.decide(cond)
            if decided is answer:
                return answer
            if decided is None:
                conditions.append(cond)
        known_conditions = [cond for cond in conditions if cond is not None]
        if len(known_conditions) < len(conditions) or len(conditions) > MAX_CONDITIONS:
            return Scalar("bool")
        return or_(*known_conditions) if answer else and_(*known_conditions)

    native(FUNCTIONS, name)(call)


_quantifier("any", True)
_quantifier("all", False)
