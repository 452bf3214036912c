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
