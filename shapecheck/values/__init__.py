"""The abstract values that the interpreter computes with: see `objects` for the kinds."""

from shapecheck.values.dtype import ALL_DTYPES, DTYPE_NAMES, DType, promote
from shapecheck.values.objects import (
    ANYWHERE,
    CONCRETE,
    MAX_UNION,
    NUMPY_ARRAY,
    TORCH_TENSOR,
    UNNAMED,
    AnyList,
    BoundMethod,
    Cause,
    ClassMethodValue,
    ClassValue,
    DictValue,
    FunctionValue,
    Instance,
    IteratorValue,
    ListValue,
    ModuleValue,
    NamespaceValue,
    NamesValue,
    NativeFunction,
    Opaque,
    PartialValue,
    PartsValue,
    PropertyValue,
    RangeValue,
    RestValue,
    RuleFunction,
    Scalar,
    SetValue,
    Site,
    Size,
    SizesValue,
    SliceValue,
    SomeDType,
    Spread,
    StaticMethodValue,
    SuperValue,
    Tensor,
    TupleOfMany,
    TypeExpression,
    UnionValue,
    Unknown,
    UnknownSize,
    Value,
    is_truth,
    may_be_array,
)
from shapecheck.values.path import Path, Undecided
from shapecheck.values.scope import Scope
from shapecheck.values.shape import RANK, Shape, Star, is_plain, rank_of, shape_text, star_index
from shapecheck.values.store import BIRTHS, MISSING, Delta, Store, held, put
from shapecheck.values.tensor_numbers import forget_numbers, number_in, numbers_of

__all__ = [
    "ALL_DTYPES", "ANYWHERE", "BIRTHS", "CONCRETE", "DTYPE_NAMES", "MAX_UNION", "MISSING", "NUMPY_ARRAY",
    "RANK", "TORCH_TENSOR", "UNNAMED", "AnyList", "BoundMethod", "Cause", "ClassMethodValue", "ClassValue", "DType",
    "Delta", "DictValue", "FunctionValue", "Instance", "IteratorValue", "ListValue", "ModuleValue", "NamesValue",
    "NamespaceValue", "NativeFunction", "Opaque", "PartialValue", "PartsValue", "Path", "PropertyValue",
    "RangeValue", "RestValue", "RuleFunction", "Scalar", "Scope", "SetValue", "Shape", "Site", "Size", "SizesValue",
    "SliceValue", "SomeDType", "Spread", "Star", "StaticMethodValue", "Store", "SuperValue", "Tensor",
    "TupleOfMany", "TypeExpression", "Undecided", "UnionValue", "Unknown", "UnknownSize", "Value", "forget_numbers",
    "held", "is_plain", "is_truth", "may_be_array", "number_in", "numbers_of", "promote", "put", "rank_of",
    "shape_text", "star_index",
]  # fmt: skip
