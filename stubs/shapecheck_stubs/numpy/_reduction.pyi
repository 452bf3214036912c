"""Reductions. https://numpy.org/doc/stable/reference/routines.math.html"""

modules = "numpy", "numpy.ndarray"


def sum(
    a: Array["*S"], axis: Axes = None, dtype: dtype | None = None, out: Any = None, keepdims: bool = False,
    initial: Any = None, where: Any = None,
) -> Tensor["*reduced(S,axis,keepdims)", dtype or array_sum(a.dtype)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.sum.html

    >>> [B 3 4], 1 -> [B 4]
    >>> [B 3 4], (0, 2), keepdims=True -> [1 3 1]
    """

prod = nansum = nanprod = sum

def mean(
    a: Array["*S"], axis: Axes = None, dtype: dtype | None = None, out: Any = None, keepdims: bool = False, *,
    where: Any = None,
) -> Tensor["*reduced(S,axis,keepdims)", dtype or array_mean(a.dtype)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.mean.html"""

nanmean = mean

def std(
    a: Array["*S"], axis: Axes = None, dtype: dtype | None = None, out: Any = None, ddof: Any = 0,
    keepdims: bool = False, *, where: Any = None, mean: Any = None, correction: Any = None,
) -> Tensor["*reduced(S,axis,keepdims)", dtype or array_mean(a.dtype)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.std.html"""

var = nanstd = nanvar = std

def max(
    a: Array["*S"], axis: Axes = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = None,
) -> Tensor["*reduced(S,axis,keepdims)"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.max.html"""

min = amax = amin = ptp = nanmax = nanmin = max

def median(
    a: Array["*S"], axis: Axes = None, out: Any = None, overwrite_input: Any = False, keepdims: bool = False,
) -> Tensor["*reduced(S,axis,keepdims)", array_mean(a.dtype)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.median.html"""

nanmedian = median

def percentile(
    a: Array["*S"], q: Array["*Q"] | float, axis: Axes = None, out: Any = None, overwrite_input: Any = False,
    method: Any = None, keepdims: bool = False,
) -> Tensor["*q.shape *reduced(S,axis,keepdims)", array_mean(a.dtype)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.percentile.html"""

quantile = nanpercentile = nanquantile = percentile

def any(
    a: Array["*S"], axis: Axes = None, out: Any = None, keepdims: bool = False, *, where: Any = None,
) -> Tensor["*reduced(S,axis,keepdims)", bool]:
    """https://numpy.org/doc/stable/reference/generated/numpy.any.html"""

all = any

def argmax(
    a: Array["*S"], axis: int | None = None, out: Any = None, *, keepdims: bool = False,
) -> Tensor["*reduced(S,axis,keepdims)", int64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.argmax.html"""

argmin = nanargmax = nanargmin = argmax

def count_nonzero(a: Array["*S"], axis: Axes = None, *, keepdims: bool = False) -> Tensor["*reduced(S,axis,keepdims)", int64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.count_nonzero.html"""

def average(
    a: Array["*S"], axis: Axes = None, weights: Any = None, returned: bool = False, *, keepdims: bool = False,
) -> Tensor["*reduced(S,axis,keepdims)", array_mean(a.dtype) if weights is None else array_dtype()]:
    """https://numpy.org/doc/stable/reference/generated/numpy.average.html"""
    if returned:
        unknown("the sum of the weights beside the average")
