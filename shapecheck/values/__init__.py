"""The abstract values that the interpreter computes with: `objects` says which kinds there are."""

from shapecheck.values.containers import (
    ANYWHERE,
    AnyList,
    AttributesValue,
    DictValue,
    FrozenSetValue,
    IteratorValue,
    ListValue,
    NamespaceValue,
    NamesValue,
    PartsValue,
    RangeValue,
    RestValue,
    SetValue,
    SliceValue,
    TupleOfMany,
    sizes_in,
)
from shapecheck.values.dtype import ALL_DTYPES, DTYPE_NAMES, NUMPY_DTYPES, DType, dtype_of_numpy, promote
from shapecheck.values.objects import (
    CONCRETE,
    MAX_UNION,
    UNNAMED,
    BoundMethod,
    ClassMethodValue,
    ClassValue,
    FunctionValue,
    Instance,
    ModuleValue,
    NativeFunction,
    PartialValue,
    PropertyValue,
    RuleFunction,
    StaticMethodValue,
    SuperValue,
    TypeExpression,
    UnionValue,
    Value,
)
from shapecheck.values.path import Count, Path, Undecided
from shapecheck.values.scope import Scope
from shapecheck.values.shape import (
    RANK,
    Shape,
    Star,
    elements_in,
    is_plain,
    numel_of,
    rank_of,
    shape_text,
    star_index,
)
from shapecheck.values.store import BIRTHS, MISSING, Delta, Doubt, Store, held, put
from shapecheck.values.tensor_numbers import (
    forget_numbers,
    note_numbers,
    number_in,
    numbers_of,
    replace_numbers,
)
from shapecheck.values.tensors import NUMPY_ARRAY, TORCH_TENSOR, Size, SizesValue, Tensor, may_be_array
from shapecheck.values.unknowns import (
    FAILED,
    NO_RULE,
    NOT_FOUND,
    Cause,
    Decorated,
    Doubtful,
    Opaque,
    Scalar,
    Site,
    SomeDType,
    Spread,
    TextFrom,
    TruthOrTruths,
    Unknown,
    UnknownSize,
    is_float,
    is_truth,
)

__all__ = [
    "ALL_DTYPES", "ANYWHERE", "BIRTHS", "CONCRETE", "DTYPE_NAMES", "FAILED", "MAX_UNION", "MISSING", "NOT_FOUND",
    "NO_RULE", "NUMPY_ARRAY", "NUMPY_DTYPES", "RANK", "TORCH_TENSOR", "UNNAMED", "AnyList", "AttributesValue",
    "BoundMethod", "Cause", "ClassMethodValue", "ClassValue", "Count", "DType", "Decorated", "Delta", "DictValue",
    "Doubt", "Doubtful", "FrozenSetValue", "FunctionValue", "Instance", "IteratorValue", "ListValue", "ModuleValue",
    "NamesValue", "NamespaceValue", "NativeFunction", "Opaque", "PartialValue", "PartsValue", "Path", "PropertyValue",
    "RangeValue", "RestValue", "RuleFunction", "Scalar", "Scope", "SetValue", "Shape", "Site", "Size", "SizesValue",
    "SliceValue", "SomeDType", "Spread", "Star", "StaticMethodValue", "Store", "SuperValue", "Tensor", "TextFrom",
    "TruthOrTruths", "TupleOfMany", "TypeExpression", "Undecided", "UnionValue", "Unknown", "UnknownSize", "Value",
    "dtype_of_numpy", "elements_in", "forget_numbers", "held", "is_float", "is_plain", "is_truth", "may_be_array",
    "note_numbers", "number_in", "numbers_of", "numel_of", "promote", "put", "rank_of", "replace_numbers",
    "shape_text", "sizes_in", "star_index",
]  # fmt: skip
