"""New arrays. https://numpy.org/doc/stable/reference/routines.array-creation.html"""

modules = "numpy"


def zeros(
    shape: Sizes, dtype: dtype | None = None, order: Any = None, *, device: Any = None, like: Any = None,
) -> Tensor["*shape", dtype or float64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.zeros.html

    >>> (2, 3) -> [2 3]
    """

ones = empty = zeros

def full(
    shape: Sizes, fill_value: Any, dtype: dtype | None = None, order: Any = None, *, device: Any = None, like: Any = None,
) -> Tensor["*shape", dtype or kept]:
    """https://numpy.org/doc/stable/reference/generated/numpy.full.html"""
    kept = bool if is_bool(fill_value) else int64 if is_int(fill_value) else numpy.asarray(fill_value).dtype

def zeros_like(
    a: Array["*S"], dtype: dtype | None = None, order: Any = None, subok: Any = None, shape: Sizes | None = None, *,
    device: Any = None,
) -> Tensor["*T", dtype or a.dtype]:
    """https://numpy.org/doc/stable/reference/generated/numpy.zeros_like.html"""
    T = S if shape is None else shape

ones_like = empty_like = zeros_like

def full_like(
    a: Array["*S"], fill_value: Any, dtype: dtype | None = None, order: Any = None, subok: Any = None,
) -> Tensor["*S", dtype or a.dtype]:
    """https://numpy.org/doc/stable/reference/generated/numpy.full_like.html"""

def eye(
    N: int, M: int | None = None, k: Any = 0, dtype: dtype | None = None, order: Any = None,
) -> Tensor["N columns", dtype or float64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.eye.html"""
    columns = N if M is None else M

def identity(n: int, dtype: dtype | None = None) -> Tensor["n n", dtype or float64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.identity.html"""

def tri(N: int, M: int | None = None, k: Any = 0, dtype: dtype | None = None) -> Tensor["N columns", dtype or float64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.tri.html"""
    columns = N if M is None else M

def array(
    object: Any, dtype: dtype | None = None, *, copy: Any = None, order: Any = None, subok: Any = None, ndmin: int = 0,
    like: Any = None,
) -> Tensor["*T", dtype or kept]:
    """https://numpy.org/doc/stable/reference/generated/numpy.array.html"""
    S = array_shape(object)
    T = (*repeated(1, max(0, ndmin - len(S))), *S)
    kept = object.dtype if is_tensor(object) else gathered_dtype(object)

def asarray(a: Any, dtype: dtype | None = None, order: Any = None, **options):
    """https://numpy.org/doc/stable/reference/generated/numpy.asarray.html"""
    return array(a, dtype)

asanyarray = ascontiguousarray = asfortranarray = asarray

def copy(a: Array, order: Any = None, subok: Any = None):
    """https://numpy.org/doc/stable/reference/generated/numpy.copy.html"""
    return like(a)

def arange(start: Any, stop: Any = None, step: Any = 1, dtype: dtype | None = None) -> Tensor["n", dtype or kept]:
    """https://numpy.org/doc/stable/reference/generated/numpy.arange.html

    >>> 3, 11, 2 -> [4]
    """
    n = arange_length(0, start, step) if stop is None else arange_length(start, stop, step)
    kept = int64 if is_int(start) and is_int(step) and (stop is None or is_int(stop)) else array_dtype()

def linspace(
    start: Any, stop: Any, num: int = 50, endpoint: Any = True, retstep: bool = False, dtype: dtype | None = None,
    axis: int = 0,
) -> Tensor["*T", dtype or float64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.linspace.html

    >>> 0.0, 1.0, 4 -> [4]
    >>> [3], 1.0, 4 -> [4 3]
    """
    if retstep:
        unknown("the numbers and the step between them")
    T = _spaced(start, stop, num, axis)

def _spaced(start: Any, stop: Any, num: int, axis: int):
    """Of ends that are arrays so many, along a new dim."""
    require(num >= 0, "Number of samples, {num}, must be non-negative.")
    S = broadcast(_end(start), _end(stop))
    return S[:axis] + (num,) + S[axis:] if axis >= 0 else (*S, num)

def _end(value: Any):
    """The shape of an end; of what is no array it is that of a number."""
    return array_shape(value) if is_tensor(value) or is_sequence(value) else ()

def logspace(
    start: Any, stop: Any, num: int = 50, endpoint: Any = True, base: Any = 10.0, dtype: dtype | None = None,
    axis: int = 0,
) -> Tensor["*T", dtype or float64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.logspace.html"""
    T = _spaced(start, stop, num, axis)

def geomspace(
    start: Any, stop: Any, num: int = 50, endpoint: Any = True, dtype: dtype | None = None, axis: int = 0,
) -> Tensor["*T", dtype or float64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.geomspace.html"""
    T = _spaced(start, stop, num, axis)

def meshgrid(*xi, indexing: str = "xy", sparse: Any = False, copy: Any = True):
    """https://numpy.org/doc/stable/reference/generated/numpy.meshgrid.html

    >>> [3], [4] -> [4 3], [4 3]
    """
    known = as_arrays(xi)
    T = tuple(prod(x.shape) for x in known)
    if indexing == "xy" and len(T) >= 2:
        T = (T[1], T[0], *T[2:])
    return make_list(tuple(Tensor["*T", x.dtype] for x in known))

def indices(dimensions: Ints, dtype: dtype | None = None) -> Tensor["len(dimensions) *dimensions", dtype or int64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.indices.html"""

def fromstring(string: Any, dtype: dtype | None = None, count: Any = -1, *, sep: Any = "", like: Any = None) -> Tensor["n", dtype or float64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.fromstring.html"""
    n = fresh(0)

def frombuffer(buffer: Any, dtype: dtype | None = None, count: Any = -1, offset: Any = 0, *, like: Any = None) -> Tensor["n", dtype or float64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.frombuffer.html"""
    n = fresh(0)

def fromfile(
    file: Any, dtype: dtype | None = None, count: Any = -1, sep: Any = "", offset: Any = 0, *, like: Any = None,
) -> Tensor["n", dtype or float64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.fromfile.html"""
    n = fresh(0)

def memmap(
    filename: Any, dtype: dtype | None = None, mode: Any = "r+", offset: Any = 0, shape: Sizes | None = None, order: Any = "C",
) -> Tensor["*S", dtype or uint8]:
    """https://numpy.org/doc/stable/reference/generated/numpy.memmap.html"""
    S = (fresh(0),) if shape is None else shape

def fromiter(iter: Any, dtype: dtype | None = None, count: Any = -1, *, like: Any = None) -> Tensor["n", dtype or array_dtype()]:
    """https://numpy.org/doc/stable/reference/generated/numpy.fromiter.html"""
    n = fresh(0)

def hanning(M: int) -> Tensor["M", float64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.hanning.html"""

hamming = blackman = bartlett = hanning

def kaiser(M: int, beta: Any) -> Tensor["M", float64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.kaiser.html"""
