"""What rules say of dtypes. One that is not proved is UNKNOWN_DTYPE and stays unknown in every computation.

Source: https://docs.pytorch.org/docs/2.13/tensor_attributes.html#type-promotion-doc
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

from shapecheck.rules.context import RuleContext
from shapecheck.rules.kinds import KINDS, settled
from shapecheck.rules.results import UNKNOWN_DTYPE, UnknownDType
from shapecheck.rules.run import Run
from shapecheck.symbolic import Expr, Formula
from shapecheck.values import (
    ALL_DTYPES,
    ClassValue,
    DType,
    NativeFunction,
    Opaque,
    Scalar,
    Star,
    Tensor,
    UnionValue,
    Unknown,
    Value,
    promote,
)

CATEGORIES: dict[str, frozenset[DType]] = {
    "integral": frozenset(d for d in ALL_DTYPES if d.category == "integral"),
    "floating": frozenset(d for d in ALL_DTYPES if d.is_floating_point),
    "complex": frozenset(d for d in ALL_DTYPES if d.is_complex),
    "bool": frozenset(d for d in ALL_DTYPES if d.category == "bool"),
}
HALF_SIZE = 2
"""The bytes of float16 and bfloat16."""
MAX_INT_SIZE = 8
_RANKS = {"bool": 0, "integral": 1, "floating": 2, "complex": 3}
_PYTHON = {bool: "bool", int: "int64", float: "float32", complex: "complex64"}
_NUMPYS = {"integral": "int64", "floating": "float64", "complex": "complex128"}
"""What NumPy makes of Python's numbers."""
_REAL = {"complex32": "float16", "complex64": "float32", "complex128": "float64"}
_SPOKEN = {
    "float32": "Float", "float64": "Double", "float16": "Half", "bfloat16": "BFloat16", "int64": "Long", "int32": "Int",
    "int16": "Short", "int8": "Char", "uint8": "Byte", "complex64": "ComplexFloat", "complex128": "ComplexDouble",
}  # fmt: skip
_TYPES = {"Tensor": "float32", "BoolTensor": "bool", **{f"{spoken}Tensor": name for name, spoken in _SPOKEN.items()}}
"""Of the classes that a tensor's `type` may be, what they hold; torch.Tensor is that of floats."""
_IN_C = {
    "float32": "float", "float64": "double", "float16": "c10::Half", "bfloat16": "c10::BFloat16", "int64": "long int",
    "int32": "int", "int16": "short int", "int8": "signed char", "uint8": "unsigned char",
    "complex64": "c10::complex<float>", "complex128": "c10::complex<double>",
}  # fmt: skip
WITH_DIMS, WITHOUT_DIMS, NUMBER, UNKNOWN_RANK = range(4)
"""Kinds of operands, those first that decide over the next; a tensor of unknown rank is one of the first two."""
MAX_UNDECIDED = 3
"""Of so many tensors of unknown rank all cases are looked at."""
_COMPLEX = {"float16": "complex32", "float32": "complex64", "float64": "complex128"}


def promoted(run: Run, *operands: Any) -> Any:
    """The dtype that an elementwise operation on these tensors, numbers or dtypes computes in.

    Tensors with dims decide over tensors without, and those over Python numbers, unless the latter
    are of a higher category. Of a tensor of unknown rank the result is known if it is the same either way.
    """
    of_dims: list[DType] = []
    without_dims: list[DType] = []
    numbers: list[DType] = []
    undecided: list[DType] = []
    groups = {WITH_DIMS: of_dims, WITHOUT_DIMS: without_dims, NUMBER: numbers, UNKNOWN_RANK: undecided}
    for operand in operands:
        group, dtype = _group(run, operand)
        if dtype is None:
            return UNKNOWN_DTYPE
        groups[group].append(dtype)
    if len(undecided) > MAX_UNDECIDED:
        return UNKNOWN_DTYPE
    found: set[DType | None] = set()
    for has_dims in product((True, False), repeat=len(undecided)):
        pairs = list(zip(undecided, has_dims))
        first = of_dims + [dtype for dtype, has in pairs if has]
        second = without_dims + [dtype for dtype, has in pairs if not has]
        found.add(_promoted_groups((first, second, numbers)))
    (result, *others) = found
    return result if result is not None and not others else UNKNOWN_DTYPE


def _promoted_groups(groups: Iterable[Sequence[DType]]) -> DType | None:
    """The dtype of the first group, raised by those behind it that are of a higher category."""
    result: DType | None = None
    for group_dtypes in groups:
        if not group_dtypes:
            continue
        own = group_dtypes[0]
        for dtype in group_dtypes[1:]:
            own = promote(own, dtype)
        if result is None:
            result = own
        elif _RANKS[own.category] > _RANKS[result.category]:
            result = _raised(result, own)
    return result


def _raised(result: DType, own: DType) -> DType:
    """A complex number, or tensor without dims, beside a float64 tensor makes complex128, and complex32 beside float16:
    `combine_categories` in ATen/native/TypeProperties.cpp."""
    if own.is_complex and result.is_floating_point:
        return DType(_COMPLEX.get(result.name, "complex64"))
    return own


def _group(run: Run, operand: Any) -> tuple[int, DType | None]:
    operand = settled(operand)
    if type(operand) is Tensor:
        shape = run.path.resolve(operand.shape)
        if len(shape) == 1 and type(shape[0]) is Star:
            return UNKNOWN_RANK, operand.dtype
        return (WITH_DIMS if shape else WITHOUT_DIMS), operand.dtype
    if isinstance(operand, DType):
        return WITH_DIMS, operand
    if type(operand) in _PYTHON:
        return NUMBER, DType(_PYTHON[type(operand)])
    if isinstance(operand, Expr):
        return NUMBER, DType("int64")
    if isinstance(operand, Formula):
        return NUMBER, DType("bool")
    if isinstance(operand, Scalar) and operand.kind in ("float", "bool", "complex", "int"):
        return NUMBER, DType(
            {"float": "float32", "bool": "bool", "complex": "complex64", "int": "int64"}[operand.kind]
        )
    return WITH_DIMS, None


def cannot_hold(own: DType | None, new: DType | None) -> str | None:
    """torch's words if a tensor of dtype `own` cannot take a result of dtype `new` in place."""
    if own is None or new is None or _RANKS[new.category] <= _RANKS[own.category]:
        return None
    return f"result type {spoken(new)} can't be cast to the desired output type {spoken(own)}"


def spoken(dtype: DType) -> str:
    """The name of a dtype in torch's messages."""
    return _SPOKEN.get(dtype.name, dtype.name.capitalize())


def scalar_type(run: Run, dtype: Any) -> str:
    """`Long`, as most of torch's messages name a dtype."""
    return spoken(dtype) if isinstance(dtype, DType) else "?"


def c_type(run: Run, dtype: Any) -> str:
    """`long int`, as torch's messages of products and convolutions name a dtype."""
    return _IN_C.get(dtype.name, dtype.name) if isinstance(dtype, DType) else "?"


def agreed(run: Run, *operands: Any) -> Any:
    """What the operands have in common: the dtype of the tensors among them, numbers aside; of tensors of several
    dtypes each keeps its own, and nothing is said."""
    dtypes = {one.dtype for one in map(settled, operands) if type(one) is Tensor}
    return promoted(run, *operands) if len(dtypes) <= 1 else UNKNOWN_DTYPE


def float_of(run: Run, dtype: Any) -> Any:
    """The dtype of a result that is never integral: float32 for integers and bools."""
    return DType("float32") if isinstance(dtype, DType) and dtype.is_integral else dtype


def long_of(run: Run, dtype: Any) -> Any:
    """The dtype of a sum: int64 for integers and bools."""
    return DType("int64") if isinstance(dtype, DType) and dtype.is_integral else dtype


def real_of(run: Run, dtype: Any) -> Any:
    """The dtype of an absolute value or a real part."""
    return DType(_REAL.get(dtype.name, dtype.name)) if isinstance(dtype, DType) else dtype


def complex_of(run: Run, dtype: Any) -> Any:
    """The complex dtype of the same precision."""
    if not isinstance(dtype, DType) or dtype.is_complex:
        return dtype
    name = _COMPLEX.get(float_of(run, dtype).name)
    return DType(name) if name else UNKNOWN_DTYPE


def dtype_in(run: Run, dtype: Any, *names: str) -> bool:
    """Whether a dtype may be of one of the categories or dtypes named; true of one that is not proved."""
    if not isinstance(dtype, DType):
        return True
    return any(name == dtype.name or dtype in CATEGORIES.get(name, ()) for name in names)


def surely(run: Run, dtype: Any, *names: str) -> bool:
    """Whether a dtype is proved to be of one of the categories or dtypes named."""
    return isinstance(dtype, DType) and dtype_in(run, dtype, *names)


def same_dtype(run: Run, a: Any, b: Any) -> bool:
    """Whether two dtypes may be the same."""
    return not isinstance(a, DType) or not isinstance(b, DType) or may_be_same(run.ctx, a, b)


def may_be_same(ctx: RuleContext, a: DType, b: DType) -> bool:
    """Where nobody knows that a branch is taken (`if self.fp16: x = x.half()`), a model that is given halves may have
    been made one of halves by those who take it. Under autocast no floating dtype is proved."""
    if a is b:
        return True
    are_floating = a.is_floating_point and b.is_floating_point
    of_halves = are_floating and HALF_SIZE in (a.itemsize, b.itemsize) and ctx.is_doubtful
    return of_halves or (are_floating and ctx.path.floats_vary > 0)


def floats(run: Run, tensor: Any) -> bool:
    """Whether a tensor is proved to be floating, of whichever dtype (under autocast none is proved)."""
    return isinstance(tensor, Tensor) and tensor.dtype is not None and tensor.dtype.is_floating_point


def dtype_known(run: Run, dtype: Any) -> bool:
    """Whether a dtype is proved."""
    return isinstance(dtype, DType)


def itemsize(run: Run, dtype: Any) -> Any:
    """The size of an element in bytes; some number for a dtype that is not proved."""
    return dtype.itemsize if isinstance(dtype, DType) else run.path.fresh("itemsize", 1)


def vary_floats(run: Run, by: Any) -> None:
    """From here on, or no longer, the machine chooses floating dtypes: none is proved. See `Path.floats_vary`."""
    run.path.floats_vary = max(0, run.path.floats_vary + by)


def cast(run: Run, tensor: Any, args: Any, options: Any) -> Any:
    """The dtype of `tensor.to(*args, **options)`: of a dtype or tensor among the arguments, else its own."""
    given = [settled(value) for value in args]
    names = list(options) if isinstance(options, dict) else []
    given += [settled(options[name]) for name in ("dtype", "other") if name in names]
    for value in given:
        if isinstance(value, (DType, UnknownDType)):
            return value
        if type(value) is Tensor:
            return value.dtype or UNKNOWN_DTYPE
        if isinstance(value, (ClassValue, NativeFunction)):
            return KINDS["dtype"].coerce(run, value, "dtype")
        if isinstance(value, (Unknown, Opaque, UnionValue)):
            return UNKNOWN_DTYPE
    return tensor.dtype or UNKNOWN_DTYPE


def typed(run: Run, tensor: Any, given: Any) -> Any:
    """The dtype of `tensor.type(given)`: what is given, or that of torch.LongTensor or of its name."""
    given = settled(given)
    if isinstance(given, (ClassValue, str)):
        name = given if isinstance(given, str) else given.name
        known = _TYPES.get(name.rpartition(".")[2])
        if known is not None:
            return DType(known)
    return UNKNOWN_DTYPE if isinstance(given, (ClassValue, str, Scalar)) else cast(run, tensor, (given,), ())


def type_name(run: Run, tensor: Tensor) -> Value:
    """What `tensor.type()` gives: the name of a class, which tells the dtype, and the device that nobody knows."""
    names = [name for name, dtype in _TYPES.items() if tensor.dtype is not None and dtype == tensor.dtype.name]
    return UnionValue((f"torch.{names[-1]}", f"torch.cuda.{names[-1]}")) if names else Scalar("str")


def array_dtype(run: Run, *operands: Any) -> Any:
    """The dtype that NumPy computes in: that to which all arrays go, which a number of its own kind or below leaves as
    it is. https://numpy.org/neps/nep-0050-scalar-promotion.html"""
    groups = [_group(run, operand) for operand in operands]
    arrays = [dtype for group, dtype in groups if group < 2]
    numbers = [dtype.category for group, dtype in groups if group == 2 and dtype is not None]
    return promoted_array(arrays, numbers) or UNKNOWN_DTYPE


def promoted_array(arrays: Sequence[DType | None], numbers: Sequence[str]) -> DType | None:
    """The same of the dtypes of arrays and the categories of numbers; None where it is not known."""
    if numbers and not arrays:
        category = max(numbers, key=_RANKS.__getitem__)
        return DType(_NUMPYS.get(category, category))
    own = arrays[0] if arrays else None
    for dtype in arrays[1:]:
        own = _array_promoted(own, dtype)
    for category in numbers:
        if own is not None and _RANKS[category] > _RANKS[own.category]:
            own = _of_real(own.itemsize) if own.is_floating_point else DType(_NUMPYS[category])
    return own


def _array_promoted(a: DType | None, b: DType | None) -> DType | None:
    """https://numpy.org/doc/2.4/reference/generated/numpy.promote_types.html"""
    if a is None or b is None or "bfloat16" in (a.name, b.name):
        return None
    low, high = sorted((a, b), key=lambda dtype: (_RANKS[dtype.category], dtype.itemsize))
    if low is high or low.category == "bool":
        return high
    if high.is_complex:
        return _of_real(max(high.itemsize // 2, low.itemsize // 2 if low.is_complex else _float_size(low)))
    if high.is_floating_point:
        return DType(f"float{8 * max(high.itemsize, _float_size(low))}")
    are_signed = low.name.startswith("int"), high.name.startswith("int")
    if are_signed[0] is are_signed[1] or are_signed[1] and low.itemsize < high.itemsize:
        return high
    size = 2 * high.itemsize
    return DType(f"int{8 * size}") if size <= MAX_INT_SIZE else DType("float64")


def _float_size(dtype: DType) -> int:
    """The bytes of the floats that NumPy makes of a dtype."""
    return dtype.itemsize if dtype.is_floating_point else min(2 * dtype.itemsize, MAX_INT_SIZE)


def _of_real(size: int) -> DType:
    """The complex dtype whose parts have so many bytes; NumPy has none of halves."""
    return DType("complex64" if size <= DType("float32").itemsize else "complex128")


def array_float(run: Run, dtype: Any) -> Any:
    """The dtype of NumPy's square root: float64 for integers of four bytes and more."""
    if not isinstance(dtype, DType) or dtype.is_floating_point or dtype.is_complex:
        return dtype
    return DType("float64") if dtype.name in ("int32", "int64") else UNKNOWN_DTYPE


def array_mean(run: Run, dtype: Any) -> Any:
    """The dtype of NumPy's mean, median and the like: float64 for whole numbers and truths."""
    if not isinstance(dtype, DType) or dtype.is_floating_point or dtype.is_complex:
        return dtype
    return DType("float64")


def array_sum(run: Run, dtype: Any) -> Any:
    """The dtype of NumPy's sum: int64 for signed integers and bools."""
    if not isinstance(dtype, DType) or dtype.is_floating_point or dtype.is_complex:
        return dtype
    return UNKNOWN_DTYPE if dtype.name.startswith("uint") else DType("int64")
