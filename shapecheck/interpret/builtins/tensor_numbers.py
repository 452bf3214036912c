"""Small tensors whose numbers are known: `torch.tensor([[1, 14, 14]])`, `4 ** torch.arange(4)`. Code computes sizes
with them and reads those back with `item`, `tolist`, `int`.

A tensor keeps its numbers as nested tuples. What is not computed here has none, and what may change a tensor in place
takes the numbers from it and from all that it may be a view of. They are those of one run, so an object that keeps a
tensor, as its buffer or attribute, keeps none of its numbers: other calls may have changed them.
https://docs.pytorch.org/docs/2.13/tensors.html
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, repeat
from types import EllipsisType, NoneType
from typing import TYPE_CHECKING, Any

from shapecheck.interpret.builtins.arrays import (
    REDUCTIONS,
    Numbers,
    elementwise,
    flat,
    numbers_in,
    picked,
    shape_is_even,
    shape_of,
)
from shapecheck.interpret.builtins.exact import Inexact, exact
from shapecheck.interpret.builtins.tensor_order import PAIRS, chosen
from shapecheck.interpret.builtins.tensor_rows import ALONG, MAX_NUMBERS, axis_of, over
from shapecheck.rules import trues
from shapecheck.rules.held import INT64
from shapecheck.rules.kinds import settled
from shapecheck.values import (
    DType,
    Instance,
    ListValue,
    Tensor,
    Unknown,
    Value,
    forget_numbers,
    note_numbers,
    number_in,
    numbers_of,
    replace_numbers,
)

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

ERRORS = (Inexact, ArithmeticError, LookupError, TypeError, ValueError)
FLOAT32 = DType("float32")
COPIED = frozenset({"torch.tensor"})
"""What copies the numbers of an array; a tensor that shares them with it is not told of what changes there."""
SHARED = frozenset({"torch.as_tensor", "torch.asarray", "torch.from_numpy", "numpy.asarray"})
"""What may give another face to the memory of its operand."""
GIVES = frozenset({"copy_", "fill_", "constant_"})
"""What gives a tensor of one number the number of its second operand."""
FILLING = frozenset({"fill_", "zero_"})
"""What gives a tensor one number everywhere."""
COLLECTIVE = "torch.distributed."
"""Its operators fill their operands with what other processes have."""
BITS = {"int64": 63, "int32": 31, "int16": 15, "int8": 7}


def noted(machine: Machine, tensor: Tensor, numbers: Numbers) -> Tensor:
    """The new tensor with these numbers, if they are of its shape and its dtype holds them."""
    try:
        held = _fitting(machine, tensor, numbers)
    except ERRORS:
        return tensor
    note_numbers(tensor, held)
    return tensor


def _fitting(machine: Machine, tensor: Tensor, numbers: Numbers) -> Numbers:
    """The numbers as the dtype of the tensor holds them; Inexact if they are not of its shape, or too many."""
    shape = machine.path.resolve(tensor.shape)
    if not shape_is_even(numbers) or shape_of(numbers) != shape or math.prod(shape_of(numbers)) > MAX_NUMBERS:
        raise Inexact
    return elementwise(held_in(tensor.dtype), numbers)


def written_out(machine: Machine, tensor: Tensor, args: Sequence[Value]) -> Tensor:
    """torch.LongTensor([3, 4]), which is not one of the operators; LongTensor(3, 4) has these sizes."""
    try:
        return noted(machine, tensor, _read(args[0])) if len(args) == 1 else tensor
    except ERRORS:
        return tensor


def held_in(dtype: DType | None) -> Callable[[Any], Any]:
    """What a dtype makes of a number."""
    if dtype is None:
        return _any_holds
    name = dtype.name
    if name == "bool":
        return bool
    if name in BITS:
        return lambda number: _whole(number, 1 << BITS[name])
    if name == "float64":
        return _finite
    if name == "float32":
        return _single
    raise Inexact


def _any_holds(number: Any) -> Any:
    """Every dtype has nought and one."""
    if number not in (0, 1):
        raise Inexact
    return number


def _whole(number: Any, limit: int) -> int:
    number = math.trunc(number)
    if not -limit <= number < limit:
        raise Inexact
    return int(number)


def _finite(number: Any) -> float:
    if not math.isfinite(number):
        raise Inexact
    return float(number)


def _single(number: Any) -> float:
    number = _finite(number)  # a TypeError of a complex one: torch makes nan of a root of less than nothing
    return _finite(struct.unpack("f", struct.pack("f", number))[0])


# -------------------------------------------------------------------- what operators make of numbers


def followed(machine: Machine, name: str, args: list[Value], kwargs: dict[str, Value], result: Value) -> Value:
    """The result of an operator with the numbers that are known of it. What gives nothing (`array.sort()`) was called
    for what it does to its operands."""
    short = name.rpartition(".")[2]
    if name in SHARED and args and type(args[0]) is Tensor and type(result) is Tensor and result is not args[0]:
        result.parent = args[0]
    changed = _changed(name, short, args, kwargs, result)
    if changed is not None and _holds_it_already(short, [*args, *kwargs.values()]):
        return result
    if changed is not None:
        left = _left_by(machine, short, args, kwargs, result)
        for arg in _operands(changed):
            forget_numbers(machine.store, arg)
        if left is not None and isinstance(result, Tensor):
            replace_numbers(machine.store, result, left)
        return result
    if short in trues.CARRYING and kwargs.get("requires_grad", False) is False:
        trues.carried(machine.path, short, args, result)
    made = name in CREATED
    if not made and not any(type(arg) is Tensor and arg.numbers is not None for arg in _operands(args)):
        return result
    try:
        if short in READ:
            return READ[short](_read(args[0])) if len(args) == 1 and not kwargs else result
        if short in DISTINCT and len(args) == 1:
            return _distinct(machine, DISTINCT[short], _read(args[0]), kwargs, result)
        if isinstance(result, tuple) and short in PAIRS:
            return _paired(machine, _along(PAIRS[short], args, kwargs), result)
        if type(result) is tuple:
            return _parts(machine, short, args, kwargs, result)
        if type(result) is not Tensor:
            return result
        numbers = CREATED[name](args, kwargs, result) if made else _computed(short, args, kwargs, result)
    except ERRORS:
        return result
    return noted(machine, result, numbers)


def _changed(
    name: str, short: str, args: list[Value], kwargs: dict[str, Value], result: Value
) -> list[Value] | None:
    """The operands whose numbers an operator changes: the first, if its name says so; None if it changes none."""
    if name.startswith(COLLECTIVE) or result is None or isinstance(result, Unknown):
        return [*args, *kwargs.values()]
    is_in_place = short.endswith("_") and not short.endswith("__") or kwargs.get("inplace", False) is not False
    first = args[:1] or list(kwargs.values())
    if "out" in kwargs:
        return [kwargs["out"], *(first if is_in_place else ())]
    return first if is_in_place else None


def _left_by(machine: Machine, short: str, args: list[Value], kwargs: dict[str, Value], result: Value) -> Numbers:
    """What a tensor holds after `x.fill_(3)` or `x.mul_(2)`, which gives it; None where that is not computed."""
    if not isinstance(result, Tensor) or not args or result is not args[0] or result.is_parameter:
        return None
    try:
        if short in FILLING:
            numbers = _constant(0 if short == "zero_" else exact(args[1]), kwargs, result)
        else:
            numbers = _computed(short[:-1], args, kwargs, result)
        return _fitting(machine, result, numbers)
    except ERRORS:
        return None


def _holds_it_already(short: str, args: list[Value]) -> bool:
    """Whether a tensor is given the number that it has: constants are set once more when weights are initialized."""
    if short not in GIVES or len(args) < 2 or not isinstance(args[0], Tensor):
        return False
    number = number_in(args[0])
    return not isinstance(number, Tensor) and type(number) is type(number_in(args[1])) and number == number_in(args[1])


PARTS = (int, slice, NoneType, EllipsisType)


def indexed(machine: Machine, tensor: Tensor, index: Value, result: Tensor) -> Tensor:
    """tensor[index]"""
    if tensor.numbers is None:
        return result
    try:
        if type(index) is Tensor:
            return _made(machine, result, chosen(_read(tensor), _read(index)))
        real = exact(index)
        indices = real if isinstance(real, tuple) else (real,)
        if any(isinstance(one, bool) or not isinstance(one, PARTS) for one in indices):
            return result
        return noted(machine, result, picked(_read(tensor), indices))
    except ERRORS:
        return result


def _operands(args: Sequence[Value]) -> Iterable[Value]:
    for arg in args:
        if isinstance(arg, ListValue):
            yield from (arg.element,) if arg.items is None else arg.items
        elif type(arg) is tuple:
            yield from arg
        else:
            yield arg


def _read(value: Value) -> Numbers:
    """The numbers of an operand: of a tensor, of one number, of nested lists of them."""
    value = settled(value)
    if type(value) is Tensor:
        numbers = numbers_of(value)
        if numbers is None:
            raise Inexact
        return numbers
    if isinstance(value, ListValue) and value.items is not None:
        return tuple(map(_read, value.items))
    if isinstance(value, tuple):
        return tuple(map(_read, value))
    real = exact(value)
    if not isinstance(real, (bool, int, float)):
        raise Inexact
    return real


def _computed(short: str, args: list[Value], kwargs: dict[str, Value], result: Tensor) -> Numbers:
    name = short.strip("_") if short.startswith("__") else short
    if name in BINARY and len(args) == 2 and not kwargs:
        return _side_by_side(BINARY[name], args, result.dtype)
    if short.startswith("__r") and name[1:] in BINARY and len(args) == 2:
        return _side_by_side(BINARY[name[1:]], args[::-1], result.dtype)
    if name in ("div", "divide") and len(args) == 2 and kwargs.get("rounding_mode") in ROUNDED:
        return _side_by_side(ROUNDED[kwargs["rounding_mode"]], args, result.dtype)
    if name in UNARY and len(args) == 1 and not kwargs:
        return elementwise(UNARY[name], _read(args[0]))
    if name in SAME:
        return _read(args[0])
    if name in RESHAPED and not any(isinstance(arg, DType) for arg in (*args, *kwargs.values())):
        return _in_shape(iter(flat(_read(args[0]))), result.shape)
    if name in ("max", "min") and len(args) == 2 and isinstance(settled(args[1]), Tensor):
        return _side_by_side(BINARY[f"{name}imum"], args, result.dtype)
    if name in REDUCED:
        return _reduced(REDUCED[name], _read(args[0]), args[1:], dict(kwargs), result)
    if name in ALONG:
        return _along(ALONG[name], args, kwargs)
    raise Inexact


def _along(function: Callable[..., Any], args: list[Value], kwargs: dict[str, Value]) -> Any:
    return function(*map(_read_or_number, args), **{key: exact(value) for key, value in kwargs.items()})


def _read_or_number(value: Value) -> Any:
    return exact(value) if isinstance(value, int) else _read(value)


def _side_by_side(function: Callable[[Any, Any], Any], operands: list[Value], dtype: DType | None) -> Numbers:
    """Both operands are rounded to the dtype that torch computes in: of the result, or of what is compared."""
    dtypes = [dtype, *(one.dtype for one in map(settled, operands) if type(one) is Tensor)]
    floating = next((one for one in dtypes if one is not None and one.is_floating_point), None)
    held = (lambda number: number) if floating is None else held_in(floating)
    return elementwise(function, *(elementwise(held, _read(one)) for one in operands))


def _in_shape(numbers: Any, shape: Sequence[Any]) -> Numbers:
    if not shape:
        return next(numbers)
    if type(shape[0]) is not int:
        raise Inexact
    return tuple(_in_shape(numbers, shape[1:]) for _ in range(shape[0]))


def _reduced(
    function: Callable[[Any], Any], numbers: Numbers, rest: Sequence[Value], kwargs: dict[str, Value], result: Tensor
) -> Numbers:
    axis = exact(rest[0]) if rest else exact(kwargs.pop("dim", None))
    kwargs.pop("keepdim", None)
    if kwargs or len(rest) > 2:
        raise Inexact
    if axis is None:
        made = function(flat(numbers))
    else:
        made = over(numbers, axis_of(axis, numbers), lambda rows: elementwise(lambda *parts: function(parts), *rows))
    return _in_shape(iter(flat(made)), result.shape)


def _parts(
    machine: Machine, short: str, args: list[Value], kwargs: dict[str, Value], result: tuple[Value, ...]
) -> Value:
    """The rows of `unbind`, the parts of `split` and `chunk`, along the first dim."""
    dims = [*args[1 if short == "unbind" else 2 :], *kwargs.values()]
    if short not in ("unbind", "split", "chunk") or dims not in ([], [0]):
        return result
    rows, at = _read(args[0]), 0
    for part in result:
        size = part.shape[0] if isinstance(part, Tensor) and part.shape else 1
        if not isinstance(part, Tensor) or not isinstance(size, int):
            raise Inexact
        if short == "unbind":
            noted(machine, part, rows[at])
            at += 1
        else:
            noted(machine, part, rows[at : at + size])
            at += size
    return result


def _paired(machine: Machine, made: Sequence[Numbers | None], result: tuple[Value, ...]) -> Value:
    """Sorted numbers and where they were, if that is known."""
    for part, numbers in zip(result, made):
        if isinstance(part, Tensor) and numbers is not None:
            noted(machine, part, numbers)
    return result


def _sets(every: list[Any]) -> tuple[tuple[Any, ...], tuple[int, ...]]:
    """The distinct numbers, and where each is among them."""
    kept = tuple(sorted(set(every)))
    return kept, tuple(map(kept.index, every))


def _runs(every: list[Any]) -> tuple[tuple[Any, ...], tuple[int, ...]]:
    """One number for each run of equal ones, and to which run each belongs."""
    runs = [(number, len(list(equal))) for number, equal in groupby(every)]
    return tuple(number for number, _ in runs), tuple(at for at, (_, count) in enumerate(runs) for _ in range(count))


DISTINCT = {"unique": _sets, "unique_consecutive": _runs}


def _distinct(
    machine: Machine, divide: Callable[[list[Any]], Any], numbers: Numbers, kwargs: dict[str, Value], result: Value
) -> Value:
    """torch.unique, with where each number is among the distinct ones and how often there is each."""
    wanted = {name: exact(value) for name, value in kwargs.items() if exact(value) is not False}
    if wanted.pop("sorted", True) is not True or any(value is not True for value in wanted.values()):
        raise Inexact
    kept, places = divide(list(flat(numbers)))
    left = iter(places)
    more = {
        "return_inverse": elementwise(lambda _: next(left), numbers),
        "return_counts": tuple(map(places.count, range(len(kept)))),
    }
    made = [kept, *(more[name] for name in more if wanted.pop(name, False))]
    parts = result if type(result) is tuple else (result,)
    if wanted or len(parts) != len(made):
        raise Inexact
    known = [_made(machine, part, one) for part, one in zip(parts, made) if isinstance(part, Tensor)]
    return tuple(known) if type(result) is tuple else known[0]


def _made(machine: Machine, result: Tensor, numbers: Numbers) -> Tensor:
    """The result whose sizes only its numbers tell."""
    known = Tensor(shape_of(numbers), result.dtype, result.site, result.parent, maker=result.maker)
    return noted(machine, known, numbers)


def _counted(args: list[Value], kwargs: dict[str, Value], result: Tensor) -> Numbers:
    """torch.arange"""
    start, stop, step = (0, *args, 1) if len(args) == 1 else (*args, 1)[:3]
    first, last, by = exact(start), exact(stop), exact(step)
    if result.dtype is INT64:
        first, last, by = int(first), int(last), int(by)
    elif result.dtype is None or not result.dtype.is_floating_point and any(one % 1 for one in (first, last, by)):
        raise Inexact  # each number is made whole by itself
    count = math.ceil((last - first) / by)
    if not 0 <= count <= MAX_NUMBERS:
        raise Inexact
    return tuple(first + i * by for i in range(count))


def _spaced(args: list[Value], kwargs: dict[str, Value], result: Tensor) -> Numbers:
    """torch.linspace in float32: from both ends to the middle, each number rounded once (RangeFactoriesKernel.cpp)."""
    names = ("start", "end", "steps")
    first, last, steps = (exact(one) for one in (*args, *(kwargs[name] for name in names[len(args) :])))
    plain = result.dtype is FLOAT32 and kwargs.get("requires_grad", False) is False
    if not plain or type(steps) is not int or not 0 <= steps <= MAX_NUMBERS:
        raise Inexact
    first, last = _single(first), _single(last)
    step = _single(_single(last - first) / (steps - 1)) if steps > 1 else 0.0
    rising = [_single(first + step * at) for at in range(max(steps // 2, steps == 1))]
    return (*rising, *(_single(last - step * (steps - 1 - at)) for at in range(len(rising), steps)))


def _given(args: list[Value], kwargs: dict[str, Value], result: Tensor) -> Numbers:
    """torch.tensor"""
    data = args[0] if args else kwargs["data"]
    return numbers_in(data) if type(data) is Instance else _read(data)


def _filled(args: list[Value], kwargs: dict[str, Value], result: Tensor) -> Numbers:
    """torch.full, torch.full_like"""
    return _constant(exact(args[1] if len(args) > 1 else kwargs["fill_value"]), kwargs, result)


def _constant(number: Any, kwargs: dict[str, Value], result: Tensor) -> Numbers:
    """One number everywhere, where all sizes are known. What requires a gradient is for an optimizer to change."""
    sizes = [size for size in result.shape if type(size) is int]
    is_small = len(sizes) == len(result.shape) and math.prod(sizes) <= MAX_NUMBERS
    if not is_small or kwargs.get("requires_grad", False) is not False:
        raise Inexact
    return _in_shape(repeat(number), result.shape)


def _identity(args: list[Value], kwargs: dict[str, Value], result: Tensor) -> Numbers:
    """torch.eye"""
    rows = _constant(0, kwargs, result)
    return tuple(tuple(int(i == j) for j, _ in enumerate(row)) for i, row in enumerate(rows))


def _listed(numbers: Numbers) -> Value:
    return ListValue([_listed(part) for part in numbers]) if isinstance(numbers, tuple) else numbers


def _only(numbers: Numbers) -> Any:
    (number,) = flat(numbers)
    return number


CREATED: dict[str, Callable[[list[Value], dict[str, Value], Tensor], Numbers]] = {
    "torch.arange": _counted,
    "torch.eye": _identity,
    "torch.linspace": _spaced,
    **dict.fromkeys(("torch.full", "torch.full_like"), _filled),
    **dict.fromkeys(("torch.zeros", "torch.zeros_like"), lambda args, kwargs, result: _constant(0, kwargs, result)),
    **dict.fromkeys(("torch.ones", "torch.ones_like"), lambda args, kwargs, result: _constant(1, kwargs, result)),
    **dict.fromkeys(("torch.tensor", "torch.as_tensor", "torch.asarray"), _given),
}
READ: dict[str, Callable[[Numbers], Value]] = {
    "item": _only, "__int__": lambda x: int(_only(x)), "__float__": lambda x: float(_only(x)), "__index__": _only,
    "__bool__": lambda x: bool(_only(x)), "tolist": _listed,
}  # fmt: skip
BINARY: dict[str, Callable[[Any, Any], Any]] = {
    **{name: getattr(operator, name) for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow")},
    **{name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")},
    "div": operator.truediv, "divide": operator.truediv, "true_divide": operator.truediv, "subtract": operator.sub,
    "multiply": operator.mul, "floor_divide": operator.floordiv, "remainder": operator.mod,
    "maximum": max, "minimum": min, "fmax": max, "fmin": min, "clamp_min": max, "clamp_max": min,
    "and": operator.and_, "or": operator.or_, "xor": operator.xor,
}  # fmt: skip
ROUNDED: dict[Value, Callable[[Any, Any], Any]] = {
    "floor": operator.floordiv, "trunc": lambda x, y: math.trunc(x / y),
}  # fmt: skip
UNARY: dict[str, Callable[[Any], Any]] = {
    "neg": operator.neg, "abs": abs, "round": round, "floor": math.floor, "ceil": math.ceil, "log": math.log,
    "log2": math.log2, "sqrt": math.sqrt, "exp": math.exp, "logical_not": operator.not_,
    **dict.fromkeys(("invert", "bitwise_not"), lambda x: not x if isinstance(x, bool) else ~x),
}  # fmt: skip
SAME = frozenset({
    "long", "int", "float", "double", "bool", "to", "type", "astype", "clone", "detach", "cpu", "cuda", "contiguous",
    "numpy",
})  # fmt: skip
RESHAPED = frozenset({"view", "reshape", "flatten", "unsqueeze", "squeeze", "ravel"})
REDUCED: dict[str, Callable[[Any], Any]] = {
    **{name: REDUCTIONS[name] for name in ("sum", "prod", "max", "min", "all", "any")},
    "amax": max, "amin": min,
}  # fmt: skip

__all__ = ["followed", "indexed", "written_out"]
