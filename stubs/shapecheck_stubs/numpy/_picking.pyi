"""Elements that are chosen. https://numpy.org/doc/stable/reference/routines.indexing.html"""

modules = "numpy"


def nonzero(a: Tensor["*S"]) -> tuple[Tensor, ...]:
    """https://numpy.org/doc/stable/reference/generated/numpy.nonzero.html"""
    n = fresh(0, prod(S))
    return repeated(Tensor["n", int64], max(1, len(S)))

def argwhere(a: Tensor["*S"]) -> Tensor["n len(S)", int64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.argwhere.html"""
    n = fresh(0, prod(S))

def flatnonzero(a: Tensor["*S"]) -> Tensor["n", int64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.flatnonzero.html"""
    n = fresh(0, prod(S))

def unique(
    ar: Tensor["*S"], return_index: bool = False, return_inverse: bool = False, return_counts: bool = False,
    axis: Any = None, *, equal_nan: Any = True,
):
    """https://numpy.org/doc/stable/reference/generated/numpy.unique.html"""
    if axis is not None:
        unknown("the unique rows of an array")
    n = fresh(0, prod(S))
    extra = (
        *((Tensor["n", int64],) if return_index else ()),
        *((Tensor["*S", int64],) if return_inverse else ()),
        *((Tensor["n", int64],) if return_counts else ()),
    )
    return Tensor["n", ar.dtype] if len(extra) == 0 else (Tensor["n", ar.dtype], *extra)

def take(a: Tensor["*S"], indices: Tensor["*I"], axis: int | None = None, **options) -> Tensor["*T"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.take.html"""
    d = 0 if axis is None else axis if axis >= 0 else axis + len(S)
    T = I if axis is None else (*S[:d], *I, *S[d + 1 :])

def take_along_axis(arr: Tensor, indices: Tensor["*I"], axis: Any = -1) -> Tensor["*I"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.take_along_axis.html"""

def bincount(x: Tensor, weights: Any = None, minlength: int = 0) -> Tensor["n", array_dtype()]:
    """https://numpy.org/doc/stable/reference/generated/numpy.bincount.html"""
    n = fresh(minlength)
