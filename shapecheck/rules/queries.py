"""Small words of the stub language: sequences, questions about values, messages, plain results."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NoReturn, TypeAlias

from shapecheck.rules.arithmetic import MAX_ITEMS, equal, index, sequence
from shapecheck.rules.errors import NoText, Unfit
from shapecheck.rules.held import any_number, one_number
from shapecheck.rules.kinds import NUMBERS, settled
from shapecheck.rules.results import UNKNOWN_DTYPE, Copies
from shapecheck.rules.run import Run, outside, unfit
from shapecheck.symbolic import Cond, Dim, Expr, Formula, and_, ceildiv, eq, max_, or_
from shapecheck.values import (
    NUMPY_ARRAY,
    BoundMethod,
    DictValue,
    DType,
    FunctionValue,
    Instance,
    IteratorValue,
    ListValue,
    NativeFunction,
    Opaque,
    PartialValue,
    RangeValue,
    RuleFunction,
    Scalar,
    SizesValue,
    Star,
    Tensor,
    Unknown,
    Value,
    is_plain,
    may_be_array,
    shape_text,
)

MAX_COPIES = 256
FEW = 8
"""So many numbers of a tensor have a name each: they may be the sizes of another one."""

# ---------------------------------------------------------------- sequences


def number_range(run: Run, *ends: Any) -> tuple[int, ...]:
    """range(stop), range(start, stop), range(start, stop, step), of known ints"""
    for end in ends:
        if type(end) is not int:
            raise unfit(end)
    made = range(*ends)
    if made[MAX_ITEMS:]:
        raise Unfit("a range is too long")
    return tuple(made)


def zipped(run: Run, *items: Any) -> tuple[tuple[Any, ...], ...]:
    return tuple(zip(*(sequence(run, one) for one in items)))


def enumerated(run: Run, items: Any) -> tuple[tuple[int, Any], ...]:
    return tuple(enumerate(sequence(run, items)))


def backwards(run: Run, items: Any) -> tuple[Any, ...]:
    """The items from the last to the first; of the dims that a star stands for only their number is known then."""
    known = items if isinstance(items, tuple) else sequence(run, items)
    return tuple(_turned(run, item) if type(item) is Star else item for item in reversed(known))


def _turned(run: Run, star: Star) -> Star:
    turned = run.path.fresh_star("reversed", star.dim_low)
    run.path.assume(eq(turned.rank, star.rank))
    return turned


def in_order(run: Run, items: Any) -> tuple[int, ...]:
    known = sequence(run, items)
    for item in known:
        if type(item) is not int:
            raise unfit(item)
    return tuple(sorted(known))


def to_tuple(run: Run, items: Any) -> tuple[Any, ...]:
    """A list, tuple or range, or what goes through known items, as a tuple."""
    items = settled(items)
    if isinstance(items, tuple):
        return items
    if isinstance(items, ListValue) and items.items is not None:
        return tuple(items.items)
    if isinstance(items, RangeValue):
        return number_range(run, items.start, items.stop, items.step)
    if isinstance(items, SizesValue):
        return run.path.resolve(items.shape)
    found = run.ctx.iterate(items) if isinstance(items, (IteratorValue, DictValue)) else None
    if found is None:
        raise unfit(items)
    return tuple(found)


def sizes(run: Run, tensor: Any) -> Value:
    """`x.size()`: a tuple, or while the rank is not known the sizes of the tensor."""
    return outside(run.path.resolve(tensor.shape))


def sequence_or_shape(run: Run, items: Any) -> tuple[Any, ...]:
    """What `*items` spreads out."""
    return run.path.resolve(items) if isinstance(items, tuple) else to_tuple(run, items)


def repeated(run: Run, item: Any, count: Any) -> tuple[Any, ...]:
    """A tuple of `count` times the same item."""
    if type(count) is not int:
        raise unfit(count)
    if not 0 <= count <= MAX_ITEMS:
        raise Unfit("a sequence is too long")
    return (item,) * count


def unpacked(run: Run, value: Any, count: int) -> Any:
    """The value of `a, b = value`."""
    if not isinstance(value, tuple):
        value = to_tuple(run, value)
    if count >= 0 and len(value) != count:
        raise Unfit(f"{len(value)} values for {count} names")
    if any(type(item) is Star for item in value):
        raise Unfit("dims of unknown number are unpacked")
    return value


def distinct(run: Run, items: Any) -> tuple[Any, ...]:
    """The things of a sequence; of copies of unknown number the one that stands for all."""
    return tuple(items) if isinstance(items, Copies) else sequence(run, items)


def times(run: Run, items: Any) -> Any:
    """How often a sequence repeats what `distinct` gives."""
    return items.length if isinstance(items, Copies) else 1


def all_of(run: Run, items: Any) -> Cond:
    return and_(*(condition(run, item) for item in sequence(run, items)))


def any_of(run: Run, items: Any) -> Cond:
    return or_(*(condition(run, item) for item in sequence(run, items)))


def make_list(run: Run, items: Any) -> ListValue:
    """A Python list as a result."""
    return ListValue(list(sequence(run, items)))


# ---------------------------------------------------------------- numbers


def to_int(run: Run, value: Any) -> Any:
    value = settled(value)
    if isinstance(value, (int, Expr)):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return int(value)
    raise unfit(value)


def ceiling(run: Run, value: Any) -> Any:
    value = settled(value)
    if isinstance(value, (int, Expr)):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return math.ceil(value)
    raise unfit(value)


def ceil_divide(run: Run, a: Any, b: Any) -> Dim:
    """`a / b`, rounded up"""
    for value in (a, b):
        if not isinstance(value, (int, Expr)):
            raise unfit(value)
    if type(b) is int and b == 0:
        raise Unfit("a division by zero")
    return ceildiv(a, b)


def absolute(run: Run, value: Any) -> Any:
    if isinstance(value, Expr):
        return max_(value, -value)
    if isinstance(value, (int, float)):
        return abs(value)
    raise unfit(value)


# ---------------------------------------------------------------- questions


def known(run: Run, *values: Any) -> bool:
    """Whether all values are known, so that computing with them makes no unknown."""
    return not any(isinstance(settled(value), (Unknown, Opaque, Scalar)) for value in values)


def fixed(run: Run, *values: Any) -> bool:
    """Whether all values are numbers: no sizes that nobody knows."""
    return all(isinstance(settled(value), (int, float)) for value in values)


def unknown_ints(run: Run, value: Any, name: str, count: int) -> tuple[Dim, ...]:
    """So many ints, which a value that is not known gives."""
    return tuple(run.symbol_of(value, f"?{name}{i}", None) for i in range(count))


def ranked(run: Run, *shapes: Any) -> bool:
    """Whether the number of dims of each shape is known, so that a loop can run over them."""
    return all(isinstance(shape, tuple) and is_plain(run.path.resolve(shape)) for shape in shapes)


def choose(run: Run, cond: Any, a: Any, b: Any) -> Any:
    """`a` where the condition holds, else `b`."""
    return a if run.truth(cond) else b


def is_tensor(run: Run, value: Any) -> bool:
    return _surely(value, (Tensor,))


def is_array(run: Run, value: Any) -> bool:
    """Whether it is a NumPy array, not a tensor of torch."""
    return is_tensor(run, value) and settled(value).cls == NUMPY_ARRAY


def tensor_like(run: Run, value: Any) -> Value:
    """isinstance(value, torch.Tensor) as a value."""
    value = settled(value)
    if isinstance(value, (Unknown, Opaque)):
        return Scalar("bool")
    if isinstance(value, Tensor) and value.cls == NUMPY_ARRAY:
        return False
    return Scalar("bool") if isinstance(value, Tensor) and may_be_array(value) else isinstance(value, Tensor)


def is_function(run: Run, value: Any) -> bool:
    """Whether it is a function or method of the analysed program, or of what it imports."""
    return isinstance(value, (FunctionValue, BoundMethod, PartialValue, NativeFunction, RuleFunction))


def is_object(run: Run, value: Any) -> bool:
    """An instance of a class; a parameter whose kind is open is none."""
    if isinstance(value, Unknown):
        raise unfit(value)
    return isinstance(settled(value), Instance)


def comparable(run: Run, a: Any, b: Any) -> bool:
    """Whether two shapes can be compared: not when both are of unknown rank."""
    try:
        equal(run, a, b)
    except Unfit:
        return False
    return True


def is_int(run: Run, value: Any) -> bool:
    return _surely(value, (int, Expr)) and not isinstance(settled(value), bool)


NumberOf: TypeAlias = Callable[[Run, Tensor], Any]


def listed(run: Run, tensor: Any) -> Any:
    """`x.tolist()`: nested lists of the tensor's sizes, of values that are not known."""
    dtype = tensor.dtype
    value: Any = run.ctx.unknown("the values of a tensor")
    sizes = sequence(run, run.path.resolve(tensor.shape))
    if dtype is not None and dtype.is_integral and dtype.name != "bool":
        return _numbers_listed(run, tensor, sizes, FEW * FEW, one_number)
    if dtype is not None and dtype.is_integral:
        value = Scalar("bool")
    elif dtype is not None and dtype.is_floating_point and not run.path.floats_vary:
        value = Scalar("float")
    for size in reversed(sizes):
        value = ListValue(None, value, size)
    return value


def _numbers_listed(run: Run, tensor: Tensor, sizes: tuple[Any, ...], most: int, number: NumberOf) -> Any:
    """Whole numbers, each by itself where there are few (`most` in all): one row's are not those of another. Of many
    rows of many, one number stands for none."""
    if not sizes:
        return number(run, tensor)
    first, rest = sizes[0], sizes[1:]
    if type(first) is int and 0 < first <= min(FEW, most):
        return ListValue([_numbers_listed(run, tensor, rest, most // first, number) for _ in range(first)])
    each_of_many = any_number if number is one_number else _some_number
    return ListValue(None, _numbers_listed(run, tensor, rest, most, each_of_many), first)


def _some_number(run: Run, tensor: Tensor) -> Scalar:
    return Scalar("int")


def is_bool(run: Run, value: Any) -> bool:
    return _surely(value, (bool, Formula))


def is_number(run: Run, value: Any) -> bool:
    return _surely(value, NUMBERS)


def is_text(run: Run, value: Any) -> bool:
    return _surely(value, (str,))


def is_sequence(run: Run, value: Any) -> bool:
    return _surely(value, (tuple, ListValue, RangeValue, SizesValue))


def is_dtype(run: Run, value: Any) -> bool:
    return _surely(value, (DType,))


def _surely(value: Any, types: tuple[type, ...]) -> bool:
    value = settled(value)
    if isinstance(value, (Unknown, Opaque)):
        raise unfit(value)
    return isinstance(value, types)


def text(run: Run, value: Any) -> str:
    """A text that is known."""
    value = settled(value)
    if type(value) is Tensor or type(value) in (tuple, ListValue):
        raise NoText("pattern", "tensor" if type(value) is Tensor else "list or tuple")
    if not isinstance(value, str):
        raise unfit(value)
    return value


def condition(run: Run, value: Any) -> Cond:
    """What `require` demands."""
    if isinstance(value, (bool, Formula)):
        return value
    return run.truth(value)


def same(run: Run, a: Any, b: Any) -> Cond:
    return equal(run, a, b)


# ---------------------------------------------------------------- messages and results


def shown(run: Run, value: Any) -> str:
    """A value inside of a message."""
    if isinstance(value, tuple):
        return shape_text(value)
    if isinstance(value, Star):
        return f"*{value.name}"
    if isinstance(value, Instance):
        return value.cls.name
    return str(value)


def native(run: Run, name: str) -> Value:
    """What a dotted name stands for in the analysed program, to be called: native("copy.deepcopy")."""
    return run.ctx.named(name)


def members(run: Run, value: Any) -> tuple[Any, ...]:
    """The items of any iterable; of a module with parts of unknown number the part that stands for all."""
    kept = settled(value)
    if isinstance(value, Instance) and isinstance(kept, ListValue) and kept.items is None:
        return (kept.element,)
    items = run.ctx.iterate(kept)
    if items is None:
        raise unfit(kept)
    return tuple(items)


def copies(run: Run, value: Any, count: Any) -> ListValue:
    """A list of deep copies; of an unknown number of them one that stands for all."""
    copy = run.ctx.named("copy.deepcopy")
    if type(count) is not int:
        return ListValue(None, run.ctx.call(copy, [value], {}), count)
    if not 0 <= count <= MAX_COPIES:
        raise Unfit("too many copies")
    return ListValue([run.ctx.call(copy, [value], {}) for _ in range(count)])


def keep(run: Run, obj: Any, name: Any, value: Any) -> None:
    """`setattr(obj, name, value)` for a name that is computed."""
    run.set_attribute(obj, text(run, name), value)


def commas(run: Run, items: Any) -> str:
    """`2, 3` for a message"""
    return ", ".join(str(item) for item in items)


def stars(run: Run, items: Any) -> str:
    """`2 * 3` for a message"""
    return " * ".join(str(item) for item in items)


def joined(pieces: tuple[Any, ...]) -> str:
    return "".join(pieces)


def raise_reject(run: Run, message: Any) -> NoReturn:
    raise run.reject(message)


def raise_unknown(run: Run, message: Any) -> NoReturn:
    raise Unfit(message if isinstance(message, str) else message())


def unknown_result(run: Run, why: str) -> Value:
    """`-> Unknown["why"]`"""
    return run.ctx.unknown(why)


def plain_result(run: Run, kind: str) -> Value:
    """`-> int`, `-> bool` ...: a Python value of which only the type is known."""
    if kind == "int":
        return run.path.fresh("?int", None)
    if kind == "any":
        return run.ctx.unknown(f"{run.rule.short_name} gives a value that has no rule")
    return Scalar(kind)


def scalar(run: Run, kind: str) -> Value:
    """A Python value of that type: scalar("float")."""
    return plain_result(run, kind)


def unknown_tensor(run: Run, why: str, dtype: Any = UNKNOWN_DTYPE) -> Tensor:
    """A tensor of any shape, and of any dtype if none is given; `why` is what `shapecheck ops` says of it."""
    return run.tensor((run.path.fresh_star("any", 0),), dtype)


def like(run: Run, tensor: Any) -> Tensor:
    """A new tensor of the same shape and dtype."""
    tensor = settled(tensor)
    if type(tensor) is not Tensor:
        raise unfit(tensor)
    made = Tensor(tensor.shape, tensor.dtype, run.ctx.site, tensor)
    made.is_sparse = tensor.is_sparse
    return made


def array_of(run: Run, tensor: Any) -> Tensor:
    """The NumPy array of the same shape and dtype, as `tensor.numpy()` makes it."""
    array = like(run, tensor)
    array.cls = NUMPY_ARRAY
    return array


__all__ = ["index"]
