"""Element types of tensors and torch's rules for promoting them.

Source: https://docs.pytorch.org/docs/2.13/tensor_attributes.html#type-promotion-doc
"""

from __future__ import annotations

import re
from typing import ClassVar

_BITS = re.compile(r"\d+")

_WEIGHT = {
    "bool": 0,
    "uint8": 10, "int8": 11, "uint16": 12, "int16": 13, "uint32": 14, "int32": 15, "uint64": 16, "int64": 17,
    "float8_e4m3fn": 20, "float8_e5m2": 21, "float8_e4m3fnuz": 22, "float8_e5m2fnuz": 23, "float8_e8m0fnu": 24,
    "float16": 30, "bfloat16": 31, "float32": 32, "float64": 33,
    "complex32": 40, "complex64": 41, "complex128": 42,
}  # fmt: skip

ALIASES = {
    "float": "float32", "double": "float64", "half": "float16", "long": "int64", "int": "int32",
    "short": "int16", "cfloat": "complex64", "cdouble": "complex128", "chalf": "complex32",
}  # fmt: skip


NUMPY_DTYPES = {
    "float": "float64", "double": "float64", "float_": "float64", "single": "float32", "half": "float16",
    "int": "int64", "int_": "int64", "intp": "int64", "long": "int64", "longlong": "int64", "intc": "int32",
    "short": "int16", "byte": "int8", "uint": "uint64", "ulonglong": "uint64", "uintc": "uint32", "ushort": "uint16",
    "ubyte": "uint8", "bool_": "bool", "complex": "complex128", "cdouble": "complex128", "csingle": "complex64",
}  # fmt: skip
"""What NumPy calls them besides: its `float` and `int` are not torch's."""
_NUMPY_CODES = {
    **dict(zip("?bBhHiIlLqQefdFD", (
        "bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "int64", "uint64", "float16",
        "float32", "float64", "complex64", "complex128",
    ))),
    **{f"{kind[0]}{size}": f"{kind}{8 * size}" for kind in ("int", "uint") for size in (1, 2, 4, 8)},
    "f2": "float16", "f4": "float32", "f8": "float64", "c8": "complex64", "c16": "complex128", "b1": "bool",
}  # fmt: skip
"""https://numpy.org/doc/stable/reference/arrays.dtypes.html#specifying-and-constructing-data-types"""


def dtype_of_numpy(name: str) -> DType | None:
    """The dtype that a text names where NumPy reads it (`"float"`, `"<f4"`); None of those that torch does not have."""
    name = name.lstrip("<=|")
    name = NUMPY_DTYPES.get(name) or _NUMPY_CODES.get(name) or name
    return DType(name) if name in _WEIGHT and name != "bfloat16" else None


class DType:
    """A torch dtype; one object a name, so that `is` compares them."""

    __slots__ = ("name", "weight")
    _known: ClassVar[dict[str, DType]] = {}

    def __new__(cls, name: str) -> DType:
        name = ALIASES.get(name, name)
        known = cls._known.get(name)
        if known is None:
            known = cls._known[name] = super().__new__(cls)
            known.name = name
            known.weight = _WEIGHT[name]
        return known

    name: str
    weight: int

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    @property
    def category(self) -> str:
        """`bool`, `integral`, `floating` or `complex`."""
        if self.weight == 0:
            return "bool"
        if self.weight < 20:
            return "integral"
        return "floating" if self.weight < 40 else "complex"

    @property
    def itemsize(self) -> int:
        """The size of an element in bytes; a complex number counts both of its parts."""
        digits = _BITS.search(self.name)
        return int(digits[0]) // 8 if digits else 1

    @property
    def kind(self) -> str:
        """NumPy's letter for it: https://numpy.org/doc/stable/reference/generated/numpy.dtype.kind.html"""
        return "u" if self.name.startswith("u") else self.category[0]

    @property
    def str(self) -> str:
        """How NumPy writes it: `<f4`."""
        return f"{'|' if self.itemsize == 1 else '<'}{self.kind}{self.itemsize}"

    @property
    def is_floating_point(self) -> bool:
        return self.category == "floating"

    @property
    def is_complex(self) -> bool:
        return self.category == "complex"

    @property
    def is_integral(self) -> bool:
        """True of integers and of bool, as torch counts them for indices and promotion to float."""
        return self.weight < 20


ALL_DTYPES = tuple(DType(name) for name in _WEIGHT)
DTYPE_NAMES = frozenset(_WEIGHT) | frozenset(ALIASES)


def promote(a: DType, b: DType) -> DType:
    """The dtype of an operation on two tensors of one dimension or more."""
    if a is b:
        return a
    low, high = (a, b) if a.weight < b.weight else (b, a)
    if low.category == high.category == "integral" and low.name == "uint8":
        return DType("int16") if high.name == "int8" else high
    if {low.name, high.name} == {"float16", "bfloat16"}:
        return DType("float32")
    if high.is_complex and low.is_floating_point and (low.name, high.name) == ("float64", "complex64"):
        return DType("complex128")
    return high
