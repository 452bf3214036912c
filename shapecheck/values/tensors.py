"""Tensors, and their sizes as Python has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapecheck.values.dtype import DType
from shapecheck.values.shape import Shape
from shapecheck.values.store import BIRTHS
from shapecheck.values.unknowns import Site

if TYPE_CHECKING:
    from shapecheck.values.containers import DictValue
    from shapecheck.values.objects import ClassValue

TORCH_TENSOR = "torch.Tensor"
NUMPY_ARRAY = "numpy.ndarray"


class Tensor:
    """A tensor: an address, so that in-place changes are seen by all of its aliases and not by its views.

    `shape` is raw: read it through `Path.resolve`. `dtype` is None when not proved. `site` and `parent`
    say where it was made and from which tensor: diagnostics follow them back to where a size was born.
    `maker` is the operator that made it, by its short name. `cls` names the class whose rules are its attributes and
    operators: a NumPy array is a tensor of class `numpy.ndarray`. `admits` names the dtypes that a declaration leaves
    to a tensor whose dtype is not known. `strides` says where its elements lie, if that is known:
    `shapecheck.rules.strides`; `held` the bounds of its whole numbers: `shapecheck.rules.held`. `is_guess` is true of
    a parameter that is taken for a tensor because of a use that a NumPy array would serve as well: see
    `may_be_array`. `is_sparse` says whether its layout is another than torch.strided, None where nobody knows.
    `numbers` is what a small tensor holds, where that is known, as nested tuples: read it through
    `tensor_numbers.numbers_of`; `read_from` what the tensor of which it is a view held then; `trues` how many elements
    of a mask are True: `shapecheck.rules.trues`. `own` are the attributes that the code has given it. `kind` is the
    class of the code's own that it is of, whose methods it has, and `attrs` its `__dict__` then, None where nothing is
    known of that. `follows_failure` is true of what was made from the result of an operator that fails.
    """

    __slots__ = (
        "admits", "attrs", "birth", "cls", "dtype", "follows_failure", "held", "is_guess", "is_parameter", "is_sparse",
        "kind", "maker", "name", "numbers", "own", "parent", "read_from", "shape", "site", "strides", "trues",
    )  # fmt: skip

    def __init__(
        self,
        shape: Shape,
        dtype: DType | None = None,
        site: Site | None = None,
        parent: Tensor | None = None,
        is_parameter: bool = False,
        name: str | None = None,
        maker: str | None = None,
        cls: str = TORCH_TENSOR,
    ) -> None:
        self.birth = next(BIRTHS)
        self.cls = cls
        self.admits: tuple[str, ...] | None = None
        self.shape = shape
        self.dtype = dtype
        self.site = site
        self.parent = parent
        self.is_parameter = is_parameter
        self.name = name
        self.maker = maker
        self.strides: Any = None
        self.held: Any = None
        self.is_guess = False
        self.is_sparse: bool | None = False
        self.numbers: Any = None
        self.read_from: Any = None
        self.trues: Any = None
        self.own: frozenset[str] = frozenset()
        self.kind: ClassValue | None = None
        self.attrs: DictValue | None = None
        self.follows_failure: bool = parent is not None and parent.follows_failure

    def __repr__(self) -> str:
        return f"Tensor{list(self.shape)}"


_MAX_CHAIN = 100
"""So many operators back the origin of a tensor is looked for."""


def may_be_array(tensor: Tensor) -> bool:
    """Whether it was made of a parameter that is taken for a tensor only because of a use that arrays have too."""
    for _ in range(_MAX_CHAIN):
        if tensor.parent is None:
            break
        tensor = tensor.parent
    return tensor.is_guess


class Size(tuple[Any, ...]):
    """torch.Size: the sizes of a tensor. To unpack it into another number of names is a shape error."""

    __slots__ = ()


class SizesValue:
    """`x.shape` of a tensor whose rank is not known yet: unpacking or indexing it decides the rank."""

    __slots__ = ("shape",)

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
