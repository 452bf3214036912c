"""What NumPy takes for an array: also a list or tuple, of which it makes one."""

from __future__ import annotations

from typing import Any

from shapecheck.rules.data import array_shape, data_dtype, gathered_dtype
from shapecheck.rules.kinds import KINDS, TensorKind, known_items, settled
from shapecheck.rules.queries import to_tuple
from shapecheck.rules.results import UNKNOWN_DTYPE
from shapecheck.rules.run import Run, unfit
from shapecheck.symbolic import Expr
from shapecheck.values import NUMPY_ARRAY, DType, ListValue, RangeValue, SizesValue, Tensor, Unknown

SEQUENCES = (ListValue, SizesValue, RangeValue, tuple)


class ArrayKind(TensorKind):
    text = "Array"

    def fits(self, value: Any) -> bool:
        return super().fits(value) or isinstance(settled(value), SEQUENCES)

    def _made(self, run: Run, value: Any, name: str) -> Tensor:
        if isinstance(value, (int, float, complex, Expr)):
            return Tensor((), _dtype(run, value), cls=NUMPY_ARRAY)
        if not isinstance(value, SEQUENCES):
            return super()._made(run, value, name)
        return Tensor(array_shape(run, value), _dtype(run, value), cls=NUMPY_ARRAY)


def _dtype(run: Run, value: Any) -> DType | None:
    """NumPy computes with Python's floats in 64 bits."""
    is_of_arrays = _holds_arrays(run, value)
    made = gathered_dtype(run, value) if is_of_arrays else data_dtype(run, value)
    if made is UNKNOWN_DTYPE or not isinstance(made, DType):
        return None
    if is_of_arrays:
        return made
    return DType("float64") if made.is_floating_point else made


def _holds_arrays(run: Run, value: Any) -> bool:
    value = settled(value)
    if isinstance(value, Tensor):
        return True
    items = [value.element] if isinstance(value, ListValue) and value.items is None else known_items(run.path, value)
    return any(_holds_arrays(run, item) for item in items or ())


ARRAY = ArrayKind()
KINDS["Array"] = ARRAY


def as_arrays(run: Run, values: Any) -> tuple[Tensor, ...]:
    """Each of the values as the array that NumPy makes of it."""
    items = to_tuple(run, values)
    unknown = next((item for item in map(settled, items) if isinstance(item, Unknown)), None)
    if unknown is not None:
        raise unfit(unknown)
    return tuple(ARRAY.coerce(run, item, "arrays") for item in items)
