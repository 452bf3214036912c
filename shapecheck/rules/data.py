"""Tensors made from Python data: the shape and dtype of nested lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from shapecheck.rules.dtypes import promoted_array
from shapecheck.rules.errors import Unfit
from shapecheck.rules.kinds import KINDS, TENSOR, known_items, settled
from shapecheck.rules.queries import to_tuple
from shapecheck.rules.results import UNKNOWN_DTYPE
from shapecheck.rules.run import Run, unfit
from shapecheck.rules.shapes import prod
from shapecheck.rules.slicing import range_size
from shapecheck.symbolic import Dim, Expr, Formula, eq
from shapecheck.values import (
    NUMPY_ARRAY,
    DType,
    ListValue,
    Opaque,
    RangeValue,
    Scalar,
    Shape,
    Size,
    SizesValue,
    Star,
    Tensor,
    TruthOrTruths,
    UnionValue,
    Unknown,
    promote,
)

DIMS = KINDS["Dims"]
MANY = 64
"""Rows that are looked at."""

_SCALARS = {"float": "float32", "bool": "bool", "int": "int64", "complex": "complex64"}
_AS_NUMBERS = tuple(map(DType, ("bool", "int64", "float32", "complex64")))
_USUAL = dict(zip(("bool", "integral", "floating", "complex"), _AS_NUMBERS, strict=True))
"""What torch takes numbers for, by their kind."""
_PYTHON = {bool: "bool", int: "int64", float: "float32", complex: "complex64"}


def data_shape(run: Run, value: Any) -> Shape:
    """The shape of torch.tensor(value). Of data that is not known it is a tensor all the same, of some shape."""
    value = settled(value)
    if type(value) is Tensor:
        return run.path.resolve(value.shape)
    _refuse_ragged(run, value, 1)
    return _nested(run, value, _number)


def array_shape(run: Run, value: Any) -> Shape:
    """The same for NumPy, to which a tensor in a list is an array as all else."""
    _refuse_inhomogeneous(run, settled(value), ())
    return _nested(run, value, _array)


def _array(run: Run, tensor: Tensor) -> Shape:
    return run.path.resolve(tensor.shape)


def _refuse_inhomogeneous(run: Run, value: Any, front: Shape) -> None:
    """What is in a list is of one shape; NumPy makes no array of objects unless it is asked to (since version 1.24)."""
    items = known_items(run.path, value) if isinstance(value, (ListValue, tuple)) else None
    if not items:
        return
    shapes, front = set(), (*front, len(items))
    for item in map(settled, items[:MANY]):
        if isinstance(item, (ListValue, tuple)):
            _refuse_inhomogeneous(run, item, front)
        with suppress(Unfit):
            shape = _nested(run, item, _array)
            if all(type(dim) is int for dim in shape):
                shapes.add(shape)
    if len(shapes) > 1:
        raise run.reject(
            "setting an array element with a sequence. The requested array has an inhomogeneous shape after "
            f"{len(front)} dimensions. The detected shape was {front} + inhomogeneous part."
        )


def _number(run: Run, tensor: Tensor) -> Shape:
    """A tensor in a list that PyTorch reads is one number, whatever its rank; a NumPy array is a list of numbers."""
    shape = run.path.resolve(tensor.shape)
    if tensor.cls == NUMPY_ARRAY:
        return shape
    if not any(type(dim) is Star for dim in shape):
        run.require(eq(prod(run, shape), 1), "only one element tensors can be converted to Python scalars")
    return ()


def _refuse_ragged(run: Run, value: Any, dim: int) -> None:
    """Lists in a list are of one length."""
    if not isinstance(value, (ListValue, tuple)):
        return
    items = [settled(item) for item in (known_items(run.path, value) or ())[:MANY]]
    lists = [item for item in items if isinstance(item, (ListValue, tuple))]
    for item in lists:
        _refuse_ragged(run, item, dim + 1)
    inner = [known_items(run.path, item) for item in lists]
    lengths = [len(known) for known in inner if known is not None and not any(type(one) is Star for one in known)]
    for length in lengths:
        if length != lengths[0]:
            raise run.reject(f"expected sequence of length {lengths[0]} at dim {dim} (got {length})")


def _nested(run: Run, value: Any, inner: Callable[[Run, Tensor], Shape]) -> Shape:
    value = settled(value)
    if isinstance(value, (Unknown, Opaque, TruthOrTruths)):
        return (run.path.fresh_star("data", 0),)
    if _dtype_of_leaf(value) is not None:
        return ()
    if type(value) is Tensor:
        return inner(run, value)
    if isinstance(value, ListValue) and value.items is None:
        return (value.length, *_nested(run, value.element, inner))
    if isinstance(value, RangeValue):
        count = range_size(run.path, value)
        return (run.path.fresh("data", 0) if count is None else count,)
    if isinstance(value, UnionValue):
        return _one_of_equals([_nested(run, member, inner) for member in value.members])
    items = known_items(run.path, value)
    if items is None:
        raise unfit(value)
    if not items:
        return (0,)
    known = [item for item in items[:MANY] if not isinstance(settled(item), (Unknown, Opaque))]
    shapes = [_nested(run, item, inner) for item in known]
    if not shapes:
        return (len(items), *_nested(run, items[0], inner))
    return (len(items), *_one_of_equals(shapes))


def _one_of_equals(shapes: list[Shape]) -> Shape:
    """The shape of nested lists, which have to be of one: of several sizes a number, of ranks one that is known."""
    known = [shape for shape in shapes if not any(isinstance(dim, Star) for dim in shape)] or shapes[:1]
    if any(len(shape) != len(known[0]) for shape in known):
        raise Unfit("nested lists of different depths")
    return tuple(map(_one_size, zip(*known)))


def _one_size(dims: tuple[Any, ...]) -> Any:
    numbers = {dim for dim in dims if isinstance(dim, int)}
    if len(numbers) > 1:
        raise Unfit("nested lists of different lengths")
    return numbers.pop() if numbers else dims[0]


def constructed_shape(run: Run, args: tuple[Any, ...], options: dict[str, Any]) -> Shape:
    """The shape of Tensor(*args) and x.new(*args): sizes (one by one, or one torch.Size) or else the content.

    A tuple of ints that is no torch.Size for certain may be either: some of what gives one gives a tuple to us.
    """
    if "size" in options:
        return _sizes(run, options["size"])
    if "data" in options:
        args = (options["data"],)
    if len(args) != 1:
        return _sizes(run, args) if args else (0,)
    value = settled(args[0])
    if isinstance(value, (int, Expr, Size, SizesValue)):
        return _sizes(run, value)
    if isinstance(value, tuple) and all(isinstance(item, (int, Expr)) for item in value):
        raise unfit(value)
    return data_shape(run, value)


def _sizes(run: Run, value: Any) -> Shape:
    shape: Shape = DIMS.coerce(run, value, "size")
    return shape


def data_dtype(run: Run, value: Any) -> Any:
    """The dtype of torch.tensor(value)."""
    value = settled(value)
    leaf = _dtype_of_leaf(value)
    if leaf is not None:
        return leaf
    if type(value) is Tensor:
        return value.dtype or UNKNOWN_DTYPE
    if isinstance(value, ListValue) and value.items is None:
        return data_dtype(run, value.element)
    if isinstance(value, RangeValue):
        return DType("int64")
    if isinstance(value, UnionValue):
        kinds = {data_dtype(run, member) for member in value.members}
        return kinds.pop() if len(kinds) == 1 else UNKNOWN_DTYPE
    items = known_items(run.path, value)
    if items is None:
        return UNKNOWN_DTYPE
    if not items:
        return DType("float32")
    result = data_dtype(run, items[0])
    rest = _distinct(items[1:])
    for item in rest[:MANY]:
        other = data_dtype(run, item)
        if not isinstance(result, DType) or not isinstance(other, DType):
            return UNKNOWN_DTYPE
        result = promote(result, other)
    return result if len(rest) <= MANY else UNKNOWN_DTYPE


def number_dtype(run: Run, *values: Any) -> Any:
    """The dtype of what is made of numbers (`full`, `arange`, `linspace`): of a tensor only its kind counts."""
    kinds = [data_dtype(run, value) for value in values]
    if not all(isinstance(kind, DType) for kind in kinds):
        return UNKNOWN_DTYPE
    return max((_USUAL[kind.category] for kind in kinds), key=_AS_NUMBERS.index)


def gathered_dtype(run: Run, value: Any) -> Any:
    """The dtype of numpy.array(value), a list of arrays, among which a Python number counts as one of its own kind."""
    dtypes = _dtypes_in(run, settled(value))
    return (promoted_array(dtypes, ()) if dtypes else None) or UNKNOWN_DTYPE


def _dtypes_in(run: Run, value: Any) -> list[DType | None]:
    """Those of the arrays and numbers in nested lists; None for what is not known."""
    if type(value) is Tensor:
        return [value.dtype]
    if isinstance(value, ListValue) and value.items is None:
        return _dtypes_in(run, settled(value.element))
    items = known_items(run.path, value)
    if items is not None:
        found = _distinct([settled(item) for item in items])
        return [dtype for item in found for dtype in _dtypes_in(run, item)] if len(found) <= MANY else [None]
    leaf = _dtype_of_leaf(value)
    return [None if leaf is None else promoted_array((), (leaf.category,))]


def _distinct(items: Sequence[Any]) -> list[Any]:
    """One number of each kind, and all that are no numbers."""
    numbers = {type(item): item for item in items if type(item) in _PYTHON or isinstance(item, Expr)}
    return [*numbers.values(), *(item for item in items if not (type(item) in _PYTHON or isinstance(item, Expr)))]


def _dtype_of_leaf(value: Any) -> DType | None:
    if type(value) in _PYTHON:
        return DType(_PYTHON[type(value)])
    if isinstance(value, Expr):
        return DType("int64")
    if isinstance(value, Formula):
        return DType("bool")
    if isinstance(value, Scalar) and value.kind in _SCALARS:
        return DType(_SCALARS[value.kind])
    return None


def as_tensors(run: Run, items: Any) -> tuple[Tensor, ...]:
    """The tensors among `*args`: given one by one, or as one list."""
    if isinstance(items, tuple) and len(items) == 1 and type(settled(items[0])) is not Tensor:
        value = settled(items[0])
        if not isinstance(value, (Unknown, Opaque)):
            items = to_tuple(run, value)
    out: list[Tensor] = []
    for item in to_tuple(run, items):
        if isinstance(settled(item), Unknown):
            raise unfit(settled(item))
        out.append(TENSOR.coerce(run, item, "tensors"))
    return tuple(out)


def numel_of(run: Run, value: Any) -> Dim | None:
    """A number of elements, for messages."""
    return value if isinstance(value, (int, Expr)) else None
