"""https://docs.pytorch.org/docs/2.13/testing.html"""

def assert_close(
    actual: Any, expected: Any, *, allow_subclasses: bool = True, rtol: float | None = None, atol: float | None = None,
    equal_nan: bool = False, check_device: bool = True, check_dtype: bool = True, check_layout: bool = True,
    check_stride: bool = False, msg: Any = None,
) -> None:
    """Tensors of equal shapes: nothing broadcasts.

    >>> [2 3], [2 4] -> error: shape
    """
    if is_tensor(actual) and is_tensor(expected):
        require(
            actual.shape == expected.shape,
            "The values for attribute 'shape' do not match: {actual.shape} != {expected.shape}",
        )
