"""numpy.ndarray: small arrays of known numbers, which decide how many layers a model has and how wide they are.

An array is an object that holds a tensor with its numbers, of which a view, or a tensor of torch's that shares them,
is made: what changes there in place takes the numbers from the array as well. Where they are not all known, and for
what is not computed here, the rules of the stubs say what can be said by shapes.
https://numpy.org/doc/stable/reference/arrays.ndarray.html
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable
from types import EllipsisType, FunctionType
from typing import TYPE_CHECKING, Any, TypeAlias, Union, cast

from shapecheck.interpret.builtins.classes import CLASSES
from shapecheck.interpret.builtins.exact import Inexact, exact, unknown_from
from shapecheck.interpret.builtins.hierarchy import new_class, static_native
from shapecheck.interpret.builtins.tables import accepts, native_function, words
from shapecheck.rules import Rule
from shapecheck.rules.dtypes import promoted_array
from shapecheck.values import (
    DTYPE_NAMES,
    NUMPY_ARRAY,
    DType,
    Instance,
    IteratorValue,
    ListValue,
    NativeFunction,
    PropertyValue,
    RuleFunction,
    Site,
    Tensor,
    Value,
    dtype_of_numpy,
    forget_numbers,
    note_numbers,
    numbers_of,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

NDARRAY = new_class("ndarray", "numpy", [CLASSES["object"]])


def _new_array(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return machine.unknown("numpy.ndarray of numbers that are not known")


NDARRAY.construct = _new_array
NDARRAY.namespace["__new__"] = static_native("numpy.ndarray.__new__", _new_array)
HELD = "<held>"
"""The attribute that holds the tensor: no name of Python's."""
MAX_NUMBERS = 4_096
NUMBERS_A_STEP = 64
"""So many cost as much as a step: a loop over a thousand rows of a thousand numbers is not run round by round."""
KINDS: dict[str, type] = {"int": int, "uint": int, "float": float, "bool": bool}
DEFAULTS = {int: DType("int64"), float: DType("float64"), bool: DType("bool")}
ERRORS = (ArithmeticError, LookupError, TypeError, ValueError)

Numbers: TypeAlias = Any
"""An int, float or bool, or a tuple of Numbers of one shape."""


def make(machine: Machine, numbers: Numbers, dtype: DType | None = None, of: Instance | None = None) -> Value:
    """An array, which may be a view of another one, or one of NumPy's numbers."""
    if not isinstance(numbers, tuple):
        return _number(machine, numbers, dtype)
    if not shape_is_even(numbers):
        raise Inexact
    count = math.prod(shape_of(numbers))
    if count > MAX_NUMBERS:
        raise Inexact
    machine.step(count // NUMBERS_A_STEP)
    array = Instance(NDARRAY, machine.site)
    array.attrs[HELD] = _holding(numbers, dtype, machine.site, None if of is None else held_by(of))
    return array


def _number(machine: Machine, number: Numbers, dtype: DType | None) -> Value:
    """A number of NumPy's, which has a dtype. Whole ones of the usual size, which count and index, are Python's."""
    if isinstance(number, bool) or (isinstance(number, int) and dtype in (None, DEFAULTS[int])):
        return number
    made = Tensor((), dtype, machine.site, cls=NUMPY_ARRAY)
    made.numbers = number
    return made


def _holding(numbers: Numbers, dtype: DType | None, site: Site | None, base: Tensor | None) -> Tensor:
    made = Tensor(shape_of(numbers), dtype, site, base, maker=None if base is None else "getitem", cls=NUMPY_ARRAY)
    note_numbers(made, numbers)
    return made


def held_by(array: Instance) -> Tensor:
    held = array.attrs[HELD]
    assert isinstance(held, Tensor)
    return held


def _put(machine: Machine, array: Instance, numbers: Numbers) -> None:
    """Other numbers are written into an array, of which views may have been made: they are told of it, and the array of
    what is written to them."""
    old = held_by(array)
    new = _holding(numbers, old.dtype, old.site, old.parent)
    forget_numbers(machine.store, old)
    machine.store.set_attr(old, "parent", new)
    machine.store.set_item(array.attrs, HELD, new)


def numbers_in(value: Value) -> Numbers:
    """The numbers of an array, of nested lists or tuples, or a number; Inexact if they are not all known."""
    array = held_by(value) if isinstance(value, Instance) and value.cls is NDARRAY else value
    if type(array) is Tensor and array.cls == NUMPY_ARRAY:
        numbers = numbers_of(array)
        if numbers is None:
            raise Inexact
        return numbers
    if isinstance(value, ListValue) and value.items is not None:
        return tuple(numbers_in(item) for item in value.items)
    if isinstance(value, tuple):
        return tuple(numbers_in(item) for item in value)
    real = exact(value)
    if isinstance(real, range) and not real[MAX_NUMBERS:]:
        return tuple(real)
    if not isinstance(real, (bool, int, float)):
        raise Inexact
    return real


def shape_of(numbers: Numbers) -> tuple[int, ...]:
    return (len(numbers), *(shape_of(numbers[0]) if numbers else ())) if isinstance(numbers, tuple) else ()


def part_of(numbers: Numbers, rows: slice) -> Numbers:
    """Some rows of an array; of none the tuple does not tell how long they are, so that is left to the rules."""
    part = numbers[rows]
    if not part and len(shape_of(numbers)) > 1:
        raise Inexact
    return part


def shape_is_even(numbers: Numbers) -> bool:
    return not isinstance(numbers, tuple) or (
        len({shape_of(part) for part in numbers}) <= 1 and all(map(shape_is_even, numbers))
    )


def flat(numbers: Numbers) -> list[Any]:
    """All numbers, the last dim the fastest."""
    return [one for part in numbers for one in flat(part)] if isinstance(numbers, tuple) else [numbers]


def elementwise(function: Callable[..., Any], *operands: Numbers) -> Numbers:
    """The function of the numbers side by side, broadcast as numpy does; ValueError if they do not fit."""
    ranks = [len(shape_of(one)) for one in operands]
    rank = max(ranks)
    if rank == 0:
        return function(*operands)
    lengths = {len(one) for one, own in zip(operands, ranks) if own == rank} - {1} or {1}
    if len(lengths) > 1:
        raise ValueError("operands could not be broadcast together")
    (length,) = lengths
    rows = [
        [one] * length if own < rank else one * length if len(one) == 1 else one for one, own in zip(operands, ranks)
    ]
    return tuple(elementwise(function, *parts) for parts in zip(*rows))


def computed(machine: Machine, function: Callable[..., Numbers], *operands: Value) -> Value:
    """The array or number that the function makes of known numbers; Inexact if they are not known."""
    try:
        numbers = function(*map(numbers_in, operands))
        return make(machine, numbers, _usual_dtype(numbers) if all(map(is_usual, operands)) else None)
    except ERRORS:
        raise Inexact from None


def _usual_dtype(numbers: Numbers) -> DType | None:
    """The dtype that NumPy makes of Python's numbers, and keeps for arrays of such."""
    kinds = {type(one) for one in flat(numbers)}
    return DEFAULTS.get(kinds.pop()) if len(kinds) == 1 else None


def is_usual(operand: Value) -> bool:
    """Whether it is of Python's numbers, or an array of the dtypes that NumPy makes of those."""
    if isinstance(operand, Instance) and operand.cls is NDARRAY:
        operand = held_by(operand)
    if isinstance(operand, Tensor):
        return operand.dtype in DEFAULTS.values()
    items = operand.items if isinstance(operand, ListValue) else operand if isinstance(operand, tuple) else ()
    return all(map(is_usual, items or ()))


def known_or_rule(name: str, function: Callable[..., Value]) -> NativeFunction:
    """`function(machine, *args, **kwargs)` of known numbers; where it raises Inexact, the rule of that name."""
    signature = cast(FunctionType, function)

    def call(machine: Machine, args: list[Value], kwargs: dict[str, Value]) -> Value:
        if accepts(signature, len(args) + 1, tuple(kwargs)):
            try:
                return function(machine, *args, **kwargs)
            except Inexact:
                pass
        rule = machine.world.registry.find(name)
        if not isinstance(rule, Rule):
            return unknown_from(machine, f"{name} of numbers that are not known", *args)
        return machine.call(RuleFunction(name, rule), args, kwargs)

    return NativeFunction(name, call)


# -------------------------------------------------------------------- operators and methods


def _method(*names: str) -> Callable[[Callable[..., Value]], Callable[..., Value]]:
    def register(function: Callable[..., Value]) -> Callable[..., Value]:
        for name in names:
            NDARRAY.namespace[name] = known_or_rule(f"numpy.ndarray.{name}", function)
        return function

    return register


def _by_shape(machine: Machine, array: Instance, name: Value) -> Value:
    """Whatever is not computed: the attribute of an array of that shape."""
    return machine.get_attribute(shaped(array), str(name))


def shaped(array: Instance) -> Tensor:
    """The shape alone; what is written to it, is written to the array."""
    held = held_by(array)
    return Tensor(held.shape, held.dtype, array.site, held, maker="getitem", cls=NUMPY_ARRAY)


NDARRAY.namespace["__getattr__"] = native_function("numpy.ndarray.__getattr__", _by_shape)


def _operator(name: str, function: Callable[[Any, Any], Any]) -> None:
    def forward(machine: Machine, a: Value, b: Value) -> Value:
        made = computed(machine, lambda x, y: elementwise(function, x, y), a, b)
        held = held_by(made) if isinstance(made, Instance) else made
        if isinstance(held, Tensor):
            held.dtype = _dtype_of(name, (a, b))
        return made

    def backward(machine: Machine, b: Value, a: Value) -> Value:
        return forward(machine, a, b)

    def in_place(machine: Machine, a: Value, b: Value) -> Value:
        if not isinstance(a, Instance):
            return forward(machine, a, b)
        try:
            numbers = numbers_in(forward(machine, a, b))
        except Inexact:
            forget_numbers(machine.store, held_by(a))
            raise
        _put(machine, a, numbers)
        return a

    _method(f"__{name}__")(forward)
    _method(f"__r{name}__")(backward)
    _method(f"__i{name}__")(in_place)


def _dtype_of(name: str, operands: tuple[Value, Value]) -> DType | None:
    """The dtype of what an operator makes of arrays and numbers."""
    if name in ("lt", "le", "eq", "ne", "gt", "ge"):
        return DEFAULTS[bool]
    held = [held_by(one) if isinstance(one, Instance) else one for one in operands]
    arrays = [one.dtype for one in held if isinstance(one, Tensor)]
    numbers = [DEFAULTS[type(one)].category for one in operands if isinstance(one, (bool, int, float))]
    if len(arrays) + len(numbers) < len(operands):
        return None
    made = promoted_array(arrays, numbers)
    if name != "truediv" or made is None or not made.is_integral:
        return made
    return DEFAULTS[float] if made in DEFAULTS.values() else None


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"):
    _operator(_name, getattr(operator, _name))
for _name in ("lt", "le", "eq", "ne", "gt", "ge"):
    _operator(_name, getattr(operator, _name))


@_method("__neg__")
def _negated(machine: Machine, array: Value) -> Value:
    return computed(machine, lambda x: elementwise(operator.neg, x), array)


@_method("__len__")
def _length(machine: Machine, array: Instance) -> Value:
    return cast(int, held_by(array).shape[0])


@_method("__iter__")
def _iterated(machine: Machine, array: Instance) -> Value:
    return IteratorValue([make(machine, row, held_by(array).dtype, array) for row in numbers_in(array)])


@_method("__getitem__")
def _item(machine: Machine, array: Instance, index: Value) -> Value:
    try:
        return _known_item(machine, array, index)
    except Inexact:
        from shapecheck.interpret.language.tensors import read_items  # it needs these classes

        return read_items(machine, (shaped(array),), index)


def _known_item(machine: Machine, array: Instance, index: Value) -> Value:
    numbers = numbers_in(array)
    if isinstance(index, (ListValue, Instance)):
        return make(machine, _rows(numbers, numbers_in(index)), held_by(array).dtype)
    real = exact(index)
    indices = real if isinstance(real, tuple) else (real,)
    if not all(isinstance(one, (int, slice)) and not isinstance(one, bool) for one in indices):
        raise Inexact
    for axis, (one, size) in enumerate(zip(indices, shape_of(numbers))):
        if isinstance(one, int) and not -size <= one < size:
            raise machine.error("IndexError", f"index {one} is out of bounds for axis {axis} with size {size}")
    return make(machine, picked(numbers, indices), held_by(array).dtype, array)


def _rows(numbers: Numbers, places: Numbers) -> Numbers:
    """numbers[[2, 0]], numbers[mask]"""
    if not isinstance(numbers, tuple) or not isinstance(places, tuple) or not places:
        raise Inexact
    if all(isinstance(one, bool) for one in places) and len(places) == len(numbers):
        chosen = tuple(row for row, is_chosen in zip(numbers, places) if is_chosen)
    elif all(type(one) is int and -len(numbers) <= one < len(numbers) for one in places):
        chosen = tuple(numbers[one] for one in places)
    else:
        raise Inexact
    if not chosen:
        raise Inexact
    return chosen


Part: TypeAlias = Union[int, slice, None, EllipsisType]
"""What an index is made of that picks by places."""


def picked(numbers: Numbers, indices: tuple[Part, ...]) -> Numbers:
    """numbers[i, 2:4, None, ...]"""
    if not indices:
        return numbers
    first, *rest = indices
    if first is None:
        return (picked(numbers, tuple(rest)),)
    if first is Ellipsis:
        left = len(shape_of(numbers)) - sum(one is not None for one in rest)
        return picked(numbers, (*[slice(None)] * left, *rest))
    if not isinstance(numbers, tuple):
        raise Inexact
    if isinstance(first, slice):
        return tuple(picked(row, tuple(rest)) for row in part_of(numbers, first))
    return picked(numbers[first], tuple(rest))


@_method("__contains__")
def _contains(machine: Machine, array: Instance, item: Value) -> Value:
    number = numbers_in(item)
    if isinstance(number, tuple):
        raise Inexact
    return number in flat(numbers_in(array))


@_method("__setitem__")
def _set_item(machine: Machine, array: Instance, index: Value, value: Value) -> None:
    from shapecheck.interpret.builtins.tensor_writes import after_write  # they need these classes
    from shapecheck.interpret.language.tensors import write_items

    numbers = after_write(held_by(array), index, value)
    if numbers is None:
        write_items(machine, shaped(array), index, value)
    else:
        _put(machine, array, numbers)


@_method("tolist")
def _listed(machine: Machine, array: Value) -> Value:
    def as_list(numbers: Numbers) -> Value:
        return ListValue([as_list(part) for part in numbers]) if isinstance(numbers, tuple) else numbers

    return as_list(numbers_in(array))


@_method("astype")
def _as_type(machine: Machine, array: Value, dtype: Value, **kwargs: Value) -> Value:
    return converted(machine, array, dtype)


def converted(machine: Machine, array: Value, dtype: Value) -> Value:
    """An array or number of another dtype; None: as it is."""
    dtype = dtype_of_numpy(dtype) or dtype if isinstance(dtype, str) else dtype
    kind, name = kind_named(dtype), getattr(dtype, "name", dtype)
    if dtype is None:
        return array
    if kind is None:
        raise Inexact
    has_width = name in DTYPE_NAMES and name not in KINDS  # `float` is that of Python here, none of torch's
    cast_to = DType(str(name)) if has_width else DEFAULTS[kind]
    return make(machine, elementwise(kind, numbers_in(array)), cast_to)


def kind_named(dtype: Value) -> type | None:
    """Python's type of the numbers of a dtype, or of what stands for one: `int`, `np.int32`, "float32"."""
    name = getattr(dtype, "name", dtype)
    return KINDS.get(name.rstrip("0123456789")) if isinstance(name, str) else None


@_method("copy")
def _copied(machine: Machine, array: Instance) -> Value:
    return make(machine, numbers_in(array), held_by(array).dtype)


@_method("flatten", "ravel")
def _flattened(machine: Machine, array: Instance) -> Value:
    return make(machine, tuple(flat(numbers_in(array))), held_by(array).dtype, array)


@_method("squeeze")
def _squeezed(machine: Machine, array: Instance) -> Value:
    return make(machine, _without_ones(numbers_in(array)), held_by(array).dtype, array)


def _without_ones(numbers: Numbers) -> Numbers:
    if not isinstance(numbers, tuple):
        return numbers
    return _without_ones(numbers[0]) if len(numbers) == 1 else tuple(map(_without_ones, numbers))


def reduction(function: Callable[[Iterable[Any]], Any]) -> Callable[..., Value]:
    """A function of all numbers; over one axis it is left to the rule."""

    def call(machine: Machine, array: Value, axis: Value = None, dtype: Value = None, **kwargs: Value) -> Value:
        if axis is not None or kwargs:
            raise Inexact
        numbers = array if dtype is None else converted(machine, make(machine, numbers_in(array)), dtype)
        made = computed(machine, lambda x: function(flat(x)), numbers)
        if isinstance(made, Tensor) and made.dtype is None and isinstance(numbers, Instance):
            own = held_by(numbers).dtype
            made.dtype = own if own is not None and own.is_floating_point else None
        return made

    return call


REDUCTIONS: dict[str, Callable[[Any], Any]] = {
    "sum": sum, "prod": math.prod, "max": max, "min": min, "all": all, "any": any,
    "mean": lambda numbers: sum(numbers) / len(numbers),
    "argmax": lambda numbers: numbers.index(max(numbers)), "argmin": lambda numbers: numbers.index(min(numbers)),
}  # fmt: skip
for _name, _function in REDUCTIONS.items():
    _method(_name)(reduction(_function))


@_method("item")
def _only(machine: Machine, array: Value) -> Value:
    numbers: list[Value] = flat(numbers_in(array))
    if len(numbers) != 1:
        raise Inexact
    return numbers[0]


def _attribute(name: str, get: Callable[[Any], Value]) -> None:
    def call(machine: Machine, array: Instance) -> Value:
        return get(held_by(array).shape)

    NDARRAY.namespace[name] = PropertyValue(native_function(f"numpy.ndarray.{name}", call))


_attribute("shape", lambda shape: shape)
_attribute("ndim", len)
_attribute("size", math.prod)


# -------------------------------------------------------------------- what only the rules know

OPERATORS = words("add sub mul truediv floordiv mod pow matmul and or xor lshift rshift")
COMPARISONS = words("lt le eq ne gt ge")
SPECIAL = [
    *(f"__{letter}{name}__" for name in OPERATORS for letter in ("", "r", "i")),
    *(f"__{name}__" for name in (*COMPARISONS, "neg", "pos", "abs", "invert", "len", "iter", "getitem")),
]


def _not_computed(machine: Machine, *operands: Value) -> Value:
    raise Inexact


for _name in SPECIAL:
    NDARRAY.namespace.setdefault(_name, known_or_rule(f"numpy.ndarray.{_name}", _not_computed))
