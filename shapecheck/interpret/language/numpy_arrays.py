"""NumPy's arrays beside torch's tensors: whose rules are applied to a call, and of which class its result is.

An array is a tensor of class `numpy.ndarray`; one of few known numbers is an object that computes
(`builtins/arrays.py`), and becomes such a tensor where only its shape counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.arrays import KINDS, NDARRAY, held_by, shaped
from shapecheck.interpret.builtins.classes import CONSTRUCTORS
from shapecheck.interpret.builtins.tables import unwrap, words
from shapecheck.rules.held import number_held
from shapecheck.symbolic import Expr, eq, ge, max_
from shapecheck.values import (
    NUMPY_ARRAY,
    DType,
    Instance,
    ListValue,
    Opaque,
    RuleFunction,
    Scalar,
    SliceValue,
    Tensor,
    UnionValue,
    Unknown,
    Value,
    may_be_array,
    note_numbers,
    number_in,
    numbers_of,
    rank_of,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

NUMPY = "numpy."
RANDOM = "numpy.random."
CONVERTERS = frozenset({
    "numpy.array", "numpy.asarray", "numpy.ascontiguousarray", "numpy.atleast_2d", "numpy.bincount",
    "numpy.column_stack", "numpy.concatenate", "numpy.copy", "numpy.diag", "numpy.diff", "numpy.dot",
    "numpy.dstack", "numpy.einsum", "numpy.empty_like", "numpy.expand_dims", "numpy.full_like",
    "numpy.hstack", "numpy.interp", "numpy.kron", "numpy.ones_like", "numpy.outer", "numpy.pad", "numpy.roll",
    "numpy.sort", "numpy.stack", "numpy.tile", "numpy.tril", "numpy.triu", "numpy.unique", "numpy.vstack",
    "numpy.where", "numpy.zeros_like",
})
"""Functions that make an array of tensors too; others return what the tensors' own class likes."""
UFUNCS = frozenset(f"numpy.{name}" for name in words(
    "abs absolute fabs negative positive sign square rint floor ceil trunc conj conjugate invert bitwise_not "
    "bitwise_invert exp exp2 expm1 log log2 log10 log1p sqrt cbrt reciprocal sin cos tan arcsin arccos arctan sinh "
    "cosh tanh arcsinh arccosh arctanh asin acos atan asinh acosh atanh deg2rad rad2deg degrees radians isnan isinf "
    "isfinite logical_not signbit add subtract multiply power pow mod remainder fmod floor_divide maximum minimum "
    "fmax fmin bitwise_and bitwise_or bitwise_xor left_shift right_shift float_power copysign gcd lcm divide "
    "true_divide arctan2 atan2 hypot logaddexp logaddexp2 heaviside nextafter equal not_equal less less_equal "
    "greater greater_equal logical_and logical_or logical_xor matmul"
))  # fmt: skip
"""Those that give what they make of a tensor back to torch, which takes truths for uint8."""
BY_METHOD = frozenset(f"numpy.{name}" for name in words(
    "argmax argmin argsort clip cumprod cumsum repeat reshape round squeeze swapaxes take transpose"
))  # fmt: skip
"""Those that call the method of a tensor, or give back to torch what they make of it."""
BY_SLICES = frozenset(f"numpy.{name}" for name in words("array_split dsplit hsplit split vsplit"))
"""Those that give a list of slices, which are of the class of what they are cut from."""

AVERAGES = frozenset({"torch.Tensor.mean", "torch.Tensor.std", "torch.Tensor.var"})
"""Those of whole numbers and of truths are floats in NumPy; torch has none."""
OTHERWISE = frozenset({"torch.Tensor.dot", "torch.Tensor.repeat"}) | AVERAGES
"""Methods that both have and that take less in torch."""


def is_numpys(function: RuleFunction) -> bool:
    return function.name.startswith(NUMPY)


def is_numpys_alone(machine: Machine, function: RuleFunction, args: list[Value]) -> bool:
    """Whether what may be an array gets a method that torch refuses and NumPy does not: `dot` of what may be more than
    a vector, `repeat` by fewer numbers than there are dims, the mean of whole numbers."""
    if function.name not in OTHERWISE or not args or not isinstance(args[0], Tensor) or not may_be_array(args[0]):
        return False
    if function.name in AVERAGES:
        dtype = args[0].dtype
        return dtype is not None and not dtype.is_floating_point and not dtype.is_complex
    if any(isinstance(arg, (tuple, ListValue)) for arg in args):
        return False
    is_dot = function.name == "torch.Tensor.dot"
    tensors = [arg for arg in args if isinstance(arg, Tensor)] if is_dot else [args[0]]
    most = 1 if is_dot else len(args) - 1
    ranks = [rank_of(machine.path.resolve(tensor.shape)) for tensor in tensors]
    more = [machine.path.decide(ge(rank, most + 1)) for rank in ranks]
    return True in more or (is_dot and None in more)  # torch's `dot` is rare


def holds_numbers(value: Value) -> bool:
    """Whether the value is an array of known numbers, or was one."""
    return isinstance(value, Instance) and value.cls is NDARRAY


def are_known(a: Value, b: Value) -> bool:
    """Whether one is an array of known numbers, and the other one of NumPy's numbers, which is known, too: what is
    computed of both is."""
    number = b if holds_numbers(a) else a
    if not (holds_numbers(a) or holds_numbers(b)) or type(number) is not Tensor or number.cls != NUMPY_ARRAY:
        return False
    return number.shape == () and numbers_of(number) is not None


def as_count(machine: Machine, value: Value) -> Value:
    """What stands beside a list or tuple in a product: a whole number of NumPy's, or alone in a tensor, repeats it, as
    an int does; one below 0 as 0 does."""
    if not isinstance(value, Tensor):
        return value
    shape = machine.path.resolve(value.shape)
    if value.cls != NUMPY_ARRAY:
        is_whole = value.dtype is not None and value.dtype.is_integral
        return _count_in(machine, value) if is_whole and all(dim == 1 for dim in shape) else value
    if value.dtype is not None and (value.dtype.is_floating_point or value.dtype.is_complex):
        return value
    is_number = machine.path.decide(eq(rank_of(shape), 0))
    if is_number is False:
        return value
    if is_number is None or value.dtype is None:
        return machine.unknown("a list times what may be a number of NumPy's")
    return _count_in(machine, value)


def _count_in(machine: Machine, number: Tensor) -> Value:
    known = number_held(machine.path, machine.store, number)
    return max_(0, machine.path.fresh("count", 0) if known is None else known)


def by_shape(machine: Machine, value: Value) -> Value:
    """The value with the shape alone of what holds numbers, in a list or tuple too."""
    return _as_tensors(value, False)


def as_index(machine: Machine, value: Value) -> Value:
    """The same with the numbers, which say what is taken of another array."""
    return _as_tensors(value, True)


def _as_tensors(value: Value, with_numbers: bool) -> Value:
    if holds_numbers(value):
        assert isinstance(value, Instance)
        made = shaped(value)
        note_numbers(made, numbers_of(held_by(value)) if with_numbers else None)
        return made
    if isinstance(value, ListValue) and value.items and any(map(holds_numbers, value.items)):
        return ListValue([_as_tensors(item, with_numbers) for item in value.items])
    if isinstance(value, tuple) and any(map(holds_numbers, value)):
        return tuple(_as_tensors(item, with_numbers) for item in value)
    return value


def forwards(machine: Machine, index: Value) -> Value:
    """An index that takes as many items and never goes backwards, as torch's do."""
    if isinstance(index, tuple):
        return tuple(forwards(machine, item) for item in index)
    if not isinstance(index, SliceValue) or not isinstance(index.step, int) or index.step >= 0:
        return index
    if index.lower is None and index.upper is None:
        return SliceValue(None, None, -index.step)
    unknown = machine.unknown("the ends of a slice that goes backwards")
    return SliceValue(unknown, unknown, 1)


KINDS_OF_NUMBERS = {"bool": "bool", "floating": "float", "complex": "complex"}


OF_SEQUENCES = frozenset(
    f"numpy.{name}" for name in ("concatenate", "stack", "hstack", "vstack", "dstack", "column_stack")
)
"""Functions of a sequence of arrays, which an array is, of its rows."""


def apply(machine: Machine, function: RuleFunction, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """A function or method of numpy. A parameter or an unknown may be a list there: it says nothing."""
    for arg in (*args, *kwargs.values()):
        if isinstance(arg, Unknown):
            return arg
        if isinstance(arg, Opaque) and arg.bound is None:
            return machine.unknown(f"{function.name} of a parameter")
    args = [_converted(machine, arg) for arg in args]
    if args and type(args[0]) is Tensor and function.name in OF_SEQUENCES:
        rows = machine.iterate(args[0])
        args = args if rows is None else [tuple(rows), *args[1:]]
    result: Value = function.rule.apply(machine, args, kwargs)
    if isinstance(result, Tensor) and _is_pythons(function, args, result):
        return _number(machine, result.dtype) or machine.unknown(f"{function.name} of numbers that are not known")
    if function.name in CONVERTERS or not any(map(_is_torchs, args)):
        return _as_array(result, args)
    if type(result) is Tensor and "out" not in kwargs and function.name in (UFUNCS | BY_METHOD):
        return _of_torch(function, args, result)
    if function.name.endswith("__") or function.name in BY_SLICES:
        return result
    return machine.unknown(f"{function.name} of a tensor")


def _is_pythons(function: RuleFunction, args: list[Value], result: Tensor) -> bool:
    """Whether the result is a number that behaves as one of Python's: a whole one, a truth, one drawn at random."""
    if result.shape != () or any(isinstance(arg, Tensor) for arg in args):
        return False
    return function.name.startswith(RANDOM) or result.dtype is None or not result.dtype.is_floating_point


def _of_torch(function: RuleFunction, args: list[Value], result: Tensor) -> Tensor:
    """What NumPy makes of a tensor of torch is one. Truths that a method gives stay what they are."""
    if result.dtype is not None and result.dtype.name == "bool" and not any(result is arg for arg in args):
        result.dtype = DType("uint8") if function.name in UFUNCS else None
    return result


def _converted(machine: Machine, value: Value) -> Value:
    """What an object of a class of Python's says that it is as an array: an image does."""
    if not isinstance(value, Instance) or value.cls.lookup("__array__") is None:
        return value
    return machine.call(machine.get_attribute(value, "__array__"), [], {})


def _number(machine: Machine, dtype: DType | None) -> Value:
    """The number, no array, that a function makes of numbers; None where not even its type is known."""
    if dtype is None:
        return None
    return machine.path.fresh("int", None) if dtype.category == "integral" else Scalar(KINDS_OF_NUMBERS[dtype.category])


def as_number(machine: Machine, value: Value) -> Value:
    """What an operator of torch's takes one of NumPy's scalars for, whatever its size: a number of Python's. Other
    values are themselves."""
    is_scalar = isinstance(value, Tensor) and value.cls == NUMPY_ARRAY and not machine.path.resolve(value.shape)
    if not is_scalar or not isinstance(value, Tensor) or value.dtype is None:
        return value
    number = number_in(value)
    return _number(machine, value.dtype) if isinstance(number, Tensor) else number


def _is_torchs(value: Value) -> bool:
    return isinstance(value, Tensor) and value.cls != NUMPY_ARRAY and not may_be_array(value)


def _as_array(result: Value, args: list[Value]) -> Value:
    """The result of a rule, which says nothing of classes, as an array or several."""
    if isinstance(result, Tensor):
        if any(result is arg for arg in args):
            return result
        result.cls = NUMPY_ARRAY
    for part in _parts(result):
        _as_array(part, args)
    return result


def _parts(value: Value) -> Sequence[Value]:
    if isinstance(value, UnionValue):
        return value.members
    if isinstance(value, ListValue):
        return [value.element] if value.items is None else value.items
    return value if isinstance(value, tuple) else ()


def number_of(machine: Machine, dtype: DType, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """`np.float32(x)`: a number of the dtype, or an array of such. Whole numbers of the usual size, which count and
    index, are Python's here."""
    if args and (holds_numbers(args[0]) or isinstance(args[0], (ListValue, tuple))):
        return machine.call(machine.named("numpy.array"), args[:1], {"dtype": dtype})
    value = unwrap(args[0]) if args else 0
    if isinstance(value, Tensor):
        return Tensor(value.shape, dtype, machine.site, value, maker="astype", cls=NUMPY_ARRAY)
    kind = KINDS.get(dtype.name.rstrip("0123456789"))
    if kind is None or not isinstance(value, (int, float, str, Expr, Scalar)) or kwargs:
        return machine.unknown("a call of a dtype")
    number = CONSTRUCTORS[kind.__name__](machine, [value], {})
    if dtype.name in ("int64", "bool") or isinstance(number, Unknown):
        return number
    made = Tensor((), dtype, machine.site, cls=NUMPY_ARRAY)
    made.numbers = number if isinstance(number, (int, float)) else None
    return made
