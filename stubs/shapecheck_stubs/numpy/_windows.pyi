"""Windows that are views. https://numpy.org/doc/stable/reference/generated/numpy.lib.stride_tricks.sliding_window_view.html"""

modules = "numpy.lib.stride_tricks"


def sliding_window_view(x: Array["*S"], window_shape: Sizes, axis: Axes = None, **options) -> Tensor["*T"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.lib.stride_tricks.sliding_window_view.html

    >>> [10 3], 4, axis=0 -> [7 3 4]
    >>> [10 3], 4, 0 -> [7 3 4]
    >>> [6 5], (2, 3) -> [5 3 2 3]
    >>> [B 9 5], (3, 2), axis=(1, -1) -> [B 7 4 3 2]
    >>> [3], 4 -> error: window shape cannot be larger than input array shape
    >>> [6 5], 2 -> error: must provide window_shape for all dimensions of `x`
    >>> [6 5], (2, 3), axis=0 -> error: Must provide matching length
    """
    at = tuple(range(len(S))) if axis is None else axis
    if axis is None:
        require(len(window_shape) == len(at), "Since axis is None, must provide window_shape for all dimensions of `x`")
    require(len(window_shape) == len(at), "Must provide matching length window_shape and axis")
    for d, size in zip(at, window_shape):
        require(size <= S[d], "window shape cannot be larger than input array shape")
    T = S
    for d, size in zip(at, window_shape):
        T = replace(T, d, T[d] - size + 1)
    T = (*T, *window_shape)

def as_strided(x: Array["*S"], shape: Sizes | None = None, *rest, **options) -> Tensor["*T", x.dtype]:
    """https://numpy.org/doc/stable/reference/generated/numpy.lib.stride_tricks.as_strided.html

    >>> [200 5], (10, 5, 4) -> [10 5 4]
    """
    T = S if shape is None else shape
