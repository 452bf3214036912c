"""What arrays hold after a write: as NumPy says."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from shapecheck.interpret.builtins.tensor_writes import after_write
from shapecheck.values import DType, SliceValue, Tensor

Index = tuple[Any, ...]


def as_tuples(array: Any) -> Any:
    return tuple(map(as_tuples, array)) if isinstance(array, list) else array


def as_value(index: Any) -> Any:
    return SliceValue(index.start, index.stop, index.step) if isinstance(index, slice) else index


@st.composite
def writes(draw: st.DrawFn) -> tuple[np.ndarray[Any, Any], Index, np.ndarray[Any, Any]]:
    numbers = st.integers(-9, 9)
    array = draw(hnp.arrays(np.int64, hnp.array_shapes(min_dims=1, max_dims=3, max_side=4), elements=numbers))
    index = draw(hnp.basic_indices(array.shape, allow_ellipsis=False, allow_newaxis=False))
    index = index if isinstance(index, tuple) else (index,)
    part = array[index]
    shapes = [part.shape[at:] for at in range(part.ndim + 1)]
    return array, index, draw(hnp.arrays(np.int64, st.sampled_from(shapes), elements=numbers))


@given(writes())
def test_as_numpy(write: tuple[np.ndarray[Any, Any], Index, np.ndarray[Any, Any]]) -> None:
    array, index, written = write
    tensor = Tensor(array.shape, DType("int64"))
    tensor.numbers = as_tuples(array.tolist())
    value = Tensor(written.shape, DType("int64"))
    value.numbers = as_tuples(written.tolist())
    found = after_write(tensor, tuple(map(as_value, index)), value)
    array[index] = written
    assert found in (None, as_tuples(array.tolist()))
    if array.size and written.size and all(isinstance(one, int) or len(range(*one.indices(9))) for one in index):
        assert found is not None
