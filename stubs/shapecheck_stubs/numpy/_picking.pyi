"""Elements that are chosen. https://numpy.org/doc/stable/reference/routines.indexing.html"""

modules = "numpy"


def nonzero(a: Array["*S"]) -> tuple[Tensor, ...]:
    """https://numpy.org/doc/stable/reference/generated/numpy.nonzero.html"""
    n = chosen(a, prod(S))
    return repeated(Tensor["n", int64], max(1, len(S)))

def argwhere(a: Array["*S"]) -> Tensor["n len(S)", int64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.argwhere.html"""
    n = chosen(a, prod(S))

def flatnonzero(a: Array["*S"]) -> Tensor["n", int64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.flatnonzero.html"""
    n = chosen(a, prod(S))

def unique(
    ar: Array["*S"], return_index: bool = False, return_inverse: bool = False, return_counts: bool = False,
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

def take(a: Array["*S"], indices: Array["*I"], axis: int | None = None, **options) -> Tensor["*T"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.take.html"""
    d = 0 if axis is None else axis if axis >= 0 else axis + len(S)
    T = I if axis is None else (*S[:d], *I, *S[d + 1 :])

def take_along_axis(arr: Array, indices: Array["*I"], axis: Any = -1) -> Tensor["*I"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.take_along_axis.html"""

def bincount(x: Array, weights: Any = None, minlength: int = 0) -> Tensor["n", array_dtype()]:
    """https://numpy.org/doc/stable/reference/generated/numpy.bincount.html"""
    n = fresh(minlength)

def union1d(ar1: Array["*A"], ar2: Array["*B"]) -> Tensor["n", array_dtype(ar1, ar2)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.union1d.html"""
    n = fresh(0, prod(A) + prod(B))

def intersect1d(ar1: Array["*A"], ar2: Array["*B"], assume_unique: Any = False) -> Tensor["n", array_dtype(ar1, ar2)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.intersect1d.html"""
    n = fresh(0, min(prod(A), prod(B)))

def setdiff1d(ar1: Array["*A"], ar2: Any, assume_unique: Any = False) -> Tensor["n"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.setdiff1d.html"""
    n = fresh(0, prod(A))

def triu_indices(n: int, k: int = 0, m: int | None = None):
    """https://numpy.org/doc/stable/reference/generated/numpy.triu_indices.html"""
    count = torch.triu_indices(n, n if m is None else m, k).shape[1]
    return repeated(Tensor["count", int64], 2)

def tril_indices(n: int, k: int = 0, m: int | None = None):
    """https://numpy.org/doc/stable/reference/generated/numpy.tril_indices.html"""
    count = torch.tril_indices(n, n if m is None else m, k).shape[1]
    return repeated(Tensor["count", int64], 2)

def diag_indices(n: int, ndim: int = 2):
    """https://numpy.org/doc/stable/reference/generated/numpy.diag_indices.html"""
    return repeated(Tensor["n", int64], ndim)

def unravel_index(indices: Array["*S"] | int, shape: Ints, order: Any = "C"):
    """https://numpy.org/doc/stable/reference/generated/numpy.unravel_index.html"""
    return repeated(Tensor["*indices.shape", int64], len(shape))

def ravel_multi_index(multi_index: Any, dims: Any, *rest, **options) -> Tensor["*T", int64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.ravel_multi_index.html"""
    T = broadcast(*tuple(t.shape for t in tuple(multi_index)))

def argpartition(a: Array["*S"], kth: Any, axis: int | None = -1, *rest, **options) -> Tensor["*T", int64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.argpartition.html"""
    T = (prod(S),) if axis is None else S

def partition(a: Array["*S"], kth: Any, axis: int | None = -1, *rest, **options) -> Tensor["*T"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.partition.html"""
    T = (prod(S),) if axis is None else S

def histogram(a: Array, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None):
    """https://numpy.org/doc/stable/reference/generated/numpy.histogram.html"""
    n = bins if is_int(bins) else numpy.asarray(bins).shape[0] - 1
    return Tensor["n", array_dtype()], Tensor["n+1", array_dtype()]

def fill_diagonal(a: Any, val: Any, *rest, **options):
    """https://numpy.org/doc/stable/reference/generated/numpy.fill_diagonal.html"""
    return None

putmask = place = put = put_along_axis = copyto = fill_diagonal

def histogram2d(x: Any, y: Any, bins: Any = 10, *rest, **options):
    """https://numpy.org/doc/stable/reference/generated/numpy.histogram2d.html"""
    many = (bins, bins) if is_int(bins) else tuple(bins) if is_sequence(bins) else ()
    if len(many) != 2 or not is_int(many[0]) or not is_int(many[1]):
        unknown("how many bins there are in each direction")
    n, m = many
    return Tensor["n m", float64], Tensor["n+1", float64], Tensor["m+1", float64]

def histogram_bin_edges(a: Any, bins: Any = 10, *rest, **options) -> Tensor["n+1", array_dtype()]:
    """https://numpy.org/doc/stable/reference/generated/numpy.histogram_bin_edges.html"""
    if not is_int(bins):
        unknown("how many bins there are")
    n = bins

def setxor1d(ar1: Array["*A"], ar2: Array["*B"], assume_unique: Any = False) -> Tensor["n", array_dtype(ar1, ar2)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.setxor1d.html"""
    n = fresh(0, prod(A) + prod(B))

def lexsort(keys: Any, axis: int = -1) -> Tensor["n", int64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.lexsort.html"""
    S = numpy.asarray(keys).shape if is_tensor(keys) else (1, *array_shape(tuple(keys)[0]))
    if len(S) != 2 or axis != -1 and axis != 0:
        unknown("keys that are no rows")
    n = S[1]

def extract(condition: Any, arr: Array["*S"]) -> Tensor["n"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.extract.html"""
    n = fresh(0, prod(S))

def compress(condition: Any, a: Array["*S"], axis: int | None = None, out: Any = None) -> Tensor["*T"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.compress.html"""
    n = fresh(0, prod(S) if axis is None else S[axis])
    T = (n,) if axis is None else replace(S, axis, n)

def triu_indices_from(arr: Array["N M"], k: int = 0):
    """https://numpy.org/doc/stable/reference/generated/numpy.triu_indices_from.html"""
    return triu_indices(N, k, M)

def tril_indices_from(arr: Array["N M"], k: int = 0):
    """https://numpy.org/doc/stable/reference/generated/numpy.tril_indices_from.html"""
    return tril_indices(N, k, M)
