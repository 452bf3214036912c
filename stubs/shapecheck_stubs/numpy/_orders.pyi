"""Sums on the way and orders. https://numpy.org/doc/stable/reference/routines.sort.html"""

modules = "numpy", "numpy.ndarray"


def cumsum(
    a: Array["*S"], axis: int | None = None, dtype: dtype | None = None, out: Any = None,
) -> Tensor["*T", dtype or array_sum(a.dtype)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.cumsum.html"""
    T = (prod(S),) if axis is None or S == () else S

cumprod = cumsum

def sort(a: Array["*S"], axis: int | None = -1, kind: Any = None, order: Any = None, **options) -> Tensor["*T"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.sort.html"""
    T = (prod(S),) if axis is None or S == () else S

def argsort(a: Array["*S"], axis: int | None = -1, kind: Any = None, order: Any = None, **options) -> Tensor["*T", int64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.argsort.html"""
    T = (prod(S),) if axis is None or S == () else S
