"""Products and matrices. https://numpy.org/doc/stable/reference/routines.linalg.html"""

modules = "numpy"


def matmul(x1: Array["*A"], x2: Array["*B"], **options) -> Tensor["*matmul_shape(A,B)", array_dtype(x1, x2)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.matmul.html

    >>> [2 3], [3 4] -> [2 4]
    """

def dot(a: Array["*A"], b: Array["*B"], out: Any = None) -> Tensor["*T", array_dtype(a, b)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.dot.html"""
    if len(A) == 0 or len(B) == 0 or len(B) > 2:
        unknown("a product of other ranks")
    k = B[0]
    require(A[-1] == k, "shapes {A} and {B} not aligned: {A[-1]} != {k}")
    T = (*A[:-1], *B[1:])

def einsum(subscripts: str, *operands, **options):
    """https://numpy.org/doc/stable/reference/generated/numpy.einsum.html"""
    known = as_tensors(operands)
    T = torch_einsum(tuple(t.shape for t in known), text(subscripts))
    return Tensor["*T", array_dtype(*known)]

def outer(a: Array["*A"], b: Array["*B"], out: Any = None) -> Tensor["prod(A) prod(B)", array_dtype(a, b)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.outer.html"""

def inner(a: Array, b: Array):
    """https://numpy.org/doc/stable/reference/generated/numpy.inner.html"""
    return torch.inner(a, b)

def kron(a: Array, b: Array):
    """https://numpy.org/doc/stable/reference/generated/numpy.kron.html"""
    return torch.kron(a, b)

def diag(v: Array, k: int = 0):
    """https://numpy.org/doc/stable/reference/generated/numpy.diag.html"""
    return torch.diag(v, k)

def trace(
    a: Array, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: dtype | None = None, out: Any = None,
) -> Tensor["*R", dtype or array_sum(a.dtype)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.trace.html

    >>> [3 2 4] -> [4]
    """
    R = diagonal(a, offset, axis1, axis2).shape[:-1]

def cov(
    m: Array["*S"], y: Array | None = None, rowvar: Any = True, bias: Any = False, ddof: Any = None, **options,
) -> Tensor["*T", float64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.cov.html

    >>> [3 N] -> [3 3]
    >>> [N] -> []
    >>> [3 N], [2 N] -> [5 5]
    >>> [N 3], rowvar=False -> [3 3]
    >>> [2 3 4] -> error: m has more than 2 dimensions
    """
    require(len(S) <= 2, "m has more than 2 dimensions")
    n = _variables(S, rowvar) if y is None else _variables(S, rowvar) + _variables(y.shape, rowvar)
    T = () if counted(n) and n == 1 else (n, n)

def _variables(S: Any, rowvar: Any):
    """How many variables an array holds: one in each row, or in each column."""
    if len(S) < 2:
        return 1
    if not known(rowvar) or (not rowvar and counted(S[0]) and S[0] == 1):
        unknown("whether the rows are variables")  # of a single row versions of NumPy say different things
    return S[0] if rowvar else S[1]

corrcoef = cov

def tensordot(a: Array, b: Array, axes: Any = 2):
    """https://numpy.org/doc/stable/reference/generated/numpy.tensordot.html"""
    return torch.tensordot(a, b, axes)

def convolve(a: Array["N"], v: Array["M"], mode: str = "full") -> Tensor["n", array_dtype(a, v)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.convolve.html

    >>> [8], [3] -> [10]
    >>> [8], [3], "valid" -> [6]
    """
    require(N >= 1 and M >= 1, "convolve: arguments cannot be empty")
    long, short = max(N, M), min(N, M)
    n = long if mode == "same" else long - short + 1 if mode == "valid" else long + short - 1

def correlate(a: Array, v: Array, mode: str = "valid"):
    """https://numpy.org/doc/stable/reference/generated/numpy.correlate.html"""
    return convolve(a, v, mode)

def cross(
    a: Array["*A"], b: Array["*B"], axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: int | None = None,
) -> Tensor["*T", array_dtype(a, b)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.cross.html"""
    if axisa != -1 or axisb != -1 or axisc != -1 or axis is not None and axis != -1:
        unknown("a product along other axes")
    if A[-1] == 2 or B[-1] == 2:
        unknown("a product of vectors in a plane")
    require(A[-1] == 3 and B[-1] == 3, "incompatible dimensions for cross product (dimension must be 2 or 3)")
    T = broadcast(A, B)

def diagonal(a: Array, offset: int = 0, axis1: int = 0, axis2: int = 1):
    """https://numpy.org/doc/stable/reference/generated/numpy.diagonal.html"""
    return torch.diagonal(a, offset, axis1, axis2)

def polyfit(x: Array, y: Array["*S"], deg: int, rcond: Any = None, full: bool = False, w: Any = None, cov: Any = False) -> Tensor["deg+1 *T", float64]:
    """https://numpy.org/doc/stable/reference/generated/numpy.polyfit.html"""
    if full or cov is not False:
        unknown("a fit with more results")
    T = S[1:]

def trapezoid(y: Array["*S"], x: Any = None, dx: Any = 1.0, axis: int = -1) -> Tensor["*without(S,axis)", array_float(y.dtype)]:
    """https://numpy.org/doc/stable/reference/generated/numpy.trapezoid.html"""

trapz = trapezoid

def vdot(a: Any, b: Any) -> Tensor["", array_dtype()]:
    """https://numpy.org/doc/stable/reference/generated/numpy.vdot.html"""

def vander(x: Array["M"], N: int | None = None, increasing: Any = False) -> Tensor["M n", array_dtype()]:
    """https://numpy.org/doc/stable/reference/generated/numpy.vander.html"""
    n = M if N is None else N

def diagflat(v: Array["*S"], k: int = 0) -> Tensor["n n"]:
    """https://numpy.org/doc/stable/reference/generated/numpy.diagflat.html"""
    n = prod(S) + (k if k >= 0 else -k)
